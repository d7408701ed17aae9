// §2 of the specification: the wallet side of Account, Add Money, Subscription and the card form.
import * as account from '@parkit/contract/driver/account'
import { listMethods } from '@parkit/contract/money/cards'
import * as wallet from '@parkit/contract/money/wallet'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { en as cards } from '../../web/src/money/cards/words.en.ts'
import { en as reload } from '../../web/src/money/topup/words.en.ts'
import { require } from '../api.ts'
import { expectAt, expectHeading, follow, go, press } from './navigation.ts'
import { statement } from './statements.ts'
import { openVisitors } from './visitors.ts'

const { address, driver, newDriver } = openVisitors()

const side = ['web/src/money/account/WalletScreen.tsx']
const saved = ['web/src/money/cards/SavedCards.tsx']
const adding = ['web/src/money/account/AddMoneyScreen.tsx', 'web/src/money/account/AddMoneyForm.tsx']
const plans = ['web/src/money/subscription/SubscriptionScreen.tsx']
const form = ['web/src/money/cards/CardSheet.tsx', 'web/src/money/cards/CardFields.tsx']

const open = async (path: string, heading: string | RegExp) => {
  const visitor = await driver()
  await go(visitor.page, '/profile')
  await go(visitor.page, path)
  await expectHeading(visitor.page, heading)
  return visitor
}
const openWallet = () => open('/account', 'Current Balance')
const openCardForm = async () => {
  const visitor = await openWallet()
  await press(visitor.page, '+ Add Payment Type')
  const sheet = visitor.page.getByRole('dialog', { name: 'Secure Card Authorization' })
  await sheet.getByPlaceholder('Enter Card Number').waitFor()
  return { ...visitor, sheet }
}
const rowOf = (page: Page, label: string) => page.getByText(label, { exact: true }).locator('xpath=../..')

statement("§2 Wallet: header 'Account'", { built: side }, async () => {
  const { page } = await openWallet()
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Account')
})

statement("§2 Wallet: card 'Current Balance' with a dollar amount", { built: side }, async () => {
  const { page } = await openWallet()
  await page.locator('main').getByText('$80.00', { exact: true }).first().waitFor()
})

statement("§2 Wallet: an 'ADD MONEY' button leads to /addmoney", { built: side }, async () => {
  const { page } = await openWallet()
  await follow(page, 'Add money')
  await expectAt(page, '/addmoney')
})

statement(
  "§2 Wallet: 'Default Add Amount' and 'Minimum Trigger Amount', both MinBalance until the first is set",
  {
    built: [...side, 'contract/src/driver/account.ts'],
  },
  async () => {
    const { page, token } = await openWallet()
    const details = await require(address, account.details, {}, { token })
    expect(details.DefaultAddAmount).toBe(details.MinBalance)
    const text = `$${details.MinBalance.toFixed(2)}`
    for (const label of ['Default Add Amount', 'Minimum Trigger Amount'])
      expect(await rowOf(page, label).textContent()).toContain(text)
  },
)

statement(
  'D-117: auto-reload says no figures but the driver’s own',
  { built: ['web/src/money/topup/TopUpRows.tsx'] },
  async () => {
    const { page, token } = await newDriver()
    await go(page, '/account')
    await page.getByText(reload.saysUnset).waitFor()
    const body = { MinBalance: 12, DefaultAddAmount: 34 }
    await require(address, account.settings, { body }, { token })
    await page.reload()
    await page.getByText(reload.says('$12.00', '$34.00')).waitFor()
    for (const [label, text] of [
      ['Default Add Amount', '$34.00'],
      ['Minimum Trigger Amount', '$12.00'],
    ] as const)
      expect(await rowOf(page, label).textContent()).toContain(text)
  },
)

statement(
  "§2 Wallet: 'Account Activated', 'Payment Card Added via Stripe', with edit and delete",
  {
    built: saved,
  },
  async () => {
    const { page } = await openWallet()
    await page.getByText('Account Activated').waitFor()
    await page.getByText('Payment Card Added via Stripe').waitFor()
    for (const name of [/^Edit .* ending in \d{4}$/, /^Delete .* ending in \d{4}$/])
      await page.getByRole('button', { name }).first().waitFor()
  },
)

statement(
  'D-31: a card is deleted after a confirmation',
  { built: ['web/src/money/cards/SavedCards.tsx'] },
  async () => {
    const { page, context, token } = await newDriver()
    const listed = async () => (await require(address, listMethods, {}, { token })).map(({ Id }) => Id)
    const before = await listed()
    await page.goto('/account')
    const deleting = page.getByRole('button', { name: /^Delete .* ending in/ })
    const question = page.getByRole('alertdialog')
    await deleting.first().click()
    await question.getByRole('button', { name: cards.keep }).click()
    await question.waitFor({ state: 'detached' })
    expect(await listed()).toEqual(before)
    await deleting.first().click()
    await question.getByRole('button', { name: cards.deleteYes }).click()
    await expect.poll(listed).toHaveLength(before.length - 1)
    await context.close()
  },
)

statement("§2 Wallet: '+ Add Payment Type' opens the card authorization modal", { built: form }, async () => {
  const { page, sheet } = await openCardForm()
  await sheet.getByRole('button', { name: 'Close' }).click()
  await sheet.waitFor({ state: 'detached' })
  await expectAt(page, '/account')
})

statement('§2 Wallet: a bottom navigation', { built: ['web/src/app/frame/BottomBar.tsx'] }, async () => {
  const { page } = await openWallet()
  await page.getByRole('navigation', { name: 'Main' }).waitFor()
})

statement('§2 Add Money: a back button to /account', { built: adding }, async () => {
  const { page } = await open('/addmoney', 'Add Money')
  await press(page, 'Back')
  await expectAt(page, '/account')
})

statement(
  "§2 Add Money: one amount input with a dollar sign and the placeholder 'Enter Amount'",
  {
    built: ['web/src/money/account/AmountInput.tsx'],
  },
  async () => {
    const { page } = await open('/addmoney', 'Add Money')
    const input = page.getByPlaceholder('Enter Amount')
    await input.waitFor()
    expect(await page.locator('main input:not([type=radio])').count()).toBe(1)
    const text = (await page.locator('main').textContent())!
    expect(text).toContain('$')
    expect(text).not.toContain('₹')
  },
)

statement(
  "§2 Add Money: 'Add Money' opens 'Money Added', 'successfully added.'; OK leads to /account",
  {
    built: adding,
  },
  async () => {
    const { page, context, token } = await newDriver(10)
    await page.goto('/addmoney')
    await page.getByPlaceholder('Enter Amount').fill('20')
    await page.getByRole('button', { name: /^Add Money/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Money Added' })
    await dialog.getByText('successfully added.').waitFor()
    await dialog.getByRole('button', { name: 'OK', exact: true }).click()
    await expectAt(page, '/account')
    expect((await require(address, account.details, {}, { token })).Balance).toBe(30)
    await context.close()
  },
)

for (const wrong of ['', '0.99', '500.01', '12.345'])
  statement(`D-32: Add Money refuses ${wrong || 'no amount'}`, { built: adding }, async () => {
    const { page } = await open('/addmoney', 'Add Money')
    const input = page.getByPlaceholder('Enter Amount')
    await input.fill(wrong)
    await page.getByRole('button', { name: /^Add Money/ }).click()
    await expect.poll(() => input.getAttribute('aria-invalid')).toBe('true')
    await expectAt(page, '/addmoney')
  })

statement(
  '§2 Subscription: plans with prices, Deluxe without the service fee',
  {
    built: plans,
  },
  async () => {
    const { page } = await open('/subscription', 'Subscription')
    await page.getByText('Deluxe').first().waitFor()
    await page.getByText('$4.99', { exact: false }).first().waitFor()
    await page.getByText('No service fee when you park').first().waitFor()
  },
)

statement(
  "§2 Subscription: 'Success! You have successfully subscribed to our Deluxe plan.'; OK leads to /homepage",
  { built: plans },
  async () => {
    const { page, context } = await newDriver(10)
    await page.goto('/subscription')
    await page.getByRole('button', { name: /^Subscribe/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Success!' })
    await dialog.getByText('You have successfully subscribed to our Deluxe plan.').waitFor()
    await dialog.getByRole('button', { name: 'OK', exact: true }).click()
    await expectAt(page, '/homepage')
    await context.close()
  },
)

statement("§2 Card form: titled 'Secure Card Authorization'", { built: form }, async () => {
  const { sheet } = await openCardForm()
  await sheet.getByRole('heading', { name: 'Secure Card Authorization' }).waitFor()
})

statement(
  "§2 Card form: Card Number ('Enter Card Number'), Expiry Date, CVC and Amount (USD), a number input",
  {
    built: form,
  },
  async () => {
    const { sheet } = await openCardForm()
    for (const name of ['Card Number', 'Expiry Date', 'CVC']) await sheet.getByLabel(name).waitFor()
    expect(await sheet.getByLabel('Card Number').getAttribute('placeholder')).toBe('Enter Card Number')
    expect(await sheet.getByLabel('Amount (USD)').getAttribute('type')).toBe('number')
  },
)

statement("§2 Card form: the button reads 'Authorize $25' for an amount of 25", { built: form }, async () => {
  const { sheet } = await openCardForm()
  await sheet.getByLabel('Amount (USD)').fill('25')
  await sheet.getByRole('button', { name: 'Authorize $25', exact: true }).waitFor()
})

statement('D-34: the card form’s close button closes it', { built: form }, async () => {
  const { sheet } = await openCardForm()
  await sheet.getByRole('button', { name: 'Close' }).click()
  await sheet.waitFor({ state: 'detached' })
})

statement('D-36: the server hands out the publishable key', { built: ['contract/src/money/cards.ts'] }, async () => {
  const config = await (await fetch(`${address}/api/Payment/Config`)).json()
  expect(Object.keys(config)).toEqual(expect.arrayContaining(['Provider', 'PublishableKey', 'Sandbox']))
})

statement(
  'D-37: the balance is the sum of the ledger’s entries',
  { built: ['server/src/money/ledger/ledger.ts'] },
  async () => {
    const { token } = await driver()
    const { Balance } = await require(address, account.details, {}, { token })
    const { Items } = await require(address, wallet.activity, { query: {} }, { token })
    expect(Items.reduce((sum, item) => sum + Math.round(item.Amount * 100), 0)).toBe(Math.round(Balance * 100))
  },
)
