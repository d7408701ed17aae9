// SQL of the counts of running sessions by zone.
import { type ZoneId, zoneKey } from '#city/places/places.ts'
import { type Queryable, sql } from '#platform/db.ts'

const sessionCountSince = sql<{ city: number; zone_number: string; running: number; first_end: Temporal.Instant }>(
  'session_count_since',
  `select asked.city, asked.zone_number, count(*)::integer as running, min(ends_at) as first_end
      from unnest($1::text[], $2::timestamptz[], $4::integer[]) as asked (zone_number, since, city)
      join parking_right as live on live.city = asked.city and live.zone_number = asked.zone_number and ends_at > $3
                                and kind = 'session' and state = 'live' and starts_at > asked.since
     group by asked.city, asked.zone_number`,
)
/** By `zoneKey`: running sessions per zone that started after that zone's instant, and when the first of them ends as it is paid. */
export const countRunningSince = async (
  db: Queryable,
  zones: (ZoneId & { since: Temporal.Instant })[],
  now: Temporal.Instant,
): Promise<Map<string, { running: number; firstEndMs: number }>> => {
  if (zones.length === 0) return new Map()
  const numbers = zones.map(zone => zone.zoneNumber)
  const instants = zones.map(zone => zone.since.toString())
  const cities = zones.map(zone => zone.cityId)
  const rows = await sessionCountSince(db, [numbers, instants, now.toString(), cities])
  return new Map(
    rows.map(row => [
      zoneKey({ cityId: row.city, zoneNumber: row.zone_number }),
      { running: row.running, firstEndMs: row.first_end.epochMilliseconds },
    ]),
  )
}
