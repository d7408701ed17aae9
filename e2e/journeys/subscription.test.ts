// Deluxe: subscribed from the account, parking without a service fee, canceled, resumed.
import { confirm, createIntent } from '@parkit/contract/money/cards'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { en as cards } from '../../web/src/money/cards/words.en.ts'
import { en } from '../../web/src/money/subscription/words.en.ts'
import { en as wallet } from '../../web/src/money/wallet/words.en.ts'
import { en as parking } from '../../web/src/parking/sessions/words.en.ts'
import { registerDriver, require } from '../api.ts'
import { openBrowser, openContext } from '../browser.ts'
import { findLot } from '../places.ts'
import { expectAccessible, saveScreenshot } from '../screen-checks.ts'
import { becomeGuest, signIn } from '../sign-in.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()

test('a driver subscribes, parks without a service fee, cancels and resumes', async () => {
  const address = inject('address')
  const driver = await registerDriver(address, 40)
  const lot = await findLot(address)
  const { page, faults, context } = await openContext(browser, address)
  await signIn(page, driver)

  await page.goto('/account')
  await page.getByRole('link', { name: en.title }).click()
  await page.waitForURL('**/subscription')
  const mine = page.locator('.plan')
  await mine.getByText(en.names.free, { exact: true }).waitFor()
  await expectAccessible(page)
  await saveScreenshot(page, 'subscription-free')

  let asked = 0
  page.on('request', request => {
    if (request.url().endsWith('/api/Subscription/Subscribe')) asked++
  })
  const subscribe = page.getByRole('button', { name: en.subscribe('$4.99'), exact: true })
  // two presses before the first can be seen: one month all the same, and nothing about a provider that does not answer
  await subscribe.evaluate((button: HTMLButtonElement) => {
    button.click()
    button.click()
  })
  await page.getByRole('dialog', { name: en.success }).waitFor()
  expect(asked).toBe(1)
  await page.getByText(en.subscribed).waitFor()
  await expectAccessible(page)
  await saveScreenshot(page, 'subscription-success')
  await press(page, en.ok)
  await page.waitForURL('**/homepage')

  await page.getByLabel(parking.zoneNumber).first().fill(lot.ZoneNumber)
  await press(page, parking.go)
  await page.waitForURL('**/SelectVehicle*')
  const fee = page.getByText(parking.serviceFeeWaived, { exact: true })
  await fee.waitFor()
  await saveScreenshot(page, 'subscription-no-fee')
  await press(page, /^Start parking/)
  await page.waitForURL('**/dashboard*')

  await page.goto('/subscription')
  await mine.getByText(en.names.deluxe, { exact: true }).waitFor()
  await expectAccessible(page)
  await saveScreenshot(page, 'subscription-active')
  await press(page, en.cancel)
  const question = page.getByRole('alertdialog', { name: en.cancelTitle })
  await question.waitFor()
  await expectAccessible(page)
  await question.getByRole('button', { name: en.cancelYes, exact: true }).click()
  await page.getByText(en.leavingText).waitFor()
  await expectAccessible(page)
  await saveScreenshot(page, 'subscription-cancelling')
  await press(page, en.resume)
  await mine.getByText(/^Renews on /).waitFor()

  // opened by its address, back leads to the account (D-07)
  await page.goto('/subscription')
  await press(page, 'Back')
  await page.waitForURL('**/account')
  await page.getByText(wallet.currentBalance).waitFor()
  expect(faults).toEqual([])
  await context.close()
})

/** A saved card whose bank asks before each payment. */
const saveAskingCard = async (address: string, token: string): Promise<void> => {
  const body = { PaymentMethodId: 'pm_card_authenticationRequired', Amount: 1, Currency: 'USD' as const }
  const { intentId, ClientSecret } = await require(address, createIntent, { body }, { token })
  await fetch(new URL(`/sandbox/stripe/v1/payment_intents/${intentId}/challenge`, address), {
    method: 'POST',
    headers: { authorization: 'Bearer pk_sandbox', 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ client_secret: ClientSecret!, passed: 'true' }),
  })
  await require(address, confirm, { body: { intentId } }, { token })
}

test('3-D Secure before Deluxe: nothing changes when it fails, Deluxe starts once it succeeds', async () => {
  const address = inject('address')
  const driver = await registerDriver(address, 0)
  await saveAskingCard(address, driver.token)
  const { page, faults, context } = await openContext(browser, address)
  await signIn(page, driver)
  await page.goto('/subscription')
  await press(page, wallet.changeCard)
  await press(page, /Visa ending in 3184/)
  await press(page, en.subscribe('$4.99'))
  await press(page, cards.bankFail)
  await page.getByText(/You weren’t charged/).waitFor()
  await page.locator('.plan').getByText(en.names.free, { exact: true }).waitFor()
  await expectAccessible(page)
  await press(page, en.subscribe('$4.99'))
  await press(page, cards.bankPass)
  await page.getByText(en.subscribed).waitFor()
  await press(page, en.ok)
  await page.waitForURL('**/homepage')
  expect(faults).toEqual([])
  await context.close()
})

test('a guest sees the plans and is asked to sign in', async () => {
  const { page, faults, context } = await openContext(browser, inject('address'))
  await becomeGuest(page)
  await page.goto('/subscription')
  await page.getByRole('heading', { name: en.names.deluxe }).waitFor()
  await expectAccessible(page)
  await saveScreenshot(page, 'subscription-guest')
  await press(page, wallet.signIn)
  await page.waitForURL('**/login?next=%2Fsubscription')
  expect(faults).toEqual([])
  await context.close()
})
