// Apple Pay and Google Pay, by the sandbox's stand-in: a stay and money for the wallet, canceled, declined, confirmed.

import { details } from '@parkit/contract/driver/account'
import { listMethods } from '@parkit/contract/money/cards'
import * as contract from '@parkit/contract/parking/sessions'
import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { en as cards } from '../../web/src/money/cards/words.en.ts'
import { type Driver, registerDriver, require } from '../api.ts'
import { startBrowser } from '../file-setup.ts'
import { localeWords } from '../locale-words.ts'
import { findLot } from '../places.ts'
import { expectAccessible, saveScreenshot } from '../screen-checks.ts'
import { chooseLanguage, signIn } from '../sign-in.ts'

const browser = startBrowser()

const address = inject('address')
const small = { width: 390, height: 664 }
const { parking, wallet } = localeWords.en

const haveWallets = (page: Page, ...wallets: ('applePay' | 'googlePay')[]) =>
  page.addInitScript(wallets => {
    window.sandboxWallets = wallets
  }, wallets)
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()
const sheetOf = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })

const openStart = async (page: Page) => {
  const lot = await findLot(address)
  await page.goto(`/SelectVehicle?zone=${lot.ZoneNumber}`)
  await page.getByRole('button', { name: /^Add a card and park, / }).waitFor()
  return lot
}
const running = (driver: Driver) => require(address, contract.active, {}, driver)
const balance = async (driver: Driver) => (await require(address, details, {}, driver)).Balance

test('without a wallet on this device there is no button', async () => {
  const driver = await registerDriver(address, 0, [])
  const { page, context } = await browser.open()
  await signIn(page, driver)
  await openStart(page)
  await page.waitForFunction(() => 'Stripe' in window)
  await page.waitForLoadState('networkidle')
  expect(await page.getByRole('button', { name: /Apple Pay|Google Pay/ }).count()).toBe(0)
  await page.goto('/addmoney')
  await page.getByText(wallet.noCardText).waitFor()
  expect(await page.getByRole('button', { name: /Apple Pay|Google Pay/ }).count()).toBe(0)
  await context.close()
})

test('a stay is paid by Apple Pay without a saved card, and its card pays for more time', async () => {
  const driver = await registerDriver(address, 0, [])
  const { page, faults, context } = await browser.open({ size: small })
  await haveWallets(page, 'applePay', 'googlePay')
  await signIn(page, driver)
  await openStart(page)
  await page.getByRole('button', { name: 'Google Pay', exact: true }).waitFor()
  await expectAccessible(page)
  await saveScreenshot(page, 'express-start')

  // closed: nothing is started, saved, or charged
  await press(page, 'Apple Pay')
  await sheetOf(page, 'Apple Pay').getByText(cards.walletSheetText).waitFor()
  await expectAccessible(page)
  await press(page, cards.walletSheetCancel)
  await sheetOf(page, 'Apple Pay').waitFor({ state: 'detached' })
  expect([await running(driver), await require(address, listMethods, {}, driver)]).toEqual([[], []])

  await press(page, 'Apple Pay')
  await press(page, cards.walletSheetDeclined)
  await page.getByText(/You weren’t charged/).waitFor()
  await saveScreenshot(page, 'express-declined')
  expect([await running(driver), await require(address, listMethods, {}, driver)]).toEqual([[], []])

  await press(page, 'Apple Pay')
  await press(page, /^Pay \$/)
  await page.waitForURL('**/dashboard*')
  await page.getByText(parking.paidSoFar('Apple Pay •••• 4242')).waitFor()
  const [session] = await running(driver)
  expect(session).toMatchObject({ PaidVia: 'Apple Pay •••• 4242', PaymentStatus: 'Pending' })
  await press(page, /^Extend to /)
  await expect.poll(async () => (await running(driver))[0]!.Minutes).toBeGreaterThan(session!.Minutes)
  expect(await require(address, listMethods, {}, driver)).toMatchObject([{ CardType: 'Apple Pay', Last4: '4242' }])
  expect(faults).toEqual([])
  await context.close()
})

test('money is added by Google Pay, once, and no card is saved', async () => {
  const driver = await registerDriver(address, 0, [])
  const { page, faults, context } = await browser.open({ size: small })
  await haveWallets(page, 'googlePay')
  await signIn(page, driver)
  await page.goto('/addmoney?amount=20')
  await page.getByRole('button', { name: 'Google Pay', exact: true }).waitFor()
  await expectAccessible(page)
  await saveScreenshot(page, 'express-money')
  await press(page, 'Google Pay')
  await press(page, cards.walletSheetDeclined)
  await page.getByText(/You weren’t charged/).waitFor()
  expect(await balance(driver)).toBe(0)
  // the answer is lost on the way: the same payment is asked for again, and the wallet offers no second one
  await page.route(
    '**/api/Wallet/AddMoney',
    async route => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await press(page, 'Google Pay')
  await press(page, /^Pay \$20.00/)
  await page.getByText(wallet.noAnswerSafe).waitFor()
  expect(await page.getByRole('button', { name: 'Google Pay', exact: true }).count()).toBe(0)
  await press(page, wallet.add('$20.00'))
  await page.getByText(wallet.successfully).waitFor()
  expect([await balance(driver), await require(address, listMethods, {}, driver)]).toEqual([20, []])
  expect(faults).toEqual([])
  await context.close()
})

test('in Hindi, in the dark', async () => {
  const driver = await registerDriver(address, 0, [])
  const look = { size: small, theme: 'dark', language: 'hi' } as const
  const { page, context } = await browser.open(look)
  await haveWallets(page, 'applePay')
  await page.goto('/parkit3')
  await chooseLanguage(page, 'hi')
  await signIn(page, driver)
  const lot = await findLot(address)
  await page.goto(`/SelectVehicle?zone=${lot.ZoneNumber}`)
  await page.getByRole('button', { name: 'Apple Pay', exact: true }).waitFor()
  await expectAccessible(page)
  await saveScreenshot(page, 'express-start-hi-dark')
  await press(page, 'Apple Pay')
  await sheetOf(page, 'Apple Pay').waitFor()
  await saveScreenshot(page, 'express-sheet-hi-dark')
  await context.close()
})
