// §3 and §4 of the specification: stored data, the fields of each record, states and transitions.
import * as account from '@parkit/contract/driver/account'
import * as vehicles from '@parkit/contract/driver/vehicles'
import { expect } from 'vitest'
import { require } from '../api.ts'
import { signInOnScreen } from '../sign-in.ts'
import { requestOf, withWaiting } from './mock-responses.ts'
import { expectAt, expectHeading, go, press } from './navigation.ts'
import { statement } from './statements.ts'
import { openVisitors } from './visitors.ts'

const { address, driver, newNobody, newDriver, registerDriver } = openVisitors()

const session = ['web/src/platform/session.ts']
const edit = ['web/src/driver/account/edit/EditProfileScreen.tsx', 'web/src/driver/account/edit/rules.ts']
const cards = ['web/src/money/cards/authorization.ts']

const userFields = [
  'AddressLine1',
  'AddressLine2',
  'City',
  'EmailAddress',
  'FirstName',
  'LastName',
  'MemberId',
  'MinBalance',
  'PhoneNumber',
  'State',
  'UserName',
  'ZipCode',
]

statement(
  '§3 Local storage: what signing in stores, under the recorded keys',
  {
    built: session,
  },
  async () => {
    const who = await registerDriver(0)
    const { page, context } = await newNobody()
    await signInOnScreen(page, who)
    const stored = await page.evaluate(() => ({ ...localStorage }))
    const user = JSON.parse(stored.user_data!)
    expect(Object.keys(user).toSorted()).toEqual(userFields)
    expect(stored).toMatchObject({
      username: user.UserName,
      app_id: 'parkit-web',
      p_user_id: user.MemberId,
      client_id: '0',
      is_vehicle: 'true',
    })
    expect(stored.access_token).toBeTruthy()
    expect(stored.is_guestUser).toBeUndefined()
    await context.close()
  },
)

statement(
  "§3 Local storage: is_guestUser is 'true' for guests, parkitFlag the landing",
  {
    built: session,
  },
  async () => {
    const { page, context } = await newNobody()
    await page.goto('/parkit2')
    await page.getByRole('button', { name: 'Continue as guest' }).click()
    await expectAt(page, '/homepage')
    // beside what the device keeps of its own: how far the city's zone is from UTC
    const stored = await page.evaluate(() => Object.entries(localStorage).filter(([key]) => !key.startsWith('kept.')))
    expect(Object.fromEntries(stored)).toEqual({ is_guestUser: 'true', parkitFlag: 'parkit2' })
    await context.close()
  },
)

statement(
  '§3 Vehicle: the recorded fields, VehicleYear a four-digit string',
  {
    built: ['contract/src/driver/vehicles-schemas.ts'],
  },
  async () => {
    const { token } = await driver()
    const [first] = await require(address, vehicles.listVehicles, {}, { token })
    expect(Object.keys(first!)).toEqual(
      expect.arrayContaining([
        'VehicleID',
        'VehicleMake',
        'VehicleModel',
        'PlateNumber',
        'PlateState',
        'VehicleColor',
        'VehicleYear',
      ]),
    )
    expect(first!.VehicleYear).toMatch(/^\d{4}$/)
  },
)

statement(
  '§3 Lookup items: PvValue and PVID of makes, PvValue of models, PvDescription of colours, state strings',
  {
    built: ['contract/src/driver/vehicles-schemas.ts'],
  },
  async () => {
    const get = async (path: string) => (await fetch(`${address}${path}`)).json()
    const [make] = await get('/api/Vehicle/Makes')
    expect([typeof make.PvValue, typeof make.PVID]).toEqual(['string', 'number'])
    const [model] = await get(`/api/Vehicle/Models/${make.PVID}`)
    expect(typeof model.PvValue).toBe('string')
    const [colour] = await get('/api/Vehicle/Colors')
    expect(typeof colour.PvDescription).toBe('string')
    const states = await get('/api/Core/States')
    expect(states.every((state: unknown) => typeof state === 'string')).toBe(true)
  },
)

statement(
  '§3 Account details: Balance and MinBalance are numbers, shown as dollars',
  {
    built: ['contract/src/driver/account-schemas.ts', 'web/src/money/account/WalletScreen.tsx'],
  },
  async () => {
    const { page, token } = await driver()
    const { Balance, MinBalance } = await require(address, account.details, {}, { token })
    expect([typeof Balance, typeof MinBalance]).toEqual(['number', 'number'])
    await go(page, '/account')
    for (const dollars of [Balance, MinBalance])
      await page
        .getByText(`$${dollars.toFixed(2)}`)
        .first()
        .waitFor()
  },
)

statement(
  '§3 Card authorization: the recorded payload, and the form’s way from idle to success',
  {
    built: cards,
  },
  async () => {
    const { page, context, token } = await newDriver(0)
    await page.goto('/stripepage')
    await page.getByPlaceholder('Enter Card Number').pressSequentially('4242424242424242')
    await page.getByLabel('Expiry Date').pressSequentially('431')
    await page.getByLabel('CVC').fill('123')
    await page.getByLabel('Amount (USD)').fill('25')
    await withWaiting(page, '/api/Payment/create-intent', async () => {
      const request = await requestOf(page, 'POST', '/api/Payment/create-intent', () => press(page, 'Authorize $25'))
      const { PaymentMethodId, ...payload } = request.postDataJSON()
      expect(PaymentMethodId).toMatch(/^pm_/)
      expect(payload).toEqual({
        Amount: 25,
        Currency: 'USD',
        CardType: 'visa',
        MonthExpiry: '04',
        YearExpiry: '2031',
        Last4: '4242',
      })
      await page.getByText('Processing...').waitFor()
    })
    await page.getByText(/^Payment authorized! Intent ID: pi_/).waitFor()
    await page.getByRole('button', { name: 'Authorize $25' }).waitFor()
    await expectAt(page, '/stripepage')
    // held and released, never credited
    expect((await require(address, account.details, {}, { token })).Balance).toBe(0)
    await context.close()
  },
)

statement(
  '§3 Token and error responses: access_token; message and ErrorDetails.message',
  {
    built: ['contract/src/driver/account-schemas.ts', 'contract/src/platform/errors.ts'],
  },
  async () => {
    const { driver: who } = await driver()
    const signIn = async (password: string) => {
      const body = new URLSearchParams({ grant_type: 'password', username: who.email, password })
      const response = await fetch(`${address}/api/Token`, { method: 'POST', body })
      return { status: response.status, body: await response.json() }
    }
    expect((await signIn(who.password)).body.access_token).toBeTruthy()
    const { status, body } = await signIn('wrong')
    expect(status).toBe(400)
    expect(body).toEqual({
      Message: body.message,
      message: body.message,
      Code: 'wrong_credentials',
      ErrorDetails: { message: body.message },
    })
  },
)

statement(
  'D-84: a wrong password or code answers 400 wrong_credentials',
  {
    built: ['server/src/driver/account/account.ts'],
  },
  async () => {
    const body = new URLSearchParams({ grant_type: 'password', username: 'nobody@example.com', password: 'x' })
    const response = await fetch(`${address}/api/Token`, { method: 'POST', body })
    expect([response.status, (await response.json()).Code]).toEqual([400, 'wrong_credentials'])
  },
)

statement(
  '§4 Edit Profile: filled from the stored user data, UserName from the stored username',
  {
    built: edit,
  },
  async () => {
    const { page, driver: who } = await driver()
    await go(page, '/profile')
    await go(page, '/editprofile')
    await expectHeading(page, 'Edit Profile')
    expect(await page.getByLabel('Username').inputValue()).toBe(who.email)
    expect(await page.evaluate(() => localStorage.getItem('username'))).toBe(who.email)
    expect(await page.getByLabel('Email').inputValue()).toBe(who.email)
    expect(await page.getByLabel('First name').inputValue()).toBe('Maya')
  },
)

statement(
  'D-14: Texas only where the driver has no state; a saved one is never overwritten',
  {
    built: edit,
  },
  async () => {
    const { page, context, token } = await newDriver(0)
    await page.goto('/editprofile')
    await expect.poll(() => page.getByLabel('State').inputValue()).toBe('Texas')
    await page.getByLabel('Address', { exact: true }).fill('1 Main St')
    await page.getByLabel('City').fill('Gary')
    await page.getByLabel('ZIP code').fill('46402')
    await page.getByLabel('State').selectOption('Indiana')
    await press(page, 'Save')
    await expectAt(page, '/profile')
    await page.goto('/editprofile')
    await expect.poll(() => page.getByLabel('State').inputValue()).toBe('Indiana')
    expect((await require(address, account.profile, {}, { token })).State).toBe('Indiana')
    await context.close()
  },
)

statement('D-15: FirstName, LastName and AddressLine2 are inputs, and optional', { built: edit }, async () => {
  const { page, context, token } = await newDriver(0)
  await page.goto('/editprofile')
  await page.getByLabel(/^First name/).fill('')
  await page.getByLabel(/^Last name/).fill('')
  await page.getByLabel(/^Apt, suite, or unit/).fill('')
  await page.getByLabel('Address', { exact: true }).fill('1 Main St')
  await page.getByLabel('City').fill('Gary')
  await page.getByLabel('ZIP code').fill('46402')
  await press(page, 'Save')
  await expectAt(page, '/profile')
  expect((await require(address, account.profile, {}, { token })).FirstName).toBe('')
  await context.close()
})

statement(
  '§4 Request in progress: the triggering button is disabled and shows it until the call finishes',
  {
    built: ['web/src/ui/Button.tsx'],
  },
  async () => {
    const { page, context } = await newDriver(0)
    await page.goto('/editprofile')
    await page.getByLabel('Address', { exact: true }).fill('1 Main St')
    await page.getByLabel('City').fill('Gary')
    await page.getByLabel('ZIP code').fill('46402')
    await withWaiting(page, '/api/Account/Update', async () => {
      await press(page, 'Save')
      const button = page.getByRole('button', { name: 'Saving…' })
      await button.waitFor()
      expect(
        await button.evaluate((b: HTMLButtonElement) => b.disabled || b.getAttribute('aria-disabled')),
      ).toBeTruthy()
    })
    await expectAt(page, '/profile')
    await context.close()
  },
)
