// A driver and the desk in two browsers: chat, driver lookup, refund, callback.

import { randomUUID } from 'node:crypto'
import { start, stop } from '@parkit/contract/parking/sessions'
import { requestCallback } from '@parkit/contract/support/callbacks'
import { writeEmail } from '@parkit/contract/support/emails'
import { sendFeedback } from '@parkit/contract/support/feedback'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Database, openDatabase } from '../../server/src/platform/db.ts'
import { en as accountWords } from '../../web/src/driver/account/words.en.ts'
import { hi as hindiAccount } from '../../web/src/driver/account/words.hi.ts'
import { en as words } from '../../web/src/staff/desk/words.en.ts'
import { hi as hindi } from '../../web/src/staff/desk/words.hi.ts'
import { en as supportWords } from '../../web/src/support/overview/words.en.ts'
import { type Driver, registerDriver, require } from '../api.ts'
import { desktop, openBrowser, openContext } from '../browser.ts'
import { findLot } from '../places.ts'
import { expectAccessible, saveScreenshot } from '../screen-checks.ts'
import { chooseLanguage, signIn } from '../sign-in.ts'
import { invite, staffPassword } from '../staff.ts'
import { callDate, callTime } from '../support-hours.ts'

const address = inject('address')
let db: Database
let browser: Browser
let driver: Driver

beforeAll(async () => {
  db = openDatabase({ connectionString: inject('databaseUrl'), poolSize: 1, log: () => {} })
  browser = await openBrowser()
  driver = await registerDriver(address, 50)
})
afterAll(async () => {
  await browser?.close()
  await db?.close()
})

const openDesk = (look: Parameters<typeof openContext>[2] = {}) =>
  openContext(browser, address, { size: desktop, ...look })

const acceptAs = async (page: Page, name: string, email: string) => {
  await page.goto(invite(email))
  await page.getByLabel(words.name, { exact: true }).fill(name)
  await page.getByLabel(words.password, { exact: true }).fill(staffPassword)
  await expectAccessible(page)
  await saveScreenshot(page, 'desk-invite')
  await page.getByRole('button', { name: words.begin }).click()
  await page.getByRole('navigation', { name: words.places }).waitFor()
}

const send = async (page: Page, box: string, text: string) => {
  const field = page.getByLabel(box, { exact: true })
  await field.fill(text)
  await field.press('Enter')
  await page.getByRole('log').getByText(text).last().waitFor()
}

const closing = async (...contexts: BrowserContext[]) => {
  for (const context of contexts) await context.close()
}

test('a driver and the desk chat, and each sees the other’s messages immediately', async () => {
  const desk = await openDesk()
  const app = await openContext(browser, address)
  // other tests leave conversations at this desk, and a second try finds its first
  const question = `The meter did not take my coins, ${randomUUID().slice(0, 8)}.`
  await acceptAs(desk.page, 'Daniel', 'daniel@parkit.example')
  // the secret is not left in the address
  expect(desk.page.url()).toMatch(/\/desk$/)
  await signIn(app.page, driver)
  await app.page.goto('/chatsupport')
  await send(app.page, supportWords.ask, question)

  const list = desk.page.getByRole('region', { name: words.conversations })
  await list.getByText(question).click()
  await desk.page.getByRole('log').getByText(question).waitFor()
  await expectAccessible(desk.page)
  await saveScreenshot(desk.page, 'desk-chat')
  await send(desk.page, words.answer, 'Which meter was it, please?')
  await app.page.getByRole('log').getByText('Which meter was it, please?').waitFor()
  await app.page.getByText('Daniel').first().waitFor()
  await send(app.page, supportWords.ask, 'The one at the corner.')
  await desk.page.getByRole('log').getByText('The one at the corner.').waitFor()
  expect(await desk.page.getByRole('log').getByText('Which meter was it, please?').count()).toBe(1)

  // his own now, and closed until the driver writes
  await list.getByRole('button', { name: words.shows.mine }).click()
  await list.getByText('The one at the corner.').waitFor()
  await desk.page.getByRole('button', { name: words.close, exact: true }).click()
  await list.getByText(words.noneListed).waitFor()
  await send(app.page, supportWords.ask, 'Are you there?')
  await list.getByText('Are you there?').waitFor()
  await desk.page.goto('/desk?view=log')
  await desk.page.getByRole('cell', { name: 'Closed a conversation', exact: true }).first().waitFor()
  expect([...desk.faults, ...app.faults]).toEqual([])
  await closing(desk.context, app.context)
})

test('a member of staff saves a reply, refunds, handles a callback and reads feedback', async () => {
  const { page, context, faults } = await openDesk({ theme: 'dark' })
  await acceptAs(page, 'Ana', 'ana@parkit.example')
  const token = { token: driver.token }
  const { ZoneNumber } = await findLot(address)
  const body = { ZoneNumber, VehicleId: driver.vehicleId, Minutes: 60, PayWith: 'wallet' as const }
  const { SessionId } = await require(address, start, { body }, token)
  // as if it had run for five minutes, so that stopping it does not pay everything back
  await db.pool.query(
    `with key as (
       update session_key set started_at = started_at - interval '5 minutes' where session_id = $1),
     steps as (update step set started_at = started_at - interval '5 minutes' where session_id = $1),
     live as (
       update parking_right set starts_at = starts_at - interval '5 minutes', ends_at = ends_at - interval '5 minutes'
        where ref = $1)
     update session set started_at = started_at - interval '5 minutes', ends_at = ends_at - interval '5 minutes'
      where session_id = $1`,
    [SessionId],
  )
  await require(address, stop, { body: { SessionId } }, token)
  const date = callDate()
  const time = callTime(6)
  await require(address, requestCallback, { body: { phone: '3125550177', date, time } }, token)
  // named by the session: other files leave such rows at the same desk, and a second try leaves them twice
  const mail = { Subject: `A lost receipt of ${SessionId}`, Message: 'It never came.', AttachmentIds: [] }
  await require(address, writeEmail, { body: mail }, token)
  const feedback = `Quick to use in ${SessionId}.`
  await require(address, sendFeedback, { body: { Stars: 4, Text: feedback } }, token)

  const hours = `We are here from 8 to 8. ${SessionId}`

  // the plate, as somebody says it
  await page.getByLabel(words.find).fill(`e2e-${/\d+/.exec(driver.email)![0]}`)
  await page.getByRole('list', { name: words.found }).getByRole('link').click()
  await page.getByRole('complementary', { name: words.driver }).getByText(driver.email).waitFor()
  await page.getByLabel(words.answer, { exact: true }).fill(hours)
  await page.getByRole('button', { name: words.canned }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: words.keep }).click()
  await sheet.getByLabel(words.title).fill('Hours')
  await sheet.getByLabel(words.inHindi).fill('हम 8 से 8 तक हैं।')
  await sheet.getByRole('button', { name: words.save }).click()
  // in the driver's own language
  const kept = sheet.getByRole('button', { name: hours })
  await kept.waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'hidden' })
  await page.getByLabel(words.answer, { exact: true }).fill('')
  await page.getByRole('button', { name: words.canned }).click()
  await kept.click()
  await expect.poll(() => page.getByLabel(words.answer, { exact: true }).inputValue()).toBe(hours)
  await sheet.waitFor({ state: 'hidden' })
  await expectAccessible(page)
  await saveScreenshot(page, 'desk-dark')

  const pane = page.getByRole('complementary', { name: words.driver })
  await pane.getByText(SessionId).waitFor()
  await pane.getByRole('button', { name: words.refund }).click()
  await sheet.getByLabel(words.amount).fill('0.2')
  await sheet.getByRole('button', { name: words.payBack('$0.20') }).click()
  await sheet.getByText('Fill this in.').waitFor()
  await sheet.getByLabel(words.reason).fill('The gate was slow')
  await expectAccessible(page)
  await saveScreenshot(page, 'desk-refund')
  await sheet.getByRole('button', { name: words.payBack('$0.20') }).click()
  await sheet.waitFor({ state: 'hidden' })
  await pane.getByText(words.moves.refund!).waitFor()

  const parts = page.getByRole('navigation', { name: words.places })
  await parts.getByRole('link', { name: words.calls }).click()
  const asked = page.getByRole('row').filter({ hasText: '0177' })
  await asked.getByRole('button', { name: words.markCalled }).click()
  // the conversation gave way
  expect(await page.getByRole('log').count()).toBe(0)
  await asked.getByRole('button', { name: words.markCalled }).waitFor({ state: 'detached' })
  await asked.getByRole('cell').getByText(words.callStates.called, { exact: true }).waitFor()
  await expectAccessible(page)
  await saveScreenshot(page, 'desk-calls')
  await parts.getByRole('link', { name: words.emails }).click()
  await page.getByText(mail.Subject).waitFor()
  await parts.getByRole('link', { name: words.feedback }).click()
  await page.getByRole('row').filter({ hasText: feedback }).getByRole('link').click()
  await page.getByRole('complementary', { name: words.driver }).getByText(driver.email).waitFor()
  await expectAccessible(page)
  await saveScreenshot(page, 'desk-feedback')
  await parts.getByRole('link', { name: words.log }).click()
  await page.getByRole('cell', { name: words.acts.called }).first().waitFor()
  await page
    .getByRole('cell', { name: /\$0\.20, The gate was slow/ })
    .first()
    .waitFor()
  await expectAccessible(page)
  await saveScreenshot(page, 'desk-log')

  await page.getByRole('button', { name: words.signOut }).click()
  await page.getByLabel(words.email).fill('ana@parkit.example')
  await page.getByLabel(words.password, { exact: true }).fill(staffPassword)
  await page.getByRole('button', { name: words.signIn }).click()
  await page.getByRole('heading', { name: words.codeTitle }).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: accountWords.fillIn }).click()
  await parts.waitFor()
  expect(faults).toEqual([])
  await closing(context)
})

test('the desk works in Hindi', async () => {
  const { page, context, faults } = await openDesk({ language: 'hi' })
  await page.goto('/desk')
  await chooseLanguage(page, 'hi')
  await expectAccessible(page)
  await page.getByLabel(hindi.email).fill('ana@parkit.example')
  await page.getByLabel(hindi.password, { exact: true }).fill(staffPassword)
  await page.getByRole('button', { name: hindi.signIn }).click()
  await page.getByRole('button', { name: hindiAccount.fillIn }).click()
  await page.getByLabel(hindi.find).fill(driver.email)
  await page.getByRole('list', { name: hindi.found }).getByRole('link').click()
  await page.getByRole('log').getByText('Are you there?').waitFor()
  await expectAccessible(page)
  await saveScreenshot(page, 'desk-hindi')
  expect(faults).toEqual([])
  await closing(context)
})
