// Which city's support a driver reaches, over HTTP: its hours and clock decide calls and what the chat answers.
import { requestCallback } from '@parkit/contract/support/callbacks'
import { say } from '@parkit/contract/support/chat'
import { hours } from '@parkit/contract/support/hours'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { noon, startTestServer } from '#app/testing.ts'
import { centre, source, testFacts } from '#city/places/testing.ts'
import { parkingActions } from '#parking/sessions/actions-testing.ts'
import { parkingCity, zones } from '#parking/sessions/testing.ts'

const inLake = '7777'
const lake = parkingCity()
lake.facts = testFacts({
  name: 'Lake',
  timeZone: 'America/New_York',
  latitude: 45,
  supportHours: [{ days: [7, 1, 2], from: '06:00', to: '10:00' }],
})
lake.places = lake.places
  .filter(({ zoneNumber }) => zoneNumber === zones.street)
  .map(place => ({ ...place, zoneNumber: inLake, latitude: 45, timeZone: 'America/New_York' }))

const parkit = await startTestServer()
const { start, stop } = parkingActions(parkit)
await parkit.loadCity(source(lake, 'first', 'lake'))
afterAll(parkit.stop)
// 1 PM on a Tuesday in New York
beforeEach(() => parkit.clock.set(noon))

type Driver = Awaited<ReturnType<typeof parkit.driver>>
const atLake = { Latitude: 45, Longitude: centre.Longitude }
const cityOf = async (driver: Driver, query: object = {}) => {
  const { body } = await parkit.call(hours, { query }, { token: driver.token })
  return body.City
}

test('the session’s city, else the one around the driver, else the last one parked in, else the first', async () => {
  const driver = await parkit.driver()
  expect(await cityOf(driver)).toBe('test')
  expect(await cityOf(driver, atLake)).toBe('lake')
  const { SessionId } = (await start(driver, { ZoneNumber: inLake })).body
  expect(await cityOf(driver, centre)).toBe('lake')
  await stop(driver, SessionId)
  expect(await cityOf(driver, centre)).toBe('test')
  expect(await cityOf(driver)).toBe('lake')
  const { body } = await parkit.call(hours, { query: {} }, { token: driver.token })
  expect(body).toEqual({
    City: 'lake',
    Name: 'Lake',
    TimeZone: 'America/New_York',
    SupportHours: [{ Days: [7, 1, 2], From: '06:00', To: '10:00' }],
  })
})

test('a call is asked for in the hours of that city, and the chat answers with them', async () => {
  const driver = await parkit.driver()
  const { SessionId } = (await start(driver, { ZoneNumber: inLake })).body
  await stop(driver, SessionId)
  const ask = async (date: string, time: string, City?: string) => {
    const body = { phone: '3125550147', date, time, ...(City && { City }) }
    const { status, body: said, error } = await parkit.call(requestCallback, { body }, { token: driver.token })
    return status === 200 ? said.CityName : Object.keys(error.Fields!)[0]
  }
  // Sunday; Wednesday; today, which is over there
  expect(await ask('2026-04-19', '06:15')).toBe('Lake')
  expect(await ask('2026-04-15', '06:15')).toBe('date')
  expect(await ask('2026-04-14', '09:45')).toBe('date')
  expect(await ask('2026-04-15', '08:15', 'test')).toBe('Test City')
  expect(await ask('2026-04-15', '08:15', 'nowhere')).toBe('City')
  await parkit.call(say, { body: { text: 'Hello', AttachmentIds: [] } }, { token: driver.token })
  const { rows } = await parkit.db.pool.query(`select text from chat_message where sender = 'auto'`)
  expect(rows).toEqual([
    { text: 'Thanks, we got your message. We’ll reply when we’re back on Sunday, April 19 at 6:00 AM Lake time.' },
  ])
})
