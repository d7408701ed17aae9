// Screens and sheets that the site map does not list, by every way of use: keyboard alone, a low window, forced colors, large buttons.
import { randomUUID } from 'node:crypto'
import { type Found, zone } from '@parkit/contract/city/places'
import { start } from '@parkit/contract/parking/sessions'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { loadWhole } from '../../server/src/city/bundled/testing.ts'
import { publishClosure } from '../../server/src/city/overrides/overrides.ts'
import { source, testCity, testFacts, testPlace } from '../../server/src/city/places/testing.ts'
import { systemClock } from '../../server/src/platform/clock.ts'
import { openDatabase } from '../../server/src/platform/db.ts'
import { asOwner, connectionTo } from '../../server/src/platform/testing.ts'
import { en as cities } from '../../web/src/city/cities/words.en.ts'
import { en as saved } from '../../web/src/city/saved/words.en.ts'
import { en as placard } from '../../web/src/driver/account/placard/words.en.ts'
import { en as trusted } from '../../web/src/driver/account/trusted/words.en.ts'
import { call, type Driver, registerDriver, require } from '../api.ts'
import { desktop, openBrowser, openContext, phone } from '../browser.ts'
import { findFlaws, findSticking } from '../layout.ts'
import { findLot } from '../places.ts'
import { arrive, expectAccessible, saveScreenshot } from '../screen-checks.ts'
import { newDataDir, type Server, startServer } from '../server.ts'
import { signIn } from '../sign-in.ts'
import { expectTabReaches } from '../tab-order.ts'

const own = `uses_${randomUUID().replaceAll('-', '')}`
const databaseUrl = connectionTo(inject('databaseUrl'), own)
const { dataDir, remove } = newDataDir()
const why = 'Street fair'
let browser: Browser
let server: Server
let lot: Found
let driver: Driver
let running: string

/** A second city with the number of one of Chicago's zones, and a closure of that zone after the session that runs there. */
const prepareCities = async () => {
  const place = { latitude: 42.3736, longitude: -71.1097, timeZone: 'America/New_York' }
  const second = {
    ...testCity(),
    facts: testFacts({ name: 'Small City', region: 'Massachusetts', placard: 'self-declared', ...place }),
    places: [testPlace(lot.ZoneNumber, 0, { ...place, name: 'Town Hall' })],
    names: [],
  }
  const db = openDatabase({ connectionString: databaseUrl, poolSize: 2 })
  const now = Temporal.Now.instant()
  await loadWhole({ db, clock: systemClock }, source(second, 'first', 'small'))
  const { rows } = await db.pool.query(`select city_id from city where code = 'chicago'`)
  const times = { startsAt: now.add({ hours: 3 }), endsAt: now.add({ hours: 5 }) }
  const closure = { city: rows[0].city_id, zoneNumbers: [lot.ZoneNumber], name: why, tow: false, ...times }
  await db.transaction(tx => publishClosure(tx, closure, now))
  await db.close()
}

beforeAll(async () => {
  await asOwner(inject('databaseUrl'), `create database ${own}`)
  ;[browser, server] = await Promise.all([
    openBrowser(),
    startServer({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir, SIGN_PHONE: '+13125550150' }),
  ])
  lot = await findLot(server.address)
  driver = await registerDriver(server.address, 50)
  const body = { ZoneNumber: lot.ZoneNumber, VehicleId: driver.vehicleId, Minutes: 60, PayWith: 'wallet' } as const
  running = (await require(server.address, start, { body }, { token: driver.token })).SessionId
  await prepareCities()
  const read = () => call(server.address, zone, { params: { zone: lot.ZoneNumber }, query: { City: 'chicago' } })
  await vi.waitUntil(async () => 'Closure' in (await read()).body, { timeout: 20_000 })
  const both = () => call(server.address, zone, { params: { zone: lot.ZoneNumber }, query: {} })
  await vi.waitUntil(async () => (await both()).status === 409, { timeout: 20_000 })
})
afterAll(async () => {
  await browser.close()
  await server.end('SIGTERM')
  await asOwner(inject('databaseUrl'), `drop database ${own} with (force)`)
  remove()
})

const heading = (page: Page, name: string) => page.getByRole('heading', { name }).first().waitFor()
const openSheet = async (page: Page, path: string, button: string | RegExp) => {
  await arrive(page, path)
  await page.getByRole('button', { name: button }).first().click()
  await page.getByRole('dialog').waitFor()
}
const zoneRef = () => `chicago/${lot.ZoneNumber}`
const screens: Record<string, (page: Page) => Promise<unknown>> = {
  'which-zone': async page => {
    await page.goto(`/SelectVehicle?zone=${lot.ZoneNumber}`)
    await heading(page, cities.title)
  },
  'which-city': async page => {
    await page.goto('/findparking')
    await heading(page, cities.title)
  },
  'closure-running': async page => {
    await arrive(page, `/dashboard?session=${running}`)
    await page.getByText(why).first().waitFor()
  },
  'closure-zone': async page => {
    await arrive(page, `/parkdetails?zone=${zoneRef()}`)
    await page.getByText(why).first().waitFor()
  },
  'save-place': page => openSheet(page, `/parkdetails?zone=${zoneRef()}`, saved.save),
  sign: async page => {
    await page.goto(`/z/${zoneRef()}`)
    await heading(page, lot.Name)
    await page.getByText(why).first().waitFor()
  },
  'trusted-person': page => openSheet(page, '/profile', trusted.title),
  placard: page => openSheet(page, '/profile', placard.title),
}

const onEach = async (
  look: Parameters<typeof openContext>[2],
  check: (page: Page, name: string) => Promise<void>,
  prepare: (page: Page) => Promise<unknown> = async () => undefined,
) => {
  const { page, faults, context } = await openContext(browser, server.address, look)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signIn(page, driver)
  await prepare(page)
  for (const [name, open] of Object.entries(screens)) {
    await open(page)
    await check(page, name)
    if (faults.length)
      console.log(
        'FAULT',
        name,
        faults.splice(0).map(f => f.slice(-200)),
      )
  }
  expect(faults).toEqual([])
  await context.close()
}

test('newer screens by keyboard alone: Tab reaches every control', { timeout: 240_000 }, () =>
  onEach({ size: desktop }, expectTabReaches),
)

test('newer screens in a window of 320 by 256 pixels: all is reached, nothing sticks', { timeout: 240_000 }, () =>
  onEach({ size: { width: 320, height: 256 } }, async (page, name) => {
    expect.soft(await findFlaws(page), name).toEqual([])
    expect.soft(await findSticking(page), `${name} sticks`).toEqual([])
    await expectAccessible(page)
    await saveScreenshot(page, `uses-low-${name}`)
  }),
)

test('newer screens in forced colors and with more contrast: nothing is lost', { timeout: 240_000 }, () =>
  onEach(
    {},
    async (page, name) => {
      expect.soft(await findFlaws(page), name).toEqual([])
      await expectAccessible(page)
      await saveScreenshot(page, `uses-forced-${name}`)
    },
    page => page.emulateMedia({ forcedColors: 'active', contrast: 'more', reducedMotion: 'reduce' }),
  ),
)

test('newer screens with large buttons: every target is 60 pixels high', { timeout: 240_000 }, () =>
  onEach(
    { size: phone },
    async (page, name) => {
      const low = await page.evaluate(() => {
        const root = document.querySelector('[role=dialog]') ?? document.querySelector('main')!
        return [...root.querySelectorAll<HTMLElement>('button, .btn, .row--tap')]
          .filter(target => target.checkVisibility() && target.getBoundingClientRect().height < 59.5)
          .map(target => target.outerHTML.slice(0, 120))
      })
      expect.soft(low, name).toEqual([])
      expect.soft(await findFlaws(page), name).toEqual([])
      await saveScreenshot(page, `uses-motor-${name}`)
    },
    page => page.evaluate(() => localStorage.setItem('assist', 'motor')),
  ),
)

test('newer sheets take the focus and hold it', { timeout: 120_000 }, () =>
  onEach({}, async (page, name) => {
    if ((await page.getByRole('dialog').count()) === 0) return
    const holds = () => page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null)
    await expect.poll(holds, { message: name }).toBe(true)
  }),
)
