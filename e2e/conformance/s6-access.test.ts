// §6 of the specification: who may do what; on the screens, and by the server for every call there is.
import { calls } from '@parkit/contract/calls'
import { expect } from 'vitest'
import { en as shell } from '../../web/src/app/frame/words.en.ts'
import { en as account } from '../../web/src/driver/account/words.en.ts'
import { en as wallet } from '../../web/src/money/wallet/words.en.ts'
import { expectAt, expectHeading, follow, go } from './navigation.ts'
import { routes } from './routes.ts'
import { statement } from './statements.ts'
import { openVisitors } from './visitors.ts'

const { address, nobody, guest, driver, newNobody } = openVisitors()

const built = ['web/src/app/routes.tsx']
const driverCalls = Object.entries(calls).filter(([, { who }]) => who === 'driver')

statement('§6 Access: a token or the guest flag reaches protected routes', { built }, async () => {
  for (const visitor of [await driver(), await guest()])
    for (const path of ['/account', '/findparking', '/pastpark']) {
      await go(visitor.page, '/terms')
      await go(visitor.page, path)
      await expectAt(visitor.page, path)
    }
})

statement('§6 Access: others go to /parkit, each protected route', { built }, async () => {
  const { page } = await nobody()
  for (const { path } of routes) {
    await go(page, '/terms')
    await go(page, path)
    await expectAt(page, `/parkit3?next=${encodeURIComponent(path)}`)
  }
})

statement('§6 Access: only the text true is a guest’s flag', { built: ['web/src/platform/session.ts'] }, async () => {
  const { page, context } = await newNobody()
  for (const flag of ['false', '1', 'TRUE', '']) {
    await page.evaluate(text => localStorage.setItem('is_guestUser', text), flag)
    await go(page, '/terms')
    await go(page, '/account')
    await expectAt(page, '/parkit3?next=%2Faccount')
  }
  await context.close()
})

statement(
  '§6 Access: a guest cannot edit the profile',
  { built: ['web/src/driver/account/edit/EditProfileScreen.tsx'] },
  async () => {
    const { page } = await guest()
    await go(page, '/editprofile')
    await expectAt(page, '/login?next=%2Feditprofile')
    expect(await page.getByRole('link', { name: /^EDIT$/i }).count()).toBe(0)
  },
)

statement(
  '§6 Access: a guest sees no parking options, vehicles or support on the account screen, only “Guest User”',
  { built: ['web/src/driver/account/ProfileScreen.tsx', 'web/src/money/wallet/GuestInvitation.tsx'] },
  async () => {
    const { page } = await guest()
    await go(page, '/profile')
    await expectHeading(page, wallet.guest)
    expect(wallet.guest).toBe('Guest User')
    const main = page.getByRole('main')
    for (const text of ['Default Parking Options', account.vehicles, 'Support', account.wallet, account.logout])
      expect(
        await main.getByText(text, { exact: true }).and(main.locator('h2, a:not(nav a), button')).count(),
        text,
      ).toBe(0)
    expect(await main.getByRole('switch').count()).toBe(0)
  },
)

statement(
  '§6 Access: a guest cannot open Past Parkings from the navigation',
  { built: ['web/src/app/frame/ParkItFrame.tsx'] },
  async () => {
    const { page } = await guest()
    await go(page, '/account')
    await follow(page, shell.pastParkings)
    await page.getByRole('status').getByText(shell.guestPast).waitFor()
    await expectAt(page, '/account')
  },
)

statement(
  '§6 Access: calls use bearer-token authentication',
  { built: ['web/src/platform/client.ts', 'server/src/platform/auth.ts'] },
  async () => {
    const { page } = await driver()
    const asked = page.waitForRequest('**/api/Vehicle/List')
    await page.goto('/myvehicles')
    const stored = await page.evaluate(() => localStorage.getItem('access_token'))
    expect((await asked).headers().authorization).toBe(`Bearer ${stored}`)
  },
)

const callApi = (path: string, method: string, headers: Record<string, string> = {}) =>
  fetch(new URL(path.replace(/:\w+/g, '1'), address), { method, headers })

statement(
  '§6 Access: the server refuses each protected call to whoever has no token',
  { built: ['server/src/platform/http.ts', 'server/src/platform/auth.ts'] },
  async () => {
    expect(driverCalls.length).toBeGreaterThan(50)
    for (const [name, { path, method }] of driverCalls) {
      const reply = await callApi(path, method)
      expect(reply.status, name).toBe(401)
      expect((await reply.json()).Code, name).toBe('unauthorized')
    }
  },
)

statement(
  '§6 Access: the server refuses a token whose xapikey or appid is another’s',
  { built: ['server/src/platform/auth.ts'] },
  async () => {
    const { token } = await driver()
    for (const [header, value] of [
      ['xapikey', '00000000-0000-4000-8000-000000000000'],
      ['appid', 'another'],
    ] as const) {
      const headers = { authorization: `Bearer ${token}`, [header]: value }
      const reply = await callApi('/api/Account/Details', 'GET', headers)
      expect(reply.status).toBe(401)
    }
  },
)

statement(
  '§6 Access: an operator’s calls are not there for drivers',
  { built: ['server/src/platform/auth.ts'] },
  async () => {
    const { token } = await driver()
    for (const [name, { path, method, who }] of Object.entries(calls)) {
      if (who !== 'operator') continue
      expect((await callApi(path, method)).status, name).toBe(404)
      expect((await callApi(path, method, { authorization: `Bearer ${token}` })).status, name).toBe(404)
    }
  },
)
