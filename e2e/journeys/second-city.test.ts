// A ParkIt of two cities with a zone number in common: the driver is asked which, parks in the second one, and is told so.
import { randomUUID } from 'node:crypto'
import { type Found, zone } from '@parkit/contract/city/places'
import { session } from '@parkit/contract/parking/sessions'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { loadWhole } from '../../server/src/city/bundled/testing.ts'
import { price, rule, steps } from '../../server/src/city/calendar/testing.ts'
import { source, testCity, testFacts, testPlace } from '../../server/src/city/places/testing.ts'
import { systemClock } from '../../server/src/platform/clock.ts'
import { openDatabase } from '../../server/src/platform/db.ts'
import { asOwner, connectionTo } from '../../server/src/platform/testing.ts'
import { en as cities } from '../../web/src/city/cities/words.en.ts'
import { en as places } from '../../web/src/city/places/words.en.ts'
import { en as parking } from '../../web/src/parking/sessions/words.en.ts'
import { en as words } from '../../web/src/ui/words.en.ts'
import { call, registerDriver, require } from '../api.ts'
import { openBrowser, openContext } from '../browser.ts'
import { isUncovered } from '../layout.ts'
import { findLot } from '../places.ts'
import { expectAccessible, saveScreenshot } from '../screen-checks.ts'
import { newDataDir, type Server, startServer } from '../server.ts'
import { signIn } from '../sign-in.ts'

const own = `cities_${randomUUID().replaceAll('-', '')}`
const databaseUrl = connectionTo(inject('databaseUrl'), own)
const { dataDir, remove } = newDataDir()
let browser: Browser
let server: Server
let lot: Found

/** Shown, and paid for elsewhere. */
const unpaid = '880400'
/** Its first rules hold from tomorrow on. */
const later = '880300'

const importCambridge = async (ZoneNumber: string) => {
  const place = { latitude: 42.3736, longitude: -71.1097, timeZone: 'America/New_York' }
  const book = { rules: [rule({ id: 'meter', price: price(steps(75, 900)) })], caps: [], otherwise: 'unknown' as const }
  const inForceFrom = `${systemClock.now().add({ hours: 50 })}`
  const cambridge = {
    ...testCity(),
    facts: testFacts({ name: 'Cambridge', region: 'Massachusetts', ...place }),
    places: [
      testPlace(ZoneNumber, 0, { ...place, name: 'Harvard Square', address: '1 Brattle St' }),
      testPlace(unpaid, 0, { ...place, latitude: 42.38, name: 'Bridge Lot' }),
      testPlace(later, 0, { ...place, latitude: 42.39, name: 'New Garage', ruleBookId: 'later' }),
    ],
    books: [{ bookId: 'later', name: 'Later', book, inForceFrom }],
    names: [],
  }
  const db = openDatabase({ connectionString: databaseUrl, poolSize: 2 })
  await loadWhole({ db, clock: systemClock }, source(cambridge, 'first', 'cambridge'))
  await asOwner(databaseUrl, `update zone set payable = false where zone_number = '${unpaid}'`)
  await db.close()
}

beforeAll(async () => {
  await asOwner(inject('databaseUrl'), `create database ${own}`)
  ;[browser, server] = await Promise.all([
    openBrowser(),
    startServer({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir, SIGN_PHONE: '+13125550150' }),
  ])
  lot = await findLot(server.address)
  await importCambridge(lot.ZoneNumber)
  const read = () => call(server.address, zone, { params: { zone: lot.ZoneNumber }, query: {} })
  await vi.waitUntil(async () => (await read()).status === 409, { timeout: 20_000 })
})
afterAll(async () => {
  await browser.close()
  await server.end('SIGTERM')
  await asOwner(inject('databaseUrl'), `drop database ${own} with (force)`)
  remove()
})

const chooseCambridge = async (page: Page) => {
  await page.getByRole('heading', { name: cities.title }).waitFor()
  await page.getByRole('button', { name: 'Cambridge' }).click()
}

test('a number of two cities asks which; the stay, its receipt, and the way back to it are of that city', async () => {
  const driver = await registerDriver(server.address, 50)
  const { page, faults, context } = await openContext(browser, server.address)
  await signIn(page, driver)
  await page.goto(`/SelectVehicle?zone=${lot.ZoneNumber}`)
  await page.getByRole('heading', { name: cities.title }).waitFor()
  await expectAccessible(page)
  await saveScreenshot(page, 'journey-which-city')
  await chooseCambridge(page)
  await page.waitForURL(url => url.search.includes(`zone=cambridge`))
  await page.getByRole('heading', { name: 'Harvard Square' }).waitFor()
  await page.getByText('1 Brattle St, Cambridge').waitFor()
  await page
    .getByRole('button', { name: new RegExp(parking.startPlain) })
    .last()
    .click()
  await page.waitForURL('**/dashboard*')
  const id = new URL(page.url()).searchParams.get('session')!
  const stay = await require(server.address, session, { params: { id } }, { token: driver.token })
  expect(stay).toMatchObject({ City: 'cambridge', CityName: 'Cambridge', TimeZone: 'America/New_York' })

  await page.goto(`/ParkingSessionDetail?session=${id}`)
  await page.getByText('1 Brattle St, Cambridge').waitFor()
  expect(faults).toEqual([])
  await context.close()
})

test('the link of a sign without its city asks, with it opens the place; so does a guest’s number', async () => {
  const { page, faults, context } = await openContext(browser, server.address)
  await page.goto(`/z/${lot.ZoneNumber}`)
  await chooseCambridge(page)
  await page.waitForURL(`**/z/cambridge/${lot.ZoneNumber}`)
  await page.getByRole('heading', { name: 'Harvard Square' }).waitFor()
  await page.goto(`/z/chicago/${lot.ZoneNumber}`)
  await page.getByRole('heading', { name: lot.Name }).waitFor()
  expect(faults).toEqual([])
  await context.close()
})

test('without a position Find Parking asks where, and remembers it on the device', async () => {
  const driver = await registerDriver(server.address, 0, [])
  const { page, faults, context } = await openContext(browser, server.address, { size: { width: 320, height: 640 } })
  await signIn(page, driver)
  await page.goto('/findparking')
  await page.getByRole('heading', { name: cities.title }).waitFor()
  // both are in sight, and nothing is said of places in a city that nobody chose
  for (const city of ['Cambridge', 'Chicago'])
    expect(await isUncovered(page.getByRole('button', { name: city, exact: true }))).toBe(true)
  expect(await page.getByText(places.unknownLine).count()).toBe(0)
  await chooseCambridge(page)
  await page.getByRole('heading', { name: /in Cambridge/ }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: /in Cambridge/ }).waitFor()
  await page.getByRole('button', { name: cities.change('Cambridge') }).click()
  await page.getByRole('heading', { name: cities.title }).waitFor()
  expect(faults).toEqual([])
  await context.close()
})

test('in the city around the driver nothing is asked', async () => {
  const driver = await registerDriver(server.address, 0, [])
  const position = { latitude: 42.374, longitude: -71.11 }
  const { page, faults, context } = await openContext(browser, server.address, { position })
  await signIn(page, driver)
  await page.goto('/findparking?near=me')
  await page.getByText('Harvard Square').first().waitFor()
  await page.goto(`/parkdetails?zone=cambridge/${lot.ZoneNumber}`)
  await page.getByRole('heading', { name: 'Harvard Square' }).waitFor()
  expect(faults).toEqual([])
  await context.close()
})

test('a place that is paid for elsewhere offers no times, one that opens later no payment', async () => {
  const driver = await registerDriver(server.address, 50)
  const { page, faults, context } = await openContext(browser, server.address)
  await page.goto(`/z/cambridge/${unpaid}`)
  await page.getByText(places.notSold).waitFor()
  expect(await page.getByRole('group', { name: parking.howLong }).count()).toBe(0)
  expect(await page.getByRole('button', { name: words.tryAgain }).count()).toBe(0)
  await expectAccessible(page)
  await signIn(page, driver)
  for (const [zone, text] of [
    [unpaid, places.notSold],
    [later, parking.opens('')],
  ] as const) {
    await page.goto(`/SelectVehicle?zone=cambridge/${zone}`)
    const sheet = page.getByRole('dialog')
    await sheet.getByText(text.replace(/\W+$/, '')).waitFor()
    await sheet.getByRole('link', { name: parking.findParking }).waitFor()
    expect(await sheet.getByRole('slider').or(sheet.getByRole('radio')).count()).toBe(0)
    await expectAccessible(page)
  }
  expect(faults).toEqual([])
  await context.close()
})
