// A driver with one car parks a rental from the start sheet; one line of text fills in make, model, and year.
import * as contract from '@parkit/contract/parking/sessions'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { en as vehicles } from '../../web/src/driver/vehicles/words.en.ts'
import { en as parking } from '../../web/src/parking/sessions/words.en.ts'
import { registerDriver, require } from '../api.ts'
import { openBrowser, openContext } from '../browser.ts'
import { findLot } from '../places.ts'
import { expectAccessible, saveScreenshot } from '../screen-checks.ts'
import { signIn } from '../sign-in.ts'

const address = inject('address')
let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

test('with one car there is none to choose: another is added as a rental by its plate, parked, and listed with its end', async () => {
  const driver = await registerDriver(address, 60)
  const lot = await findLot(address)
  const { page, faults, context } = await openContext(browser, address)
  await signIn(page, driver)
  await page.goto(`/SelectVehicle?zone=${lot.ZoneNumber}`)
  await page.getByRole('button', { name: parking.otherCar, exact: true }).click()
  await page.waitForURL('**/addvehicles?next=*')
  await page.getByRole('switch', { name: vehicles.rental }).check({ force: true })
  expect(await page.getByLabel('Make', { exact: true }).count()).toBe(0)
  await page.getByRole('button', { name: vehicles.save }).click()
  await page.getByText('Plate Number is Required').waitFor()
  await expectAccessible(page)
  await saveScreenshot(page, 'other-car-rental')
  const plate = `RNT${String(Date.now()).slice(-6)}`
  await page.getByLabel(vehicles.plateField).fill(plate)
  await page.getByRole('button', { name: vehicles.save }).click()
  await page.waitForURL('**/SelectVehicle?zone=*')
  const sheet = page.getByRole('dialog')
  await sheet.getByText(parking.rental).waitFor()
  // now there are two to choose from
  await page.getByRole('button', { name: parking.changeVehicle }).waitFor()
  await page.getByRole('button', { name: /^Start parking, \$/ }).click()
  await page.waitForURL('**/dashboard*')
  const [running] = await require(address, contract.active, {}, { token: driver.token })
  expect(running!.Vehicle.PlateNumber).toBe(plate)
  await page.goto('/myvehicles')
  await page.getByText(/^Until [A-Z][a-z]{2}, /).waitFor()
  await expectAccessible(page)
  expect(faults).toEqual([])
  await context.close()
})

test('“2022 Subaru Ascent” fills in make, model, and year; the recorded fields stay and can be changed (D-116)', async () => {
  const driver = await registerDriver(address, 0)
  const { page, faults, context } = await openContext(browser, address)
  await signIn(page, driver)
  await page.goto('/addvehicles')
  await expect.poll(() => page.getByLabel('State').inputValue()).toBe('Illinois')
  const car = page.getByLabel(vehicles.yourCar)
  await car.fill('2022 subaru ascent')
  await page.getByText(vehicles.filled('2022 Subaru Ascent')).waitFor()
  const make = page.getByLabel('Make', { exact: true })
  const model = page.getByLabel('Model', { exact: true })
  const values = async () => [await make.inputValue(), await model.inputValue()]
  await expect.poll(values).toEqual(['Subaru', 'Ascent'])
  await page.getByRole('button', { name: 'Year: 2022' }).waitFor()
  await expectAccessible(page)
  await saveScreenshot(page, 'other-car-search')
  // several begin alike: one is chosen
  await car.fill('2019 toyota cor')
  await page.getByRole('button', { name: '2019 Toyota Corolla', exact: true }).click()
  await expect.poll(values).toEqual(['Toyota', 'Corolla'])
  await page.getByRole('button', { name: 'Year: 2019' }).waitFor()
  await model.selectOption({ index: 1 })
  expect(await values()).not.toContain('Corolla')
  expect(faults).toEqual([])
  await context.close()
})
