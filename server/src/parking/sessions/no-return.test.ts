// A start while a stop of the same plate is under way: whichever comes first, the plate does not return too early.
import * as contract from '@parkit/contract/parking/sessions'
import { afterAll, expect, test, vi } from 'vitest'
import { buildApp } from '#app/app.ts'
import { startTestServer } from '#app/testing.ts'
import { source } from '#city/places/testing.ts'
import { cardOf } from '#money/cards/testing.ts'
import { readConfig } from '#platform/config.ts'
import { parkingActions } from './actions-testing.ts'
import { parkingCity, zones } from './testing.ts'

const parkit = await startTestServer()
const { db, clock } = parkit
/** One server does the calls of an account one after the other. */
const other = await buildApp({ config: readConfig({ LOG_LEVEL: 'silent' }), db, clock, city: source(parkingCity()) })
afterAll(async () => {
  await other.app.close()
  await parkit.stop()
})
const { start, active, later } = parkingActions(parkit)

test.each([
  ['the wallet, as the last statement begins', null, 'parking_start'],
  ['a card, before the plate is looked up', '4242', 'session_find_by_plate'],
  ['a card whose bank asks first', '3184', 'session_find_by_plate'],
])('a start by %s counts as a return after the stop that came between', async (_, last4, statement) => {
  const driver = await parkit.driver({ cards: ['pm_card_visa', 'pm_card_authenticationRequired'] })
  const PayWith = last4 ? await cardOf(parkit, driver.token, last4) : 'wallet'
  const { body } = await start(driver, { ZoneNumber: zones.noReturn })
  later(30)
  const stopping = { body: { SessionId: body.SessionId } }
  const query = db.pool.query.bind(db.pool) as (...asked: unknown[]) => Promise<never>
  const spy = vi.spyOn(db.pool, 'query').mockImplementation(async (...asked: unknown[]) => {
    if ((asked[0] as { name?: string }).name !== statement) return query(...asked)
    spy.mockRestore()
    const stopped = await parkit.call(contract.stop, stopping, { token: driver.token, app: other.app })
    expect(stopped.status).toBe(200)
    return query(...asked)
  })
  const { error } = await start(driver, { ZoneNumber: zones.noReturn, PayWith })
  expect(error.Code).toBe('no_return')
  const allowedFrom = Temporal.Instant.from(error.AllowedFrom as string)
  expect(allowedFrom.since(clock.now()).total('minutes')).toBe(60)
  expect(await active(driver)).toEqual([])
})
