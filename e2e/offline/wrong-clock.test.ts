// A phone whose clock is hours off: the time left, what is pressed without a signal, and recent proofs follow the server's clock.
import * as attemptCalls from '@parkit/contract/parking/attempts'
import * as contract from '@parkit/contract/parking/sessions'
import type { Browser, BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { en as data } from '../../web/src/driver/account/data/words.en.ts'
import { en as offline } from '../../web/src/parking/attempts/words.en.ts'
import { registerDriver, require } from '../api.ts'
import { openBrowser, openContext } from '../browser.ts'
import { localeWords } from '../locale-words.ts'
import { findLot } from '../places.ts'
import { signInOnScreen } from '../sign-in.ts'

const address = inject('address')
const { parking } = localeWords.en

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

/** Dates of every page are this far off. */
const skew = (context: BrowserContext, hours: number) =>
  context.addInitScript(aheadMs => {
    const RealDate = Date
    // biome-ignore lint/suspicious/noGlobalAssign: the device's own clock
    Date = class extends RealDate {
      constructor(...given: unknown[]) {
        super(...((given.length > 0 ? given : [RealDate.now() + aheadMs]) as []))
      }
      static override now() {
        return RealDate.now() + aheadMs
      }
    } as DateConstructor
  }, hours * 3_600_000)

test.each([[5], [-5]])('%s hours off', async hours => {
  const driver = await registerDriver(address, 80)
  const { ZoneNumber } = await findLot(address)
  const body = { ZoneNumber, VehicleId: driver.vehicleId, Minutes: 60, PayWith: 'wallet' } as const
  await require(address, contract.start, { body }, { token: driver.token })
  const { page, context, faults } = await openContext(browser, address)
  await skew(context, hours)
  await signInOnScreen(page, driver)

  // a proof of a moment ago counts as recent
  await page.goto('/profile')
  await page.getByRole('button', { name: data.download }).click()
  await page.getByRole('button', { name: data.prepare }).click()
  await page.getByText(data.exportStates.ready).first().waitFor({ timeout: 60_000 })

  await page.goto('/dashboard')
  await page.getByText(parking.timeLeft).first().waitFor()
  const timer = page.getByText(/^(0:5\d:\d\d|1:00:00)$/).first()
  await timer.waitFor()
  const seconds = async () => {
    const [h = 0, m = 0, s = 0] = (await timer.textContent())!.split(':').map(Number)
    return h * 3_600 + m * 60 + s
  }
  const [first, startedMs] = [await seconds(), performance.now()]
  await page.waitForTimeout(3_000)
  expect(first - (await seconds())).toBeCloseTo((performance.now() - startedMs) / 1_000, -0.5)

  await context.setOffline(true)
  await page.getByRole('button', { name: parking.stopParking }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: offline.stopLater }).click()
  await dialog.waitFor({ state: 'detached' })
  const pressedMs = Date.now()
  await context.setOffline(false)
  await expect
    .poll(() => require(address, contract.active, {}, { token: driver.token }), { timeout: 60_000 })
    .toEqual([])
  const tried = async () => (await require(address, attemptCalls.attempts, {}, { token: driver.token })).Items
  await expect.poll(async () => (await tried()).map(({ Outcome }) => Outcome)).toEqual(['yes'])
  const [{ TriedAt } = { TriedAt: '' }] = await tried()
  expect(Math.abs(Date.parse(TriedAt) - pressedMs)).toBeLessThan(60_000)
  expect(faults).toEqual([])
  await context.close()
})
