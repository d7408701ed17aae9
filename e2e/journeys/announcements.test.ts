// A whole stay by keyboard alone, with what a screen reader says by itself: agreed texts, nothing missing, nothing twice.
import { expect, inject, test } from 'vitest'
import { en as places } from '../../web/src/city/places/words.en.ts'
import { en as account } from '../../web/src/driver/account/words.en.ts'
import { en as wallet } from '../../web/src/money/wallet/words.en.ts'
import { en as home } from '../../web/src/parking/sessions/base-words.en.ts'
import { en as parking } from '../../web/src/parking/sessions/words.en.ts'
import { en as support } from '../../web/src/support/overview/words.en.ts'
import { en as ui } from '../../web/src/ui/words.en.ts'
import { registerDriver } from '../api.ts'
import { startBrowser } from '../file-setup.ts'
import { findLot } from '../places.ts'
import { arrive } from '../screen-checks.ts'
import { listenTo, tabTo } from '../speech.ts'

const browser = startBrowser()
const address = inject('address')

test('a whole stay by keyboard alone, and all that is announced', { timeout: 180_000 }, async () => {
  const driver = await registerDriver(address, 80)
  const lot = await findLot(address)
  const { page, context, faults } = await browser.open()
  const plain = (text: string) =>
    text
      .replaceAll(lot.Name, 'PLACE')
      .replaceAll(lot.ZoneNumber, 'ZONE')
      .replace(/(\w{3}, \w{3} \d+, )?\d+:\d\d [AP]M/g, 'TIME')
      .replace(/\$[\d,.]*\d/g, '$')
      .replace(/\d+\+? (place|suggestion)s?/g, 'N $1s')
  const { heard, next } = await listenTo(context, plain)
  const press = (key: string) => page.keyboard.press(key)
  const go = async (name: string | RegExp) => {
    await tabTo(page, name)
    await press('Enter')
  }
  const expectHeard = async (...texts: string[]) => {
    if (process.env.SHOW) {
      await new Promise(r => setTimeout(r, 2500))
      console.log(JSON.stringify(heard()))
    } else await expect.poll(heard, { timeout: 10_000 }).toEqual(texts)
    next()
  }

  await arrive(page, '/parkit3')
  await go(account.signIn)
  await page.getByRole('heading', { name: account.welcome }).waitFor()
  await expectHeard()
  await tabTo(page, account.login)
  await page.keyboard.type(driver.email)
  if ((await page.getByRole('button', { name: account.continue, exact: true }).count()) > 0) {
    await press('Enter')
    await page.getByLabel(account.password, { exact: true }).waitFor()
  } else await tabTo(page, account.password)
  await page.keyboard.type(driver.password)
  await press('Enter')
  await page.waitForURL('**/homepage')
  await expectHeard()

  await go(home.whereTo)
  await page.waitForURL('**/findparking*')
  await page.locator('[role=combobox]:focus').waitFor()
  await page.getByRole('list', { name: places.places }).getByRole('listitem').first().waitFor()
  await expectHeard()
  await page.keyboard.type(lot.ZoneNumber)
  await page.getByRole('option').first().waitFor()
  await page.getByRole('list', { name: places.places }).getByText(lot.Name).waitFor()
  await expectHeard()
  await press('Escape')
  await go(new RegExp(lot.Name))
  await page.waitForURL('**/parkdetails*')
  await expectHeard()
  await go(places.parkHere)
  await page.getByRole('button', { name: /^Start parking, \$/ }).waitFor()
  await expectHeard()
  await tabTo(page, ui.more(15))
  await press('Enter')
  await expectHeard()
  await go(/^Start parking, \$/)
  await page.waitForURL('**/dashboard*')
  await expectHeard()

  await page.getByRole('button', { name: /^Extend to / }).waitFor()
  await go(/^Extend to /)
  await page.getByText(/^Time added/).waitFor()
  await expectHeard()
  await go(parking.stopParking)
  await page
    .getByRole('alertdialog')
    .getByText(/You’ll pay/)
    .waitFor()
  await expectHeard()
  await press('Shift+Tab')
  await press('Enter')
  await page.waitForURL('**/ClosingReceipt*')
  await page.getByText(parking.stoppedTitle).waitFor()
  await expectHeard()
  await go(parking.seeReceipt)
  await page.waitForURL('**/confirmlocation*')
  await page.getByText(parking.amountPaid).waitFor()
  await expectHeard()

  await go(parking.ok)
  await page.waitForURL('**/homepage')
  await expectHeard()
  await go('Account')
  await page.waitForURL('**/account')
  await go(wallet.addMoney)
  await page.waitForURL('**/addmoney*')
  await page.getByLabel(wallet.amount, { exact: true }).waitFor()
  await expectHeard()
  await go(/^\$50/)
  await go(wallet.add('$50.00'))
  await page.getByRole('dialog').waitFor()
  await expectHeard()
  await press('Enter')
  await page.waitForURL('**/account')
  await expectHeard()

  await go('Support')
  await page.waitForURL('**/supportpage')
  await go(new RegExp(support.supportChat))
  await page.waitForURL('**/chatsupport')
  await page.getByPlaceholder(support.askPlaceholder).waitFor()
  await expectHeard()
  await tabTo(page, support.ask)
  await page.keyboard.type('Which zone is this?')
  await press('Enter')
  await page
    .getByRole('log')
    .getByText(/Thanks, we got your message/)
    .waitFor()
  await expectHeard()
  expect(faults).toEqual([])
  await context.close()
})
