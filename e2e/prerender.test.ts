// Prerendered pages: complete without JavaScript, in the driver's language.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { dist, scriptLimitKb, scriptsBefore, sizeKb } from '../bench/bundle.ts'
import { en as places } from '../web/src/city/places/words.en.ts'
import { hi as placesHi } from '../web/src/city/places/words.hi.ts'
import { en as wallet } from '../web/src/money/wallet/words.en.ts'
import { hi as walletHi } from '../web/src/money/wallet/words.hi.ts'
import { en as accessibility } from '../web/src/support/accessibility/words.en.ts'
import { es as accessibilityEs } from '../web/src/support/accessibility/words.es.ts'
import { openBrowser } from './browser.ts'
import { localeWords } from './locale-words.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

const address = inject('address')

/** What the server sends for a path to a browser with these cookies, as a page whose scripts never run. */
const still = async (path: string, look?: string) => {
  const context = await browser.newContext({ baseURL: address, javaScriptEnabled: false })
  if (look) await context.addCookies([{ name: 'first_look', value: look, url: address }])
  const page = await context.newPage()
  await page.goto(path)
  return page
}

test.each(['/', '/parkit3'])('the landing at %s works without JavaScript and its links lead on', async path => {
  const page = await still(path)
  const { account } = localeWords.en
  await page.getByRole('heading', { name: account.headline }).waitFor()
  expect(await page.getByRole('link', { name: account.createAccount }).getAttribute('href')).toBe('/register')
  const button = page.getByRole('link', { name: account.signIn, exact: true })
  expect(await button.evaluate(link => getComputedStyle(link).minHeight)).not.toBe('auto')
  expect(await page.title()).toBe('ParkIt')
})

test.each([
  ['nobody.hi.auto', localeWords.hi.parking.guestTitle],
  ['guest.en.dark', localeWords.en.parking.guestTitle],
  ['driver.en.light', localeWords.en.parking.whereParked],
  ['parked.en.light', localeWords.en.parking.wallet],
])('Home for %s', async (look, text) => {
  const page = await still('/homepage', look)
  await page.getByRole('heading', { name: text }).waitFor()
  const [, language, theme] = look.split('.')
  const html = page.locator('html')
  expect(await html.getAttribute('lang')).toBe(language)
  expect(await html.getAttribute('data-theme')).toBe(theme === 'auto' ? null : theme)
})

test.each([
  ['/findparking', 'guest.hi.dark', placesHi.findParking],
  ['/findparking', 'parked.en.auto', places.findParking],
  ['/account', 'guest.hi.auto', walletHi.guest],
  ['/account', 'driver.en.dark', wallet.currentBalance],
  ['/confirmlocation', 'parked.hi.light', localeWords.hi.parking.receipt],
  ['/accessibility', 'nobody.es.auto', accessibilityEs.title],
  ['/accessibility', 'parked.en.dark', accessibility.title],
])('%s for %s', async (path, look, text) => {
  const page = await still(path, look)
  await page.getByRole('heading', { name: text, exact: true }).waitFor()
  const [, language, theme] = look.split('.')
  const html = page.locator('html')
  expect(await html.getAttribute('lang')).toBe(language)
  expect(await html.getAttribute('data-theme')).toBe(theme === 'auto' ? null : theme)
})

test.each(['/account', '/findparking', '/findparking?with=ev', '/confirmlocation'])(
  '%s is not prerendered for signed-out visitors or for other queries',
  async path => {
    const page = await still(path, path.includes('?') ? 'driver.en.auto' : undefined)
    expect(await page.locator('#root').innerHTML()).toBe('')
  },
)

test.each(['driver', 'nonsense.xx.yy', '../../../etc/passwd.en.auto'])(
  'an unexpected cookie value %s is ignored',
  async look => {
    const page = await still('/homepage', look)
    await page.getByRole('heading', { name: localeWords.en.parking.guestTitle }).waitFor()
  },
)

test.each([
  ['landing.nobody', 'src/driver/account/LandingScreen.tsx'],
  ['home.parked', 'src/parking/home/HomeScreen.tsx'],
])('%s is interactive after a small download', (picture, source) => {
  const scriptsKb = sizeKb(scriptsBefore(source))
  expect(scriptsKb).toBeGreaterThan(60)
  expect(scriptsKb).toBeLessThanOrEqual(scriptLimitKb)
  const page = `prerendered/${picture}.en.auto.html`
  // the letters' file is preloaded; some 20 kB remain for the answers
  const letters = /rel="preload" as="font"[^>]*href="\/([^"]*)"/.exec(readFileSync(join(dist, page), 'utf8'))![1]!
  const fontKb = readFileSync(join(dist, letters)).length / 1000
  expect(scriptsKb + sizeKb([page]) + fontKb).toBeLessThanOrEqual(180)
})

test('a signed-in driver never sees the landing while Home loads', async () => {
  const page = await still('/parkit3', 'driver.en.auto')
  expect(await page.locator('#root').innerHTML()).toBe('')
})
