// A database that migrations 0001 to 0056 made, with their functions, goes on after the upgrade: every session, cent and key.
import { extend, start, stop } from '@parkit/contract/parking/sessions'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { buildApp } from '#app/app.ts'
import { startTestServer, type TestServer } from '#app/testing.ts'
import { asVersionBefore } from '#city/bundled/version-before-testing.ts'
import { source } from '#city/places/testing.ts'
import { parkingCity, zones } from '#parking/sessions/testing.ts'
import { readConfig } from './config.ts'
import { openDatabase } from './db.ts'
import { migrate } from './migrate.ts'
import { asOwner, connectionTo, newDatabaseName, tableContents } from './testing.ts'
import { copyRows, renamed } from './upgrade-testing.ts'

vi.setConfig({ testTimeout: 120_000 })

const { connectionString: server } = inject('postgres')
const name = newDatabaseName()
const old = connectionTo(server, name)
const newName = (then: string) => Object.keys(renamed).find(now => renamed[now] === then) ?? then

let parkit: TestServer
beforeAll(async () => {
  parkit = await startTestServer()
  await asOwner(server, `create database ${name}`)
  await migrate({ connectionString: old, upTo: 56 })
})
afterAll(async () => {
  await asOwner(server, `drop database ${name} with (force)`)
  await parkit.stop()
})

test('sessions, money, jobs and idempotency keys survive the upgrade and continue', async () => {
  const driver = await parkit.driver({ dollars: 100 })
  const body = { ZoneNumber: zones.street, VehicleId: driver.VehicleId, Minutes: 60, PayWith: 'wallet' }
  const started = await parkit.call(start, { body }, { token: driver.token, key: 'pressed-before' })
  const other = await parkit.driver({ dollars: 20 })
  const running = await parkit.park(other)
  // a code that was sent to the other driver's e-mail was used; none to this one's
  await parkit.db.pool.query(
    `insert into challenge (challenge_id, destination, channel, code_hash, driver_id, created_at, expires_at, used_at)
       select gen_random_uuid(), email, 'mail', sha256('x'), driver_id, $1, $1, $1 from driver where driver_id = $2`,
    [parkit.clock.now(), other.driverId],
  )
  await asVersionBefore(parkit, parkingCity())
  const columns = await copyRows(parkit.db.connectionString, old)
  // through the functions of the version before
  await asOwner(
    old,
    `select once_claim('${driver.driverId}', 'claimed before', 'call', '\\x00', '{"first": true}', now());
     select parking_extend('${other.driverId}', 'extended before', 'call', '\\x00', '{}', session_id, ends_at, started_at, 120, 0,
                           '{}', '{}') from session where session_id = '${running.SessionId}'`,
  )

  await asOwner(
    old,
    `insert into street (city, name, lines) values ('old', 'Main St', '[[[-87.6, 41.8], [-87.5, 41.8]]]');
     insert into zip (city, zip, latitude, longitude) values ('old', '60601', 41.8, -87.6)`,
  )

  const before = await tableContents(old, columns)
  await migrate({ connectionString: old, cardKeys: { provider: 'stripe', mode: 'live' } })
  expect(
    await asOwner(old, 'select city, kind, name, latitude, longitude, source_id from place_name order by kind'),
  ).toEqual([
    { city: 'old', kind: 'street', name: 'Main St', latitude: 41.8, longitude: -87.6, source_id: 'import' },
    { city: 'old', kind: 'zip', name: '60601', latitude: 41.8, longitude: -87.6, source_id: 'import' },
  ])
  const terms = await asOwner(
    old,
    `select version, in_force_from = '1970-01-01 00:00Z' as always, service_fee_cents, free_cancel_seconds, free_cancels_plate_zone_day,
            free_cancels_account_day, auto_extend_minutes, history_days from city_terms where city in (select city_id from city)`,
  )
  const [version, service_fee_cents, free_cancel_seconds, free_cancels_plate_zone_day] = [1, 35, 60, 1]
  const free = { free_cancel_seconds, free_cancels_plate_zone_day, free_cancels_account_day: 3 }
  expect(terms).toEqual([
    { version, always: true, service_fee_cents, ...free, auto_extend_minutes: 15, history_days: 730 },
  ])
  const keys = await asOwner(old, 'select distinct provider, mode from charge')
  expect(keys).toEqual([{ provider: 'stripe', mode: 'live' }])
  await asOwner(old, `update charge set provider = 'sandbox', mode = 'test'`)
  const kept = [...columns].map(([table, names]): [string, string[]] => [
    newName(table),
    table === 'once' ? names.map(column => (column === 'driver_id' ? 'caller_id' : column)) : names,
  ])
  const contacts = await asOwner(
    old,
    `select driver_id, email, unconfirmed_email, user_name = coalesce(email, phone) as "named" from driver order by email`,
  )
  expect(contacts).toEqual([
    { driver_id: other.driverId, email: other.email, unconfirmed_email: null, named: true },
    { driver_id: driver.driverId, email: null, unconfirmed_email: driver.email, named: true },
  ])
  await asOwner(
    old,
    `update driver set email = coalesce(email, unconfirmed_email), user_name = coalesce(email, unconfirmed_email), unconfirmed_email = null`,
  )
  const after = await tableContents(old, new Map(kept))
  expect(after).toEqual(new Map([...before].map(([table, content]) => [newName(table), content])))

  // the tables are the first partitions of those that bear their names, and refuse what they refused
  for (const table of ['entry', 'posting']) {
    const [{ rows } = { rows: 0 }] = await asOwner<{ rows: number }>(
      old,
      `select count(*)::integer as rows from only ${table}_first where (select count(*) from ${table}) > 0`,
    )
    expect(rows).toBeGreaterThan(3)
    for (const name of [table, `${table}_first`])
      await expect(asOwner(old, `delete from ${name}`)).rejects.toThrow('append-only')
  }

  const db = openDatabase({ connectionString: old, poolSize: 5 })
  const config = readConfig({ LOG_LEVEL: 'silent', RATE_LIMIT: 'off' })
  const { app, books, jobs } = await buildApp({ config, db, clock: parkit.clock, city: source(parkingCity()) })
  const post = async (url: string, payload: object, token: string, key: string) => {
    const headers = { authorization: `Bearer ${token}`, 'idempotency-key': key }
    return (await app.inject({ method: 'POST', url, payload, headers })).json()
  }
  expect(await post(start.path, body, driver.token, 'pressed-before')).toEqual(started.body)
  const { SessionId } = started.body
  expect(await post(extend.path, { SessionId, Minutes: 60, PayWith: 'wallet' }, driver.token, 'a')).toMatchObject({
    SessionId,
  })
  expect(await post(stop.path, { SessionId }, driver.token, 'b')).toMatchObject({ Status: 'ended' })
  const [claimed] = await asOwner<{ answer: unknown }>(
    old,
    `select idempotency_claim('${driver.driverId}', 'claimed before', 'call', '\\x00', '{}', now()) as answer`,
  )
  expect(claimed!.answer).toEqual({ first: true })

  // its jobs end the other session, two hours after its start
  parkit.clock.advance({ hours: 3 })
  await jobs.runDue()
  const [ended] = await asOwner<{ status: string; minutes: number }>(
    old,
    `select status, extract(epoch from ended_at - started_at)::integer / 60 as minutes
       from session where session_id = '${running.SessionId}'`,
  )
  expect(ended).toEqual({ status: 'ended', minutes: 120 })
  await expect(db.pool.query('select from entry_first')).rejects.toThrow('permission denied')
  expect(await books()).toEqual([])
  await app.close()
  await db.close()
})
