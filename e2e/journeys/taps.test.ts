// How many taps it takes a returning driver to park: at the usual place, at a saved one, and at the nearest.
import * as contract from '@parkit/contract/parking/sessions'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Database, openDatabase } from '../../server/src/platform/db.ts'
import { en as places } from '../../web/src/city/places/words.en.ts'
import { en as saved } from '../../web/src/city/saved/words.en.ts'
import { en as home } from '../../web/src/parking/home/words.en.ts'
import { en as base } from '../../web/src/parking/sessions/base-words.en.ts'
import { en as guards } from '../../web/src/parking/sessions/guards/words.en.ts'
import { en as parking } from '../../web/src/parking/sessions/words.en.ts'
import { type Driver, registerDriver, require } from '../api.ts'
import { openBrowser, openContext } from '../browser.ts'
import { inviteOperator, reportTaken } from '../operator.ts'
import { findLot, findOwnLot } from '../places.ts'
import { expectAccessible, saveScreenshot } from '../screen-checks.ts'
import { signIn } from '../sign-in.ts'
import { countTaps, follow, lowPhone, press, table } from '../taps.ts'

const address = inject('address')

let browser: Browser
let db: Database
beforeAll(async () => {
  db = openDatabase({ connectionString: inject('databaseUrl'), poolSize: 1, log: () => {} })
  browser = await openBrowser()
})
afterAll(async () => {
  console.table(table)
  await browser?.close()
  await db?.close()
})

const startNow = (page: Page) => press(page, /^Start parking, \$/)

/** Two stays at this hour, today and a week ago: a habit. */
const learnHabit = async (driver: Driver, ZoneNumber: string, Minutes: number) => {
  for (const days of [7, 0]) {
    const body = { ZoneNumber, VehicleId: driver.vehicleId, Minutes, PayWith: 'wallet' }
    const { SessionId } = await require(address, contract.start, { body }, { token: driver.token })
    await require(address, contract.stop, { body: { SessionId } }, { token: driver.token })
    // a stop within a minute is a start taken back, and not learned
    await db.pool.query(
      `update session set free_cancel = false, started_at = started_at - make_interval(days => $2),
              ends_at = ends_at - make_interval(days => $2), ended_at = ended_at - make_interval(days => $2)
        where session_id = $1`,
      [SessionId, days],
    )
  }
}

test('at the usual place and hour: two taps; what was learned is explained and can be cleared', async () => {
  const driver = await registerDriver(address, 200)
  const lot = await findLot(address)
  await learnHabit(driver, lot.ZoneNumber, 75)
  const { page, faults, context } = await openContext(browser, address, { size: lowPhone })
  const counted = await countTaps(page)
  await signIn(page, driver)
  const again = follow(page, /^Park E2E.* for 1 hr 15 min, \$\d/)
  await again.waitFor()
  await page.getByText(/^(Weekdays|Weekends) about \d/).waitFor()
  // at a glance, without scrolling
  await page.getByRole('heading', { name: home.parkAgain }).waitFor()
  expect((await again.boundingBox())!.y).toBeLessThan(lowPhone.height - 76)
  await expectAccessible(page)
  await saveScreenshot(page, 'taps-home')
  await counted.tap(again)

  const start = startNow(page)
  await start.waitFor()
  // total and what pays are on a low screen, above the button
  for (const shown of [page.getByText(parking.total, { exact: true }), press(page, /^Pay with Wallet$/), start])
    await expect
      .poll(() => shown.evaluate(node => node.getBoundingClientRect().bottom <= window.innerHeight))
      .toBe(true)
  await expectAccessible(page)
  await saveScreenshot(page, 'taps-start-sheet')
  await counted.tap(start)
  await page.waitForURL('**/dashboard*')
  counted.expectLimits('returning, at the usual place')

  const [running] = await require(address, contract.active, {}, { token: driver.token })
  expect(running).toMatchObject({ ZoneNumber: lot.ZoneNumber, Minutes: 75 })
  // its car is parked: extended from the card, not offered again
  await page.goto('/homepage')
  await follow(page, base.extend).waitFor()
  expect(await page.getByRole('heading', { name: home.parkAgain }).count()).toBe(0)
  await require(address, contract.stop, { body: { SessionId: running!.SessionId } }, { token: driver.token })

  await page.goto('/homepage')
  await press(page, home.allPlaces).click()
  await page.getByText(home.why).waitFor()
  await expectAccessible(page)
  await saveScreenshot(page, 'taps-places')
  await press(page, home.clear).click()
  await page.getByRole('alertdialog').getByRole('button', { name: home.clear }).click()
  await page.getByText(home.cleared).waitFor()
  await page.getByRole('heading', { name: home.parkAgain }).waitFor({ state: 'detached' })
  await page.reload()
  await page.getByText(base.recentPlaces).waitFor()
  expect(await page.getByRole('heading', { name: home.parkAgain }).count()).toBe(0)
  expect(faults).toEqual([])
  await context.close()
})

test('at the usual place and hour, with large buttons: one tap; the same address pays nothing by itself', async () => {
  const driver = await registerDriver(address, 200)
  const lot = await findOwnLot(address, 'taps')
  const operator = inviteOperator('Taps')
  await reportTaken(operator, lot.ZoneNumber, 0)
  await learnHabit(driver, lot.ZoneNumber, 75)
  const { page, faults, context } = await openContext(browser, address, { size: lowPhone })
  await page.addInitScript(() => localStorage.setItem('assist', 'motor'))
  const counted = await countTaps(page)
  await signIn(page, driver)
  const running = () => require(address, contract.active, {}, { token: driver.token })
  await counted.tap(press(page, /^Park E2E.* for 1 hr 15 min, \$\d/))
  await page.waitForURL('**/dashboard*')
  counted.expectLimits('returning, at the usual place, with large buttons')
  expect(await running()).toMatchObject([{ ZoneNumber: lot.ZoneNumber, Minutes: 75 }])

  const [{ SessionId }] = (await running()) as [contract.Session]
  await require(address, contract.stop, { body: { SessionId } }, { token: driver.token })
  await page.goto(`/SelectVehicle?zone=${lot.ZoneNumber}&minutes=75&vehicle=${driver.vehicleId}`)
  await expect.poll(() => startNow(page).isEnabled()).toBe(true)
  expect(await running()).toEqual([])
  expect(faults).toEqual([])
  await context.close()
})

test('one press that may not pay leaves the sheet open and says so: the place is full, or the price is another', async () => {
  const driver = await registerDriver(address, 200)
  const lot = await findOwnLot(address, 'taps')
  const operator = inviteOperator('Taps')
  await reportTaken(operator, lot.ZoneNumber, 0)
  await learnHabit(driver, lot.ZoneNumber, 75)
  const { page, faults, context } = await openContext(browser, address, { size: lowPhone })
  await page.addInitScript(() => localStorage.setItem('assist', 'motor'))
  await signIn(page, driver)
  const again = press(page, /^Park E2E.* for 1 hr 15 min, \$\d/)
  const running = () => require(address, contract.active, {}, { token: driver.token })
  await again.waitFor()
  await reportTaken(operator, lot.ZoneNumber, lot.Capacity)
  await again.click()
  await page.getByText(guards.notPaidCheck).waitFor()
  await page.getByText(parking.warnings.full).waitFor()
  await expect.poll(() => startNow(page).isEnabled()).toBe(true)
  expect(await running()).toEqual([])
  await expectAccessible(page)
  await saveScreenshot(page, 'taps-not-paid')

  // another price than the button's: Home has the one of a moment before
  await reportTaken(operator, lot.ZoneNumber, 0)
  await page.goto('/homepage')
  await again.waitFor()
  await page.route('**/api/Parking/Quote', async route => {
    const response = await route.fetch()
    const quote = await response.json()
    await route.fulfill({ response, json: { ...quote, Total: quote.Total + 1 } })
  })
  await again.click()
  await page.getByText(/^You haven’t paid yet. The price is now \$\d/).waitFor()
  await expect.poll(() => startNow(page).isEnabled()).toBe(true)
  expect(await running()).toEqual([])
  await page.unroute('**/api/Parking/Quote')
  await startNow(page).click()
  await page.waitForURL('**/dashboard*')
  expect(faults).toEqual([])
  await context.close()
})

test('at a saved place: two taps', async () => {
  const driver = await registerDriver(address, 200)
  const lot = await findLot(address)
  const { page, faults, context } = await openContext(browser, address, { size: lowPhone })
  const counted = await countTaps(page)
  await signIn(page, driver)
  await counted.without(async () => {
    await page.goto(`/parkdetails?zone=${lot.ZoneNumber}`)
    await press(page, saved.save).click()
    await page.getByRole('dialog').getByText(saved.kinds.other, { exact: true }).click()
    await page.getByLabel(saved.name).fill('Mom')
    await expectAccessible(page)
    await saveScreenshot(page, 'taps-save')
    await page.getByRole('dialog').getByRole('button', { name: saved.save }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await press(page, saved.change).click()
    await page.getByRole('dialog').getByText(saved.kinds.work, { exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: saved.save }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.goto('/homepage')
  })
  expect(await page.getByText('Mom').count()).toBe(0)
  const work = page.getByRole('link', { name: /^Work \$\d+\.\d\d for 1 hr$/ })
  await work.waitFor()
  await expectAccessible(page)
  await saveScreenshot(page, 'taps-saved')
  await counted.tap(work)
  await counted.tap(startNow(page))
  await page.waitForURL('**/dashboard*')
  counted.expectLimits('returning, at a saved place')

  await page.goto(`/parkdetails?zone=${lot.ZoneNumber}`)
  await press(page, saved.change).click()
  await press(page, saved.remove).click()
  await press(page, saved.save).waitFor()
  expect(faults).toEqual([])
  await context.close()
})

test('at the nearest place: three taps', async () => {
  const driver = await registerDriver(address, 200)
  const lot = await findLot(address)
  const { page, faults, context } = await openContext(browser, address, {
    size: lowPhone,
    position: { latitude: lot.Latitude, longitude: lot.Longitude },
  })
  const counted = await countTaps(page)
  await signIn(page, driver)
  await counted.tap(follow(page, base.nearMe))
  const nearest = follow(page, places.parkNearest(lot.ZoneNumber))
  await nearest.waitFor()
  await expectAccessible(page)
  await saveScreenshot(page, 'taps-nearest')
  await counted.tap(nearest)
  await counted.tap(startNow(page))
  await page.waitForURL('**/dashboard*')
  counted.expectLimits('returning, at the nearest place')
  expect(faults).toEqual([])
  await context.close()
})
