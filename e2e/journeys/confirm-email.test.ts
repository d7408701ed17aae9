// A new driver confirms the email: it signs nobody in before its link was opened, and does afterwards.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { en as emailWords } from '../../web/src/driver/account/email/words.en.ts'
import { en as account } from '../../web/src/driver/account/words.en.ts'
import { connectDatabase, startBrowser } from '../file-setup.ts'
import { arrive, expectAccessible, saveScreenshot } from '../screen-checks.ts'

const password = 'seven green bays'

const browser = startBrowser()
const db = connectDatabase()

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const signInAs = async (page: Page, email: string) => {
  await page.goto('/login')
  await page.getByLabel(account.login).fill(email)
  await page.getByLabel(account.password, { exact: true }).fill(password)
  await button(page, account.signIn).click()
}
const refusal = async (page: Page, email: string) => {
  await signInAs(page, email)
  const banner = page.locator('.enter__problem')
  await banner.waitFor()
  return banner.textContent()
}
/** The link in the latest mail to that address, as a path. */
const mailedLink = async (email: string) => {
  const { rows } = await db.pool.query<{ body: string }>(
    'select body from sandbox_message where recipient = $1 order by sent_at desc limit 1',
    [email],
  )
  return /\/confirmemail#\S+/.exec(rows[0]?.body ?? '')?.[0] ?? ''
}

let last = 4_300

test('register, confirm by the link in the mail, sign in by email', async () => {
  const email = `mina${++last}@example.com`
  const { page, faults, context } = await browser.open()
  await page.goto('/register')
  await page.getByLabel(account.firstName).fill('Mina')
  await page.getByLabel(account.email).fill(email)
  await page.getByLabel(account.phone).fill(`773 555 ${last}`)
  await page.getByLabel(account.password, { exact: true }).fill(password)
  await button(page, account.createAccount).click()
  await button(page, account.fillIn).click()
  await page.waitForURL('**/addvehicles*')
  const link = () => mailedLink(email)
  await expect.poll(link).not.toBe('')

  // on another device: the unconfirmed email is refused like one that nobody has
  const other = await browser.open()
  const said = await refusal(other.page, email)
  expect(said).toContain(account.unconfirmedHint)
  await expectAccessible(other.page)
  await saveScreenshot(other.page, 'login-unconfirmed')
  expect(await refusal(other.page, `nobody-${email}`)).toBe(said)

  await arrive(page, '/profile')
  await page.getByText(emailWords.unconfirmed(email)).waitFor()
  await expectAccessible(page)
  await page.goto(await link())
  await page.getByText(emailWords.confirmed(email)).waitFor()
  await expectAccessible(page)
  await saveScreenshot(page, 'email-confirmed')
  await page.getByRole('link', { name: emailWords.account }).click()
  await page.getByRole('heading', { name: account.account }).waitFor()
  await expect.poll(() => page.getByText(emailWords.unconfirmed(email)).count()).toBe(0)

  await signInAs(other.page, email)
  await other.page.waitForURL(/\/(homepage|addvehicles)/)
  expect(await other.page.evaluate(() => localStorage.getItem('username'))).toBe(email)
  expect(faults).toEqual([])
  await context.close()
  await other.context.close()
})
