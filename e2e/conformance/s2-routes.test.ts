// §2 of the specification: the route table, in the running app, for nobody, a guest and a driver.
import { expect } from 'vitest'
import { en as account } from '../../web/src/driver/account/words.en.ts'
import { expectAt, expectHeading, go } from './navigation.ts'
import { routes } from './routes.ts'
import { statement } from './statements.ts'
import { openVisitors } from './visitors.ts'

const { address, nobody, guest, driver, newNobody } = openVisitors()

const built = ['web/src/app/routes.tsx']
const landings = ['/parkit1', '/parkit2', '/parkit3']

statement('§2 Routes: the root path redirects to /parkit3', { built }, async () => {
  const { page } = await nobody()
  await page.goto('/')
  await expectAt(page, '/parkit3')
})

for (const path of ['/unknown', '/account/unknown', '/parkit'])
  statement(`§2 Routes: an unknown path redirects to /parkit3: ${path}`, { built }, async () => {
    const { page } = await nobody()
    await go(page, '/terms')
    await go(page, path)
    await expectAt(page, '/parkit3')
    await page.goto(path)
    await expectAt(page, '/parkit3')
  })

for (const path of ['/otp', '/register', '/login', '/homepage', ...landings])
  statement(`§2 Routes: ${path} is open`, { built }, async () => {
    const { page } = await nobody()
    await go(page, '/terms')
    await go(page, path)
    const headings: Record<string, string | RegExp> = {
      '/otp': account.codeTitle,
      '/register': account.createAccount,
      '/login': account.welcome,
      '/homepage': /^Good/,
    }
    await expectHeading(page, headings[path] ?? account.headline)
    await expectAt(page, path)
  })

for (const path of ['/login', ...landings])
  statement(`§2 Routes: ${path} redirects to /homepage when the guest flag is set`, { built }, async () => {
    const { page } = await guest()
    await go(page, '/terms')
    await go(page, path)
    await expectAt(page, '/homepage')
  })

for (const path of landings)
  statement(
    `§2 Routes: the landing ${path} is remembered as the parkitFlag`,
    { built: ['web/src/driver/account/LandingScreen.tsx', 'web/src/platform/session.ts'] },
    async () => {
      const { page } = await nobody()
      await page.goto(path)
      await expectHeading(page, account.headline)
      const flag = () => page.evaluate(() => localStorage.getItem('parkitFlag'))
      await expect.poll(flag).toBe(path.slice(1))
    },
  )

for (const { path, screen, guestAt = path, heading, driverAt = path } of routes) {
  const mine = [...built, screen]
  statement(`§2 Routes: ${path} with neither token nor guest flag redirects to /parkit`, { built }, async () => {
    const { page } = await nobody()
    await go(page, '/terms')
    await go(page, `${path}?seen=1`)
    await expectAt(page, `/parkit3?next=${encodeURIComponent(`${path}?seen=1`)}`)
    await expectHeading(page, account.headline)
  })
  statement(`§2 Routes: ${path} opens with an access token`, { built: mine }, async () => {
    const { page, faults } = await driver()
    await go(page, '/terms')
    await go(page, path)
    await expectHeading(page, heading)
    await expectAt(page, driverAt)
    expect(faults).toEqual([])
  })
  statement(
    `§2 Routes: ${path} ${guestAt === path ? 'opens with the guest flag' : 'asks a guest to sign in or park without an account'}`,
    { built: mine },
    async () => {
      const { page, faults } = await guest()
      await go(page, '/terms')
      await go(page, path)
      await expectAt(page, guestAt)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      expect(faults).toEqual([])
    },
  )
}

const spelled = [...routes.map(({ path }) => path), '/homepage', '/login', '/parkit2']

statement(
  '§2 Routes: every address is reached in lower case too, and keeps its recorded spelling',
  { built },
  async () => {
    const { page } = await newNobody()
    await go(page, '/terms')
    // as a driver without a server: where the router leads is all that counts
    await page.route('**/api/**', route => route.abort())
    await page.evaluate(() => localStorage.setItem('is_guestUser', 'true'))
    const wanted = spelled.filter(path => path !== path.toLowerCase())
    expect(wanted.length).toBeGreaterThan(3)
    for (const path of wanted) {
      const { guestAt = path } = routes.find(route => route.path === path)!
      await go(page, '/terms')
      await go(page, path.toLowerCase())
      await expectAt(page, guestAt)
    }
    await go(page, '/ACCOUNT/')
    await expectAt(page, '/account')
    await page.context().close()
  },
)

statement(
  '§2 Routes: the server answers every address with the app',
  { built: ['server/src/platform/web.ts'] },
  async () => {
    for (const path of [...spelled, ...routes.map(route => route.path.toLowerCase()), '/', '/unknown']) {
      const answer = await fetch(new URL(path, address), { headers: { accept: 'text/html' } })
      expect(answer.status, path).toBe(200)
      expect(await answer.text(), path).toContain('id="root"')
    }
  },
)
