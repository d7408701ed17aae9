// The SQL of the places bench: made-up zones, spread evenly, each with a report.
import pg from 'pg'
import { asOwner } from './scaling-store.ts'

const rates = JSON.stringify([
  {
    name: 'All day',
    days: [1, 2, 3, 4, 5, 6, 7],
    from: '00:00',
    to: '24:00',
    lines: [{ type: 'incrementingRate', fromMinutes: 0, toMinutes: null, stepMinutes: 15, cents: 50 }],
  },
])

/** Runs as the database's owner. */
export const fillPlaces = async (
  connectionString: string,
  { zones, degrees, latitude, longitude }: { zones: number; degrees: number; latitude: number; longitude: number },
): Promise<void> => {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query('select setseed(0.42)')
    await client.query(
      `insert into city (code, name, time_zone, country, region, currency, centre_lat, centre_lon, units, languages, support_hours)
       values ('bench', 'Bench', 'America/Chicago', 'US', 'Illinois', 'USD', $1, $2, 'mi', '{en}', '[]')`,
      [latitude, longitude],
    )
    await client.query(
      `insert into city_terms (city, version, in_force_from, service_fee_cents, free_cancel_seconds, free_cancels_plate_zone_day,
                               free_cancels_account_day, auto_extend_minutes, history_days, made_by, made_at)
       select city_id, 1, '2026-01-01', 35, 60, 1, 3, 15, 730, 'bench', '2026-01-01' from city where code = 'bench'`,
    )
    await client.query(
      `insert into tariff (tariff_id, version, valid_from, name, rates)
       select 'bench-' || i, 1, '2026-01-01', 'Bench', $1::jsonb from generate_series(0, 11) as i`,
      [rates],
    )
    await client.query(
      `insert into zone (zone_number, name, kind, address, neighborhood, latitude, longitude, time_zone, capacity, features,
                          ev_chargers, accessible_spaces, tariff_id, min_stay_minutes, max_stay_minutes, refunds_unused,
                          hours, tow_away, outline, attribution, city)
       select lpad(i::text, 6, '0'), 'Lot ' || i, (array['street', 'lot', 'garage'])[1 + i % 3], i || ' W Madison St',
              'Area ' || i % 80, $2 + (random() - 0.5) * $4, $3 + (random() - 0.5) * $4, 'America/Chicago', 20 + i % 200,
              case i % 3 when 0 then array['covered', 'ev'] else '{}'::text[] end, i % 5, i % 4, 'bench-' || i % 12, 15,
              case i % 3 when 0 then 120 end, true,
              case i % 2 when 0 then '[{"days":[1,2,3,4,5,6,7],"from":"06:00","to":"23:00"}]'::jsonb else '[]' end,
              '[]', '[]', '', (select city_id from city where code = 'bench')
         from generate_series(0, $1::integer - 1) as i`,
      [zones, latitude, longitude, degrees],
    )
    await client.query(
      `insert into zone_count (city, zone_number, observed_at, taken) select city, zone_number, now(), capacity / 3 from zone`,
    )
    await client.query('analyze zone')
  } finally {
    await client.end()
  }
}

/** The index that finds the nearest points; the server itself needs none. */
export const indexPositions = (connectionString: string): Promise<void> =>
  asOwner(connectionString, async client => {
    await client.query('create index bench_position on zone using gist (point(longitude, latitude))')
    await client.query('vacuum (analyze) zone')
  })

/** Finds the 20 nearest on one connection, by degrees: on a map of one city nearly the order of their metres. */
export const openNearest = async (connectionString: string) => {
  const client = new pg.Client({ connectionString })
  await client.connect()
  return {
    nearest: async ({ latitude, longitude }: { latitude: number; longitude: number }): Promise<string[]> => {
      const { rows } = await client.query<{ zone_number: string }>({
        name: 'bench_nearest',
        text: `select zone_number, name, capacity from zone order by point(longitude, latitude) <-> point($1, $2) limit 20`,
        values: [longitude, latitude],
      })
      return rows.map(row => row.zone_number)
    },
    end: () => client.end(),
  }
}
