// §5 of the specification: what each form refuses, to the letter.
import { expect } from 'vitest'
import { en as vehicles } from '../../web/src/driver/vehicles/words.en.ts'
import { expectHeading, go, press } from './navigation.ts'
import { statement } from './statements.ts'
import { openVisitors } from './visitors.ts'

const { address, driver, newDriver } = openVisitors()

const profile = ['contract/src/driver/profile-schemas.ts', 'web/src/driver/account/edit/EditProfileScreen.tsx']
const vehicle = ['contract/src/driver/vehicles-schemas.ts', 'web/src/driver/vehicles/VehicleForm.tsx']
const card = ['web/src/money/cards/CardFields.tsx', 'web/src/money/cards/authorization.ts']

const openEdit = async () => {
  const visitor = await driver()
  await go(visitor.page, '/profile')
  await go(visitor.page, '/editprofile')
  await expectHeading(visitor.page, 'Edit Profile')
  return visitor
}
const openAdd = async () => {
  const visitor = await driver()
  await go(visitor.page, '/profile')
  await go(visitor.page, '/addvehicles')
  await expectHeading(visitor.page, 'Add Vehicle')
  return visitor
}
const post = async (path: string, token: string, body: object) => {
  const response = await fetch(`${address}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: await response.json() }
}
const person = {
  UserName: 'maya@example.com',
  EmailAddress: 'maya@example.com',
  PhoneNumber: '+13125550100',
  AddressLine1: '233 S Wacker Dr',
  City: 'Chicago',
  State: 'Illinois',
  ZipCode: '60606',
}

for (const name of ['Username', 'Email', 'Phone'])
  statement(`§5 Edit Profile: ${name} is read-only`, { built: profile }, async () => {
    const { page } = await openEdit()
    expect(await page.getByLabel(name, { exact: true }).getAttribute('readonly')).not.toBeNull()
  })

for (const [label, field, text] of [
  ['Address', 'AddressLine1', 'AddressLine1 is Required'],
  ['City', 'City', 'City is Required'],
  ['ZIP code', 'ZipCode', 'ZipCode is Required'],
] as const)
  statement(`§5 Edit Profile: '${text}'`, { built: profile }, async () => {
    const { page, token } = await openEdit()
    await page.getByLabel(label, { exact: true }).fill('')
    await press(page, 'Save')
    await page.getByText(text, { exact: true }).waitFor()
    const refused = await post('/api/Account/Update', token, { ...person, [field]: ' ' })
    expect([refused.status, refused.body.Fields]).toEqual([400, { [field]: text }])
  })

for (const [field, text] of [
  ['UserName', 'Username is Required'],
  ['State', 'State is Required'],
] as const)
  statement(`§5 Edit Profile: '${text}'`, { built: profile }, async () => {
    const { token } = await driver()
    const refused = await post('/api/Account/Update', token, { ...person, [field]: '' })
    expect([refused.status, refused.body.Fields]).toEqual([400, { [field]: text }])
  })

for (const wrong of ['', 'maya', 'maya@example', 'maya@example.c', 'maya @example.com'])
  statement(`§5 Edit Profile: 'Please enter a valid email address' for '${wrong}'`, { built: profile }, async () => {
    const { token } = await driver()
    const refused = await post('/api/Account/Update', token, { ...person, EmailAddress: wrong })
    expect(refused.body.Fields).toEqual({ EmailAddress: 'Please enter a valid email address' })
  })

statement("§5 Edit Profile: State is a dropdown whose first option is 'Select State'", { built: profile }, async () => {
  const { page } = await openEdit()
  const options = page.getByLabel('State').locator('option')
  await expect.poll(() => options.count()).toBeGreaterThan(50)
  expect(await options.first().textContent()).toBe('Select State')
})

statement('§5 Edit Profile: ZipCode takes digits only, up to 12 characters', { built: profile }, async () => {
  const { page, token } = await openEdit()
  const zip = page.getByLabel('ZIP code')
  await zip.fill('')
  await zip.pressSequentially('6a0-6 0b6123456789')
  expect(await zip.inputValue()).toBe('606061234567')
  const refused = await post('/api/Account/Update', token, { ...person, ZipCode: '60606-12' })
  expect([refused.status, Object.keys(refused.body.Fields)]).toEqual([400, ['ZipCode']])
})

for (const text of [
  'VehicleMake is Required',
  'Vehicle Model is Required',
  'Plate Number is Required',
  'State is Required',
  'Vehicle Color is Required',
  'Please Select Year',
])
  statement(`§5 Add/Edit Vehicle: '${text}'`, { built: vehicle }, async () => {
    const { page } = await openAdd()
    // the place's own state is chosen already (D-116)
    await page.getByLabel('State').selectOption('')
    await press(page, vehicles.save)
    await page.getByText(text, { exact: true }).waitFor()
  })

for (const name of ['Make', 'Model', 'State', 'Color'])
  statement(`§5 Add/Edit Vehicle: ${name} is chosen from the provided list`, { built: vehicle }, async () => {
    const { page } = await openAdd()
    expect(await page.getByLabel(name, { exact: true }).evaluate(field => field.tagName)).toBe('SELECT')
  })

for (const wrong of ['ABC 1234 XYZ', '🚗', 'אבג', '<b>1</b>', "'; drop"])
  statement(
    `D-20: a plate is 1 to 10 letters, digits, spaces and hyphens: not ${wrong}`,
    {
      built: vehicle,
    },
    async () => {
      const { token } = await driver()
      const refused = await post('/api/Vehicle/Add', token, {
        VehicleMake: 'HONDA',
        VehicleModel: 'CIVIC',
        PlateNumber: wrong,
        PlateState: 'Illinois',
        VehicleColor: 'BLUE',
        VehicleYear: '2022',
      })
      expect([refused.status, refused.body.Fields]).toEqual([
        400,
        { PlateNumber: 'Use 1 to 10 letters, numbers, spaces, or hyphens.' },
      ])
    },
  )

statement(
  'D-20: a plate is stored upper-case, and refused twice in one account',
  {
    built: ['server/src/driver/vehicles/vehicles.ts'],
  },
  async () => {
    const { token } = await driver()
    const fields = {
      VehicleMake: 'HONDA',
      VehicleModel: 'CIVIC',
      PlateNumber: 'twice 20',
      PlateState: 'Ohio',
      VehicleColor: 'BLUE',
      VehicleYear: '2022',
    }
    expect((await post('/api/Vehicle/Add', token, fields)).body.PlateNumber).toBe('TWICE 20')
    const again = await post('/api/Vehicle/Add', token, { ...fields, PlateNumber: 'TWICE-20' })
    expect([again.status, again.body.Code]).toEqual([409, 'vehicle_exists'])
  },
)

statement('§5 Card form: the amount is numeric, at least 1, and required', { built: card }, async () => {
  const { page } = await driver()
  await go(page, '/stripepage')
  const amount = page.getByLabel('Amount (USD)')
  await amount.waitFor()
  expect(await amount.evaluate((input: HTMLInputElement) => [input.type, input.min, input.required])).toEqual([
    'number',
    '1',
    true,
  ])
})

statement("§5 Card form: 'Stripe is not ready'", { built: card }, async () => {
  const { page, context } = await newDriver(0)
  await context.route('**/api/Payment/Config', route => route.abort())
  await page.goto('/stripepage')
  await page.getByLabel('Amount (USD)').fill('10')
  await page.getByRole('button', { name: /^Authorize/ }).click()
  await page.getByText('Stripe is not ready').waitFor()
  await context.close()
})
