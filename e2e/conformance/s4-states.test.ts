// §4 and §7 of the specification: what a form does while it waits, and in which order it asks.
import type { Page, Request } from 'playwright-core'
import { expect } from 'vitest'
import { registerDriver } from '../api.ts'
import { callApi } from './api-client.ts'
import { requestOf, withAnswer, withWaiting } from './mock-responses.ts'
import { expectAt, expectHeading, press } from './navigation.ts'
import { statement } from './statements.ts'
import { openVisitors } from './visitors.ts'

const { address, newNobody, newDriver } = openVisitors()

const card = ['web/src/money/cards/authorization.ts', 'web/src/money/cards/CardFields.tsx']
const vehicle = ['web/src/driver/vehicles/VehicleForm.tsx']
const profile = ['web/src/driver/account/edit/EditProfileScreen.tsx']

const pathOf = (request: Request) => new URL(request.url()).pathname

statement(
  '§4 Add/Edit Vehicle: makes, colors and states are asked for once when the screen opens',
  { built: vehicle },
  async () => {
    const { page, context } = await newDriver(0)
    const asked: string[] = []
    page.on('request', request => asked.push(pathOf(request)))
    await page.goto('/addvehicles')
    await page.getByLabel('Make', { exact: true }).selectOption({ label: 'HONDA' })
    await page.getByLabel('Model').selectOption({ label: 'CIVIC' })
    await page.getByLabel('Make', { exact: true }).selectOption({ label: 'FORD' })
    for (const path of ['/api/Vehicle/Makes', '/api/Vehicle/Colors', '/api/Core/States'])
      expect([path, asked.filter(one => one === path).length]).toEqual([path, 1])
    await context.close()
  },
)

const type = async (page: Page, number: string) => {
  await page.getByPlaceholder('Enter Card Number').pressSequentially(number)
  await page.getByLabel('Expiry Date').pressSequentially('431')
  await page.getByLabel('CVC').fill('123')
  await page.getByLabel('Amount (USD)').fill('25')
}

statement('§4 Card form: the button is disabled while it processes', { built: card }, async () => {
  const { page, context } = await newDriver(0)
  await page.goto('/stripepage')
  await type(page, '4242424242424242')
  await withWaiting(page, '/api/Payment/create-intent', async () => {
    await press(page, 'Authorize $25')
    const button = page.getByRole('button', { name: 'Processing...' })
    await button.waitFor()
    expect(await button.isDisabled()).toBe(true)
  })
  await page.getByText(/^Payment authorized!/).waitFor()
  await context.close()
})

statement(
  '§4 Card form: a submit clears the old message, asks the provider, then calls create-intent',
  { built: card },
  async () => {
    const { page, context } = await newDriver(0)
    await page.goto('/stripepage')
    await page.getByPlaceholder('Enter Card Number').waitFor()
    await page.getByLabel('Amount (USD)').fill('25')
    await press(page, 'Authorize $25')
    const old = page.getByText('Your card number is incomplete.')
    await old.waitFor()
    const asked: string[] = []
    page.on('request', request => {
      if (request.method() === 'POST') asked.push(pathOf(request).split('/').at(-1)!)
    })
    await type(page, '4242424242424242')
    await withWaiting(page, '/api/Payment/create-intent', async () => {
      await press(page, 'Authorize $25')
      await page.getByRole('button', { name: 'Processing...' }).waitFor()
      expect(await old.count()).toBe(0)
      await expect.poll(() => asked).toEqual(['payment_methods', 'create-intent'])
    })
    await context.close()
  },
)

statement(
  'D-112: on success the message shows, then the form closes and the wallet shows the new card',
  { built: card },
  async () => {
    const { page, context } = await newDriver(0)
    await page.goto('/account')
    await press(page, '+ Add Payment Type')
    await type(page, '5555555555554444')
    await press(page, 'Authorize $25')
    const sheet = page.getByRole('dialog', { name: 'Secure Card Authorization' })
    await sheet.getByText(/^Payment authorized!/).waitFor()
    await sheet.waitFor({ state: 'detached' })
    await page.getByText('Mastercard ending in 4444').first().waitFor()
    await context.close()
  },
)

statement(
  '§7 Signing in disables its button until the answer comes',
  { built: ['web/src/ui/Button.tsx'] },
  async () => {
    const who = await registerDriver(address, 0)
    const { page, context } = await newNobody()
    await page.goto('/login')
    await page.getByLabel('Email or phone').fill(who.email)
    await page.getByLabel('Password', { exact: true }).fill(who.password)
    await withWaiting(page, '/api/Token', async () => {
      await press(page, 'Sign in')
      const button = page.getByRole('button', { name: 'Signing in…' })
      await button.waitFor()
      expect(await button.isDisabled()).toBe(true)
    })
    await expectAt(page, '/homepage')
    await context.close()
  },
)

statement('§7 A GET disables no button', { built: ['web/src/platform/client.ts'] }, async () => {
  const { page, context } = await newDriver(0)
  await page.goto('/profile')
  await withWaiting(page, '/api/Vehicle/List', async () => {
    const request = page.waitForRequest('**/api/Vehicle/List')
    await page.getByRole('link', { name: /My Vehicles/ }).click()
    await request
    expect(await page.locator('button:disabled, button[aria-disabled=true]').count()).toBe(0)
  })
  await expectHeading(page, 'Vehicle 1')
  await context.close()
})

statement('§8 Create-intent fails: of two messages the Message is read', { built: card }, async () => {
  const { page, context } = await newDriver(0)
  await page.goto('/stripepage')
  await type(page, '4242424242424242')
  const body = { Message: 'The capital one.', message: 'The small one.', ErrorDetails: { message: 'The inner one.' } }
  await withAnswer(page, '/api/Payment/create-intent', { status: 500, body }, async () => {
    await press(page, 'Authorize $25')
    await page.getByText('Failed: The capital one.').waitFor()
    await page.locator('.Toastify__toast').filter({ hasText: 'The capital one.' }).waitFor()
    await expectAt(page, '/parkit3')
  })
  await context.close()
})

statement('§9 The logout after a refused card comes 2 seconds later', { built: card }, async () => {
  const { page, context } = await newDriver(0)
  await page.goto('/stripepage')
  await type(page, '4242424242424242')
  const body = { Message: 'No.', message: 'No.', ErrorDetails: { message: 'No.' } }
  await withAnswer(page, '/api/Payment/create-intent', { status: 402, body }, async () => {
    const left = page.waitForRequest('**/api/Account/Logout')
    await press(page, 'Authorize $25')
    await page.getByText('Failed: No.').waitFor()
    const from = performance.now()
    await left
    const seconds = (performance.now() - from) / 1_000
    expect(seconds).toBeGreaterThan(1.5)
    expect(seconds).toBeLessThan(4)
  })
  await context.close()
})

statement('§5 Edit Profile: MinBalance is sent as the text 0 where there is none', { built: profile }, async () => {
  const { page, context } = await newDriver(0)
  await page.goto('/editprofile')
  await page.getByLabel('Address', { exact: true }).fill('1 Main St')
  await page.getByLabel('City').fill('Gary')
  await page.getByLabel('ZIP code').fill('46402')
  const request = await requestOf(page, 'POST', '/api/Account/Update', () => press(page, 'Save'))
  expect(request.postDataJSON().MinBalance).toBe('0')
  await context.close()
})

const person = {
  UserName: 'maya@example.com',
  EmailAddress: 'maya@example.com',
  PhoneNumber: '+13125550100',
  AddressLine1: '233 S Wacker Dr',
  City: 'Chicago',
  State: 'Illinois',
  ZipCode: '60606',
}

statement(
  '§5 Edit Profile: a phone is required, of at most 12 digits where one is typed',
  { built: ['contract/src/driver/profile.ts', 'web/src/support/callbacks/RequestCallScreen.tsx'] },
  async () => {
    const { page, context, token } = await newDriver(0)
    const reply = await callApi('POST /api/Account/Update', { ...person, PhoneNumber: '' }, { token })
    expect([reply.status, Object.keys(reply.body.Fields as object)]).toEqual([400, ['PhoneNumber']])
    await page.goto('/requestcall')
    const phone = page.getByLabel('Call Back Phone Number')
    await phone.fill('')
    await phone.pressSequentially('1234567890123456')
    expect(await phone.inputValue()).toBe('123456789012')
    await context.close()
  },
)

statement(
  '§5 Add/Edit Vehicle: the server takes a make, model, state and color from its lists alone',
  { built: ['server/src/driver/vehicles/vehicles.ts'] },
  async () => {
    const { token } = await registerDriver(address, 0)
    const fields = {
      VehicleMake: 'HONDA',
      VehicleModel: 'CIVIC',
      PlateNumber: 'LISTS 5',
      PlateState: 'Ohio',
      VehicleColor: 'BLUE',
      VehicleYear: '2022',
    }
    for (const name of ['VehicleMake', 'VehicleModel', 'PlateState', 'VehicleColor'] as const) {
      const reply = await callApi('POST /api/Vehicle/Add', { ...fields, [name]: 'Nowhere' }, { token })
      expect([name, reply.status]).toEqual([name, 400])
      expect(Object.keys(reply.body.Fields as object)).toContain(name)
    }
    expect((await callApi('POST /api/Vehicle/Add', fields, { token })).status).toBe(200)
  },
)
