// The SQL of the scaling bench: sessions and their drivers made by the million, and how many pages a statement reads.
import { hash } from 'node:crypto'
import pg from 'pg'
import { timeEach } from './growth.ts'

/** The driver who looks; everybody else has about a hundred sessions. */
export const looker = {
  token: 'scaling-bench',
  driverId: '00000000-0000-4000-8000-000000000001',
  vehicleId: '00000000-0000-4000-9000-000000000001',
}
const sessionsPerDriver = 100

export const asOwner = async <Result>(connectionString: string, work: (client: pg.Client) => Promise<Result>) => {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Drivers 1 to `count`, each with a car; the first one is signed in. Those that are there stay. */
export const fillDrivers = async (client: pg.Client, count: number): Promise<void> => {
  await client.query(
    `insert into driver (driver_id, first_name, last_name, email, phone, user_name, created_at)
     select ('00000000-0000-4000-8000-' || lpad(to_hex(i), 12, '0'))::uuid, 'Maya', 'Torres', 'bench' || i || '@example.com',
            '+1312' || lpad(i::text, 7, '0'), 'bench' || i || '@example.com', now() - interval '11 years'
       from generate_series(1, $1::integer) as i on conflict do nothing`,
    [count],
  )
  await client.query(
    `insert into vehicle (vehicle_id, driver_id, make, model, plate, plate_key, state, color, year, is_default)
     select ('00000000-0000-4000-9000-' || lpad(to_hex(i), 12, '0'))::uuid,
            ('00000000-0000-4000-8000-' || lpad(to_hex(i), 12, '0'))::uuid, 'HONDA', 'CIVIC', 'B' || i, 'Illinois B' || i,
            'Illinois', 'BLUE', 2022, true
       from generate_series(1, $1::integer) as i on conflict do nothing`,
    [count],
  )
  await client.query(
    "insert into token values ($1, $2, default, now(), now() + interval '1 day') on conflict do nothing",
    [hash('sha256', looker.token, 'buffer'), looker.driverId],
  )
}

/**
 * As many ended sessions as asked for, oldest first, over the ten years before now, at places that cost nothing; at most
 * 10,000 of them, evenly among the others, are the looker's. What is there stays.
 */
export const fillPast = (connectionString: string, count: number): Promise<void> =>
  asOwner(connectionString, async client => {
    const { rows } = await client.query<{ there: number }>('select count(*)::integer as there from session')
    const { there } = rows[0]!
    if (there >= count) return
    const drivers = Math.max(2, Math.ceil(count / sessionsPerDriver))
    const own = Math.min(count, 10_000) - Math.min(there, 10_000)
    // no trigger runs and no reference is looked up: the rows are right as they are
    await client.query('set session_replication_role = replica')
    await fillDrivers(client, drivers)
    const indexes = (
      await client.query<{ name: string; made: string }>(
        `select relname as name, replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') as made from pg_index join pg_class on pg_class.oid = indexrelid
          where indrelid = 'session'::regclass and not indisunique`,
      )
    ).rows
    for (const { name } of indexes) await client.query(`drop index ${name}`)
    const halves = [there + 1, there + Math.ceil((count - there) / 2) + 1, count + 1]
    await Promise.all(
      [0, 1].map(half =>
        asOwner(connectionString, async worker => {
          await worker.query('set session_replication_role = replica')
          const values = [
            halves[half],
            halves[half + 1]! - 1,
            own === 0 ? count : Math.floor((count - there) / own),
            drivers,
            there,
            count,
          ]
          await worker.query(
            `insert into session (session_id, driver_id, vehicle_id, plate_key, vehicle, place, zone_number, rule_book_id,
                                  rule_book_version, status, started_at, ends_at, ended_at, parking_cents, fee_cents, paid_via)
             with known as (
               select array_agg(zone_number) as zones, array_agg(rule_book_id) as books, array_agg(jsonb_build_object('name', name, 'kind', kind,
                        'address', address, 'latitude', latitude, 'longitude', longitude, 'timeZone', time_zone,
                        'refundsUnused', refunds_unused, 'maxMinutes', null)) as places, count(*)::integer as many
                 from (select * from zone order by zone_number limit 1000) as zone),
             line as (
               select i, case when (i - $5::integer) % $3::integer = 0 then 1 else 2 + i % ($4::integer - 1) end as d,
                      1 + i % many as z, now() - interval '10 years' * (1 - (i::float8 - $5) / ($6::integer - $5)) - interval '1 day' as at
                 from known, generate_series($1::integer, $2::integer) as i)
             select 'P-' || lpad(i::text, 10, '0'), ('00000000-0000-4000-8000-' || lpad(to_hex(d), 12, '0'))::uuid,
                    ('00000000-0000-4000-9000-' || lpad(to_hex(d), 12, '0'))::uuid, 'Illinois B' || d,
                    '{"PlateNumber": "B1", "PlateState": "Illinois", "VehicleMake": "HONDA", "VehicleYear": "2022",
                      "VehicleColor": "BLUE", "VehicleModel": "CIVIC"}'::jsonb,
                    places[z], zones[z], books[z], 1, 'ended', at, at + interval '1 hour', at + interval '1 hour', 0, 0, 'wallet'
               from known, line`,
            values,
          )
          await worker.query(
            `insert into session_key (session_id, started_at) select session_id, started_at
               from generate_series($1::integer, $2::integer) as i join session on session_id = 'P-' || lpad(i::text, 10, '0')`,
            values.slice(0, 2),
          )
          await worker.query(
            `insert into step (session_id, started_at, seq, at, kind, minutes, amount_cents)
             select session_id, started_at, seq, now(), kind, 60, 0
               from generate_series($1::integer, $2::integer) as i join session_key on session_id = 'P-' || lpad(i::text, 10, '0'),
                    (values (1, 'started'), (2, 'ended')) as made (seq, kind)`,
            values.slice(0, 2),
          )
        }),
      ),
    )
    await client.query(`set maintenance_work_mem = '1GB'`)
    for (const { made } of indexes) await client.query(made)
    for (const table of ['session', 'session_key', 'step', 'driver', 'vehicle'])
      await client.query(`vacuum (analyze) ${table}`)
  })

/** Before a fill of gigabytes: what PostgreSQL else writes down every few seconds, it writes down once. */
export const expectMuch = (connectionString: string): Promise<void> =>
  asOwner(connectionString, async client => {
    await client.query(`alter system set max_wal_size = '16GB'`)
    await client.query(`alter system set checkpoint_timeout = '1h'`)
    await client.query('select pg_reload_conf()')
  })

type Sent = { text: string; values: (string | Buffer | null)[] }
type Plan = { 'Shared Hit Blocks': number; 'Shared Read Blocks': number }

/**
 * Pages of 8 kB that the statements read of tables and indexes, planned as a connection plans that has run them often:
 * without knowing the values. What they write is taken back.
 */
export const pagesRead = (connectionString: string, sent: Sent[]): Promise<number> =>
  asOwner(connectionString, async client => {
    await client.query('begin')
    await client.query('set local plan_cache_mode = force_generic_plan')
    let pages = 0
    for (const [n, { text, values }] of sent.entries()) {
      if (!/^\s*(select|insert|update|delete|with)/i.test(text)) continue
      await client.query(`prepare read_${n} as ${text}`)
      const literals = values.map(value =>
        value === null ? 'null' : pg.escapeLiteral(Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value),
      )
      const run = `execute read_${n}${literals.length > 0 ? `(${literals.join(', ')})` : ''}`
      const { rows } = await client.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
        `explain (analyze, buffers, format json) ${run}`,
      )
      const plan = rows[0]!['QUERY PLAN'][0]!.Plan
      pages += plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
    }
    await client.query('rollback')
    return pages
  })

/** So many ended sessions of the looker, one each 52 minutes before now at 300 places, and files of 10 MB. */
export const fillOneDriver = (connectionString: string, sessions: number, files: number): Promise<void> =>
  asOwner(connectionString, async client => {
    await client.query('set session_replication_role = replica')
    await fillDrivers(client, 1)
    await client.query(
      `insert into session (session_id, driver_id, vehicle_id, plate_key, vehicle, place, zone_number, tariff_id, tariff_version,
                            status, started_at, ends_at, ended_at, parking_cents, fee_cents, paid_via)
       select 'P-' || lpad(i::text, 10, '0'), $1, $2, 'Illinois B1',
              '{"VehicleMake":"HONDA","VehicleModel":"CIVIC","PlateNumber":"B1","PlateState":"Illinois"}',
              jsonb_build_object('name', 'State St ' || i % 300, 'address', '12 S State St, Chicago', 'kind', 'street',
                'latitude', 41.88 + (i % 300) * 0.0001, 'longitude', -87.62, 'timeZone', 'America/Chicago'),
              (9000 + i % 300)::text, 't', 1, 'ended', at, at + interval '45 minutes', at + interval '45 minutes',
              200 + i % 300, 35, 'wallet'
         from generate_series(1, $3::integer) as i, lateral (select now() - i * interval '52 minutes' as at) as moment`,
      [looker.driverId, looker.vehicleId, sessions],
    )
    await client.query('insert into session_key (session_id, started_at) select session_id, started_at from session')
    await client.query(
      `insert into step (session_id, started_at, seq, at, kind, minutes, amount_cents)
       select session_id, started_at, 1, started_at, 'started', 45, 235
         from session where driver_id = $1`,
      [looker.driverId],
    )
    await client.query(
      `insert into attachment (attachment_id, driver_id, name, content_type, bytes, stored_at)
       select gen_random_uuid(), $1, n || '.pdf', 'application/pdf', convert_to(repeat(md5(n::text), 312500), 'UTF8'), now()
         from generate_series(1, $2::integer) as n`,
      [looker.driverId, files],
    )
    await client.query('analyze session, step')
  })

export const deleteExports = (connectionString: string): Promise<void> =>
  asOwner(connectionString, async client => {
    await client.query('delete from data_export')
  })

/** Milliseconds of the least that a statement takes, over and over. */
export const timeSelect = (connectionString: string): Promise<number[]> =>
  asOwner(connectionString, client => timeEach(500, () => client.query({ name: 'bare', text: 'select 1' })))
