// Passkeys in the browser, with a virtual authenticator: offered, added, used by button and autofill, named, removed.
import * as parking from '@parkit/contract/parking/sessions'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { en as passkeys } from '../../web/src/driver/account/passkeys/words.en.ts'
import { hi } from '../../web/src/driver/account/passkeys/words.hi.ts'
import { en as proof } from '../../web/src/driver/account/proof/words.en.ts'
import { en as account } from '../../web/src/driver/account/words.en.ts'
import { registerDriver, require } from '../api.ts'
import { desktop, openBrowser, openContext, phone } from '../browser.ts'
import { findFlaws } from '../layout.ts'
import { findLot } from '../places.ts'
import { arrive, expectAccessible, saveScreenshot } from '../screen-checks.ts'
import { freePort, newDataDir, type Server, startServer } from '../server.ts'
import { chooseLanguage, signInOnScreen } from '../sign-in.ts'

let browser: Browser
let server: Server
let address: string
const data = newDataDir()
beforeAll(async () => {
  // an IP address can have no passkeys, so the app has a name here
  const port = await freePort()
  address = `http://localhost:${port}`
  const env = { PORT: String(port), PUBLIC_URL: address, DATABASE_URL: inject('databaseUrl'), DATA_DIR: data.dataDir }
  server = await startServer(env)
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  await server.end('SIGTERM')
  data.remove()
})

/** A phone with a fingerprint reader; the answered function puts the finger on it, or takes it away. */
const addAuthenticator = async (page: Page): Promise<(enabled: boolean) => Promise<unknown>> => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable', { enableUI: false })
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return enabled => devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const openPasskeys = async (page: Page) => {
  await arrive(page, '/profile')
  await button(page, passkeys.passkeys).click()
  return page.getByRole('dialog')
}
/** The finger comes once the button has ended the offer in the field, which else would take it. */
const pressSignIn = async (page: Page, setFinger: (enabled: boolean) => Promise<unknown>) => {
  const options = '**/api/Token/Passkey/Options'
  await page.route(options, async route => {
    await setFinger(true)
    await route.continue()
  })
  await button(page, passkeys.signIn).click()
  await page.waitForResponse('**/api/Token/Passkey')
  await page.unroute(options)
}
const logOut = async (page: Page) => {
  await arrive(page, '/profile')
  await page.getByRole('button', { name: account.logout }).click()
  await page.getByRole('button', { name: account.logoutYes }).click()
  await page.waitForURL('**/parkit*')
}

test('a passkey is added in the account, signs in by the button, is named and removed', async () => {
  const driver = await registerDriver(address, 20)
  const { page, faults, context } = await openContext(browser, address)
  const setFinger = await addAuthenticator(page)
  await signInOnScreen(page, driver)
  let sheet = await openPasskeys(page)
  await sheet.getByText(passkeys.none).waitFor()
  await expectAccessible(page)
  await button(page, passkeys.add).click()
  await page.getByText(passkeys.added).waitFor()
  await sheet.getByText(passkeys.unused).waitFor()
  await saveScreenshot(page, 'passkeys')
  // the same device again
  await button(page, passkeys.add).click()
  await page.getByText(passkeys.known).waitFor()

  await logOut(page)
  await setFinger(false)
  let taps = 0
  await page.exposeFunction('countTap', () => taps++)
  await page.addInitScript(() => {
    const { countTap } = window as unknown as { countTap: () => void }
    window.addEventListener('pointerdown', () => countTap(), true)
  })
  await arrive(page, '/')
  await page.getByRole('link', { name: account.signIn, exact: true }).click()
  await button(page, passkeys.signIn).waitFor()
  await expectAccessible(page)
  await saveScreenshot(page, 'login-passkey')
  await pressSignIn(page, setFinger)
  await page.waitForURL('**/homepage')
  // on a phone that has a passkey: Sign in, and the passkey
  expect(taps).toBe(2)
  expect(await page.evaluate(() => localStorage.getItem('username'))).toBe(driver.email)

  sheet = await openPasskeys(page)
  await sheet.getByRole('button', { name: /^Rename / }).click()
  await sheet.getByLabel(passkeys.name).fill('My phone')
  await sheet.getByRole('button', { name: passkeys.save }).click()
  await sheet.getByText('My phone').waitFor()
  await expectAccessible(page)
  await sheet.getByRole('button', { name: passkeys.removeOf('My phone') }).click()
  await page.getByRole('button', { name: passkeys.remove, exact: true }).click()
  await sheet.getByText(passkeys.none).waitFor()
  await logOut(page)
  await setFinger(false)
  await arrive(page, '/login')
  await pressSignIn(page, setFinger)
  await page.getByText('That passkey didn’t work').waitFor()
  await setFinger(false)
  expect(new URL(page.url()).pathname).toBe('/login')
  expect(faults).toEqual([])
  await context.close()
})

test('the sign-in field offers the passkey by itself', async () => {
  const driver = await registerDriver(address, 20)
  const { page, faults, context } = await openContext(browser, address)
  await addAuthenticator(page)
  await signInOnScreen(page, driver)
  const sheet = await openPasskeys(page)
  await button(page, passkeys.add).click()
  await sheet.getByText(passkeys.unused).waitFor()
  await logOut(page)
  // a virtual authenticator chooses its only passkey as soon as the field offers it
  await page.goto('/login')
  await page.waitForURL('**/homepage')
  expect(await page.evaluate(() => localStorage.getItem('username'))).toBe(driver.email)
  expect(faults).toEqual([])
  await context.close()
})

test('an old sign-in gives a proof first, and what was wanted follows', async () => {
  const driver = await registerDriver(address, 20)
  const { page, faults, context } = await openContext(browser, address)
  await addAuthenticator(page)
  await signInOnScreen(page, driver)
  // as it would be after a quarter of an hour
  let isOld = true
  await page.route('**/api/Account/Passkey/Options', async route => {
    if (!isOld) return route.continue()
    isOld = false
    await route.fulfill({ status: 409, json: { Code: 'sign_in_again', Message: 'x', message: 'x' } })
  })
  await openPasskeys(page)
  await button(page, passkeys.add).click()
  await page.getByRole('dialog', { name: proof.title }).waitFor()
  await page.getByLabel(proof.password, { exact: true }).fill('not the password')
  await button(page, proof.confirm).click()
  await page.getByText('That doesn’t match').waitFor()
  await saveScreenshot(page, 'proof')
  await page.getByLabel(proof.password, { exact: true }).fill(driver.password)
  await button(page, proof.confirm).click()
  await page.getByText(passkeys.added).waitFor()
  expect(faults).toEqual([])
  await context.close()
})

const parkOnce = async () => {
  const driver = await registerDriver(address, 80)
  const { ZoneNumber } = await findLot(address)
  const body = { ZoneNumber, VehicleId: driver.vehicleId, Minutes: 60, PayWith: 'wallet' } as const
  const { SessionId } = await require(address, parking.start, { body }, { token: driver.token })
  await require(address, parking.stop, { body: { SessionId } }, { token: driver.token })
  return { driver, closing: `/ClosingReceipt?session=${SessionId}` }
}

test('after the first park a sheet offers a passkey; declined, it comes back on no device', async () => {
  const { driver, closing } = await parkOnce()
  const { page, faults, context } = await openContext(browser, address)
  await addAuthenticator(page)
  await signInOnScreen(page, driver)
  await arrive(page, closing)
  const sheet = page.getByRole('dialog', { name: passkeys.offer })
  await sheet.waitFor()
  await sheet.getByText('Passkeys work only on localhost').waitFor()
  const declined = page.waitForResponse('**/api/Account/Passkey/DeclineOffer')
  await button(page, passkeys.notNow).click()
  await sheet.waitFor({ state: 'detached' })
  await declined
  const other = await openContext(browser, address)
  await signInOnScreen(other.page, driver)
  const answered = other.page.waitForResponse('**/api/Account/Passkeys')
  await arrive(other.page, closing)
  await answered
  await other.page.waitForTimeout(500)
  expect(await other.page.getByRole('dialog').count()).toBe(0)
  expect([...faults, ...other.faults]).toEqual([])
  await context.close()
  await other.context.close()
})

test('the offered passkey is added by one press, and the sheet is gone', async () => {
  const { driver, closing } = await parkOnce()
  const { page, faults, context } = await openContext(browser, address)
  await addAuthenticator(page)
  await signInOnScreen(page, driver)
  await arrive(page, closing)
  await button(page, passkeys.add).click()
  await page.getByText(passkeys.added).waitFor()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.reload()
  await arrive(page, closing)
  expect(await page.getByRole('dialog').count()).toBe(0)
  expect(faults).toEqual([])
  await context.close()
})

test('under another host name than PUBLIC_URL’s none is offered: signing in asks for the password, and the account has no row', async () => {
  const driver = await registerDriver(address, 0)
  const { page, faults, context } = await openContext(browser, address.replace('localhost', 'parkit.localhost'), {})
  await addAuthenticator(page)
  await arrive(page, '/login')
  await page.getByLabel(account.password, { exact: true }).waitFor()
  expect(await button(page, passkeys.signIn).count()).toBe(0)
  await signInOnScreen(page, driver)
  await arrive(page, '/profile')
  await expect.poll(() => button(page, passkeys.passkeys).count()).toBe(0)
  expect(faults).toEqual([])
  await context.close()
})

const looks = [
  { size: phone, theme: 'light', language: 'en' },
  { size: { width: 390, height: 664 }, theme: 'dark', language: 'hi' },
  { size: { width: 320, height: 640 }, theme: 'light', language: 'hi' },
  { size: desktop, theme: 'light', language: 'hi' },
] as const

test('signing in with a passkey first, and the offer, in every size, theme, and language', async () => {
  const { driver, closing } = await parkOnce()
  for (const look of looks) {
    const { page, faults, context } = await openContext(browser, address, look)
    const name = `${look.size.width}x${look.size.height}-${look.theme}-${look.language}`
    await page.goto('/parkit3')
    await chooseLanguage(page, look.language)
    await arrive(page, '/login')
    await expectAccessible(page)
    expect.soft(await findFlaws(page), `login ${name}`).toEqual([])
    await saveScreenshot(page, `passkey-login-${name}`)
    await signInOnScreen(page, driver, look.language)
    await arrive(page, closing)
    await page.getByRole('dialog', { name: { en: passkeys, hi }[look.language].offer }).waitFor()
    await expectAccessible(page)
    expect.soft(await findFlaws(page), `offer ${name}`).toEqual([])
    await saveScreenshot(page, `passkey-offer-${name}`)
    expect(faults).toEqual([])
    await context.close()
  }
})
