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
import { inviteOperator, reportTaken } from '../operator.ts'
import { findOwnLot } from '../places.ts'
import { arrive } from '../screen-checks.ts'
import { signIn } from '../sign-in.ts'
import { listenTo, tabTo } from '../speech.ts'

const browser = startBrowser()
const address = inject('address')

test('a whole stay by keyboard alone, and all that is announced', { timeout: 180_000 }, async () => {
  const driver = await registerDriver(address, 80)
  const lot = await findOwnLot(address, 'announcements')
  await reportTaken(inviteOperator('Announcements'), lot.ZoneNumber, 0)
  const { page, context, faults } = await browser.open()
  const plain = (text: string) =>
    text
      .replaceAll(lot.Name, 'PLACE')
      .replaceAll(lot.ZoneNumber, 'WRITTEN')
      .replaceAll([...lot.ZoneNumber].join(' '), 'ZONE')
      .replace(/(\w{3}, \w{3} \d+, )?\d+:\d\d [AP]M/g, 'TIME')
      // the rest is the hours of support
      .replace(/(Thanks, we got your message\.).*/, '$1')
      .replace(/\$[\d,.]*\d/g, '$')
      .replace(/\d+\+? (place|suggestion)s?/g, 'N $1s')
  const { heard, next } = await listenTo(context, plain)
  const press = (key: string) => page.keyboard.press(key)
  const go = async (name: string | RegExp) => {
    await tabTo(page, name)
    await press('Enter')
  }
  // what a rate says shortly before it changes depends on the hour
  const isOfTheHour = (text: string) => /^(The rate changes at|Free from) TIME\./.test(text)
  const expectHeard = async (...texts: string[]) => {
    const always = () => heard().filter(text => !isOfTheHour(text))
    await expect.poll(() => always().toSorted(), { timeout: 10_000 }).toEqual(texts.toSorted())
    next()
  }

  await arrive(page, '/parkit3')
  await go(account.signIn)
  await page.getByRole('heading', { name: account.welcome }).waitFor()
  await expectHeard('→ main Welcome back · ParkIt')
  await tabTo(page, account.login)
  await page.keyboard.type(driver.email)
  if ((await page.getByRole('button', { name: account.continue, exact: true }).count()) > 0) {
    await press('Enter')
    await page.getByLabel(account.password, { exact: true }).waitFor()
  } else await tabTo(page, account.password)
  await page.keyboard.type(driver.password)
  await press('Enter')
  await page.waitForURL('**/homepage')
  await expectHeard('→ main Home · ParkIt')

  await go(home.whereTo)
  await page.waitForURL('**/findparking*')
  await page.locator('[role=combobox]:focus').waitFor()
  await page.getByRole('list', { name: places.places }).getByRole('listitem').first().waitFor()
  await expectHeard(
    '→ combobox Search for a place',
    'N suggestions',
    'We couldn’t find your location, so we’re showing places in the middle of the city.',
    'N places in Chicago Prices for 1 hour, service fee included',
  )
  await page.keyboard.type(lot.ZoneNumber)
  await page.getByRole('option').first().waitFor()
  await page.getByRole('list', { name: places.places }).getByText(lot.Name).waitFor()
  await expectHeard('N suggestions', 'N places near PLACE Prices for 1 hour, service fee included')
  await press('Escape')
  // its row, not its sign on the map
  await go(new RegExp(`${lot.Name}.*walk`))
  await page.waitForURL('**/parkdetails*')
  await expectHeard('→ main PLACE · ParkIt')
  await go(places.parkHere)
  await page.getByRole('button', { name: /^Start parking, \$/ }).waitFor()
  await expectHeard('→ dialog Start parking in zone ZONE', '1 hour, until TIME, $')
  await tabTo(page, ui.more(15))
  await press('Enter')
  await expectHeard('1 hour 15 minutes, until TIME, $')
  await go(/^Start parking, \$/)
  await page.waitForURL('**/dashboard*')
  await expectHeard('→ main Parking session · ParkIt')

  await page.getByRole('button', { name: /^Extend to / }).waitFor()
  await go(/^Extend to /)
  await page.getByText(/^Time added/).waitFor()
  await expectHeard('Time added. Your parking ends at TIME.')
  await go(parking.stopParking)
  await page
    .getByRole('alertdialog')
    .getByText(/You’ll pay/)
    .waitFor()
  await expectHeard(
    '→ alertdialog Stop parking now?, button Keep parking',
    'You just started, so we’ll refund the full $ to your wallet. You’ll pay $ total.',
  )
  await press('Shift+Tab')
  await press('Enter')
  await page.waitForURL('**/ClosingReceipt*')
  await page.getByText(parking.stoppedTitle).waitFor()
  await expectHeard('→ main Parking ended · ParkIt')
  await go(parking.seeReceipt)
  await page.waitForURL('**/confirmlocation*')
  await page.getByText(parking.amountPaid).waitFor()
  await expectHeard('→ main Receipt · ParkIt')

  await go(parking.ok)
  await page.waitForURL('**/homepage')
  await expectHeard('→ main Home · ParkIt')
  await go('Account')
  await page.waitForURL('**/account')
  await go(/^add money$/i)
  await page.waitForURL('**/addmoney*')
  await page.getByLabel(wallet.amount, { exact: true }).waitFor()
  await expectHeard('→ main Add Money · ParkIt')
  await go(/^\$50/)
  await go(wallet.add('$50.00'))
  await page.getByRole('dialog').waitFor()
  await expectHeard('→ dialog Money Added, button OK')
  await press('Enter')
  await page.waitForURL('**/account')
  await expectHeard('→ main Wallet · ParkIt')

  await go('Support')
  await page.waitForURL('**/supportpage')
  await go(new RegExp(support.supportChat))
  await page.waitForURL('**/chatsupport')
  await page.getByPlaceholder(support.askPlaceholder).waitFor()
  await expectHeard('→ main Support Chat · ParkIt')
  await tabTo(page, support.ask)
  await page.keyboard.type('Which zone is this?')
  await press('Enter')
  await page
    .getByRole('log')
    .getByText(/Thanks, we got your message/)
    .waitFor()
  await expect
    .poll(() => heard().join(' '))
    .toBe('Today You TIME Which zone is this? Support TIME Thanks, we got your message.')
  expect(faults).toEqual([])
  await context.close()
})

test('that a place is full is announced once when its start sheet opens', async () => {
  const driver = await registerDriver(address, 80)
  const lot = await findOwnLot(address, 'announcements')
  await reportTaken(inviteOperator('Announcements'), lot.ZoneNumber, lot.Capacity)
  const { page, context, faults } = await browser.open()
  const { heard } = await listenTo(context, text => text)
  await signIn(page, driver)
  await page.goto(`/SelectVehicle?zone=${lot.ZoneNumber}&minutes=60`)
  await page.getByText(parking.warnings.full).waitFor()
  await page.locator('.pays').waitFor()
  const told = () => heard().filter(text => text.includes(parking.warnings.full))
  // the status of the stay comes after it
  await expect.poll(() => heard().some(text => text.includes('1 hour, until'))).toBe(true)
  expect(told()).toHaveLength(1)
  expect(faults).toEqual([])
  await context.close()
})
