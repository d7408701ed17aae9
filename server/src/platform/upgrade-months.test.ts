// A database from before sessions were in months goes on after the upgrade: sessions of several months, those that run, every cent and key.
import * as contract from '@parkit/contract/parking/sessions'
import * as desk from '@parkit/contract/staff/desk-drivers'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { buildApp } from '#app/app.ts'
import { startTestServer, type TestServer } from '#app/testing.ts'
import { asVersionBefore } from '#city/bundled/version-before-testing.ts'
import { source } from '#city/places/testing.ts'
import { cardOf } from '#money/cards/testing.ts'
import { parkingActions } from '#parking/sessions/actions-testing.ts'
import { parkingCity } from '#parking/sessions/testing.ts'
import { staffToken } from '#staff/desk/testing.ts'
import { readConfig } from './config.ts'
import { openDatabase } from './db.ts'
import { migrate } from './migrate.ts'
import { asOwner, connectionTo, newDatabaseName, partitionBounds, tableContents } from './testing.ts'
import { copyRows } from './upgrade-testing.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const { connectionString: server } = inject('postgres')
const name = newDatabaseName()
const old = connectionTo(server, name)
/** the last one before sessions were partitioned */
const before = 202611231230

let parkit: TestServer
beforeAll(async () => {
  parkit = await startTestServer()
  await asOwner(server, `create database ${name}`)
  await migrate({ connectionString: old, upTo: before })
})
afterAll(async () => {
  await asOwner(server, `drop database ${name} with (force)`)
  await parkit.stop()
})

test('sessions of several months, those that run, and their keys go on after the upgrade', async () => {
  const { start, stop, extend, later } = parkingActions(parkit)
  const first = await parkit.driver({ dollars: 100 })
  const past = (await start(first)).body
  later(30)
  await stop(first, past.SessionId)
  parkit.clock.advance({ days: 20 })
  const [second, third] = [await parkit.driver(), await parkit.driver()]
  const running = (await start(second, {}, 'pressed-before')).body
  const PayWith = await cardOf(parkit, third.token, '4242')
  const byCard = (await start(third, { PayWith })).body
  const forgotten = (await start(third, { VehicleId: await parkit.addVehicle(third.token, 'OTHER 1') })).body
  later(10)
  expect((await extend(second, running.SessionId, 30)).status).toBe(200)
  const staff = { token: await staffToken(parkit, 'Ana') }

  await asVersionBefore(parkit, parkingCity())
  const columns = await copyRows(parkit.db.connectionString, old)
  const contents = await tableContents(old, columns)
  await migrate({ connectionString: old })
  expect(await tableContents(old, columns)).toEqual(contents)
  const [held] = await asOwner(
    old,
    `select (select count(*) from only session_first)::integer as sessions,
            (select count(*) from only step_first)::integer as steps, (select count(*) from step)::integer as all_steps`,
  )
  expect(held).toEqual({ sessions: 4, steps: 6, all_steps: 6 })
  // a first partition may reach over the months that an upgrade prepares, when it runs at a month's end
  await asOwner(old, `select partitions_roll(now() + interval '2 months')`)
  for (const table of ['session', 'step']) expect((await partitionBounds(old, table)).length).toBeGreaterThan(2)

  const db = openDatabase({ connectionString: old, poolSize: 5 })
  const config = readConfig({ LOG_LEVEL: 'silent', RATE_LIMIT: 'off' })
  const { app, books, jobs } = await buildApp({ config, db, clock: parkit.clock, city: source(parkingCity()) })
  const on = { app }
  const detail = async (driver: typeof first, id: string) => {
    const { body } = await parkit.call(contract.session, { params: { id } }, { token: driver.token, ...on })
    return [body.Status, body.Steps.map(({ Kind, Amount }) => `${Kind} ${Amount}`).join(', ')]
  }
  const again = {
    body: { ZoneNumber: running.ZoneNumber, VehicleId: second.VehicleId, Minutes: 60, PayWith: 'wallet' },
  }
  const repeated = await parkit.call(contract.start, again, { token: second.token, key: 'pressed-before', ...on })
  expect(repeated.body).toMatchObject({ SessionId: running.SessionId })
  const refund = {
    params: { driverId: first.driverId, id: past.SessionId },
    body: { Amount: 0.5, Reason: 'The meter was wrong' },
  }
  const { body: refunded } = await parkit.call(desk.refund, refund, { ...staff, ...on })
  expect(refunded.Items).toMatchObject([{ Amount: 0.5, To: 'wallet' }])
  expect(await detail(first, past.SessionId)).toEqual(['ended', 'started 2.35, stopped -1, refunded -0.5'])
  const more = { body: { SessionId: running.SessionId, Minutes: 30 } }
  expect((await parkit.call(contract.extend, more, { token: second.token, ...on })).status).toBe(200)
  later(20)
  const stopping = (driver: typeof first, SessionId: string) =>
    parkit.call(contract.stop, { body: { SessionId } }, { token: driver.token, ...on })
  expect((await stopping(second, running.SessionId)).body).toMatchObject({ Status: 'ended', Refunded: 3 })
  expect(await detail(second, running.SessionId)).toEqual(['ended', 'started 2.35, extended 1, extended 1, stopped -3'])
  expect((await stopping(third, byCard.SessionId)).status).toBe(200)
  later(60)
  await jobs.runDue()
  expect(await detail(third, byCard.SessionId)).toEqual(['ended', 'started 2.35, stopped -1'])
  expect(await detail(third, forgotten.SessionId)).toEqual(['ended', 'started 2.35, ended 0'])
  expect(await books()).toEqual([])
  await app.close()
  await db.close()
})
