// A new driver on a phone: account, vehicle, money, parking, extension, stop, receipt.
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { en as account } from '../../web/src/driver/account/words.en.ts'
import { en as vehicles } from '../../web/src/driver/vehicles/words.en.ts'
import { en as cards } from '../../web/src/money/cards/words.en.ts'
import { en as wallet } from '../../web/src/money/wallet/words.en.ts'
import { en as home } from '../../web/src/parking/sessions/base-words.en.ts'
import { en as parking } from '../../web/src/parking/sessions/words.en.ts'
import { openBrowser, openContext } from '../browser.ts'
import { findLot } from '../places.ts'
import { expectAccessible, saveScreenshot } from '../screen-checks.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()
const dollars = (text: string | null) => Number(/\$([\d.]+)/.exec(text ?? '')?.[1])

/** A second try is another driver with another car. */
let last = 176

test('a new driver registers, parks and gets a receipt', async () => {
  last++
  const address = inject('address')
  const lot = await findLot(address)
  const { page, faults, context } = await openContext(browser, address)

  await page.goto('/')
  await page.waitForURL('**/parkit3')
  await page.getByRole('link', { name: account.createAccount }).click()
  await page.getByLabel(account.firstName).fill('Asha')
  await page.getByLabel(account.email).fill(`asha${last}@example.com`)
  await page.getByLabel(account.phone).fill(`312 555 0${last}`)
  await page.getByLabel(account.password, { exact: true }).fill('seven green bays')
  await expectAccessible(page)
  await press(page, account.createAccount)

  await page.getByRole('heading', { name: account.codeTitle }).waitFor()
  await expectAccessible(page)
  await press(page, account.fillIn)

  await page.waitForURL('**/addvehicles*')
  await page.getByLabel(vehicles.plateField).fill(`ash ${last}`)
  await page.getByLabel(vehicles.state).selectOption('Illinois')
  await page.getByLabel(vehicles.makeField, { exact: true }).selectOption('Honda')
  await page.getByLabel(vehicles.model).selectOption('Civic')
  await page.getByLabel(vehicles.color).selectOption({ index: 1 })
  await page.getByRole('button', { name: `${vehicles.year}: ${vehicles.selectYear}` }).click()
  await press(page, '2022')
  await expectAccessible(page)
  await saveScreenshot(page, 'journey-add-vehicle')
  await press(page, vehicles.save)

  await page.waitForURL('**/homepage')
  await expectAccessible(page)
  await page.getByLabel(parking.zoneNumber).first().fill(lot.ZoneNumber)
  await press(page, parking.go)

  await page.waitForURL('**/SelectVehicle*')
  await page.getByRole('radio', { name: /^Wallet/ }).check({ force: true })
  await press(page, /^Add \$\d+\.00 to park$/)
  await page.getByPlaceholder(cards.numberPlaceholder).waitFor()
  await press(page, cards.useTestCard)
  await press(page, cards.authorize('1'))
  await page.getByLabel(wallet.amount, { exact: true }).fill('60')
  await expectAccessible(page)
  await press(page, wallet.add('$60.00'))

  const start = page.getByRole('button', { name: /^Start parking, \$/ })
  await start.waitFor()
  const quoted = dollars(await start.textContent())
  await expectAccessible(page)
  await saveScreenshot(page, 'journey-start')
  await start.click()

  await page.waitForURL('**/dashboard*')
  await page.getByText(parking.timeLeft).first().waitFor()
  await expectAccessible(page)
  await saveScreenshot(page, 'journey-running')
  expect(await page.getByText(`$${quoted.toFixed(2)}`).count()).toBeGreaterThan(0)

  const extend = page.getByRole('button', { name: /^Extend to / })
  await extend.waitFor()
  await extend.click()
  await page.getByText(/^Time added\. Your parking ends at /).waitFor()

  // the countdown is right without a connection, after a reload too
  await context.setOffline(true)
  await page.reload()
  await page.getByText(parking.timeLeft).first().waitFor()
  await context.setOffline(false)

  await press(page, parking.stopParking)
  const dialog = page.getByRole('alertdialog')
  await dialog.getByText(/You’ll pay/).waitFor()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: parking.stopParking }).click()

  await page.waitForURL('**/ClosingReceipt*')
  await page.getByText(parking.stoppedTitle).waitFor()
  await expectAccessible(page)
  await page.getByRole('link', { name: parking.seeReceipt }).click()

  await page.waitForURL('**/confirmlocation*')
  await page.getByText(parking.amountPaid).waitFor()
  await page.getByText(`ASH ${last}`).waitFor()
  await expectAccessible(page)
  await saveScreenshot(page, 'journey-receipt')
  const download = page.waitForEvent('download')
  await press(page, parking.download)
  expect((await download).suggestedFilename()).toMatch(/^ParkIt-P-.*\.pdf$/)

  // stopped within a minute: everything came back
  await page.goto('/homepage')
  await page.getByRole('link', { name: `${home.wallet} $60.00`, exact: true }).click()
  await page.waitForURL('**/account')
  await page.getByText(wallet.kinds.fare!).first().waitFor()
  expect(dollars(await page.getByText('$60.00').first().textContent())).toBe(60)
  expect(faults).toEqual([])
})
