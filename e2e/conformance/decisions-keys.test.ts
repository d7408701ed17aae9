// Decision on buttons of services: one server that has no keys, and one that has them or stand-ins.
import { settings } from '@parkit/contract/messaging/notices'
import { config } from '@parkit/contract/money/provider'
import { contact } from '@parkit/contract/support/contact'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import { en as passkeys } from '../../web/src/driver/account/passkeys/words.en.ts'
import { en as notices } from '../../web/src/messaging/notices/words.en.ts'
import { registerDriver, require } from '../api.ts'
import { openBrowser, openContext } from '../browser.ts'
import { localeWords } from '../locale-words.ts'
import { findLot } from '../places.ts'
import { arrive, saveScreenshot } from '../screen-checks.ts'
import { freePort, newDataDir, type Server, startServer } from '../server.ts'
import { signIn } from '../sign-in.ts'
import { isRecording, statement } from './statements.ts'

/** Every setting of a service; none of them is set for the server without keys. */
const none = Object.fromEntries(
  [
    ...['SMTP_URL', 'MAIL_FROM', 'SUPPORT_MAILBOX', 'TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'],
    ...['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET', 'SIGN_TEXT_NUMBER', 'SIGN_PHONE'],
    ...['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY', 'VAPID_SUBJECT', 'PUBLIC_URL'],
  ].map(name => [name, '']),
)

const data = [newDataDir(), newDataDir()] as const
const servers: Server[] = []
let browser: Browser
let bare: string
let full: string
if (!isRecording()) {
  beforeAll(async () => {
    const port = await freePort()
    // an IP address can have no passkeys, and a name can
    full = `http://localhost:${port}`
    const DATABASE_URL = inject('databaseUrl')
    servers.push(await startServer({ ...none, DATABASE_URL, DATA_DIR: data[0].dataDir }))
    servers.push(
      await startServer({
        DATABASE_URL,
        DATA_DIR: data[1].dataDir,
        PORT: String(port),
        PUBLIC_URL: full,
        SIGN_PHONE: '+13125550150',
        SUPPORT_MAILBOX: 'parking@chicago.example',
      }),
    )
    bare = servers[0]!.address
    browser = await openBrowser()
  }, 120_000)
  afterAll(async () => {
    await browser?.close()
    for (const server of servers) await server.end('SIGTERM')
    for (const { remove } of data) remove()
  })
}

const count = async (
  page: Page,
  path: string,
  ready: string | RegExp,
  what: string | RegExp,
  role: 'button' | 'link',
) => {
  await arrive(page, path)
  await page.getByText(ready).first().waitFor()
  await page.waitForLoadState('networkidle')
  return page.getByRole(role, { name: what }).count()
}

/** How many buttons of each service a new driver is shown; `withWallets`: the card provider's stand-in has both. */
const offeredAt = async (address: string, withServices: boolean) => {
  const driver = await registerDriver(address, 0, [])
  const { page, context, faults } = await openContext(browser, address)
  await page.addInitScript(isThere => {
    if (isThere) window.sandboxWallets = ['applePay', 'googlePay']
    else for (const name of ['PushManager', 'Notification']) Reflect.deleteProperty(window, name)
  }, withServices)
  await page.goto('/login')
  await page.getByLabel(localeWords.en.account.login).waitFor()
  const signInByPasskey = await page.getByRole('button', { name: passkeys.signIn, exact: true }).count()
  const mailLinks = async (path: string) => {
    await arrive(page, path)
    await page.waitForLoadState('networkidle')
    return [await page.locator('a[href^="tel:"]').count(), await page.locator('a[href^="mailto:"]').count()]
  }
  const [calls, mails] = await mailLinks('/accessibility')
  await signIn(page, driver)
  const lot = await findLot(address)
  const wallet = /Apple Pay|Google Pay/
  const offered = {
    signInByPasskey,
    calls,
    mails,
    passkeys: await count(page, '/profile', driver.email, passkeys.passkeys, 'button'),
    walletsAtStart: await count(page, `/SelectVehicle?zone=${lot.ZoneNumber}`, /Add a card and park/, wallet, 'button'),
    walletsForMoney: await count(page, '/addmoney', localeWords.en.wallet.noCardText, wallet, 'button'),
    pushSwitches: await (async () => {
      await arrive(page, '/notifications')
      await page.getByText(notices.device, { exact: true }).waitFor()
      await page.waitForLoadState('networkidle')
      return page.getByRole('switch', { name: notices.device, exact: true }).count()
    })(),
  }
  await saveScreenshot(page, `keys-${withServices ? 'with' : 'without'}`)
  expect(faults).toEqual([])
  await context.close()
  return offered
}

statement(
  'D-129: what a service without keys would do is not offered, and with keys it is',
  {
    built: [
      'web/src/money/cards/ExpressButtons.tsx',
      'web/src/driver/account/passkeys/browser.ts',
      'web/src/support/contact/CityContact.tsx',
      'web/src/messaging/notices/NoticesScreen.tsx',
    ],
  },
  async () => {
    const answers = async (address: string) => ({
      contact: await require(address, contact, {}),
      cards: (await require(address, config, {})).Sandbox,
    })
    expect(await answers(bare)).toEqual({ contact: { Phone: null, Email: null }, cards: true })
    expect(await answers(full)).toEqual({
      contact: { Phone: '+13125550150', Email: 'parking@chicago.example' },
      cards: true,
    })
    // pushes need no keys of their own: a pair is made
    const driver = await registerDriver(bare, 0, [])
    expect((await require(bare, settings, {}, driver)).PushKey).toMatch(/^[\w-]{87}$/)

    const no = { signInByPasskey: 0, calls: 0, mails: 0, passkeys: 0, walletsAtStart: 0, walletsForMoney: 0 }
    expect(await offeredAt(bare, false)).toEqual({ ...no, pushSwitches: 0 })
    expect(await offeredAt(full, true)).toEqual({
      signInByPasskey: 1,
      calls: 2,
      mails: 1,
      passkeys: 1,
      walletsAtStart: 2,
      walletsForMoney: 2,
      pushSwitches: 1,
    })
  },
)
