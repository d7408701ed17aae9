// Free cancels at the same moment, on two servers: no more of them than the rules give (D-102).
import pg from 'pg'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { buildApp } from '#app/app.ts'
import { noon, startTestServer } from '#app/testing.ts'
import { source } from '#city/places/testing.ts'
import { readConfig } from '#platform/config.ts'
import { asOwner } from '#platform/testing.ts'
import { parkingActions } from './actions-testing.ts'
import { parkingCity } from './testing.ts'

const parkit = await startTestServer({ poolSize: 12 })
const { start, stop } = parkingActions(parkit)
/** another server on the same database: an account's calls run one after the other on each */
const config = readConfig({ LOG_LEVEL: 'silent', RATE_LIMIT: 'off' })
const second = await buildApp({ config, db: parkit.db, clock: parkit.clock, city: source(parkingCity()) })
const beside = parkingActions({
  ...parkit,
  call: (declared, input, options) => parkit.call(declared, input, { ...options, app: second.app }),
})
afterAll(async () => {
  await second.app.close()
  await parkit.stop()
})
beforeEach(() => parkit.clock.set(noon))

const { connectionString } = parkit.db

/** Both have begun, and neither has written its last row, when they go on. */
const atOnce = async <Result>(one: () => Promise<Result>, two: () => Promise<Result>): Promise<Result[]> => {
  const holder = new pg.Client({ connectionString })
  await holder.connect()
  await holder.query('begin; lock table step in exclusive mode')
  const answers = Promise.all([one(), two()])
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  while ((await asOwner(connectionString, waiting)).length < 2);
  await holder.query('commit')
  await holder.end()
  return answers
}

test('two accounts with one plate in a zone: one of them cancels for free', async () => {
  const [driver, other] = await Promise.all([parkit.driver({ vehicle: false }), parkit.driver({ vehicle: false })])
  const [mine, copy] = [
    (await start(driver, { VehicleId: await parkit.addVehicle(driver.token, 'TWICE 1') })).body,
    (await start(other, { VehicleId: await parkit.addVehicle(other.token, 'TWICE 1') })).body,
  ]
  const stopped = await atOnce(
    () => stop(driver, mine.SessionId),
    () => beside.stop(other, copy.SessionId),
  )
  expect(stopped.map(({ body }) => body.AmountPaid).sort()).toEqual([0, 0.85])
})

test('an account that has one free cancel left and stops two cars on two servers: one of them is free', async () => {
  const driver = await parkit.driver({ dollars: 100 })
  const sessions: string[] = []
  for (let n = 0; n < 4; n++) {
    const VehicleId = await parkit.addVehicle(driver.token, `LEFT ${n}`)
    sessions.push((await start(driver, { VehicleId })).body.SessionId)
  }
  for (const id of sessions.slice(0, 2)) expect((await stop(driver, id)).body.AmountPaid).toBe(0)
  const stopped = await atOnce(
    () => stop(driver, sessions[2]!),
    () => beside.stop(driver, sessions[3]!),
  )
  expect(stopped.map(({ body }) => body.AmountPaid).sort()).toEqual([0, 0.85])
})
