// Offline requests: stored with time and place, sent once, with a clear result and evidence.
import * as attemptCalls from '@parkit/contract/parking/attempts'
import * as contract from '@parkit/contract/parking/sessions'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { en as shell } from '../../web/src/app/frame/words.en.ts'
import { en as offline } from '../../web/src/parking/attempts/words.en.ts'
import { type Driver, registerDriver, require } from '../api.ts'
import { openBrowser, openContext } from '../browser.ts'
import { type HttpProxy, openHttpProxy } from '../http-proxy.ts'
import { localeWords } from '../locale-words.ts'
import { findLot } from '../places.ts'
import { expectAccessible, saveScreenshot } from '../screen-checks.ts'
import { signIn } from '../sign-in.ts'

const address = inject('address')
const { parking, account } = localeWords.en

let browser: Browser
const proxies: HttpProxy[] = []
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  for (const proxy of proxies) await proxy.close()
})

/** A signed-in driver whose browser reaches ParkIt by a proxy of its own, with the app kept on the phone. */
const openDriver = async ({ parked = false } = {}) => {
  const driver = await registerDriver(address, 80)
  const lot = await findLot(address)
  const session = parked
    ? await require(address, contract.start, {
        body: { ZoneNumber: lot.ZoneNumber, VehicleId: driver.vehicleId, Minutes: 60, PayWith: 'wallet' },
      }, { token: driver.token })
    : undefined
  const proxy = await openHttpProxy(address)
  proxies.push(proxy)
  const position = { latitude: lot.Latitude, longitude: lot.Longitude }
  const opened = await openContext(browser, proxy.address, { position })
  await opened.page.clock.install()
  await signIn(opened.page, driver)
  await opened.page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated', undefined, {
    timeout: 30_000,
  })
  return { driver, lot, session, proxy, ...opened }
}

const active = ({ token }: Driver) => require(address, contract.active, {}, { token })
const told = async ({ token }: Driver) => (await require(address, attemptCalls.attempts, {}, { token })).Items
const keysOf = (proxy: HttpProxy, path: string) =>
  proxy.requests.filter(request => request.path === path).map(({ key }) => key)

const toasts = (page: Page) => page.locator('.Toastify__toast').allInnerTexts()

const startHere = async (page: Page, zone: string) => {
  await page.goto(`/SelectVehicle?zone=${zone}`)
  const start = page.getByRole('button', { name: /^Start parking, \$/ })
  await start.waitFor()
  return start
}

/** Pressed where no price was known. */
const keepStart = async (page: Page, proxy: HttpProxy, zone: string) => {
  await startHere(page, zone)
  proxy.cut = true
  await page.reload()
  await page.getByRole('button', { name: offline.startLater }).click()
}

/** The signal is back, and the driver says so before the app finds out: its clock stands, so only his press sends. */
const reconnect = async (page: Page, proxy: HttpProxy) => {
  await page.clock.pauseAt(new Date(Date.now() + 1_000))
  proxy.cut = false
  const sent = () => proxy.requests.filter(({ path }) => /Parking\/(Quote|Start)$/.test(path)).length
  const before = sent()
  // a try that was on its way when the clock was stopped makes a press idle; in one step, for another button takes its place
  await expect
    .poll(async () => {
      await page.evaluate(
        name => [...document.querySelectorAll('button')].find(button => button.textContent === name)?.click(),
        offline.sendNow,
      )
      // a button hears the next press some turns later
      await page.clock.runFor(2)
      return sent()
    })
    .toBeGreaterThan(before)
  await page.clock.resume()
}

test('a stop pressed offline survives closing the app, is sent once and is shown as evidence', async () => {
  const { driver, session, proxy, page, context, faults } = await openDriver({ parked: true })
  await page.goto('/dashboard')
  await page.getByText(parking.timeLeft).first().waitFor()
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await page.reload()
  await page.getByRole('button', { name: parking.stopParking }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByText(offline.waiting.stop, { exact: false }).waitFor()
  await saveScreenshot(page, 'offline-stop-ask')
  await dialog.getByRole('button', { name: offline.stopLater }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText(offline.waiting.stop, { exact: false }).waitFor()
  await saveScreenshot(page, 'offline-stop-kept')
  await expectAccessible(page)
  // the evidence is there at once, with the place of the phone
  await page.goto('/attempts')
  await page.getByText(/^41\.\d+, -87\./).waitFor()
  await page.close()
  expect(await active(driver)).toHaveLength(1)

  await context.setOffline(false)
  const again = await context.newPage()
  await again.goto('/homepage')
  await expect.poll(() => active(driver)).toEqual([])
  await again
    .getByText(/Stopped at/)
    .first()
    .waitFor()
  expect(new Set(keysOf(proxy, '/api/Parking/Stop')).size).toBe(1)

  await again.goto('/profile')
  await again.locator('main a[href="/attempts"]').click()
  await again.getByRole('heading', { name: offline.kinds.stop }).waitFor()
  await again.getByText(offline.reached).waitFor()
  await saveScreenshot(again, 'offline-evidence')
  await expectAccessible(again)
  await again.getByRole('button', { name: offline.share }).click()
  const shared = await again.evaluate(() => navigator.clipboard.readText())
  expect(shared).toContain(session!.SessionId)
  expect(shared).toContain(`${offline.position}: 41.`)
  await expect
    .poll(async () => (await told(driver)).map(({ Kind, Outcome }) => [Kind, Outcome]))
    .toEqual([['stop', 'yes']])
  expect(faults).toEqual([])
  await context.close()
})

test('a start whose response is lost starts and charges one session', async () => {
  const { driver, lot, proxy, page, context } = await openDriver()
  const start = await startHere(page, lot.ZoneNumber)
  proxy.losesResponse = /\/api\/Parking\/Start/
  await start.click()
  await page.waitForURL('**/dashboard*')
  const keys = keysOf(proxy, '/api/Parking/Start')
  expect(keys.length).toBeGreaterThan(1)
  expect(new Set(keys).size).toBe(1)
  const running = await active(driver)
  expect(running).toHaveLength(1)
  const { Items } = await require(address, contract.sessions, { query: {} }, { token: driver.token })
  expect(Items).toHaveLength(1)
  await context.close()
})

test('a start queued without a price asks for confirmation once online, then starts', async () => {
  const { driver, lot, proxy, page, context } = await openDriver()
  await keepStart(page, proxy, lot.ZoneNumber)
  await page.getByText(offline.waiting.start, { exact: false }).first().waitFor()
  await saveScreenshot(page, 'offline-start-kept')
  await expectAccessible(page)
  await reconnect(page, proxy)
  const yes = page.getByRole('button', { name: /^Yes, pay \$/ }).first()
  await yes.waitFor()
  expect(await active(driver)).toEqual([])
  await saveScreenshot(page, 'offline-start-asks')
  await expectAccessible(page)
  // asked once: over the screen it would hide what is paid for
  expect(await toasts(page)).toEqual([])
  await yes.click()
  await page.waitForURL('**/dashboard*')
  expect(await active(driver)).toHaveLength(1)
  await context.close()
})

test('a press that lands while “Try now” turns into “Yes, pay” confirms nothing', async () => {
  const { driver, lot, proxy, page, context } = await openDriver()
  await keepStart(page, proxy, lot.ZoneNumber)
  await page.getByRole('button', { name: offline.sendNow, exact: true }).hover()
  await page.mouse.down()
  proxy.cut = false
  const yes = page.getByRole('button', { name: /^Yes, pay \$/ })
  await yes.waitFor()
  const isUnder = await yes.evaluate(button => button.matches(':hover'))
  await page.mouse.up()
  await page.getByRole('button', { name: offline.no, exact: true }).click()
  await yes.waitFor({ state: 'detached' })
  expect(isUnder).toBe(true)
  expect(keysOf(proxy, '/api/Parking/Start')).toEqual([])
  expect(await active(driver)).toEqual([])
  await context.close()
})

test('a confirmation shown over another screen closes when answered, and its result stays until the driver leaves', async () => {
  const { lot, proxy, page, context } = await openDriver()
  await keepStart(page, proxy, lot.ZoneNumber)
  await page.getByRole('button', { name: offline.sendNow, exact: true }).waitFor()
  await page.goto('/profile')
  proxy.cut = false
  await page.getByRole('button', { name: offline.answer, exact: true }).waitFor()
  await page.getByRole('link', { name: shell.home, exact: true }).first().click()
  await page.locator('.attempt-note').getByText(`${offline.kinds.start}, ${lot.ZoneNumber}: `).waitFor()
  await page.getByRole('button', { name: /^Yes, pay \$/ }).click()
  await expect.poll(() => toasts(page)).toEqual([expect.stringMatching(`^${offline.kinds.start}, .*Parked until`)])
  // what is said may stand over the link
  await page.locator('a[href="/profile"]').dispatchEvent('click')
  await page.getByRole('button', { name: account.logout }).click()
  await page.getByRole('button', { name: account.logoutYes }).click()
  await page.waitForURL('**/parkit3')
  await expect.poll(() => toasts(page)).toEqual([])
  await context.close()
})

test('a queued start that the server refuses shows a clear refusal', async () => {
  const { driver, lot, proxy, page, context } = await openDriver()
  const start = await startHere(page, lot.ZoneNumber)
  proxy.cut = true
  await start.click()
  await page.getByText(offline.waiting.start, { exact: false }).first().waitFor()
  // meanwhile the same plate is parked from another phone
  await require(address, contract.start, {
    body: { ZoneNumber: lot.ZoneNumber, VehicleId: driver.vehicleId, Minutes: 30, PayWith: 'wallet' },
  }, { token: driver.token })
  await reconnect(page, proxy)
  await page.getByText(offline.not.start, { exact: false }).first().waitFor()
  await saveScreenshot(page, 'offline-start-refused')
  expect(await active(driver)).toHaveLength(1)
  await expect
    .poll(async () => (await told(driver)).map(({ Outcome, Refusal }) => [Outcome, Refusal]))
    .toEqual([['no', 'already_parked']])
  await context.close()
})

test('Logout deletes all of the driver’s data but unanswered requests, and another driver sees none of it', async () => {
  const { driver, lot, proxy, page, context } = await openDriver({ parked: true })
  await page.goto('/findParkingMap?near=me')
  await page.getByRole('button', { name: /\$\d/ }).first().waitFor()
  await expect.poll(() => page.evaluate(() => caches.has('parkit-tiles'))).toBe(true)
  await page.goto('/dashboard')
  await page.getByText(parking.timeLeft).first().waitFor()
  proxy.cut = true
  await page.getByRole('button', { name: parking.stopParking }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: /^Stop/ }).click()
  await page.getByRole('alertdialog').waitFor({ state: 'detached' })
  await page.getByText(offline.waiting.stop, { exact: false }).waitFor()

  await page.goto('/profile')
  await page.getByRole('button', { name: account.logout }).click()
  await page.getByText(account.unsentPresses(1)).waitFor()
  await page.getByRole('button', { name: account.logoutYes }).click()
  await page.waitForURL('**/parkit3')
  const left = () =>
    page.evaluate(async plate => {
      const names = Object.keys(localStorage).filter(name => name.startsWith('kept.'))
      return { names, tiles: await caches.has('parkit-tiles'), plate: document.body.textContent.includes(plate) }
    }, lot.Name)
  await expect.poll(left).toEqual({ names: [], tiles: false, plate: false })
  proxy.cut = false

  const other = await registerDriver(address, 0)
  await signIn(page, other)
  await page.goto('/attempts')
  await page.getByText(offline.none).waitFor()
  const kept = () =>
    page.evaluate(
      () =>
        new Promise<number>((found, failed) => {
          const opening = indexedDB.open('parkit-attempts')
          opening.onerror = () => failed(opening.error)
          opening.onsuccess = () => {
            const all = opening.result.transaction('attempts').objectStore('attempts').getAllKeys()
            all.onsuccess = () => found(all.result.filter(key => key !== 'owner').length)
          }
        }),
    )
  await expect.poll(kept).toBe(0)
  expect(await active(driver)).toHaveLength(1)
  await context.close()
})
