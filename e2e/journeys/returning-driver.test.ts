// A returning driver in Hindi and dark mode: map, two cars, a lost response, another driver's session.

import { find } from '@parkit/contract/city/places'
import * as contract from '@parkit/contract/parking/sessions'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { hi as places } from '../../web/src/city/places/words.hi.ts'
import { en as past } from '../../web/src/parking/past/words.en.ts'
import { hi as parking } from '../../web/src/parking/sessions/words.hi.ts'
import { call, registerDriver, require } from '../api.ts'
import { openBrowser, openContext } from '../browser.ts'
import { findLot } from '../places.ts'
import { expectAccessible, saveScreenshot } from '../screen-checks.ts'
import { chooseLanguage, signInOnScreen } from '../sign-in.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

const address = inject('address')

test('a driver parks from the map, and a lost response never charges twice', async () => {
  const driver = await registerDriver(address, 80)
  const lot = await findLot(address)
  const { page, faults, context } = await openContext(browser, address, {
    theme: 'dark',
    language: 'hi',
    position: { latitude: lot.Latitude, longitude: lot.Longitude },
  })
  await page.goto('/parkit3')
  await chooseLanguage(page, 'hi')
  await signInOnScreen(page, driver, 'hi')

  await page.goto('/findParkingMap')
  await page.getByLabel(places.mapName).getByRole('button', { name: /\$\d/ }).first().waitFor()
  await expectAccessible(page)
  await saveScreenshot(page, 'journey-returning-map')

  await page.goto(`/SelectVehicle?zone=${lot.ZoneNumber}`)
  const start = page.getByRole('button', { name: new RegExp(parking.startPlain) }).last()
  await start.waitFor()

  // the server hears and parks; its answer is lost on the way
  let lost = 0
  await context.route('**/api/Parking/Start', async route => {
    if (lost++ > 0) return route.continue()
    await route.fetch()
    await route.abort('connectionreset')
  })
  await page
    .getByText(/\$\d+\.\d\d/)
    .first()
    .waitFor()
  await start.click()
  await expect.poll(() => lost).toBeGreaterThan(0)
  // it is asked for again under the same key
  await page.waitForURL('**/dashboard*')
  await page.getByText(parking.timeLeft).first().waitFor()
  await expectAccessible(page)
  const running = await require(address, contract.active, {}, { token: driver.token })
  expect(running).toHaveLength(1)
  expect(faults).toEqual([])
})

test('a multi-day stay names its end day before payment, while active and when extending', async () => {
  const driver = await registerDriver(address, 500)
  const twoDays = 2_880
  const query = { Latitude: 41.882, Longitude: -87.6278, Features: 'covered' } as const
  const { Items } = await require(address, find, { query })
  const stays = await Promise.all(
    Items.map(async place => ({
      place,
      quoted: await call(address, contract.quote, { body: { ZoneNumber: place.ZoneNumber, Minutes: twoDays } }),
    })),
  )
  const long = stays.find(({ quoted: { ok, body } }) => ok && body.Minutes === twoDays && body.Total < 500)?.place
  if (!long) throw new Error('No garage near the centre lets a car stay for days.')
  const { page, context } = await openContext(browser, address)
  await signInOnScreen(page, driver)
  await page.goto(`/SelectVehicle?zone=${long.ZoneNumber}&minutes=${twoDays}`)
  const start = page.getByRole('button', { name: /^Start parking, \$/ })
  await start.waitFor()
  const clock = /[A-Z][a-z]{2}, [A-Z][a-z]{2} \d+, \d+:\d\d [AP]M/
  const price = page.getByRole('dialog').locator('.start__price')
  await price.getByText(clock).waitFor()
  await start.click()
  await page.waitForURL('**/dashboard*')
  await page.getByText(new RegExp(`^Ends ${clock.source}$`)).waitFor()
  await page.getByRole('button', { name: new RegExp(`^Extend to ${clock.source}`) }).waitFor()
  await expectAccessible(page)
  await saveScreenshot(page, 'journey-returning-days')
  await page.goto('/homepage')
  await page.getByRole('region', { name: long.Name }).getByText(clock).waitFor()
  await context.close()
})

test('another driver’s session is not accessible', async () => {
  const [owner, other] = [await registerDriver(address, 50), await registerDriver(address, 0)]
  const lot = await findLot(address)
  const started = await require(address, contract.start, {
    body: { ZoneNumber: lot.ZoneNumber, VehicleId: owner.vehicleId, Minutes: 30, PayWith: 'wallet' },
  }, { token: owner.token })
  const reply = await call(address, contract.session, { params: { id: started.SessionId } }, { token: other.token })
  expect(reply.status).toBe(404)
  const { page } = await openContext(browser, address)
  await signInOnScreen(page, other)
  for (const path of ['/confirmlocation', '/ParkingSessionDetail', '/ClosingReceipt']) {
    await page.goto(`${path}?session=${started.SessionId}`)
    const nothing = page.getByRole('alert').filter({ hasText: 'We can’t find that.' })
    await nothing.waitFor()
    expect(await page.getByText(lot.Name).count()).toBe(0)
    expect(await nothing.getByRole('button').count()).toBe(0)
    await nothing.getByRole('link', { name: past.pastParkings }).click()
    await page.waitForURL('**/pastpark')
  }
  await page.goto('/confirmlocation?session=mistyped')
  await page.getByRole('alert').getByRole('link', { name: past.pastParkings }).waitFor()
})
