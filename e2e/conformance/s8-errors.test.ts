// §8 of the specification: the error catalogue, through the app's one client.
import { expect } from 'vitest'
import { en as vehicles } from '../../web/src/driver/vehicles/words.en.ts'
import { en as ui } from '../../web/src/ui/words.en.ts'
import { expectToast, type Given, withAnswer } from './mock-responses.ts'
import { expectAt, expectHeading, go, press } from './navigation.ts'
import { statement } from './statements.ts'
import { openVisitors } from './visitors.ts'

const { driver, newDriver } = openVisitors()

const client = ['web/src/platform/client.ts']
const profile = ['web/src/driver/account/edit/EditProfileScreen.tsx']
const lists = ['web/src/driver/vehicles/VehicleForm.tsx']

const saveProfile = async (given: Given, text: string) => {
  const { page } = await driver()
  await go(page, '/profile')
  await go(page, '/editprofile')
  await page.getByLabel('Address', { exact: true }).fill('1 Main St')
  await page.getByLabel('City').fill('Chicago')
  await page.getByLabel('ZIP code').fill('60606')
  await withAnswer(page, '/api/Account/Update', given, async () => {
    await press(page, 'Save')
    await expectToast(page, text)
  })
  await expectAt(page, '/editprofile')
}

const bodyOf = (text: string) => ({ Message: text, message: text, ErrorDetails: { message: text } })

statement('§8 Profile update fails: a toast with the Message of the answer', { built: profile }, () =>
  saveProfile({ status: 409, body: { Message: 'Not possible now.' } }, 'Not possible now.'),
)

statement('§8 500: ErrorDetails.message where it is given', { built: client }, () =>
  saveProfile(
    { status: 500, body: { message: 'inner', ErrorDetails: { message: 'The books are closed.' } } },
    'The books are closed.',
  ),
)

statement(
  "§8 500: else 'An unkown exception has occur. Please Contact administrator'",
  {
    built: client,
  },
  () => saveProfile({ status: 500, body: {} }, 'An unkown exception has occur. Please Contact administrator'),
)

statement('§8 Other statuses: the answer’s message field', { built: client }, () =>
  saveProfile({ status: 418, body: { message: 'A teapot.' } }, 'A teapot.'),
)

statement("§8 No response: 'Server Not Responding'", { built: client }, () =>
  saveProfile('none', 'Server Not Responding'),
)

statement(
  "§8 401 on a call that is no GET: 'Unauthorized', all storage cleared, the site root",
  {
    built: [...client, 'web/src/app/main.tsx'],
  },
  async () => {
    const { page, context } = await newDriver(0)
    await page.evaluate(() => localStorage.setItem('parkitFlag', 'parkit1'))
    await page.goto('/editprofile')
    await page.getByLabel('Address', { exact: true }).fill('1 Main St')
    await page.getByLabel('City').fill('Chicago')
    await page.getByLabel('ZIP code').fill('60606')
    await withAnswer(page, '/api/Account/Update', { status: 401, body: bodyOf('Sign in again.') }, async () => {
      await press(page, 'Save')
      await expectToast(page, 'Unauthorized')
    })
    await expectAt(page, '/parkit3')
    const stored = await page.evaluate(() => ({ ...localStorage }))
    expect(Object.keys(stored).filter(key => key !== 'parkitFlag')).toEqual([])
    expect(stored.parkitFlag).not.toBe('parkit1')
    await context.close()
  },
)

statement('§8 401 on a GET: no logout; the screen offers to sign in', { built: client }, async () => {
  const { page } = await driver()
  await withAnswer(page, '/api/Vehicle/List', { status: 401, body: bodyOf('Sign in again.') }, async () => {
    await page.goto('/myvehicles')
    await expectHeading(page, ui.endedSignIn)
    await page.locator('main').getByRole('button', { name: ui.signIn }).waitFor()
  })
  await expectAt(page, '/myvehicles')
  expect(await page.evaluate(() => localStorage.getItem('access_token'))).toBeTruthy()
})

statement(
  '§8 Vehicle list fails: no toast; the screen says it and offers "Try again"',
  {
    built: ['web/src/driver/vehicles/VehiclesScreen.tsx'],
  },
  async () => {
    const { page } = await driver()
    await withAnswer(page, '/api/Vehicle/List', { status: 409, body: bodyOf('Closed.') }, async () => {
      await page.goto('/myvehicles')
      await expectHeading(page, vehicles.vehiclesFailed)
      expect(await page.locator('.Toastify__toast').count()).toBe(0)
      expect(await page.getByText(/^Vehicle \d/).count()).toBe(0)
    })
    await press(page, 'Try again')
    await expectHeading(page, 'Vehicle 1')
  },
)

for (const [name, path] of [
  ['States list', '/api/Core/States'],
  ['Makes', '/api/Vehicle/Makes'],
  ['Colours', '/api/Vehicle/Colors'],
] as const)
  statement(
    `§8 ${name} fails: no toast, an empty dropdown; the form offers "Try again"`,
    {
      built: lists,
    },
    async () => {
      const { page } = await driver()
      await withAnswer(page, path, { status: 409, body: bodyOf('Closed.') }, async () => {
        await page.goto('/addvehicles')
        await page.getByText(vehicles.listsFailed).waitFor()
        expect(await page.locator('.Toastify__toast').count()).toBe(0)
      })
      await press(page, 'Try again')
      await page.getByText(vehicles.listsFailed).waitFor({ state: 'detached' })
    },
  )

statement('§8 A vehicle that is not saved: said in the form, no toast', { built: lists }, async () => {
  const { page, driver: who } = await driver()
  await page.goto(`/addvehicles?id=${who.vehicleId}`)
  await expectHeading(page, 'Edit Vehicle')
  await withAnswer(page, '/api/Vehicle/Update', { status: 409, body: bodyOf('Closed.') }, async () => {
    await press(page, 'Save vehicle')
    await page.getByRole('alert').filter({ hasText: 'Closed.' }).waitFor()
    expect(await page.locator('.Toastify__toast').count()).toBe(0)
  })
})

statement(
  '§7 Account/Details: errors are shown to the driver',
  { built: ['web/src/money/account/WalletScreen.tsx'] },
  async () => {
    const { page } = await driver()
    await withAnswer(page, '/api/Account/Details', { status: 409, body: bodyOf('The books are closed.') }, async () => {
      await page.goto('/account')
      await page.getByText('The books are closed.').waitFor()
    })
  },
)

const card = ['web/src/money/cards/authorization.ts']
const authorize = async (path = '/stripepage') => {
  const visitor = await newDriver(0)
  const { page } = visitor
  await page.goto(path)
  await page.getByPlaceholder('Enter Card Number').pressSequentially('4242424242424242')
  await page.getByLabel('Expiry Date').pressSequentially('431')
  await page.getByLabel('CVC').fill('123')
  await page.getByLabel('Amount (USD)').fill('25')
  return visitor
}

statement('§8 Payment method creation fails: the provider’s message', { built: card }, async () => {
  const { page, context } = await newDriver(0)
  await page.goto('/stripepage')
  await page.getByPlaceholder('Enter Card Number').waitFor()
  await page.getByLabel('Amount (USD)').fill('25')
  await press(page, 'Authorize $25')
  await page.getByText('Your card number is incomplete.').waitFor()
  await context.close()
})

statement("§8 Payment method creation fails without a message: 'Something went wrong'", { built: card }, async () => {
  const { page, context } = await authorize()
  const failure = { status: 402, body: { error: { type: 'card_error', message: '' } } }
  await withAnswer(page, '/sandbox/stripe/v1/payment_methods', failure, async () => {
    await press(page, 'Authorize $25')
    await page.getByText('Something went wrong').waitFor()
  })
  await context.close()
})

statement(
  "§8 Create-intent fails: toast with the Message, 'Failed: {message}', logout after 2 s and why",
  {
    built: card,
  },
  async () => {
    const { page, context } = await authorize()
    const given = { status: 402, body: bodyOf('The card was declined.') }
    await withAnswer(page, '/api/Payment/create-intent', given, async () => {
      await press(page, 'Authorize $25')
      await page.getByText('Failed: The card was declined.').waitFor()
      await page.locator('.Toastify__toast').filter({ hasText: 'The card was declined.' }).waitFor()
      await page.getByText('For your safety, we’re signing you out. Sign in again to continue.').waitFor()
      await expectAt(page, '/parkit3')
    })
    expect(await page.evaluate(() => localStorage.getItem('access_token'))).toBeNull()
    await context.close()
  },
)

statement(
  "§8 Unexpected exception in the card form: 'Network or server error.', and no logout",
  {
    built: card,
  },
  async () => {
    const { page, context } = await authorize()
    await withAnswer(page, '/api/Payment/create-intent', 'none', async () => {
      await press(page, 'Authorize $25')
      await page.getByText('Network or server error.').waitFor()
    })
    expect(await page.evaluate(() => localStorage.getItem('access_token'))).toBeTruthy()
    await context.close()
  },
)
