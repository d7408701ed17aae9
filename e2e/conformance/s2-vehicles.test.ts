// §2 of the specification: My Vehicles and Add/Edit Vehicle.
import * as contract from '@parkit/contract/driver/vehicles'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { en as words } from '../../web/src/driver/vehicles/words.en.ts'
import { require } from '../api.ts'
import { expectToast } from './mock-responses.ts'
import { expectAt, expectHeading, go, press } from './navigation.ts'
import { statement } from './statements.ts'
import { openVisitors } from './visitors.ts'

const { address, driver, newDriver } = openVisitors()

const list = ['web/src/driver/vehicles/VehiclesScreen.tsx']
const form = ['web/src/driver/vehicles/VehicleFormScreen.tsx', 'web/src/driver/vehicles/VehicleForm.tsx']
const saving = ['web/src/driver/vehicles/vehicle-mutations.ts']

const openList = async () => {
  const visitor = await driver()
  await go(visitor.page, '/profile')
  await go(visitor.page, '/myvehicles')
  await expectHeading(visitor.page, 'My Vehicles')
  await expectHeading(visitor.page, 'Vehicle 1')
  return visitor
}
const openAdd = async () => {
  const visitor = await driver()
  await go(visitor.page, '/profile')
  await go(visitor.page, '/addvehicles')
  await expectHeading(visitor.page, 'Add Vehicle')
  return visitor
}

const fill = async (page: Page, plate: string) => {
  await page.getByLabel('Plate Number').fill(plate)
  await page.getByLabel('State').selectOption('Illinois')
  await page.getByLabel('Make', { exact: true }).selectOption({ label: 'HONDA' })
  await page.getByLabel('Model').selectOption({ label: 'CIVIC' })
  await page.getByLabel('Color').selectOption({ label: 'BLUE' })
  await page.getByRole('button', { name: 'Year: Select Year' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '2022', exact: true }).click()
}

statement("§2 My Vehicles: a back button to /profile and the title 'My Vehicles'", { built: list }, async () => {
  const { page } = await openList()
  await press(page, 'Back')
  await expectAt(page, '/profile')
})

statement("§2 My Vehicles: each card is headed 'Vehicle N', N from 1 on", { built: list }, async () => {
  const { page, context, token, driver: who } = await newDriver(0)
  const [first] = await require(address, contract.listVehicles, {}, { token })
  const { VehicleID: _, IsDefault: __, ...fields } = first!
  await require(address, contract.addVehicle, { body: { ...fields, PlateNumber: `2ND ${who.email.slice(6, 10)}` } }, {
    token,
  })
  await page.goto('/myvehicles')
  await expectHeading(page, 'Vehicle 2')
  expect(await page.locator('main h2').allTextContents()).toEqual(['Vehicle 1', 'Vehicle 2'])
  await context.close()
})

statement(
  "§2 My Vehicles: a card shows 'Vehicle Make', 'Model', 'Vehicle Plate #' and 'State'",
  {
    built: list,
  },
  async () => {
    const { page } = await openList()
    expect(await page.locator('main dt').allTextContents()).toEqual([
      'Vehicle Make',
      'Model',
      'Vehicle Plate #',
      'State',
    ])
    expect((await page.locator('main dd').allTextContents())[3]).toBe('Illinois')
  },
)

statement('§2 My Vehicles: the edit icon leads to /addvehicles?id= with the VehicleID', { built: list }, async () => {
  const { page, driver: who } = await openList()
  await page.getByRole('link', { name: /^Edit vehicle 1/ }).click()
  await expectAt(page, `/addvehicles?id=${who.vehicleId}`)
})

statement("§2 My Vehicles: a full-width '+ Add Vehicle' button leads to /addvehicles", { built: list }, async () => {
  const { page } = await openList()
  const button = page.getByRole('link', { name: '+ Add Vehicle', exact: true })
  expect((await button.boundingBox())!.width).toBeGreaterThan(340)
  await button.click()
  await expectAt(page, '/addvehicles')
})

statement('§2 My Vehicles: an empty list shows no cards', { built: list }, async () => {
  const { page, context, token, driver: who } = await newDriver(0)
  await require(address, contract.deleteVehicle, { params: { id: who.vehicleId } }, { token })
  await page.goto('/myvehicles')
  await page.getByText(words.noVehicles).waitFor()
  expect(await page.getByText(/^Vehicle \d/).count()).toBe(0)
  await context.close()
})

statement("§2 Add/Edit Vehicle: titled 'Add Vehicle', with an id 'Edit Vehicle'", { built: form }, async () => {
  const { page, driver: who } = await openAdd()
  await go(page, `/addvehicles?id=${who.vehicleId}`)
  await expectHeading(page, 'Edit Vehicle')
})

statement('§2 Add/Edit Vehicle: a back button to /myvehicles where is_vehicle is true', { built: form }, async () => {
  const { page } = await openAdd()
  await press(page, 'Back')
  await expectAt(page, '/myvehicles')
})

statement('§2 Add/Edit Vehicle: no back button where is_vehicle is not true', { built: form }, async () => {
  const { page, context } = await newDriver(0)
  await page.evaluate(() => localStorage.setItem('is_vehicle', 'false'))
  await page.goto('/addvehicles')
  await expectHeading(page, 'Add Vehicle')
  expect(await page.getByRole('button', { name: 'Back' }).count()).toBe(0)
  await context.close()
})

statement(
  "§2 Add/Edit Vehicle: fields Make, Model, Plate Number, State, Color, Year with 'Select Year'",
  {
    built: form,
  },
  async () => {
    const { page } = await openAdd()
    for (const name of ['Make', 'Model', 'Plate Number', 'State', 'Color'])
      await page.getByLabel(name, { exact: true }).waitFor()
    expect(await page.getByRole('button', { name: /^Year/ }).textContent()).toBe('Select Year')
  },
)

statement(
  '§2 Add/Edit Vehicle: the year picker gives yyyy',
  { built: ['web/src/driver/vehicles/YearField.tsx'] },
  async () => {
    const { page } = await openAdd()
    await page.getByRole('button', { name: /^Year/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: '2020', exact: true }).click()
    await page.getByRole('button', { name: 'Year: 2020' }).waitFor()
  },
)

statement(
  "§2 Add/Edit Vehicle: a successful add says 'Vehicle Added Successfully' and goes to /myvehicles",
  {
    built: saving,
  },
  async () => {
    const { page, context } = await newDriver(0)
    await page.goto('/addvehicles')
    await fill(page, 'ADD 1')
    await press(page, words.save)
    await expectAt(page, '/myvehicles')
    await expectToast(page, 'Vehicle Added Successfully')
    expect(await page.getByRole('dialog').count()).toBe(0)
    await expectHeading(page, 'Vehicle 2')
    await context.close()
  },
)

statement(
  '§2 Add/Edit Vehicle: a first vehicle goes to /homepage, and sets is_vehicle to true',
  {
    built: saving,
  },
  async () => {
    const { page, context, token, driver: who } = await newDriver(0)
    await require(address, contract.deleteVehicle, { params: { id: who.vehicleId } }, { token })
    await page.evaluate(() => localStorage.setItem('is_vehicle', 'false'))
    await page.goto('/addvehicles')
    await fill(page, 'FIRST 1')
    await press(page, words.save)
    await expectAt(page, '/homepage')
    expect(await page.evaluate(() => localStorage.getItem('is_vehicle'))).toBe('true')
    await context.close()
  },
)

statement(
  "§2 Add/Edit Vehicle: a successful edit says 'Vehicle Edit Successfully' and goes to /myvehicles",
  {
    built: saving,
  },
  async () => {
    const { page, context, driver: who } = await newDriver(0)
    await page.goto(`/addvehicles?id=${who.vehicleId}`)
    await page.getByLabel('Color').selectOption({ label: 'BLACK' })
    await press(page, words.save)
    await expectAt(page, '/myvehicles')
    await expectToast(page, 'Vehicle Edit Successfully')
    await context.close()
  },
)

statement(
  '§4 Add/Edit Vehicle: editing fills the form from the list, the make’s whole model list follows',
  {
    built: form,
  },
  async () => {
    const { page, driver: who } = await driver()
    await go(page, `/addvehicles?id=${who.vehicleId}`)
    await expectHeading(page, 'Edit Vehicle')
    const model = page.getByLabel('Model')
    expect((await model.inputValue()).toUpperCase()).toBe('CIVIC')
    expect((await page.getByLabel('Make', { exact: true }).inputValue()).toUpperCase()).toBe('HONDA')
    expect(await page.getByLabel('State').inputValue()).toBe('Illinois')
    await expect.poll(() => model.locator('option').count()).toBeGreaterThan(10)
  },
)

statement('§4 Add/Edit Vehicle: choosing a make reloads the models for that make', { built: form }, async () => {
  const { page } = await openAdd()
  const models = () => page.getByLabel('Model').locator('option').allTextContents()
  await page.getByLabel('Make', { exact: true }).selectOption({ label: 'HONDA' })
  await expect.poll(models).toContain('CIVIC')
  await page.getByLabel('Make', { exact: true }).selectOption({ label: 'TOYOTA' })
  await expect.poll(models).toContain('COROLLA')
  expect(await models()).not.toContain('CIVIC')
})

statement('§3 Lookup items: makes, models and colours are shown upper-cased', { built: form }, async () => {
  const { page } = await openAdd()
  await page.getByLabel('Make', { exact: true }).selectOption({ label: 'HONDA' })
  await page.getByLabel('Model').selectOption({ label: 'CIVIC' })
  for (const name of ['Make', 'Model', 'Color']) {
    const [, ...options] = await page.getByLabel(name, { exact: true }).locator('option').allTextContents()
    expect(options.length).toBeGreaterThan(5)
    expect(options).toEqual(options.map(text => text.toUpperCase()))
  }
})

statement(
  'D-19: a vehicle is deleted after a question, and undone',
  {
    built: ['web/src/driver/vehicles/DeleteVehicle.tsx', ...saving],
  },
  async () => {
    const { page, context, driver: who } = await newDriver(0)
    await page.goto(`/addvehicles?id=${who.vehicleId}`)
    await press(page, words.delete)
    await page.getByRole('alertdialog').getByRole('button', { name: words.delete }).click()
    await expectAt(page, '/myvehicles')
    await page.getByText(words.noVehicles).waitFor()
    await press(page, words.undo)
    await expectHeading(page, 'Vehicle 1')
    await context.close()
  },
)

statement('D-19: the default vehicle is chosen', { built: [...form, ...saving] }, async () => {
  const { page, context, token } = await newDriver(0)
  const [first] = await require(address, contract.listVehicles, {}, { token })
  const { VehicleID: _, IsDefault: __, ...fields } = first!
  const { VehicleID } = await require(address, contract.addVehicle, { body: { ...fields, PlateNumber: 'SECOND 19' } }, {
    token,
  })
  await page.goto(`/addvehicles?id=${VehicleID}`)
  await page.getByRole('switch', { name: words.useAsDefault }).click()
  await press(page, words.save)
  await expectAt(page, '/myvehicles')
  const vehicles = await require(address, contract.listVehicles, {}, { token })
  expect(vehicles.map(({ IsDefault }) => IsDefault)).toEqual([false, true])
  await context.close()
})
