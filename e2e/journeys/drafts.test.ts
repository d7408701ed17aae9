// Unfinished forms of a driver are restored: a vehicle, a registration; and an active session blocks deletion.
import * as parking from '@parkit/contract/parking/sessions'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { shownPlaces } from '../../web/src/city/places/place-filters.ts'
import { en as places } from '../../web/src/city/places/words.en.ts'
import { en as data } from '../../web/src/driver/account/data/words.en.ts'
import { en as proof } from '../../web/src/driver/account/proof/words.en.ts'
import { en as account } from '../../web/src/driver/account/words.en.ts'
import { en as vehicles } from '../../web/src/driver/vehicles/words.en.ts'
import { en as parkingWords } from '../../web/src/parking/sessions/words.en.ts'
import { en as ui } from '../../web/src/ui/words.en.ts'
import { registerDriver, require } from '../api.ts'
import { openBrowser, openContext } from '../browser.ts'
import { findLot } from '../places.ts'
import { arrive, expectAccessible, saveScreenshot } from '../screen-checks.ts'
import { signIn } from '../sign-in.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

const address = inject('address')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** A second try is another person. */
let last = 410

test('an unfinished vehicle form is restored until it is saved or the driver logs out', async () => {
  const driver = await registerDriver(address, 0)
  const { page, context } = await openContext(browser, address)
  await signIn(page, driver)
  const plate = page.getByLabel(vehicles.plateField)
  const state = page.getByLabel(vehicles.state)
  const make = page.getByLabel(vehicles.makeField, { exact: true })
  const model = page.getByLabel(vehicles.model)
  const asDefault = page.getByRole('switch', { name: vehicles.useAsDefault })
  const expectForm = async (...values: [plate: string, state: string, make: string, asDefault: boolean]) => {
    const shown = async () => [
      await plate.inputValue(),
      await state.inputValue(),
      await make.inputValue(),
      await asDefault.isChecked(),
    ]
    await expect.poll(shown).toEqual(values)
  }

  await arrive(page, '/myvehicles')
  await page.getByRole('link', { name: vehicles.addButton }).click()
  await plate.fill(`bgn ${++last}`)
  await state.selectOption('Wisconsin')
  await make.selectOption('Honda')
  await asDefault.check({ force: true })
  await button(page, ui.back).click()
  await page.waitForURL('**/myvehicles')
  await page.getByRole('link', { name: vehicles.addButton }).click()
  await expectForm(`bgn ${last}`, 'Wisconsin', 'Honda', true)
  await arrive(page, '/addvehicles')
  await expectForm(`bgn ${last}`, 'Wisconsin', 'Honda', true)

  await model.selectOption('Civic')
  await page.getByLabel(vehicles.color).selectOption({ index: 1 })
  await button(page, `${vehicles.year}: ${vehicles.selectYear}`).click()
  await button(page, '2022').click()
  await button(page, vehicles.save).click()
  await page.waitForURL('**/myvehicles')
  await page.getByRole('link', { name: vehicles.addButton }).click()
  await expectForm('', 'Illinois', '', false)

  await plate.fill('bgn left')
  await arrive(page, '/profile')
  await button(page, account.logout).click()
  await button(page, account.logoutYes).click()
  await page.waitForURL('**/parkit3')
  await signIn(page, driver)
  await arrive(page, '/addvehicles')
  await expectForm('', 'Illinois', '', false)
  await context.close()
})

test('an unfinished registration is restored after the code screen reloads, without its password', async () => {
  const { page, context } = await openContext(browser, address)
  // a new code may be sent at once
  await page.route('**/api/Account/Register', async route => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), ResendAfter: '2026-01-01T00:00:00Z' } })
  })
  const typed = ['Bela', 'Rao', `bela${++last}@example.com`, `312 555 0${last}`]
  const labels = [account.firstName, account.lastName, account.email, account.phone]
  const password = page.getByLabel(account.password, { exact: true })
  const expectTyped = async () => {
    await page.waitForURL('**/register*')
    const shown = () => Promise.all(labels.map(label => page.getByLabel(label).inputValue()))
    await expect.poll(shown).toEqual(typed)
    expect(await password.inputValue()).toBe('')
  }

  await arrive(page, '/register?next=%2Faccount')
  for (const [i, label] of labels.entries()) await page.getByLabel(label).fill(typed[i]!)
  await password.fill('seven green bays')
  await button(page, account.createAccount).click()
  await button(page, account.sendNewCode).waitFor()
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('seven green bays')

  await arrive(page, '/otp?next=%2Faccount')
  await button(page, ui.back).click()
  await expectTyped()

  await arrive(page, '/otp?next=%2Faccount')
  // without the password no second code can be asked for
  await page.getByRole('link', { name: account.startOver }).click()
  await expectTyped()
  expect(new URL(page.url()).searchParams.get('next')).toBe('/account')
  await password.fill('seven green bays')
  await button(page, account.createAccount).click()
  await button(page, account.fillIn).click()
  await page.waitForURL('**/account')
  await context.close()
})

test('deleting an account with an active session asks the driver to stop it first and links to it', async () => {
  const driver = await registerDriver(address, 80)
  const { token } = driver
  const { ZoneNumber } = await findLot(address)
  const body = { ZoneNumber, VehicleId: driver.vehicleId, Minutes: 60, PayWith: 'wallet' } as const
  const { SessionId } = await require(address, parking.start, { body }, { token })
  const { page, faults, context } = await openContext(browser, address)
  await signIn(page, driver)
  const sheet = page.getByRole('dialog')
  const told = sheet.getByText('You’re still parked. Stop all your sessions first.')
  const password = sheet.getByLabel(proof.password, { exact: true })
  const openSheet = async () => {
    // until then the sheet goes by what is cached on the device, and replaces the form where that was wrong
    const activeRead = page.waitForResponse('**/api/Parking/Active*')
    await arrive(page, '/profile')
    await activeRead
    await button(page, data.delete).click()
    await sheet.waitFor()
  }

  await openSheet()
  await told.waitFor()
  expect(await password.count()).toBe(0)
  expect(await sheet.getByRole('button', { name: data.deleteIt }).count()).toBe(0)
  await expectAccessible(page)
  await saveScreenshot(page, 'journey-delete-parked')
  await sheet.getByRole('link', { name: data.viewSession }).click()
  await page.waitForURL(`**/dashboard?session=${SessionId}`)
  await page.getByText(parkingWords.timeLeft).first().waitFor()

  // parked with another phone a moment ago, of which this one has not heard
  await page.route('**/api/Parking/Active*', route => route.fulfill({ json: [] }))
  await openSheet()
  await password.fill(driver.password)
  await sheet.getByRole('button', { name: data.deleteIt }).click()
  await told.waitFor()
  await page.unroute('**/api/Parking/Active*')
  await sheet.getByRole('link', { name: data.viewSession }).waitFor()

  // stopped with another phone while the sheet is open
  await openSheet()
  await told.waitFor()
  await require(address, parking.stop, { body: { SessionId } }, { token })
  await password.fill(driver.password)
  await sheet.getByRole('button', { name: data.deleteIt }).click()
  await page.getByText(data.deleted).waitFor()
  expect(faults).toEqual([])
  await context.close()
})

test('Find Parking renders its whole list once it is idle', async () => {
  const { page, context } = await openContext(browser, address)
  await page.goto('/parkit3')
  await button(page, account.guest).click()
  await page.waitForURL('**/homepage')
  await arrive(page, '/findparking')
  const rows = page.getByRole('list', { name: places.places }).getByRole('listitem')
  await expect.poll(() => rows.count()).toBe(shownPlaces)
  // another answer too
  await page.getByLabel(places.search).fill('60601')
  await page.getByRole('heading', { name: /60601/ }).waitFor()
  await expect.poll(() => rows.count()).toBe(shownPlaces)
  await context.close()
})
