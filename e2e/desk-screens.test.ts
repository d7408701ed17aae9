// Every screen of the desk: axe, layout on a phone and with long texts, failed reads, and keyboard use.

import { deleteAccount } from '@parkit/contract/driver/profile'
import { driverFacts, findDrivers, refund } from '@parkit/contract/staff/desk-drivers'
import { requestCallback } from '@parkit/contract/support/callbacks'
import { say } from '@parkit/contract/support/chat'
import { writeEmail } from '@parkit/contract/support/emails'
import { sendFeedback } from '@parkit/contract/support/feedback'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { openDatabase } from '../server/src/platform/db.ts'
import { timeText } from '../web/src/platform/text.ts'
import { en as words } from '../web/src/staff/desk/words.en.ts'
import { hi as hindi } from '../web/src/staff/desk/words.hi.ts'
import { en as uiWords } from '../web/src/ui/words.en.ts'
import { type Driver, registerDriver, require } from './api.ts'
import { desktop, openBrowser, openContext, phone } from './browser.ts'
import { createCostlySession } from './costly-session.ts'
import { findFlaws, withLongTexts } from './layout.ts'
import { deskViews, prepare } from './paths.ts'
import { arrive, expectAccessible, saveScreenshot } from './screen-checks.ts'
import { newStaff, openDesk } from './staff.ts'
import { callDate, callTime } from './support-hours.ts'

const address = inject('address')
let browser: Browser
let driver: Driver
let staff: string
let driverId: string

beforeAll(async () => {
  browser = await openBrowser()
  ;({ driver } = await prepare(address))
  const token = { token: driver.token }
  const body = { text: 'The meter did not take my coins.', AttachmentIds: [] }
  await require(address, say, { body }, token)
  const date = callDate()
  await require(address, requestCallback, {
    body: { phone: '3125550166', date, time: callTime(4) },
  }, token)
  await require(address, writeEmail, {
    body: { Subject: 'A lost receipt', Message: 'It never came.', AttachmentIds: [] },
  }, token)
  await require(address, sendFeedback, { body: { Stars: 4, Text: 'Quick to use.' } }, token)
  staff = await newStaff('Wanda')
  const { Items } = await require(address, findDrivers, { query: { Query: driver.email } }, { token: staff })
  driverId = Items[0]!.DriverId
  await proposeRefund()
})
afterAll(() => browser?.close())

/** Of more than $500, by a colleague of Wanda's. */
const proposeRefund = async () => {
  const db = openDatabase({ connectionString: inject('databaseUrl'), poolSize: 1, log: () => {} })
  const { driver: payer, sessionId: id, paid } = await createCostlySession(address, db)
  await db.close()
  const colleague = { token: await newStaff('Xenia') }
  const found = await require(address, findDrivers, { query: { Query: payer.email } }, colleague)
  const body = { Amount: paid, Reason: 'The barrier kept the car for a day' }
  await require(address, refund, { params: { driverId: found.Items[0]!.DriverId, id }, body }, colleague)
}

const screens = (): [name: string, path: string][] => [
  ['none', '/desk'],
  ['talk', `/desk?show=all&driver=${driverId}`],
  ...deskViews.map((view): [string, string] => [view, `/desk?view=${view}`]),
  ['calls-driver', `/desk?view=calls&driver=${driverId}`],
]

const inDesk = async (look: Parameters<typeof openContext>[2] = {}) => {
  const opened = await openContext(browser, address, { size: desktop, ...look })
  await opened.page.emulateMedia({ reducedMotion: 'reduce' })
  await openDesk(opened.page, staff, '/desk', look.language)
  return opened
}

/** A line of the list says only how the last message begins. */
const whole = async (page: Page, how: string) => {
  const flaws = (await findFlaws(page)).filter(flaw => !/cut off by <span class="desk__last"/.test(flaw))
  expect.soft(flaws, `${page.url()}, ${how}`).toEqual([])
}

/** In the first look all of them; then those whose colours and words are their own. */
const looks = [
  { theme: 'light', language: 'en', seen: /./ },
  { theme: 'dark', language: 'en', seen: /^(talk|calls|feedback|proposals)$/ },
  { theme: 'light', language: 'hi', seen: /^(none|talk|staff|proposals|log)$/ },
] as const

describe.each(looks)('$theme, $language', ({ seen, ...look }) => {
  test('every desk screen passes axe and the layout checks', async () => {
    const { page, context, faults } = await inDesk(look)
    for (const [name, path] of screens()) {
      if (!seen.test(name)) continue
      await arrive(page, path)
      await expectAccessible(page)
      await whole(page, 'desktop')
      await saveScreenshot(page, `desk-${name}-${look.theme}-${look.language}`)
    }
    expect(faults).toEqual([])
    await context.close()
  })
})

test('every screen fits a narrow window and long texts', async () => {
  const { page, context } = await inDesk()
  for (const [name, path] of screens()) {
    await arrive(page, path)
    for (const width of [900, 390]) {
      await page.setViewportSize({ width, height: 800 })
      await whole(page, `${width} px`)
      await saveScreenshot(page, `desk-${name}-${width}`)
    }
    await page.setViewportSize(desktop)
    await withLongTexts(page, () => whole(page, 'long words'))
  }
  await context.close()
})

test('on a phone the selected tab is in view and table cells stack', async () => {
  const { page, context } = await inDesk({ size: phone })
  await arrive(page, '/desk?view=unclaimed')
  const part = page.getByRole('link', { name: words.unclaimed, exact: true })
  const end = async () => {
    const { x, width } = (await part.boundingBox())!
    return x + width
  }
  await expect.poll(end).toBeLessThanOrEqual(phone.width)
  await arrive(page, '/desk?view=log')
  const cells = page.locator('.desk__table tbody tr').first().locator('td')
  const [when, who] = [(await cells.nth(0).boundingBox())!, (await cells.nth(1).boundingBox())!]
  expect(who.y).toBeGreaterThanOrEqual(when.y + when.height)
  await expectAccessible(page)
  await context.close()
})

test('desk dialogs pass axe in dark mode and in Hindi', async () => {
  const { page, context } = await inDesk({ theme: 'dark', language: 'hi' })
  const sheet = page.getByRole('dialog').or(page.getByRole('alertdialog'))
  const over = async (name: string) => {
    await sheet.waitFor()
    await expectAccessible(page)
    await saveScreenshot(page, `desk-over-${name}`)
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
  }
  await arrive(page, `/desk?driver=${driverId}`)
  const pane = page.getByRole('complementary', { name: hindi.driver })
  await pane.getByRole('button', { name: hindi.details }).last().click()
  await sheet.getByText(hindi.timeLine).waitFor()
  // it was stopped an hour before what had been paid for
  const facts = await require(address, driverFacts, { params: { driverId } }, { token: staff })
  const { EndedAt, TimeZone } = facts.Sessions.Items.find(({ Status }) => Status === 'ended')!
  const until = sheet.getByText(hindi.until, { exact: true }).locator('xpath=following-sibling::dd')
  expect(await until.textContent()).toContain(/\d+:\d+/.exec(timeText(EndedAt!, TimeZone, 'hi'))![0])
  await over('session')
  await page.getByRole('button', { name: hindi.canned }).click()
  await sheet.getByRole('button', { name: hindi.keep }).click()
  await over('canned')
  await arrive(page, '/desk?view=staff')
  await page.getByRole('button', { name: hindi.invite }).click()
  await over('invite')
  await arrive(page, '/desk?view=proposals')
  await page.getByRole('button', { name: hindi.refuse }).first().click()
  await over('refuse-proposal')
  await context.close()
})

test('a failed read shows an error and a retry', async () => {
  const { page, context } = await inDesk()
  const dead = async (path: string) => page.route(path, route => route.fulfill({ status: 500, body: '{}' }))
  const again = page.getByRole('button', { name: uiWords.tryAgain })
  await dead('**/api/Desk/Emails**')
  await page.goto('/desk?view=emails')
  await page.getByText(words.listFailed).waitFor()
  await expectAccessible(page)
  await page.unroute('**/api/Desk/Emails**')
  await again.click()
  await page.getByText('A lost receipt').first().waitFor()
  await dead(`**/api/Desk/Driver/${driverId}`)
  await page.goto(`/desk?driver=${driverId}`)
  await page.getByText(words.factsFailed).waitFor()
  // the conversation is there all the same
  await page.getByRole('log').getByText('The meter did not take my coins.').waitFor()
  await expectAccessible(page)
  await context.close()
})

test('money owed to a deleted driver is paid out by hand once and logged', async () => {
  const gone = await registerDriver(address, 0)
  await require(address, deleteAccount, { body: { Password: gone.password } }, { token: gone.token })
  const db = openDatabase({ connectionString: inject('databaseUrl'), poolSize: 1, log: () => {} })
  const { rows } = await db.pool.query<{ driver_id: string }>(
    `select driver_id, ledger_post('leftBehind', now(), driver_id, null, driver_id::text,
                                   array['card_clearing', 'unclaimed'], array[-1234, 1234])
       from driver where erased_at is not null order by erased_at desc limit 1`,
  )
  await db.close()
  const { page, context, faults } = await inDesk()
  await arrive(page, '/desk?view=unclaimed')
  const row = page.getByRole('row').filter({ hasText: rows[0]!.driver_id })
  await expectAccessible(page)
  await row.getByRole('button', { name: words.payOutOf('$12.34') }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByText(words.paidOutText('$12.34')).waitFor()
  await expectAccessible(page)
  await saveScreenshot(page, 'desk-unclaimed-sheet')
  await sheet.getByRole('textbox', { name: words.payment }).fill('TR-2026/17')
  await sheet.getByRole('button', { name: words.markPaidOut }).click()
  await expect.poll(() => row.count()).toBe(0)
  await arrive(page, '/desk?view=log')
  await page.getByRole('row', { name: '$12.34, TR-2026/17' }).getByText(words.acts.paidOut!).first().waitFor()
  expect(faults).toEqual([])
  await context.close()
})

test('the keyboard finds a driver, moves through the list and reaches the answer field', async () => {
  const { page, context } = await inDesk()
  await arrive(page, '/desk?show=all')
  await page.keyboard.press('Alt+/')
  await page.keyboard.type(driver.email)
  await page.getByRole('list', { name: words.found }).getByRole('link').waitFor()
  // typed, not run
  await page.keyboard.press('Alt+ArrowDown')
  await page.getByRole('log').getByText('The meter did not take my coins.').waitFor()
  await page.keyboard.press('Alt+a')
  await page.keyboard.type('Which meter? 1/2')
  expect(await page.getByLabel(words.answer, { exact: true }).inputValue()).toBe('Which meter? 1/2')
  await context.close()
})
