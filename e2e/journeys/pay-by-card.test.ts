// A session paid by card: chosen on the start sheet, declined, with 3-D Secure, captured for the time used.
import { chooseDefault, confirm, createIntent, listMethods } from '@parkit/contract/money/cards'
import * as contract from '@parkit/contract/parking/sessions'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { en as cards } from '../../web/src/money/cards/words.en.ts'
import { en as parking } from '../../web/src/parking/sessions/words.en.ts'
import { type Driver, registerDriver, require, saveCard } from '../api.ts'
import { openBrowser, openContext } from '../browser.ts'
import { findLot } from '../places.ts'
import { expectAccessible, saveScreenshot } from '../screen-checks.ts'
import { signIn } from '../sign-in.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

const address = inject('address')
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()

const openSheet = async (page: Page) => {
  const lot = await findLot(address)
  await page.goto(`/SelectVehicle?zone=${lot.ZoneNumber}`)
  const start = page.getByRole('button', { name: /^Start parking, / })
  await page.getByText(parking.total, { exact: true }).waitFor()
  return { lot, start }
}

const settled = async ({ token }: Driver, sessionId: string) => {
  const read = async () =>
    (await require(address, contract.session, { params: { id: sessionId } }, { token })).PaymentStatus
  await expect.poll(read, { timeout: 20_000 }).not.toBe('Pending')
  return require(address, contract.session, { params: { id: sessionId } }, { token })
}

test('with an empty wallet a card pays the start and the extension and is on the receipt', async () => {
  const driver = await registerDriver(address, 0)
  const { page, faults, context } = await openContext(browser, address)
  await signIn(page, driver)
  const { start } = await openSheet(page)
  await page.getByRole('radio', { name: /ending in 4242/ }).check({ force: true })
  await expectAccessible(page)
  await saveScreenshot(page, 'card-start-sheet')
  await start.click()
  await page.waitForURL('**/dashboard*')
  await page.getByText(parking.paidSoFar('Visa •••• 4242')).waitFor()
  await page.getByRole('button', { name: /^Extend to / }).click()
  await page
    .getByText(/^Time added/)
    .first()
    .waitFor()
  await expectAccessible(page)
  await saveScreenshot(page, 'card-dashboard')

  const [running] = await require(address, contract.active, {}, { token: driver.token })
  expect(running).toMatchObject({ PaidVia: 'Visa •••• 4242', PaymentStatus: 'Pending' })
  await require(address, contract.stop, { body: { SessionId: running!.SessionId } }, { token: driver.token })
  await settled(driver, running!.SessionId)
  await page.goto(`/confirmlocation?session=${running!.SessionId}`)
  await page.getByText('Visa •••• 4242').first().waitFor()
  await expectAccessible(page)
  await saveScreenshot(page, 'card-receipt')
  expect(faults).toEqual([])
  await context.close()
})

test('when the default card is declined the next card pays, and the driver is notified', async () => {
  const driver = await registerDriver(address, 0)
  await saveCard(address, driver, 'pm_card_chargeCustomerFail')
  const cards = await require(address, listMethods, {}, { token: driver.token })
  const PaymentMethodId = cards.find(({ Last4 }) => Last4 === '0341')!.Id
  await require(address, chooseDefault, { body: { PaymentMethodId } }, { token: driver.token })
  const { page, context } = await openContext(browser, address)
  await signIn(page, driver)
  const { start } = await openSheet(page)
  await page.getByRole('radio', { name: /ending in 0341/ }).check({ force: true })
  await start.click()
  await page.getByText(parking.otherCardPays('Visa •••• 4242')).waitFor()
  await page.waitForURL('**/dashboard*')
  await context.close()
})

test('3-D Secure before a start: no session when it fails, a session once it succeeds', async () => {
  const driver = await registerDriver(address, 0)
  const { token } = driver
  const saved = await require(address, createIntent, {
    body: { PaymentMethodId: 'pm_card_authenticationRequired', Amount: 1, Currency: 'USD' },
  }, { token })
  await fetch(`${address}/sandbox/stripe/v1/payment_intents/${saved.intentId}/challenge`, {
    method: 'POST',
    headers: { authorization: 'Bearer pk_sandbox', 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ client_secret: saved.ClientSecret!, passed: 'true' }),
  })
  await require(address, confirm, { body: { intentId: saved.intentId } }, { token })

  const { page, context } = await openContext(browser, address)
  await signIn(page, driver)
  const { start } = await openSheet(page)
  await page.getByRole('radio', { name: /ending in 3184/ }).check({ force: true })
  await start.click()
  await page.getByText(cards.bankTitle).waitFor()
  await saveScreenshot(page, 'card-start-bank')
  await press(page, cards.bankFail)
  await page.getByText(/You weren’t charged/).waitFor()
  expect(await require(address, contract.active, {}, { token })).toEqual([])

  await start.click()
  await page.getByText(cards.bankTitle).waitFor()
  await press(page, cards.bankPass)
  await page.waitForURL('**/dashboard*')
  await page.getByText(parking.paidSoFar('Visa •••• 3184')).waitFor()
  expect(await require(address, contract.active, {}, { token })).toHaveLength(1)
  await context.close()
})
