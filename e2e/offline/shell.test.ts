// The app offline: installed, opened from the phone, with the driver's cached data until Logout.
import * as contract from '@parkit/contract/parking/sessions'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { en as shell } from '../../web/src/app/frame/words.en.ts'
import { en as places } from '../../web/src/city/places/words.en.ts'
import { en as vehiclesWords } from '../../web/src/driver/vehicles/words.en.ts'
import { en as automatic } from '../../web/src/parking/automatic/words.en.ts'
import { registerDriver, require } from '../api.ts'
import { openBrowser, openContext } from '../browser.ts'
import { type HttpProxy, openHttpProxy } from '../http-proxy.ts'
import { localeWords } from '../locale-words.ts'
import { findLot } from '../places.ts'
import { expectAccessible, saveScreenshot } from '../screen-checks.ts'
import { chooseLanguage, signIn } from '../sign-in.ts'

const address = inject('address')
const { parking } = localeWords.en

let browser: Browser
const proxies: HttpProxy[] = []
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  for (const proxy of proxies) await proxy.close()
})

const open = async (
  ...look: Parameters<typeof openContext> extends [unknown, unknown, ...infer Rest] ? Rest : never
) => {
  const proxy = await openHttpProxy(address)
  proxies.push(proxy)
  return { proxy, ...(await openContext(browser, proxy.address, ...look)) }
}

/** Until the worker keeps the app on this phone and answers for it. */
const kept = (page: Page) =>
  page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated', undefined, { timeout: 30_000 })

const parkedDriver = async () => {
  const driver = await registerDriver(address, 80)
  const lot = await findLot(address)
  const session = await require(address, contract.start, {
    body: { ZoneNumber: lot.ZoneNumber, VehicleId: driver.vehicleId, Minutes: 60, PayWith: 'wallet' },
  }, { token: driver.token })
  return { driver, lot, session }
}

test('the app is installable in English and in Hindi', async () => {
  const { context, page, proxy } = await open()
  await page.goto('/parkit3')
  await kept(page)
  const devtools = await context.newCDPSession(page)
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
  // the one thing against it is the test's own private window
  expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual(['in-incognito'])
  const { errors, data, url } = await devtools.send('Page.getAppManifest')
  expect(errors).toEqual([])
  expect(url).toBe(`${proxy.address}/manifest.webmanifest`)
  const manifest = JSON.parse(data!)
  expect(manifest).toMatchObject({ id: '/', start_url: '/homepage', display: 'standalone', theme_color: '#F7F6F2' })
  expect(manifest.icons.map(({ purpose }: { purpose?: string }) => purpose)).toContain('maskable')
  for (const { url } of manifest.shortcuts) expect((await page.request.get(url)).status()).toBe(200)
  for (const { src } of manifest.icons)
    expect((await page.request.get(src)).headers()['content-type']).toMatch(/^image/)
  await chooseLanguage(page, 'hi')
  await page.reload()
  await expect.poll(async () => JSON.parse((await devtools.send('Page.getAppManifest')).data ?? '{}').lang).toBe('hi')
  await context.close()
})

test('offline the active session, its receipt, the vehicles and the last list and map are available', async () => {
  const { driver, lot, session } = await parkedDriver()
  const { context, page, proxy, faults } = await open({
    position: { latitude: lot.Latitude, longitude: lot.Longitude },
  })
  await signIn(page, driver)
  await kept(page)
  await page.goto('/findParkingMap?near=me')
  await page.getByLabel(places.mapName).getByRole('button', { name: /\$\d/ }).first().waitFor()
  // a search that finds nothing is no list to be shown offline
  await page.goto('/findparking?q=qqxxzz')
  await page.getByRole('heading', { name: places.noneTitle }).waitFor()
  await page.goto('/myvehicles')
  await page.getByText(vehiclesWords.vehicleNumber(1)).waitFor()
  await page.goto('/dashboard')
  await page.getByText(parking.timeLeft).first().waitFor()
  // the receipt was never opened: the app fetched it for such a moment
  await expect
    .poll(() => proxy.requests.some(({ path }) => path === `/api/Parking/Session/${session.SessionId}`))
    .toBe(true)
  await page.waitForLoadState('networkidle')

  await context.setOffline(true)
  await page.reload()
  await page.getByText(parking.timeLeft).first().waitFor()
  await page.getByText(parking.offlineRight).waitFor()
  // once: neither the mark at the top nor the age of what is shown says it again
  await page.getByText(shell.noSignal, { exact: true }).waitFor({ state: 'hidden' })
  expect(
    await page
      .getByText(/^No signal/)
      .filter({ visible: true })
      .count(),
  ).toBe(0)
  // what can't be loaded now is not said to be loading
  expect(await page.getByText(automatic.waiting).count()).toBe(0)
  const timer = page.locator('.ring [role=timer], .ring').first()
  const before = await timer.textContent()
  await expect.poll(() => timer.textContent()).not.toBe(before)
  await saveScreenshot(page, 'offline-dashboard')
  await expectAccessible(page)

  await page.goto('/homepage')
  await page.getByText(lot.Name).first().waitFor()
  await saveScreenshot(page, 'offline-home')
  await expectAccessible(page)
  await page.goto(`/confirmlocation?session=${session.SessionId}`)
  await page.getByText(parking.amountPaid).waitFor()
  await saveScreenshot(page, 'offline-receipt')
  await page.goto('/myvehicles')
  await page.getByText(vehiclesWords.vehicleNumber(1)).waitFor()
  await expectAccessible(page)
  await page.goto('/findparking')
  await page.getByText(lot.Name).first().waitFor()
  await page.getByText(/^No signal\. Updated/).waitFor()
  await saveScreenshot(page, 'offline-list')
  await expectAccessible(page)
  await page.goto('/findParkingMap?near=me')
  await page.getByLabel(places.mapName).getByRole('button', { name: /\$\d/ }).first().waitFor()
  await saveScreenshot(page, 'offline-map')

  // the browser thinks that it is online, and the server answers nothing
  await context.setOffline(false)
  proxy.cut = true
  await page.goto('/dashboard')
  await page.getByText(parking.offlineRight).waitFor()
  proxy.cut = false
  await page.getByText(parking.offlineRight).waitFor({ state: 'detached', timeout: 30_000 })
  expect(faults).toEqual([])
  await context.close()
})
