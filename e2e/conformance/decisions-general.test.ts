// Decisions on the whole app: the desk, Hindi, the account's name, withdrawals, the sandbox, tokens.
import * as account from '@parkit/contract/driver/account'
import { deleteAccount, update } from '@parkit/contract/driver/profile'
import { withdraw } from '@parkit/contract/money/refunds'
import * as parking from '@parkit/contract/parking/sessions'
import { conversations } from '@parkit/contract/staff/desk'
import { say } from '@parkit/contract/support/chat'
import { writeEmail } from '@parkit/contract/support/emails'
import { expect } from 'vitest'
import { call, confirmEmail, require } from '../api.ts'
import { desktop } from '../browser.ts'
import { findLot } from '../places.ts'
import { newStaff, openDesk } from '../staff.ts'
import { expectAt, go } from './navigation.ts'
import { routes } from './routes.ts'
import { statement } from './statements.ts'
import { openVisitors } from './visitors.ts'

const { address, newNobody, newDriver, driver, registerDriver } = openVisitors()

statement(
  'D-63: a support desk for staff at /desk: conversations, call-backs, e-mails, sessions and receipts, refunds',
  { built: ['web/src/staff/desk/DeskScreen.tsx', 'server/src/staff/desk/desk.ts', 'server/src/staff/desk/invite.ts'] },
  async () => {
    // an hour in the evening costs more than twenty
    const { email, token, vehicleId } = await registerDriver(80)
    const { ZoneNumber } = await findLot(address)
    const body = { ZoneNumber, VehicleId: vehicleId, Minutes: 60, PayWith: 'wallet' }
    const { SessionId } = await require(address, parking.start, { body }, { token })
    await require(address, say, { body: { text: 'Where did I park?', AttachmentIds: [] } }, { token })
    const { Subject } = await require(address, writeEmail, {
      body: { Subject: 'A lost receipt', Message: 'It never came.', AttachmentIds: [] },
    }, { token })
    const { page, context } = await newNobody({ size: desktop })
    // to a driver it is not there, with his token or without
    for (const options of [{}, { token }])
      expect(await call(address, conversations, { query: { Show: 'all' } }, options)).toMatchObject({
        ok: false,
        status: 404,
      })
    await openDesk(page, await newStaff('Dana'))
    await page.getByLabel('Find a driver').fill(SessionId)
    await page.getByRole('list', { name: 'Drivers found' }).getByRole('link').click()
    await page.getByRole('log').getByText('Where did I park?').waitFor()
    const pane = page.getByRole('complementary', { name: 'Driver' })
    for (const shown of [email, SessionId]) await pane.getByText(shown).waitFor()
    await pane.getByRole('button', { name: 'Receipt' }).waitFor()
    const parts = page.getByRole('navigation', { name: 'Desk sections' })
    await parts.getByRole('link', { name: 'Emails' }).click()
    await page.getByText(Subject).first().waitFor()
    await parts.getByRole('link', { name: 'Callbacks' }).click()
    await page.getByRole('heading', { name: 'Callbacks' }).waitFor()
    await context.close()
  },
)

statement(
  'D-75: every screen speaks Hindi',
  { built: ['web/src/platform/language.tsx', 'web/src/app/frame/words.hi.ts'] },
  async () => {
    const { page, context } = await newDriver(0, { language: 'hi' })
    await go(page, '/profile')
    // its row moves while the profile comes in
    await page.getByRole('radio', { name: 'हिन्दी' }).dispatchEvent('click')
    await page.locator('html[lang=hi]').waitFor()
    for (const { path, driverAt = path } of routes) {
      await go(page, path)
      await expectAt(page, driverAt)
      const heading = page.getByRole('heading', { level: 1 }).first()
      await expect.poll(() => heading.textContent(), { message: path }).toMatch(/\p{Script=Devanagari}/u)
      // on a phone some screens hide it, and Quick park has none
      const bar = (await page.locator('nav').allTextContents()).join(' ')
      expect(bar, path).not.toMatch(/[a-z]{3}/i)
    }
    await context.close()
  },
)

const mixed = {
  FirstName: 'Ada',
  LastName: '',
  EmailAddress: 'Ada.Mixed@Example.com',
  PhoneNumber: '3125550199',
  Password: 'seven green bays',
}

statement(
  'D-87: UserName is the e-mail in lower case; read-only fields and MinBalance do not change with Account/Update',
  { built: ['server/src/driver/account/profile.ts'] },
  async () => {
    const challenge = await require(address, account.register, { body: mixed })
    const { access_token: token } = await require(address, account.token, {
      body: { grant_type: 'otp', challenge_id: challenge.ChallengeId, code: challenge.SandboxCode! },
    })
    expect((await require(address, account.profile, {}, { token })).UserName).toBe('+13125550199')
    await confirmEmail(address, token, mixed.EmailAddress)
    await require(address, account.settings, { body: { MinBalance: 7 } }, { token })
    const before = await require(address, account.profile, {}, { token })
    expect(before.UserName).toBe('ada.mixed@example.com')
    const changed = {
      ...before,
      UserName: 'other@example.com',
      EmailAddress: 'other@example.com',
      PhoneNumber: '3125550100',
      AddressLine1: '1 Wells St',
      City: 'Chicago',
      State: 'IL',
      ZipCode: '60601',
      MinBalance: '0',
    }
    await require(address, update, { body: changed }, { token })
    const after = await require(address, account.profile, {}, { token })
    expect(after).toMatchObject({
      UserName: before.UserName,
      EmailAddress: before.EmailAddress,
      PhoneNumber: before.PhoneNumber,
      City: 'Chicago',
    })
    expect(await require(address, account.details, {}, { token })).toMatchObject({ MinBalance: 7 })
  },
)

statement(
  'D-87: ChangeContact changes e-mail or phone with a code to the new one',
  { built: ['web/src/driver/account/edit/ContactSheet.tsx', 'server/src/driver/account/contacts.ts'] },
  async () => {
    const { page, context } = await newDriver()
    const changes = [
      ['Change email', 'New email', 'Moved@Example.com', 'Email', 'moved@example.com'],
      ['Change phone', 'New phone', '3125550198', 'Phone', '(312) 555-0198'],
    ] as const
    await go(page, '/editprofile')
    for (const [way, field, typed, label, shown] of changes) {
      await page.getByRole('button', { name: way }).click()
      const sheet = page.getByRole('dialog')
      await sheet.getByLabel(field).fill(typed)
      await sheet.getByRole('button', { name: 'Send code' }).click()
      await sheet.getByRole('button', { name: 'Fill in code' }).click()
      await sheet.getByRole('button', { name: 'Confirm' }).click()
      await sheet.waitFor({ state: 'detached' })
      await expect.poll(() => page.getByLabel(label, { exact: true }).inputValue()).toBe(shown)
    }
    expect(await page.getByLabel('Username').inputValue()).toBe('moved@example.com')
    await context.close()
  },
)

statement(
  'D-88: a guest holds no token, and to the server he is nobody',
  { built: ['web/src/platform/session.ts', 'server/src/platform/auth.ts'] },
  async () => {
    const { page, context } = await newNobody()
    await page.evaluate(() => localStorage.setItem('is_guestUser', 'true'))
    const asked = page.waitForRequest('**/api/Parking/Find?*')
    await go(page, '/findparking')
    expect((await asked).headers().authorization).toBeUndefined()
    expect(await page.evaluate(() => localStorage.getItem('access_token'))).toBeNull()
    await context.close()
  },
)

statement(
  'D-89: a demo shows "Sandbox" on every screen',
  { built: ['web/src/app/frame/ParkItFrame.tsx'] },
  async () => {
    const { page } = await driver()
    for (const { path } of routes) {
      await go(page, path)
      await page.locator('aside').getByText('Sandbox', { exact: true }).waitFor()
    }
  },
)

statement(
  'D-94: Wallet/Withdraw sends the balance back to the card it came from',
  { built: ['server/src/money/refunds/refunds.ts'] },
  async () => {
    const { token } = await registerDriver(30)
    const { Balance, Refunds } = await require(address, withdraw, { body: { Amount: 12 } }, { token })
    expect({ Balance, to: Refunds.map(({ Amount, To }) => [Amount, To]) }).toEqual({ Balance: 18, to: [[12, 'card']] })
    expect(await call(address, withdraw, { body: { Amount: 18.01 } }, { token })).toMatchObject({
      ok: false,
      status: 400,
    })
  },
)

statement('D-94: TopUpCeiling is one of the settings', { built: ['contract/src/money/topup.ts'] }, async () => {
  const { token } = await registerDriver(0)
  expect(await require(address, account.settings, { body: { TopUpCeiling: 60 } }, { token })).toMatchObject({
    TopUpCeiling: 60,
  })
})

statement(
  'D-94: deleting an account needs no running session',
  { built: ['server/src/driver/account/own-data.ts'] },
  async () => {
    const { token, password, vehicleId } = await registerDriver(50)
    const { ZoneNumber } = await findLot(address)
    const body = { ZoneNumber, VehicleId: vehicleId, Minutes: 60, PayWith: 'wallet' }
    const { SessionId } = await require(address, parking.start, { body }, { token })
    const remove = () => call(address, deleteAccount, { body: { Password: password } }, { token })
    expect(await remove()).toMatchObject({ ok: false, status: 409, body: { Code: 'session_running' } })
    await require(address, parking.stop, { body: { SessionId } }, { token })
  },
)

statement(
  'D-97: no address holds a token',
  { built: ['web/src/platform/client.ts', 'web/src/platform/events.ts'] },
  async () => {
    const { page } = await driver()
    const stored = (await page.evaluate(() => localStorage.getItem('access_token')))!
    const asked: string[] = []
    page.on('request', request => asked.push(request.url()))
    for (const path of ['/chatsupport', '/profile', '/account', '/pastpark', '/confirmlocation']) {
      await go(page, path)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
    }
    expect(asked.length).toBeGreaterThan(0)
    expect(asked.filter(url => url.includes(stored))).toEqual([])
  },
)
