// Decisions on routes and access: D-01 to D-04 and D-50 to D-52.
import { calls } from '@parkit/contract/calls'
import { sendCode } from '@parkit/contract/driver/account'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { en as shell } from '../../web/src/app/frame/words.en.ts'
import { en as places } from '../../web/src/city/places/words.en.ts'
import { en as account } from '../../web/src/driver/account/words.en.ts'
import { en as wallet } from '../../web/src/money/wallet/words.en.ts'
import { en as past } from '../../web/src/parking/past/words.en.ts'
import { en as parking } from '../../web/src/parking/sessions/words.en.ts'
import { call } from '../api.ts'
import { firstZone } from '../places.ts'
import { expectAt, expectHeading, follow, go, press } from './navigation.ts'
import { routes } from './routes.ts'
import { statement } from './statements.ts'
import { openVisitors } from './visitors.ts'

const { address, guest, driver, newNobody, newGuest, newDriver } = openVisitors()

const built = ['web/src/app/routes.tsx']
const landings = ['/parkit1', '/parkit2', '/parkit3']

const flag = (page: Page) => page.evaluate(() => localStorage.getItem('is_guestUser'))
const typePassword = async (page: Page, { email, password }: { email: string; password: string }) => {
  await page.getByLabel(account.login).fill(email)
  await page.getByLabel(account.password, { exact: true }).fill(password)
  await press(page, account.signIn)
}

statement(
  'D-01: the wanted address is kept through signing in',
  { built: [...built, 'web/src/platform/next.ts'] },
  async () => {
    const visitor = await driver()
    const { page, context } = await newNobody()
    await page.goto('/pastpark?sort=oldest')
    await follow(page, account.signIn)
    await expectAt(page, `/login?next=${encodeURIComponent('/pastpark?sort=oldest')}`)
    await page.getByLabel(account.login).fill(visitor.driver.email)
    await page.getByLabel(account.password, { exact: true }).fill(visitor.driver.password)
    await press(page, account.signIn)
    await expectAt(page, '/pastpark?sort=oldest')
    await context.close()
  },
)

statement(
  'D-01: the wanted address is kept through creating an account',
  { built: [...built, 'web/src/platform/next.ts'] },
  async () => {
    const { page, context } = await newNobody()
    await page.goto('/addmoney')
    await follow(page, account.createAccount)
    await page.getByLabel(account.firstName).fill('Noor')
    await page.getByLabel(account.email).fill('noor@example.com')
    await page.getByLabel(account.phone).fill('312 555 0155')
    await page.getByLabel(account.password, { exact: true }).fill('seven green bays')
    await press(page, account.createAccount)
    await press(page, account.fillIn)
    await expectAt(page, '/addmoney')
    await context.close()
  },
)

statement(
  'D-01: the wanted address is kept through going on as a guest',
  { built: [...built, 'web/src/driver/account/LandingScreen.tsx'] },
  async () => {
    const { page, context } = await newNobody()
    await page.goto('/findparking?q=60601')
    await press(page, account.guest)
    await expectAt(page, '/findparking?q=60601')
    await context.close()
  },
)

statement(
  'D-01: no address of another site is opened after signing in',
  { built: ['web/src/platform/next.ts'] },
  async () => {
    const { page } = await driver()
    for (const next of ['https://example.com/', '//example.com', '/\\example.com', 'javascript:alert(1)']) {
      await page.goto(`/login?next=${encodeURIComponent(next)}`)
      await expectAt(page, '/homepage')
    }
  },
)

for (const path of ['/login', ...landings])
  statement(`D-02: ${path} sends a signed-in driver to /homepage`, { built }, async () => {
    const { page } = await driver()
    await go(page, '/terms')
    await go(page, path)
    await expectAt(page, '/homepage')
  })

statement(
  'D-02: a guest signs in or creates an account from Home, which drops the guest flag first',
  { built: ['web/src/parking/home/HomeTiles.tsx'] },
  async () => {
    const { page, context } = await newNobody()
    await page.goto('/terms')
    await page.getByRole('heading', { level: 1 }).waitFor()
    for (const [way, path] of [
      [parking.signIn, '/login'],
      [parking.createAccount, '/register'],
    ] as const) {
      await go(page, '/parkit3')
      await press(page, account.guest)
      await expectAt(page, '/homepage')
      await press(page, way)
      await expectAt(page, path)
      expect(await page.evaluate(() => localStorage.getItem('is_guestUser'))).toBeNull()
    }
    await context.close()
  },
)

statement(
  'D-02: a guest signs in or creates an account from Account, and comes back to it',
  { built: ['web/src/money/wallet/GuestInvitation.tsx'] },
  async () => {
    const { page, context } = await newGuest()
    await go(page, '/profile')
    await press(page, wallet.createAccount)
    await expectAt(page, '/register?next=%2Fprofile')
    expect(await flag(page)).toBeNull()
    await page.evaluate(() => localStorage.setItem('is_guestUser', 'true'))
    await go(page, '/account')
    await press(page, wallet.signIn)
    await expectAt(page, '/login?next=%2Faccount')
    expect(await flag(page)).toBeNull()
    await typePassword(page, (await driver()).driver)
    await expectAt(page, '/account')
    await context.close()
  },
)

statement(
  'D-03: "Forgot password?" on /login sends a code; /otp signs the driver in and opens /resetpassword',
  {
    built: [
      'web/src/driver/account/LoginScreen.tsx',
      'web/src/driver/account/CodeScreen.tsx',
      'web/src/driver/account/ResetPasswordScreen.tsx',
    ],
  },
  async () => {
    const { driver: forgetful, context: first } = await newDriver(0)
    await first.close()
    const { page, context } = await newNobody()
    await go(page, '/login')
    await page.getByLabel(account.login).fill(forgetful.email)
    await press(page, account.forgot)
    await expectAt(page, '/otp')
    await press(page, account.fillIn)
    await expectAt(page, '/resetpassword')
    await page.getByLabel(account.newPassword).fill('eight blue bays')
    await press(page, account.savePassword)
    await expectAt(page, '/homepage')
    await page.evaluate(() => localStorage.clear())
    await go(page, '/login')
    await typePassword(page, { email: forgetful.email, password: 'eight blue bays' })
    await expectAt(page, '/homepage')
    await context.close()
  },
)

statement(
  'D-106: where strangers asked for the codes, the app proves itself in the background and goes on',
  { built: ['web/src/platform/proof-of-work.ts', 'web/src/platform/client.ts'] },
  async () => {
    const { driver: forgetful, context: first } = await newDriver(0)
    await first.close()
    for (let n = 0; n < 3; n++) await call(address, sendCode, { body: { Destination: forgetful.email } })
    const { page, context } = await newNobody()
    const statuses: number[] = []
    page.on('response', answer => answer.url().endsWith(sendCode.path) && statuses.push(answer.status()))
    await go(page, '/login')
    await page.getByLabel(account.login).fill(forgetful.email)
    await press(page, account.forgot)
    await page.getByText(shell.checkingDevice).waitFor()
    await expectAt(page, '/otp')
    expect(statuses).toEqual([429, 200])
    await press(page, account.fillIn)
    await expectAt(page, '/resetpassword')
    await context.close()
  },
)

statement(
  'D-03: /forgot, in the account, does the same for a signed-in driver',
  { built: ['web/src/driver/account/ForgotScreen.tsx'] },
  async () => {
    const { page, driver: signedIn, context } = await newDriver(0)
    await go(page, '/profile')
    await follow(page, account.changePassword)
    await expectAt(page, '/forgot')
    await press(page, account.codeTo(signedIn.email))
    await expectAt(page, '/otp')
    await press(page, account.fillIn)
    await expectAt(page, '/resetpassword')
    await context.close()
  },
)

statement('D-04: /SelectVehicle, /parkdetails and the other screens that are not shown exist', { built }, async () => {
  const { page } = await driver()
  for (const { path, heading, driverAt = path } of routes) {
    await go(page, path)
    await expectHeading(page, heading)
    await expectAt(page, driverAt)
  }
})

statement(
  'D-50: Past Parkings does nothing for a guest: it stays where it is and says that signing in shows past sessions',
  { built: ['web/src/app/frame/ParkItFrame.tsx'] },
  async () => {
    const { page } = await guest()
    await go(page, '/findparking')
    await expectHeading(page, places.findParking)
    await follow(page, shell.pastParkings)
    await page.getByRole('status').getByText(shell.guestPast).waitFor()
    await expectAt(page, '/findparking')
  },
)

statement(
  'D-50: a guest who opens the address is told the same, with the way to sign in and back',
  { built: ['web/src/parking/past/PastScreen.tsx'] },
  async () => {
    const { page, context } = await newGuest()
    await go(page, '/mappage')
    await expectHeading(page, past.guestTitle)
    await press(page, past.signIn)
    await expectAt(page, '/login?next=%2Fmappage')
    await context.close()
  },
)

statement(
  'D-51: one bar: Home, Past Parkings, Find Parking, Support, Account',
  { built: ['web/src/app/frame/ParkItFrame.tsx', 'web/src/app/frame/BottomBar.tsx'] },
  async () => {
    const { page } = await driver()
    const bar = page.getByRole('navigation', { name: shell.navigation })
    for (const path of ['/homepage', '/pastpark', '/findparking', '/supportpage', '/account', '/profile', '/mappage']) {
      await go(page, path)
      await expect
        .poll(() => bar.getByRole('link').allTextContents())
        .toEqual(['Home', 'Past Parkings', 'Find Parking', 'Support', 'Account'])
    }
  },
)

statement('D-52: a guest makes no call that can only answer 401', { built }, async () => {
  const { page, context } = await newGuest()
  const own = Object.values(calls).filter(({ who }) => who === 'driver')
  const forbidden: string[] = []
  page.on('request', request => {
    const { pathname } = new URL(request.url())
    const is = ({ method, path }: (typeof own)[number]) =>
      method === request.method() && new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`).test(pathname)
    if (own.some(is)) forbidden.push(`${request.method()} ${pathname}`)
  })
  for (const { path, guestAt = path } of routes) {
    await go(page, '/terms')
    await go(page, path)
    await expectAt(page, guestAt)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await page.evaluate(() => new Promise(done => requestAnimationFrame(done)))
  }
  expect(forbidden).toEqual([])
  await context.close()
})

statement(
  'D-52: a guest’s action that needs an account opens Quick park or signing in, and comes back to where it was',
  { built: ['web/src/city/places/ZoneScreen.tsx', 'web/src/parking/sessions/SelectVehicleScreen.tsx'] },
  async () => {
    const { page, context } = await newGuest()
    await go(page, '/findparking?q=60601')
    const zone = await firstZone(page)
    await go(page, `/parkdetails?zone=${zone}`)
    await follow(page, places.parkHere)
    const next = () => new URL(page.url()).searchParams.get('next')
    await page.waitForURL('**/QuickParkRegister?*')
    const wanted = next()!
    expect(wanted).toContain(`/SelectVehicle?zone=${zone}`)
    await follow(page, account.signIn)
    await page.waitForURL('**/login?*')
    expect(next()).toBe(wanted)
    await typePassword(page, (await driver()).driver)
    await expectAt(page, wanted)
    await context.close()
  },
)

statement(
  'D-52: finding, prices, rates and forecasts need no account',
  { built: ['web/src/city/places/FindScreen.tsx', 'web/src/city/places/ZoneScreen.tsx'] },
  async () => {
    const { page } = await guest()
    await go(page, '/findparking?q=60601')
    const first = page.getByRole('list', { name: places.places }).getByRole('listitem').first()
    await first.getByText(/\$\d/).first().waitFor()
    const zone = await firstZone(page)
    await go(page, `/parkdetails?zone=${zone}`)
    await page.getByRole('link', { name: places.parkHere }).waitFor()
    const rates = page.locator('section').filter({ has: page.getByRole('heading', { name: places.rates }) })
    await rates.getByText(/\$\d/).first().waitFor()
    await page.getByRole('table', { name: places.howFull }).waitFor()
  },
)
