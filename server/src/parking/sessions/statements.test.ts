// How often a paid call asks the database: each statement is a round trip, and a transaction that is one statement needs no other.
import pg from 'pg'
import { afterAll, expect, test, vi } from 'vitest'
import { startTestServer } from '#app/testing.ts'
import { parkingActions } from './actions-testing.ts'

const parkit = await startTestServer()
const { start, extend, stop, quote, later } = parkingActions(parkit)
afterAll(parkit.stop)

/** What a process asks by itself, whatever its callers do: what changed, and how many park in a zone. */
const background = new Set(['change_read', 'change_notify', 'session_count_since'])

/** The names of the statements that the call sends, in order. */
const sentBy = async (call: () => Promise<{ status: number }>): Promise<string[]> => {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  try {
    expect((await call()).status).toBe(200)
    const asked = query.mock.calls.map(([config]) => config as string | pg.QueryConfig)
    return asked.map(one => (typeof one === 'string' ? one : one.name!)).filter(name => !background.has(name))
  } finally {
    query.mockRestore()
  }
}

test('a quote reads once; a start, an extension, and a stop read twice and write once', async () => {
  const driver = await parkit.driver()
  const stay = { VehicleId: driver.VehicleId }
  await quote(driver, stay)
  expect(await sentBy(() => quote(driver, stay))).toEqual(['driver_for_start_find'])

  let sessionId = ''
  const begin = async () => {
    const answer = await start(driver)
    sessionId = answer.body.SessionId
    return answer
  }
  expect(await sentBy(begin)).toEqual(['drivers_by_token', 'driver_for_start_find', 'parking_start'])
  expect(await sentBy(() => extend(driver, sessionId, 30))).toEqual([
    'drivers_by_token',
    'session_find',
    'parking_extend',
  ])
  later(5)
  expect(await sentBy(() => stop(driver, sessionId))).toEqual(['drivers_by_token', 'session_find', 'parking_stop'])

  await begin()
  expect(await sentBy(() => stop(driver, sessionId))).toEqual(['drivers_by_token', 'session_find', 'parking_stop_free'])
  await begin()
  // the day's free cancel was had
  expect(await sentBy(() => stop(driver, sessionId))).toEqual([
    'drivers_by_token',
    'session_find',
    'parking_stop_free',
    'parking_stop',
  ])
})
