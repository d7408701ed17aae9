// A zone that its city split by its rates, and places that are called by letters: typed in a browser, in three languages.
import { randomUUID } from 'node:crypto'
import { zone } from '@parkit/contract/city/places'
import * as contract from '@parkit/contract/parking/sessions'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { loadWhole } from '../../server/src/city/bundled/testing.ts'
import { listCities } from '../../server/src/city/cities/cities.ts'
import { createImports } from '../../server/src/city/imports/imports.ts'
import { mappingWith, smallFacts, smallFile, smallMapping } from '../../server/src/city/imports/testing.ts'
import { source, testCity } from '../../server/src/city/places/testing.ts'
import { openDatabase } from '../../server/src/platform/db.ts'
import { asOwner, connectionTo } from '../../server/src/platform/testing.ts'
import { en } from '../../web/src/city/places/words.en.ts'
import { es } from '../../web/src/city/places/words.es.ts'
import { hi } from '../../web/src/city/places/words.hi.ts'
import { en as base } from '../../web/src/parking/sessions/base-words.en.ts'
import { en as change } from '../../web/src/parking/sessions/change-words.en.ts'
import { en as parking } from '../../web/src/parking/sessions/words.en.ts'
import { call, registerDriver, require } from '../api.ts'
import { openBrowser, openContext } from '../browser.ts'
import { expectAccessible, saveScreenshot } from '../screen-checks.ts'
import { newDataDir, type Server, startServer } from '../server.ts'
import { signIn } from '../sign-in.ts'

const own = `split_${randomUUID().replaceAll('-', '')}`
const databaseUrl = connectionTo(inject('databaseUrl'), own)
const { dataDir, remove } = newDataDir()
let browser: Browser
let server: Server

const row = (ref: string, nth: number, rate: string, name = 'Main St') =>
  `${ref},${name},${nth} ${name},39.74${nth},-104.99,${nth},${rate},15,8 to 6,,In service,`
const rows = [row('2498', 10, '2.00'), row('2498', 11, '1.00'), row('A007', 12, '1.00', 'Oak St')]
const [meter] = smallMapping.book.rules
const mapping = mappingWith({ split: true, book: { rules: [{ ...meter, when: [] }] } })

/** Its rules hold from four minutes ago on. */
const importSmallCity = async () => {
  const db = openDatabase({ connectionString: databaseUrl, poolSize: 2 })
  const now = () => Temporal.Now.instant().subtract({ minutes: 5 })
  const data = { ...testCity(), facts: smallFacts, places: [], names: [], tariffs: [] }
  await loadWhole({ db, clock: { now } }, source(data, 'import', 'small'))
  // where one person is enough
  await asOwner(databaseUrl, `update city set state = 'setup' where code = 'small'`)
  const small = (await listCities(db.pool)).find(({ code }) => code === 'small')!
  const imports = createImports({ db, clock: { now } })
  const file = { ...smallFile(rows, mapping), sourceId: 'meters', by: 'Ana' }
  await imports.publish(small, (await imports.check(small, file)).import_id, { by: 'Ana' })
  await db.close()
}

beforeAll(async () => {
  await asOwner(inject('databaseUrl'), `create database ${own}`)
  ;[browser, server] = await Promise.all([
    openBrowser(),
    startServer({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir, SIGN_PHONE: '+13125550150' }),
  ])
  await importSmallCity()
  const read = () => call(server.address, zone, { params: { zone: '2498' }, query: {} })
  await vi.waitUntil(async () => (await read()).status === 409, { timeout: 20_000 })
})
afterAll(async () => {
  await browser.close()
  await server.end('SIGTERM')
  await asOwner(inject('databaseUrl'), `drop database ${own} with (force)`)
  remove()
})

const typeZone = async (page: Page, text: string) => {
  const field = page.getByRole('textbox', { name: base.zoneNumber })
  await field.fill(text)
  await field.press('Enter')
}

test('a typed number of a split zone asks which part, with its rates; the stay is at that one', async () => {
  const driver = await registerDriver(server.address, 50)
  const { page, faults, context } = await openContext(browser, server.address)
  await signIn(page, driver)
  await page.goto('/homepage')
  await typeZone(page, '2498')
  await page.getByRole('heading', { name: en.whichPart }).waitFor()
  await expectAccessible(page)
  await saveScreenshot(page, 'journey-split-zone')
  await page.getByRole('button', { name: /\$2\.00/ }).click()
  await page.waitForURL(/zone=small\/2498\d\d|zone=small%2F2498\d\d/)
  await page.getByRole('heading', { name: 'Main St' }).waitFor()
  await page.getByText('10 Main St, Small City').waitFor()
  expect(faults).toEqual([])
  await context.close()
})

test.each([
  ['en', en, 'light', { width: 390, height: 844 }],
  ['es', es, 'dark', { width: 320, height: 640 }],
  ['hi', hi, 'light', { width: 1280, height: 800 }],
] as const)('the sign’s page asks in %s', async (language, words, theme, size) => {
  const { page, faults, context } = await openContext(browser, server.address, { language, theme, size })
  await page.goto('/z/2498')
  await page.getByRole('heading', { name: words.whichPart }).waitFor()
  await expectAccessible(page)
  await saveScreenshot(page, `split-zone-${language}`)
  await page.getByRole('button', { name: /\$1\.35/ }).click()
  await page.waitForURL(/\/z\/small\/2498\d\d$/)
  await page.getByRole('heading', { name: 'Main St' }).waitFor()
  expect(faults).toEqual([])
  await context.close()
})

test('what a source calls its place is typed with its letters', async () => {
  const driver = await registerDriver(server.address, 50)
  const { page, faults, context } = await openContext(browser, server.address)
  await signIn(page, driver)
  await page.goto('/homepage')
  await page.locator('input[name=zone][inputmode=text]').waitFor()
  await typeZone(page, 'a007')
  await page.getByText('12 Oak St, Small City').waitFor()
  await page.goto('/parkdetails?zone=A007')
  await page.getByRole('heading', { name: 'Oak St' }).waitFor()
  expect(faults).toEqual([])
  await context.close()
})

test('moving a session asks which part too, and knows a place by its letters', async () => {
  const driver = await registerDriver(server.address, 50)
  const { ZoneNumber } = await require(server.address, zone, { params: { zone: 'A007' }, query: {} })
  const body = { ZoneNumber, City: 'small', VehicleId: driver.vehicleId, Minutes: 60, PayWith: 'wallet' } as const
  const { SessionId } = await require(server.address, contract.start, { body }, driver)
  const { page, faults, context } = await openContext(browser, server.address)
  await signIn(page, driver)
  await page.goto(`/dashboard?session=${SessionId}`)
  await page.getByRole('button', { name: parking.wrongZone }).click()
  const sheet = page.getByRole('dialog', { name: change.moveTitle })
  const field = sheet.getByRole('textbox', { name: change.whichZone })
  await field.fill('a007')
  await field.press('Enter')
  await sheet.getByText(change.sameZone).waitFor()
  await field.fill('2498')
  await field.press('Enter')
  await sheet.getByRole('heading', { name: en.whichPart }).waitFor()
  await expectAccessible(page)
  await saveScreenshot(page, 'journey-move-split-zone')
  await sheet.getByRole('button', { name: /\$2\.35/ }).click()
  await sheet.getByText(change.once).waitFor()
  await sheet.getByRole('button', { name: /^Move to 2498\d\d/ }).click()
  await sheet.waitFor({ state: 'detached' })
  const moved = await require(server.address, contract.session, { params: { id: SessionId } }, driver)
  expect(moved.ZoneNumber).toMatch(/^2498\d\d$/)
  expect(faults).toEqual([])
  await context.close()
})
