// A driver's queries in a city with years of sessions: each is answered from an index.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Queryable } from '#platform/db.ts'
import { asOwner, createTestDatabase, explaining } from '#platform/testing.ts'
import { listNewest } from './past-store.ts'
import { isVehicleParked, listActive } from './store.ts'

const db = await createTestDatabase()
afterAll(db.close)

const now = Temporal.Instant.from('2026-04-14T17:00:00Z')
const driverId = '00000000-0000-4000-8000-000000000001'
const vehicleId = '00000000-0000-4000-9000-000000000001'

beforeAll(async () => {
  // of the driver one runs and 5,000 have ended; of everybody else 5,000 run
  await asOwner(
    db.connectionString,
    `set session_replication_role = replica;
     insert into session (session_id, driver_id, vehicle_id, plate_key, vehicle, place, zone_number, tariff_id, tariff_version,
                          status, started_at, ends_at, ended_at, parking_cents, fee_cents, paid_via)
     select 'P-' || lpad(i::text, 10, '0'), case when i <= 5001 then '${driverId}' else gen_random_uuid() end,
            case when i <= 5001 then '${vehicleId}' else gen_random_uuid() end, 'Illinois M' || i, '{}', '{}', '5101', 'quarters', 1,
            case when i <= 5000 then 'ended' else 'running' end, '${now}', '${now.add({ hours: 1 })}',
            case when i <= 5000 then '${now}'::timestamptz end, 0, 0, 'wallet'
       from generate_series(1, 10001) as i;
     insert into parking_right (kind, ref, zone_number, plate_key, plate_fold, driver_id, state, starts_at, ends_at, paid_at, as_of)
     select 'session', session_id, zone_number, plate_key, plate_fold(plate_key), driver_id, case status when 'running' then 'live' else 'left' end,
            started_at, ends_at, started_at, started_at from session;
     insert into vehicle (vehicle_id, driver_id, make, model, plate, plate_key, state, color, is_default)
     values ('${vehicleId}', '${driverId}', '', '', 'M5001', 'Illinois M5001', 'Illinois', '', true);
     analyze session, parking_right, vehicle`,
  )
})

const planOf = async (ask: (db: Queryable) => Promise<unknown>) => {
  const plans: string[] = []
  await ask(explaining(db.pool, plans))
  return plans.join('\n')
}

test('a driver’s active sessions use an index', async () => {
  const plan = await planOf(async db => expect((await listActive(db, [driverId], now)).get(driverId)).toHaveLength(1))
  expect(plan).toMatch(/Scan (using|on) parking_right_driver_plate .*\n +Index Cond: \(driver_id = ANY \(\$1\)\)/)
})

test('a driver’s newest sessions use an index', async () => {
  const plan = await planOf(async db => expect((await listNewest(db, [{ driverId, limit: 20 }]))[0]).toHaveLength(20))
  expect(plan).toMatch(
    /Limit .*\n(?: +-> {2}Result .*\n)? +-> {2}Append .*\n +-> {2}Index Scan using session_\w+_driver_id_started_at_session_id_idx on session_later /,
  )
})

test('the check whether a vehicle is parked uses an index', async () => {
  const plan = await planOf(async db => expect(await isVehicleParked(db, vehicleId, now)).toBe(true))
  expect(plan).toMatch(/Index Scan using parking_right_driver_plate /)
})

test('clearing the vehicle of a driver’s sessions uses an index', async () => {
  // as the reference from a session to its car does
  const plan = await asOwner(
    db.connectionString,
    'explain (generic_plan) update session set vehicle_id = null where vehicle_id = $1',
  )
  expect(JSON.stringify(plan)).toMatch(/session_first_vehicle/)
})

test('no index of sessions holds what changes while a car is parked or leaves: such a change writes the row alone', async () => {
  const indexes = await asOwner<{ made: string }>(
    db.connectionString,
    `select pg_get_indexdef(indexrelid) as made from pg_index where indrelid = 'session'::regclass`,
  )
  expect(indexes.length).toBeGreaterThan(3)
  const changing = /status|ends_at|ended_at|_cents|payment|paid_via|free_cancel|auto_extended/
  expect(indexes.filter(({ made }) => changing.test(made))).toEqual([])
})
