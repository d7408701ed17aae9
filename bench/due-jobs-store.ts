// The SQL of the sweep bench: parked cars by the thousand, what falls due of them at one moment, and whether it is done.
import { asOwner, fillDrivers } from './scaling-store.ts'

/**
 * So many running sessions, of a driver each: half of them have just ended, half are to be reminded now that five minutes
 * are left. Drivers 2 and up park. What was parked before is gone.
 */
export const fillRunning = (connectionString: string, count: number): Promise<void> =>
  asOwner(connectionString, async client => {
    await client.query('set session_replication_role = replica')
    for (const table of [
      'session',
      'session_key',
      'parking_right',
      'step',
      'job',
      'outbox',
      'sandbox_message',
      'idempotency',
    ])
      await client.query(`truncate ${table} cascade`)
    await fillDrivers(client, count + 1)
    await client.query(
      `insert into session (session_id, driver_id, vehicle_id, plate_key, vehicle, place, zone_number, rule_book_id, rule_book_version,
                            status, started_at, ends_at, parking_cents, fee_cents, paid_via)
       with parked as (
         select i, now() + case when i % 2 = 0 then interval '0' else interval '5 minutes' end as ends_at, place.*
           from generate_series(2, $1::integer + 1) as i
           join (select *, row_number() over (order by zone_number) - 1 as n, count(*) over () as many from zone) as place
             on n = i % many)
       select 'P-' || lpad(i::text, 10, '0'), ('00000000-0000-4000-8000-' || lpad(to_hex(i), 12, '0'))::uuid,
              ('00000000-0000-4000-9000-' || lpad(to_hex(i), 12, '0'))::uuid, 'Illinois B' || i,
              jsonb_build_object('PlateNumber', 'B' || i, 'PlateState', 'Illinois', 'VehicleMake', 'HONDA',
                'VehicleModel', 'CIVIC', 'VehicleColor', 'BLUE', 'VehicleYear', '2022'),
              jsonb_build_object('name', name, 'kind', kind, 'address', address, 'latitude', latitude, 'longitude', longitude,
                'timeZone', time_zone, 'refundsUnused', refunds_unused, 'maxMinutes', null),
              zone_number, rule_book_id, 1, 'running', ends_at - interval '1 hour', ends_at, 0, 0, 'wallet'
         from parked`,
      [count],
    )
    await client.query(
      `insert into step (session_id, started_at, seq, at, kind, minutes, amount_cents)
       select session_id, started_at, 1, started_at, 'started', 60, 0 from session`,
    )
    await client.query('insert into session_key (session_id, started_at) select session_id, started_at from session')
    await client.query(
      `insert into parking_right (kind, ref, zone_number, plate_key, plate_fold, driver_id, state, starts_at, ends_at, paid_at, as_of)
       select 'session', session_id, zone_number, plate_key, plate_fold(plate_key), driver_id, 'live', started_at, ends_at, started_at, started_at
         from session`,
    )
    await client.query(`insert into job (kind, ref, run_at) select 'session-end', session_id, ends_at from session`)
    await client.query(
      `insert into job (kind, ref, run_at)
       select 'notice-ends5', session_id, now() from session where ends_at > now()`,
    )
    for (const table of ['session', 'parking_right', 'step', 'job', 'driver', 'vehicle'])
      await client.query(`vacuum (analyze) ${table}`)
  })

/** Jobs of a kind that are due at this moment; counts no further than `most`. */
export const countDue = (connectionString: string, kind: string, most: number): Promise<number> =>
  asOwner(connectionString, async client => {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::integer from (select from job where kind = $1 and run_at <= now() limit $2) as due`,
      [kind, most],
    )
    return rows[0]!.count
  })
