// The one hint beside a price: tow-away ahead, free hours ahead, the other side of the street, more time; and how free time and flat prices are said.
import type { Rate } from '@parkit/contract/city/tariff-schemas'
import * as contract from '@parkit/contract/parking/sessions'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadWhole, source, testCity, testPlace } from '../../server/src/city/places/testing.ts'
import { systemClock } from '../../server/src/platform/clock.ts'
import { openDatabase } from '../../server/src/platform/db.ts'
import { migrate } from '../../server/src/platform/migrate.ts'
import { startPostgres } from '../../server/src/platform/postgres.ts'
import { en as words } from '../../web/src/city/places/words.en.ts'
import { en as guards } from '../../web/src/parking/sessions/guards/words.en.ts'
import { stayEndText } from '../../web/src/platform/clock-change.ts'
import { type Driver, registerDriver, require } from '../api.ts'
import { openBrowser, openContext } from '../browser.ts'
import { expectAccessible, saveScreenshot } from '../screen-checks.ts'
import { newDataDir, type Server, startServer } from '../server.ts'
import { signIn } from '../sign-in.ts'

const timeZone = 'America/Denver'
const everyDay = [1, 2, 3, 4, 5, 6, 7]
const begin = Temporal.Now.zonedDateTimeISO(timeZone).round({ smallestUnit: 'minute', roundingMode: 'floor' })
/** The time of day so many minutes from the start of this test. */
const clock = (minutes: number) => begin.add({ minutes }).toPlainTime().toString({ smallestUnit: 'minute' })
const shown = (minutes: number) => stayEndText(begin.add({ minutes }).epochMilliseconds, timeZone, 'en', Date.now())

const hourly = (cents: number) => [
  { type: 'incrementingRate' as const, fromMinutes: 0, toMinutes: null, stepMinutes: 1, cents },
]
const rate = (name: string, from: number, to: number, cents: number) => ({
  name,
  days: everyDay,
  from: clock(from),
  to: clock(to),
  lines: hourly(cents),
})
const otherwise = (cents: number) => ({
  name: 'Otherwise',
  days: everyDay,
  from: '00:00',
  to: '24:00',
  lines: hourly(cents),
})
const tariff = (id: string, rates: Rate[]) => ({
  id,
  version: 1,
  validFrom: '2026-01-01',
  name: id,
  rates,
})
const side = (metresEast: number) => ({ longitude: -104.9903 + metresEast / 85_500, outline: [] })

/** Free or towed from a time that is soon, whenever this runs. */
const city = () => {
  const { tariffs, places, ...others } = testCity()
  return {
    ...others,
    streetsLimitPaidTime: true,
    tariffs: [
      ...tariffs,
      tariff('free-now', [rate('Paid', 240, 300, 5), otherwise(0)]),
      tariff('flat', [
        { ...otherwise(0), lines: [{ type: 'flatRate' as const, fromMinutes: 0, toMinutes: null, cents: 1_000 }] },
      ]),
      tariff('free-later', [rate('Paid', -120, 40, 5), otherwise(0)]),
      tariff('free-between', [rate('Paid', -120, 40, 5), rate('Free', 40, 50, 0), otherwise(5)]),
    ],
    places: [
      ...places,
      testPlace('6001', 2_000, { towAway: [{ days: everyDay, from: clock(80), to: clock(200) }] }),
      testPlace('6002', 2_200, { tariffId: 'free-later' }),
      testPlace('6003', 2_400, { tariffId: 'free-between' }),
      testPlace('6004', 2_600, { kind: 'street', address: '101 Oak St', tariffId: 'two-dollars', ...side(0) }),
      testPlace('6005', 2_600, { kind: 'street', address: '102 Oak St', tariffId: 'one-dollar', ...side(20) }),
      testPlace('6006', 2_800, { kind: 'street', tariffId: 'free-now', maxStayMinutes: 30 }),
      testPlace('6007', 3_000, { tariffId: 'flat' }),
    ],
  }
}

const { dataDir, remove } = newDataDir()
let postgres: Awaited<ReturnType<typeof startPostgres>>
let server: Server
let browser: Browser
beforeAll(async () => {
  postgres = await startPostgres({ dataDir })
  const { connectionString } = postgres
  await migrate({ connectionString })
  const db = openDatabase({ connectionString, poolSize: 1 })
  const imported = await loadWhole({ db, clock: systemClock }, source(city()))
  await db.close()
  expect(imported!.counters.refused).toBe(0)
  server = await startServer({ DATABASE_URL: connectionString, DATA_DIR: dataDir })
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await server?.end('SIGTERM')
  await postgres?.stop()
  remove()
})

const openPage = async () => {
  const driver = await registerDriver(server.address, 100)
  const opened = await openContext(browser, server.address)
  await signIn(opened.page, driver)
  return { ...opened, driver }
}
const openSheet = (page: Page, zone: string) => page.goto(`/SelectVehicle?zone=${zone}&minutes=60`)
const total = async (driver: Driver, zone: string, Minutes: number) => {
  const body = { ZoneNumber: zone, VehicleId: driver.vehicleId, Minutes }
  return (await require(server.address, contract.quote, { body }, driver)).Total
}

test('a stay that ends shortly before cars are towed: from when', async () => {
  const { page, faults, context } = await openPage()
  await openSheet(page, '6001')
  await page.getByText(`${guards.endsBeforeTow} ${guards.towTimes(shown(80), shown(200))}`).waitFor()
  await expectAccessible(page)
  await saveScreenshot(page, 'hint-towed')
  expect(faults).toEqual([])
  await context.close()
})

test('free hours ahead: only the time before them is paid, and a stay that ends with them costs less', async () => {
  const { page, faults, context, driver } = await openPage()
  await openSheet(page, '6002')
  await page.getByText(`${guards.freeFrom(shown(40))} ${guards.onlyUntil}`).waitFor()
  await expectAccessible(page)
  await saveScreenshot(page, 'hint-free-later')

  await openSheet(page, '6003')
  await page.getByText(guards.freeFrom(shown(40))).waitFor()
  const before = await total(driver, '6003', 60)
  await page.getByRole('button', { name: guards.endAt(shown(40)) }).click()
  const start = page.getByRole('button', { name: /^Start parking, \$/ })
  await expect.poll(async () => Number((await start.textContent())!.split('$')[1])).toBeLessThan(before)
  await page.getByText(guards.freeFrom(shown(40))).waitFor({ state: 'detached' })
  expect(faults).toEqual([])
  await context.close()
})

test('the other side of the street is cheaper, and is parked at instead', async () => {
  const { page, faults, context, driver } = await openPage()
  await openSheet(page, '6004')
  const less = (await total(driver, '6004', 60)) - (await total(driver, '6005', 60))
  await page.getByText(guards.acrossLess('6005', `$${less.toFixed(2)}`)).waitFor()
  await expectAccessible(page)
  await saveScreenshot(page, 'hint-across')
  await page.getByRole('button', { name: guards.useZone('6005') }).click()
  await page.getByText(guards.acrossMore('6004', `$${less.toFixed(2)}`)).waitFor()
  expect(faults).toEqual([])
  await context.close()
})

test('more time that reaches into free hours: only the time before them is paid', async () => {
  const { page, faults, context, driver } = await openPage()
  const body = { ZoneNumber: '6002', VehicleId: driver.vehicleId, Minutes: 15, PayWith: 'wallet' as const }
  const { SessionId } = await require(server.address, contract.start, { body }, driver)
  await page.goto(`/dashboard?session=${SessionId}`)
  await page.getByText(`${guards.freeFrom(shown(40))} ${guards.onlyUntil}`).waitFor()
  await expectAccessible(page)
  await saveScreenshot(page, 'hint-extend')
  expect(faults).toEqual([])
  await context.close()
})

test('while parking is free, no longest stay is said: in the list, on the place’s page, the start sheet, and in the quote', async () => {
  const { page, faults, context, driver } = await openPage()
  const body = { ZoneNumber: '6006', VehicleId: driver.vehicleId, Minutes: 120 }
  const quote = await require(server.address, contract.quote, { body }, driver)
  // until 30 minutes after it is paid for again, at the latest
  expect([quote.Minutes, quote.Total, quote.MaxMinutes > 240]).toEqual([120, 0, true])
  const maximum = page.getByText(/max stay/i).and(page.locator(':visible'))

  await page.goto('/findparking?q=6006')
  await page.getByRole('list', { name: words.places }).getByText(words.free, { exact: true }).first().waitFor()
  await expect.poll(() => page.locator('.place', { hasText: '6006' }).getByText(/max/i).count()).toBe(0)

  await page.goto('/parkdetails?zone=6006')
  await page.locator('.rate--now').getByText(words.free, { exact: true }).waitFor()
  expect(await maximum.count()).toBe(0)
  await expectAccessible(page)
  // as its sign on the map says it
  await page.locator('.zone__price').getByText(words.free, { exact: true }).waitFor()
  await saveScreenshot(page, 'zone-free')

  await openSheet(page, '6006')
  await page.locator('.start__head').getByText(words.free, { exact: true }).waitFor()
  expect(await maximum.count()).toBe(0)
  await saveScreenshot(page, 'start-free')
  expect(faults).toEqual([])
  await context.close()
})

test('a price that is paid once says so, and not by the hour', async () => {
  const { page, faults, context } = await openPage()
  await openSheet(page, '6007')
  await page.locator('.start__head').getByText('$10.00 flat').waitFor()
  await page.goto('/parkdetails?zone=6007')
  await page.locator('.rate--now').getByText('$10.00 flat', { exact: true }).waitFor()
  expect(await page.getByText(/\$10\.00\/hr/).count()).toBe(0)
  await saveScreenshot(page, 'zone-flat')
  expect(faults).toEqual([])
  await context.close()
})
