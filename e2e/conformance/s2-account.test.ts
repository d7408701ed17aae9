// §2 of the specification: Account and Edit Profile.
import { expect } from 'vitest'
import { en as account } from '../../web/src/driver/account/words.en.ts'
import { expectToast } from './mock-responses.ts'
import { expectAt, expectHeading, follow, go, press } from './navigation.ts'
import { statement } from './statements.ts'
import { openVisitors } from './visitors.ts'

const { guest, driver, newDriver } = openVisitors()

const built = ['web/src/driver/account/ProfileScreen.tsx']
const logout = ['web/src/driver/account/Logout.tsx', 'web/src/platform/session.ts']
const options = ['web/src/driver/options/OptionsCard.tsx']

const openProfile = async () => {
  const visitor = await driver()
  if (new URL(visitor.page.url()).pathname !== '/profile') await go(visitor.page, '/profile')
  await expectHeading(visitor.page, 'Account')
  return visitor
}

statement('§2 Account: the screen is titled Account', { built }, async () => {
  const { page } = await openProfile()
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Account')
})

statement(
  '§2 Account: it shows a profile photo',
  { built: ['web/src/driver/account/photo/PhotoButton.tsx'] },
  async () => {
    const { page } = await openProfile()
    await page.locator('.photo').first().waitFor()
  },
)

statement('§2 Account: non-guests see their e-mail and phone', { built }, async () => {
  const { page, driver: who } = await openProfile()
  await page.getByText(who.email).waitFor()
  await page.getByText(/^\(312\) \d{3}-\d{4}$/).waitFor()
})

statement('§2 Account: an EDIT button leads to /editprofile', { built }, async () => {
  const { page } = await openProfile()
  await follow(page, 'Edit')
  await expectAt(page, '/editprofile')
})

statement('§2 Account: a Default Parking Options card with three toggles', { built: options }, async () => {
  const { page } = await openProfile()
  await expectHeading(page, 'Default Parking Options')
  for (const name of ['Auto Start Parking Session', 'Auto Extend Parking Session', 'Max Payment Amount'])
    await page.getByRole('switch', { name }).waitFor()
})

statement('§2 Account: a My Vehicles row leads to /myvehicles', { built }, async () => {
  const { page } = await openProfile()
  await page.getByRole('link', { name: /^My Vehicles/ }).click()
  await expectAt(page, '/myvehicles')
})

statement('§2 Account: a Support row leads to /supportpage', { built }, async () => {
  const { page } = await openProfile()
  await page
    .locator('main')
    .getByRole('link', { name: /^Support/ })
    .click()
  await expectAt(page, '/supportpage')
})

statement('§2 Account: a Logout button', { built: logout }, async () => {
  const { page } = await openProfile()
  await page.getByRole('button', { name: 'Logout', exact: true }).waitFor()
})

statement('§2 Account: a bottom navigation', { built: ['web/src/app/frame/BottomBar.tsx'] }, async () => {
  const { page } = await openProfile()
  await page.getByRole('navigation', { name: 'Main' }).waitFor()
})

statement(
  "§2 Account: guests see the heading 'Guest User' and nothing of an account",
  {
    built: ['web/src/money/wallet/GuestInvitation.tsx'],
  },
  async () => {
    const { page } = await guest()
    for (const path of ['/profile', '/account']) {
      await page.goto(path)
      await expectHeading(page, 'Guest User')
      await page.getByRole('button', { name: account.createAccount }).waitFor()
      await page.getByRole('button', { name: account.signIn }).waitFor()
      for (const own of [/^EDIT$/i, /^My Vehicles/, /^Logout/])
        expect(await page.locator('main').getByRole('link', { name: own }).count()).toBe(0)
      expect(await page.getByRole('switch').count()).toBe(0)
      expect(
        await page
          .locator('main')
          .getByRole('link', { name: /^Support/ })
          .count(),
      ).toBe(0)
    }
  },
)

statement(
  'D-13: no Sort dialog on Account; it lives on Past Parking Sessions',
  {
    built: ['web/src/parking/past/SortSheet.tsx'],
  },
  async () => {
    const { page } = await openProfile()
    expect(await page.getByText('Sort', { exact: false }).count()).toBe(0)
  },
)

statement(
  'D-10: /profile and /account are two sides of one Account, with a switch between them',
  {
    built: ['web/src/money/wallet/AccountSwitch.tsx'],
  },
  async () => {
    const { page } = await openProfile()
    await page.getByRole('link', { name: 'Wallet', exact: true }).click()
    await expectAt(page, '/account')
    await expectHeading(page, 'Account')
    await page.getByRole('link', { name: 'Profile', exact: true }).click()
    await expectAt(page, '/profile')
  },
)

statement(
  "§2 Account: Logout asks 'Logout?', 'Are you sure you want to logout?', 'Yes, Logout', 'NO'",
  {
    built: logout,
  },
  async () => {
    const { page } = await openProfile()
    await press(page, 'Logout')
    const dialog = page.getByRole('alertdialog', { name: 'Logout?' })
    await dialog.getByText('Are you sure you want to logout?').waitFor()
    await dialog.getByRole('button', { name: 'Yes, Logout', exact: true }).waitFor()
    await dialog.getByRole('button', { name: 'NO', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    await expectAt(page, '/profile')
  },
)

for (const landing of ['parkit1', 'parkit2', 'parkit3'])
  statement(
    `§2 Account: Logout clears local storage except parkitFlag and goes to /${landing}`,
    {
      built: logout,
    },
    async () => {
      const { page, context } = await newDriver(0)
      await page.evaluate(flag => localStorage.setItem('parkitFlag', flag), landing)
      await page.goto('/profile')
      await press(page, 'Logout')
      await press(page, 'Yes, Logout')
      await expectAt(page, `/${landing}`)
      expect(await page.evaluate(() => ({ ...localStorage }))).toEqual({ parkitFlag: landing })
      await context.close()
    },
  )

const edit = ['web/src/driver/account/edit/EditProfileScreen.tsx']

statement('§2 Edit Profile: a back button to /profile', { built: edit }, async () => {
  const { page } = await openProfile()
  await follow(page, 'Edit')
  await expectHeading(page, 'Edit Profile')
  await page
    .getByRole('link', { name: 'Back' })
    .or(page.getByRole('button', { name: 'Back' }))
    .click()
  await expectAt(page, '/profile')
})

statement("§2 Edit Profile: a successful save says 'User Updated' and goes to /profile", { built: edit }, async () => {
  const { page, context } = await newDriver(0)
  await page.goto('/editprofile')
  await page.getByLabel('Address', { exact: true }).fill('233 S Wacker Dr')
  await page.getByLabel('City').fill('Chicago')
  await page.getByLabel('ZIP code').fill('60606')
  await press(page, 'Save')
  await expectAt(page, '/profile')
  await expectToast(page, 'User Updated')
  await context.close()
})
