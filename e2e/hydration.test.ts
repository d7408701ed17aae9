// Hydration of prerendered pages: input before the app has loaded is preserved, and nothing shifts.
import { savePlace } from '@parkit/contract/city/saved'
import { details } from '@parkit/contract/driver/account'
import * as parking from '@parkit/contract/parking/sessions'
import { moneyText } from '@parkit/contract/platform/money'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { en as places } from '../web/src/city/places/words.en.ts'
import { en as wallet } from '../web/src/money/wallet/words.en.ts'
import { en as ui } from '../web/src/ui/words.en.ts'
import { registerDriver, require } from './api.ts'
import { desktop, openBrowser, openContext, phone } from './browser.ts'
import { localeWords } from './locale-words.ts'
import { findLot } from './places.ts'
import { chooseLanguage, signIn, signInOnScreen } from './sign-in.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

const address = inject('address')

/** What the app is made of: all but the script that a page runs before its first paint. */
const appParts = /assets\/(?!start-).*\.js/

/** The app is on its way until what this answers is called. */
const gotoEarly = async (page: Page, path: string): Promise<() => void> => {
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
  await page.unroute(appParts)
  await page.route(appParts, async route => {
    await arrived
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'commit' })
  await page.getByRole('heading').first().waitFor()
  // all of the picture is read; the app's modules run after that
  await page.waitForFunction(() => document.readyState !== 'loading')
  return arrive
}

const openEarly = async (path: string) => {
  const { context, page } = await openContext(browser, address)
  return { context, page, arrive: await gotoEarly(page, path) }
}

test('Continue as guest, pressed before the app has loaded, signs the guest in and remembers the landing', async () => {
  const { context, page, arrive } = await openEarly('/parkit2')
  await page.getByRole('button', { name: localeWords.en.account.guest }).click({ noWaitAfter: true })
  await page.getByRole('heading', { name: localeWords.en.parking.guestTitle }).waitFor()
  await page.getByRole('button', { name: localeWords.en.parking.signIn }).click({ noWaitAfter: true })
  await page.waitForURL('**/login?guest=0', { waitUntil: 'commit' })
  arrive()
  await page.getByLabel(localeWords.en.account.login).waitFor()
  expect(new URL(page.url()).search).toBe('')
  expect(await page.evaluate(() => localStorage.getItem('parkitFlag'))).toBe('parkit2')
  await context.close()
})

test('a language and a zone number entered before the script loads are preserved', async () => {
  const landing = await openEarly('/parkit3')
  await landing.page.locator('summary').click()
  await landing.page.getByRole('radio', { name: 'हिन्दी' }).check({ force: true })
  landing.arrive()
  await landing.page.getByRole('heading', { name: localeWords.hi.account.headline }).waitFor()
  await landing.context.close()
  const home = await openEarly('/homepage?guest=1')
  await home.page.getByRole('textbox', { name: localeWords.en.parking.zoneNumber }).fill('10')
  home.arrive()
  await home.page.waitForURL('**/homepage')
  await home.page.waitForLoadState('networkidle')
  expect(await home.page.getByRole('textbox', { name: localeWords.en.parking.zoneNumber }).inputValue()).toBe('10')
  await home.context.close()
})

test('a language chosen just before leaving the page applies to the next page', async () => {
  const { context, page } = await openContext(browser, address)
  await page.goto('/parkit3')
  for (const language of ['hi', 'es', 'en'] as const) await chooseLanguage(page, language)
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => {
    // the page is gone before it is written
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('The page has left.', 'AbortError')
    }
    document.querySelector<HTMLInputElement>('input[value=hi]')!.click()
    window.location.assign('/login')
  })
  await page.getByLabel(localeWords.hi.account.login).waitFor()
  await context.close()
})

test('Home greets its driver before the app has loaded', async () => {
  const { context, page: before } = await openContext(browser, address)
  // it would have the app's parts at hand
  await context.route('**/sw.js', route => route.abort())
  await signInOnScreen(before, await registerDriver(address, 0))
  // the app that runs there would begin anew where a part of it does not come
  await before.close()
  const page = await context.newPage()
  await page.route(appParts, route => route.abort())
  await page.goto('/homepage', { waitUntil: 'commit' })
  await page.getByRole('heading', { name: /^Good (morning|afternoon|evening), Maya$/ }).waitFor()
  expect(await page.locator('.top__sub').textContent()).toMatch(/^\w+day, \w+ \d+$/)
  await context.close()
})

/** A driver on Home whose service worker answers nothing, so that the browser requests each part of the app. */
const enter = async (size = phone) => {
  const { context, page, faults } = await openContext(browser, address, { size })
  await context.route('**/sw.js', route => route.fulfill({ contentType: 'text/javascript', body: '' }))
  const driver = await registerDriver(address, 80)
  await signIn(page, driver)
  return { context, page, faults, driver }
}

test('input on Find Parking before the app has loaded is applied by the app', async () => {
  const { context, page } = await enter()
  let arrive = await gotoEarly(page, '/findparking')
  await page.getByRole('combobox', { name: places.search }).fill('Wacker')
  await page.getByRole('button', { name: places.features.ev }).click()
  await page.getByRole('button', { name: places.openNow }).click()
  await page.getByRole('combobox', { name: places.sortBy }).selectOption('price')
  await page.getByRole('button', { name: places.filters, exact: true }).focus()
  arrive()
  await page.waitForURL('**/findparking?q=Wacker&with=ev&open=now&sort=price')
  const field = page.getByRole('combobox', { name: places.search })
  expect(await field.inputValue()).toBe('Wacker')
  expect(await page.getByRole('combobox', { name: places.sortBy }).inputValue()).toBe('price')

  arrive = await gotoEarly(page, '/findparking')
  const size = page.getByRole('button', { name: ui.panelSize })
  await size.focus()
  await page.keyboard.press('Space')
  arrive()
  await page.locator('.detents--full').waitFor()

  arrive = await gotoEarly(page, '/findparking')
  await page.getByRole('combobox', { name: places.search }).focus()
  arrive()
  await page.getByRole('list', { name: places.places }).waitFor()
  await page.keyboard.type('60601')
  await page.waitForURL('**/findparking?q=60601')
  await context.close()
})

test('a link pressed on the prerendered Account or Receipt is followed', async () => {
  const { context, page } = await enter()
  let arrive = await gotoEarly(page, '/account')
  await page.getByText(wallet.profile, { exact: true }).click()
  arrive()
  await page.waitForURL('**/profile')
  arrive = await gotoEarly(page, '/confirmlocation')
  await page.getByRole('button', { name: ui.back }).click()
  arrive()
  await page.waitForURL('**/pastpark')
  await context.close()
})

test('Account and Receipt show cached data before the app has loaded, and none after Logout', async () => {
  const { context, page, driver } = await enter()
  const { ZoneNumber, Name } = await findLot(address)
  const stay = { ZoneNumber, VehicleId: driver.vehicleId, Minutes: 60, PayWith: 'wallet' } as const
  await require(address, parking.start, { body: stay }, { token: driver.token })
  const { Balance } = await require(address, details, {}, { token: driver.token })
  for (const [path, heading] of [
    ['/account', moneyText(Balance)],
    ['/confirmlocation', Name],
  ] as const) {
    await page.goto(path)
    await page.locator('main').getByText(heading).first().waitFor()
    const arrive = await gotoEarly(page, path)
    expect(await page.locator('main').textContent()).toContain(heading)
    expect(await page.locator('main .loading').count()).toBeGreaterThan(0)
    arrive()
  }
  // where no app runs that could write again, or choose another picture
  await page.goto('/robots.txt')
  await page.evaluate(() => localStorage.clear())
  for (const path of ['/account', '/confirmlocation']) {
    await gotoEarly(page, path)
    expect(await page.locator('main').textContent()).not.toMatch(new RegExp(`[$]${Balance}|${Name}`))
  }
  await context.close()
})

test('Home shows the active session before the app has loaded, without a layout shift', async () => {
  const { context, page, driver } = await enter()
  const { ZoneNumber, Name } = await findLot(address)
  const stay = { ZoneNumber, VehicleId: driver.vehicleId, Minutes: 60, PayWith: 'wallet' } as const
  const { SessionId } = await require(address, parking.start, { body: stay }, { token: driver.token })
  const moved = await watchMoves(page)
  const card = page.locator('.running')
  await page.goto('/homepage')
  await card.waitFor()
  const arrive = await gotoEarly(page, '/homepage')
  const text = await card.textContent()
  for (const said of [ZoneNumber, Name, /(1 hr|\d\d min) left/, /Ends \d+:\d\d [AP]M/]) expect(text).toMatch(said)
  const ways = card.getByRole('link')
  expect(
    await ways.evaluateAll(links => links.map(link => (link as HTMLAnchorElement).href.replace(location.origin, ''))),
  ).toEqual(Array(2).fill(`/dashboard?session=${SessionId}`))
  const place = await card.boundingBox()
  arrive()
  await card.getByRole('img', { name: / left$/ }).waitFor()
  expect(await card.boundingBox()).toEqual(place)
  expect(await moved()).toBeLessThan(0.02)
  await page.goto('/robots.txt')
  await page.evaluate(() => localStorage.removeItem('kept.active'))
  await gotoEarly(page, '/homepage')
  expect(await page.locator('main .sk-road').count()).toBe(1)
  await context.close()
})

test('Home leaves room for Park again before the app has loaded', async () => {
  const { context, page, driver } = await enter()
  const { ZoneNumber } = await findLot(address)
  await require(address, savePlace, { body: { ZoneNumber, Kind: 'home' } }, { token: driver.token })
  await page.goto('/homepage')
  const saved = page.locator('.saved-tile')
  await saved.waitFor()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('kept.againPx'))).not.toBeNull()
  const moved = await watchMoves(page)
  const arrive = await gotoEarly(page, '/homepage')
  const top = async () => Math.round((await page.locator('.home__empty').boundingBox())!.y)
  const before = await top()
  arrive()
  await saved.waitFor()
  expect(await top()).toBe(before)
  expect(await moved()).toBeLessThan(0.02)
  await context.close()
})

test('beside a map Find Parking keeps its initial layout', async () => {
  const { context, page } = await enter(desktop)
  const moved = await watchMoves(page)
  const arrive = await gotoEarly(page, '/findparking')
  const pane = () => page.locator('.find__pane').boundingBox()
  const [before, map] = [await pane(), await page.locator('.find__side').boundingBox()]
  expect(map?.width).toBeGreaterThan(500)
  arrive()
  await page.getByRole('list', { name: places.places }).waitFor()
  expect(await pane()).toEqual(before)
  expect(await moved()).toBeLessThan(0.02)
  await context.close()
})

test('Find Parking, Account and Receipt hydrate without a layout shift', async () => {
  const { context, page, faults } = await enter()
  const moved = await watchMoves(page)
  for (const path of ['/findparking', '/account', '/confirmlocation']) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    const arrive = await gotoEarly(page, path)
    arrive()
    await page.waitForLoadState('networkidle')
    expect(await moved(), path).toBeLessThan(0.02)
  }
  expect(faults).toEqual([])
  await context.close()
})

/** How far things on the page have moved by themselves, as Chromium counts it. */
const watchMoves = async (page: Page) => {
  await page.addInitScript(() => {
    Object.assign(window, { moved: 0 })
    new PerformanceObserver(list => {
      for (const entry of list.getEntries())
        (window as unknown as { moved: number }).moved += (entry as unknown as { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate(() => (window as unknown as { moved: number }).moved)
}

test('fonts that load late cause no layout shift', async () => {
  const { context, page } = await openContext(browser, address)
  const moved = await watchMoves(page)
  for (const path of ['/parkit3', '/homepage']) {
    const { promise: asked, resolve: come } = Promise.withResolvers<void>()
    await page.route('**/*.woff2', async route => {
      await asked
      await route.continue()
    })
    await page.goto(path, { waitUntil: 'commit' })
    await page.getByRole('heading').first().waitFor()
    const painted = () => page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length)
    await expect.poll(painted).toBe(1)
    come()
    await page.evaluate(() => document.fonts.load('450 1rem "Instrument Sans Variable"').then(({ length }) => length))
    await page.waitForLoadState('networkidle')
    expect(await moved(), path).toBeLessThan(0.02)
    await page.unroute('**/*.woff2')
  }
  await context.close()
})

test('the bare address hydrates without a layout shift', async () => {
  const { context, page } = await openContext(browser, address)
  const moved = await watchMoves(page)
  await page.goto('/')
  await page.waitForURL(/parkit[123]$/)
  await page.waitForLoadState('networkidle')
  await page.getByRole('heading', { name: localeWords.en.account.headline }).waitFor()
  expect(await moved()).toBeLessThan(0.02)
  await context.close()
})

test('the app hydrates without a layout shift, and the next visit starts in the driver’s language', async () => {
  const driver = await registerDriver(address, 10)
  const { context, page, faults } = await openContext(browser, address)
  const moved = await watchMoves(page)
  await page.goto('/parkit3')
  await page.waitForLoadState('networkidle')
  expect(await moved()).toBeLessThan(0.02)
  await page.goto('/homepage')
  await page.waitForLoadState('networkidle')
  expect(await moved()).toBeLessThan(0.02)
  await page.goto('/parkit3')
  await chooseLanguage(page, 'hi')
  await signInOnScreen(page, driver, 'hi')
  await page.goto('/homepage')
  await page.getByText(localeWords.hi.parking.recentPlaces).first().waitFor()
  const cookies = await context.cookies()
  expect(cookies.map(({ name }) => name).toSorted()).toEqual(['device', 'first_look', 'sign_in'])
  expect(cookies.find(({ name }) => name === 'first_look')!.value).toBe('driver.hi.auto')
  expect(faults).toEqual([])
  await context.close()
})

test('a screen is forgotten once it is left, with the button that was pressed on it', async () => {
  const { context, page } = await enter()
  await page.goto('/findparking')
  await page.getByRole('list', { name: places.places }).waitFor()
  await page.getByRole('button', { name: places.openNow }).click()
  await page.evaluate(() => Object.assign(window, { left: new WeakRef(document.querySelector('main')!) }))
  for (const path of ['/supportpage', '/account']) {
    await page.getByRole('navigation').locator(`a[href="${path}"]`).click()
    await page.waitForURL(`**${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
  }
  const client = await context.newCDPSession(page)
  const isHeld = () => page.evaluate(() => !!(window as unknown as { left: WeakRef<Element> }).left.deref())
  await expect.poll(() => client.send('HeapProfiler.collectGarbage').then(isHeld)).toBe(false)
  await context.close()
})
