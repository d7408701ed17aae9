// A disability placard in a browser: stated in the account, applied to the price of an accessible space, said on the receipt, and removed.
import { randomUUID } from 'node:crypto'
import { zone } from '@parkit/contract/city/places'
import { placard } from '@parkit/contract/driver/placard'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { loadWhole } from '../../server/src/city/bundled/testing.ts'
import { ban, flat, price, rule, steps } from '../../server/src/city/calendar/testing.ts'
import { source, testCity, testFacts, testPlace } from '../../server/src/city/places/testing.ts'
import { systemClock } from '../../server/src/platform/clock.ts'
import { openDatabase } from '../../server/src/platform/db.ts'
import { asOwner, connectionTo } from '../../server/src/platform/testing.ts'
import { en } from '../../web/src/driver/account/placard/words.en.ts'
import { es } from '../../web/src/driver/account/placard/words.es.ts'
import { hi } from '../../web/src/driver/account/placard/words.hi.ts'
import { call, registerDriver, require } from '../api.ts'
import { openBrowser, openContext } from '../browser.ts'
import { findFlaws } from '../layout.ts'
import { localeWords } from '../locale-words.ts'
import { arrive, expectAccessible, saveScreenshot, visit } from '../screen-checks.ts'
import { newDataDir, type Server, startServer } from '../server.ts'
import { chooseLanguage, signIn } from '../sign-in.ts'

const own = `placard_${randomUUID().replaceAll('-', '')}`
const databaseUrl = connectionTo(inject('databaseUrl'), own)
const { dataDir, remove } = newDataDir()
const zoneNumber = '880100'
let browser: Browser
let server: Server

const holders = { holds: ['placard'] }
const book = {
  rules: [
    ban({ id: 'reserved', spaceKinds: ['accessible'], who: { not: ['placard'] }, reason: { en: 'Placards only' } }),
    rule({
      id: 'exempt',
      priority: 20,
      name: { en: 'Exemption' },
      spaceKinds: ['accessible'],
      who: holders,
      price: price(flat(0)),
    }),
    rule({ id: 'meter', priority: 30, name: { en: 'Meter' }, price: price(steps(50, 900)) }),
  ],
  caps: [],
  otherwise: 'unknown' as const,
}

const importSmallCity = async () => {
  const place = { latitude: 42.3736, longitude: -71.1097, timeZone: 'America/New_York' }
  const spaces = { features: ['accessible' as const], accessibleSpaces: 2 }
  const city = {
    ...testCity(),
    facts: testFacts({ name: 'Small City', region: 'Massachusetts', placard: 'self-declared', ...place }),
    places: [testPlace(zoneNumber, 0, { ...place, ...spaces, name: 'Town Hall', ruleBookId: 'own' })],
    books: [{ bookId: 'own', name: 'Own', book, inForceFrom: '2026-01-01T05:00:00Z' }],
    names: [],
  }
  const db = openDatabase({ connectionString: databaseUrl, poolSize: 2 })
  await loadWhole({ db, clock: systemClock }, source(city, 'first', 'small'))
  await db.close()
}

beforeAll(async () => {
  await asOwner(inject('databaseUrl'), `create database ${own}`)
  ;[browser, server] = await Promise.all([
    openBrowser(),
    startServer({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir, SIGN_PHONE: '+13125550150' }),
  ])
  await importSmallCity()
  const read = () => call(server.address, zone, { params: { zone: zoneNumber }, query: {} })
  await vi.waitUntil(async () => 'TellsSpaces' in (await read()).body, { timeout: 20_000 })
})
afterAll(async () => {
  await browser.close()
  await server.end('SIGTERM')
  await asOwner(inject('databaseUrl'), `drop database ${own} with (force)`)
  remove()
})

const openSheet = async (page: Page, words: typeof en) => {
  await arrive(page, '/profile')
  await page.getByRole('button', { name: words.title }).click()
  const sheet = page.getByRole('dialog', { name: words.title })
  await sheet.waitFor()
  return sheet
}

test.each([
  ['en', en, 'light', { width: 390, height: 844 }],
  ['es', es, 'dark', { width: 320, height: 640 }],
  ['hi', hi, 'light', { width: 390, height: 664 }],
] as const)(
  'a placard is stated, exempts an accessible space, and is removed (%s)',
  async (language, words, theme, size) => {
    const driver = await registerDriver(server.address, 20)
    const { parking } = localeWords[language]
    const { page, faults, context } = await openContext(browser, server.address, { size, theme, language })
    const looks = async (name: string) => {
      await expectAccessible(page)
      expect.soft(await findFlaws(page), name).toEqual([])
      await saveScreenshot(page, `${name}-${language}`)
    }
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
    const stated = async () => (await require(server.address, placard, {}, driver)).Until
    await page.goto('/parkit3')
    await chooseLanguage(page, language)
    await signIn(page, driver)

    const sheet = await openSheet(page, words)
    await sheet.getByText(words.where('Small City')).waitFor()
    await press(words.save)
    await expect.poll(() => sheet.getByLabel(words.until).getAttribute('aria-invalid')).toBe('true')
    await looks('placard-empty')
    const year = Temporal.Now.plainDateISO().year + 2
    await sheet.getByLabel(words.until).fill(`${year}-05-31`)
    await press(words.save)
    await sheet.waitFor({ state: 'detached' })
    expect(await stated()).toBe(`${year}-05-31`)
    // it would cover what is looked at next
    const toast = page.locator('.Toastify__toast')
    await toast.click()
    await toast.waitFor({ state: 'detached' })

    await visit(page, `/SelectVehicle?zone=small/${zoneNumber}`)
    await page.getByText(parking.placard.no_rule).waitFor()
    await looks('placard-regular')
    await press(parking.spaceKinds.accessible)
    await page.getByText(parking.placardFree).waitFor()
    await looks('placard-accessible')
    await press(parking.start('$0.00'))
    await press(parking.startFree)
    await page.waitForURL('**/dashboard*')
    const id = new URL(page.url()).searchParams.get('session')!
    await arrive(page, `/ParkingSessionDetail?session=${id}`)
    await page.getByText(parking.placardFree).waitFor()
    await looks('placard-detail')

    const again = await openSheet(page, words)
    await looks('placard-stated')
    await again.getByRole('button', { name: words.remove }).click()
    await page.getByText(words.removed).waitFor()
    expect(await stated()).toBeNull()
    expect(faults).toEqual([])
    await context.close()
  },
)
