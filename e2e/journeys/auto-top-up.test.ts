// Auto-reload in a browser: turned on, changed, and the wallet withdrawn to the card.
import * as account from '@parkit/contract/driver/account'
import { listRefunds } from '@parkit/contract/money/refunds'
import { topUpStanding } from '@parkit/contract/money/topup'
import { expect, inject, test } from 'vitest'
import { en as withdraw } from '../../web/src/money/refunds/words.en.ts'
import { en as fill } from '../../web/src/money/topup/words.en.ts'
import { en as wallet } from '../../web/src/money/wallet/words.en.ts'
import { registerDriver, require } from '../api.ts'
import { startBrowser } from '../file-setup.ts'
import { expectAccessible, saveScreenshot } from '../screen-checks.ts'
import { signIn } from '../sign-in.ts'

const browser = startBrowser()

const address = inject('address')
const patient = { timeout: 10_000 }

test('a driver turns on auto top-up, changes its amounts and withdraws the rest to the card', async () => {
  const driver = await registerDriver(address, 30)
  const standing = () => require(address, topUpStanding, {}, { token: driver.token })
  const { page, faults, context } = await browser.open()
  await signIn(page, driver)
  await page.goto('/account')

  const on = page.getByRole('switch', { name: fill.autoTopUp })
  await page.getByText(fill.saysUnset).waitFor()
  expect(await on.isChecked()).toBe(false)
  await on.click()
  await expect
    .poll(standing, patient)
    .toMatchObject({ AutoTopUp: true, MinBalance: 10, DefaultAddAmount: 20, TopUpCeiling: 200 })
  await page.getByText(fill.says('$10.00', '$20.00')).waitFor()
  await expectAccessible(page)

  const amount = page.getByLabel(fill.amount, { exact: true })
  const save = page.getByRole('button', { name: fill.save })
  await page.getByRole('button', { name: fill.titles.MinBalance }).click()
  await amount.fill('501')
  await save.click()
  await expect.poll(() => amount.getAttribute('aria-invalid'), patient).toBe('true')
  await amount.fill('7.5')
  await save.click()
  await page.getByText(fill.says('$7.50', '$20.00')).waitFor()
  await page.getByRole('button', { name: fill.titles.TopUpCeiling }).click()
  await amount.fill('19')
  await save.click()
  await page.getByText('Your monthly limit can’t be less than the amount we add each time.').waitFor()
  await amount.fill('60')
  await save.click()
  await expect.poll(standing, patient).toMatchObject({ MinBalance: 7.5, TopUpCeiling: 60 })
  await save.waitFor({ state: 'detached' })
  await saveScreenshot(page, 'journey-filling')

  await page.getByRole('button', { name: withdraw.withdraw }).click()
  await page.getByRole('dialog').getByText(withdraw.card('Visa', '4242')).waitFor()
  await page.getByLabel(withdraw.amount, { exact: true }).fill('30.01')
  await page.getByRole('button', { name: withdraw.withdrawAmount('$30.01') }).click()
  await page.getByText('Enter up to your wallet balance.').waitFor()
  await page.getByLabel(withdraw.amount, { exact: true }).fill('12.5')
  await expectAccessible(page)
  await saveScreenshot(page, 'journey-withdraw')
  await page.getByRole('button', { name: withdraw.withdrawAmount('$12.50') }).click()
  await page.getByText('$17.50', { exact: true }).waitFor()
  await page.getByText(wallet.kinds.withdrawal!).waitFor()
  await page.getByText(/^On its way, arrives by /).waitFor()
  await expect
    .poll(async () => (await require(address, listRefunds, { query: {} }, { token: driver.token })).Items, patient)
    .toMatchObject([{ Amount: 12.5, State: 'sent', Card: { Last4: '4242' } }])
  expect((await require(address, account.details, {}, { token: driver.token })).Balance).toBe(17.5)
  await saveScreenshot(page, 'journey-withdrawn')
  expect(faults).toEqual([])
  await context.close()
})
