// Recovery in browsers: with both codes at once, a look at the passkeys after it; with one a wait, which link and account stop.

import { profile } from '@parkit/contract/driver/account'
import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { en as passkeyWords } from '../../web/src/driver/account/passkeys/words.en.ts'
import { en as words } from '../../web/src/driver/account/recovery/words.en.ts'
import { hi as hindi } from '../../web/src/driver/account/recovery/words.hi.ts'
import { en as account } from '../../web/src/driver/account/words.en.ts'
import { call, type Driver, registerDriver, require } from '../api.ts'
import { desktop, phone } from '../browser.ts'
import { connectDatabase, startBrowser } from '../file-setup.ts'
import { findFlaws } from '../layout.ts'
import { arrive, expectAccessible, saveScreenshot } from '../screen-checks.ts'
import { chooseLanguage, signInOnScreen } from '../sign-in.ts'

const address = inject('address')
const browser = startBrowser()
const db = connectDatabase()

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const phoneOf = async ({ token }: Driver) => (await require(address, profile, {}, { token })).PhoneNumber
const askCodes = async (page: Page, contacts: { email?: string; phone?: string }) => {
  await arrive(page, '/recover')
  if (contacts.email) await page.getByLabel(words.email).fill(contacts.email)
  if (contacts.phone) await page.getByLabel(words.phone).fill(contacts.phone)
  await button(page, words.sendCodes).click()
  await page.getByRole('heading', { name: words.codesTitle }).waitFor()
}
const looks = async (page: Page, name: string) => {
  await expectAccessible(page)
  expect.soft(await findFlaws(page), name).toEqual([])
  await saveScreenshot(page, name)
}
/** The latest link to stop a recovery that was sent there, as a path. */
const stopLink = async (recipient: string) => {
  const { rows } = await db.pool.query<{ body: string }>(
    `select body from sandbox_message where recipient = $1 and body like '%/stoprecovery#%' order by sent_at desc limit 1`,
    [recipient],
  )
  return /\/stoprecovery#\S+/.exec(rows[0]?.body ?? '')?.[0] ?? ''
}

test('both codes: in at once, a new password, a look at the passkeys; the other device is signed out', async () => {
  const driver = await registerDriver(address, 0)
  const other = await browser.open()
  await signInOnScreen(other.page, driver)
  const { page, faults, context } = await browser.open()
  await page.goto('/login')
  await page.getByRole('link', { name: account.recoverAccount }).click()
  await page.getByRole('heading', { name: words.title }).waitFor()
  await button(page, words.sendCodes).click()
  await page.getByText(words.oneNeeded).waitFor()
  await looks(page, 'recover')
  await askCodes(page, { email: driver.email, phone: await phoneOf(driver) })
  await looks(page, 'recover-codes')
  await button(page, account.fillIn).first().click()
  await button(page, account.fillIn).click()
  await button(page, words.recover).click()
  await page.waitForURL('**/resetpassword*')
  await page.getByLabel(account.newPassword, { exact: true }).fill('nine green bays')
  await button(page, account.savePassword).click()
  await page.waitForURL('**/profile?passkeys=review')
  await page.getByRole('dialog', { name: passkeyWords.passkeys }).waitFor()
  // where the driver registered, too
  expect(await call(address, profile, {}, { token: driver.token })).toMatchObject({ status: 401 })
  const stored = await other.page.evaluate(() => localStorage.getItem('access_token'))
  expect(await call(address, profile, {}, { token: stored! })).toMatchObject({ status: 401 })
  const again = await browser.open()
  await signInOnScreen(again.page, { ...driver, password: 'nine green bays' })
  await again.context.close()
  expect(faults).toEqual([])
  await context.close()
  await other.context.close()
})

test('one code: a wait, which the account and the link in the message stop', async () => {
  const driver = await registerDriver(address, 0)
  const owner = await browser.open()
  await signInOnScreen(owner.page, driver)
  const { page, faults, context } = await browser.open()
  const begin = async () => {
    await askCodes(page, { email: driver.email })
    await button(page, account.fillIn).click()
    await button(page, words.recover).click()
    await page.getByRole('heading', { name: words.waitTitle }).waitFor()
  }
  await begin()
  await looks(page, 'recover-waiting')
  await arrive(owner.page, '/profile')
  await button(owner.page, words.stop).waitFor()
  await looks(owner.page, 'recover-running')
  await button(owner.page, words.stop).click()
  await button(owner.page, words.stop).waitFor({ state: 'detached' })

  const told = await phoneOf(driver)
  const before = await stopLink(told)
  await begin()
  await expect.poll(() => stopLink(told)).not.toBe(before)
  await context.clearCookies()
  await page.goto(await stopLink(told))
  await looks(page, 'recover-stop')
  await button(page, words.stop).click()
  await page.getByText(words.stopped).waitFor()
  await looks(page, 'recover-stopped')
  await page.reload()
  await button(page, words.stop).click()
  await page.getByText(words.gone).waitFor()
  expect(faults).toEqual([])
  await context.close()
  await owner.context.close()
})

test.each([
  { size: phone, theme: 'dark', language: 'hi' },
  { size: { width: 390, height: 664 }, theme: 'light', language: 'hi' },
  { size: { width: 320, height: 640 }, theme: 'dark', language: 'en' },
  { size: desktop, theme: 'light', language: 'en' },
] as const)('the screens in $language, $theme, $size.width × $size.height', async look => {
  const driver = await registerDriver(address, 0)
  const { page, faults, context } = await browser.open(look)
  const said = look.language === 'hi' ? hindi : words
  const name = `recover-${look.size.width}x${look.size.height}-${look.theme}-${look.language}`
  await page.goto('/parkit3')
  await chooseLanguage(page, look.language)
  await arrive(page, '/recover')
  await looks(page, name)
  await page.getByLabel(said.email).fill(driver.email)
  await page.getByLabel(said.phone).fill(await phoneOf(driver))
  await button(page, said.sendCodes).click()
  await page.getByRole('heading', { name: said.codesTitle }).waitFor()
  await looks(page, `${name}-codes`)
  await arrive(page, '/stoprecovery')
  await looks(page, `${name}-stop`)
  expect(faults).toEqual([])
  await context.close()
})
