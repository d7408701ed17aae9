// A driver and two members of staff: files, unread counts, a transferred conversation, a removed colleague.
import { attachment } from '@parkit/contract/support/chat'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Database, openDatabase } from '../../server/src/platform/db.ts'
import { en as words } from '../../web/src/staff/desk/words.en.ts'
import { en as supportWords } from '../../web/src/support/overview/words.en.ts'
import { call, type Driver, registerDriver } from '../api.ts'
import { desktop, openBrowser, openContext } from '../browser.ts'
import { signIn } from '../sign-in.ts'
import { newStaff, openDesk, staffPassword } from '../staff.ts'

const address = inject('address')
let db: Database
let browser: Browser
let driver: Driver
let stranger: Driver

beforeAll(async () => {
  db = openDatabase({ connectionString: inject('databaseUrl'), poolSize: 1, log: () => {} })
  browser = await openBrowser()
  driver = await registerDriver(address, 0)
  stranger = await registerDriver(address, 0)
})
afterAll(async () => {
  await browser?.close()
  await db?.close()
})

const picture = async (name: string, background: string) => ({
  name,
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 300, height: 200, channels: 3, background } })
    .png()
    .toBuffer(),
})

/** What was read by itself after less than the minute in which the desk asks anew is not asked for, but told. */
const told = { timeout: 30_000 }

const find = async (page: Page, typed: string) => {
  await page.getByLabel(words.find).fill(typed)
  await page.getByRole('list', { name: words.found }).getByRole('link').click()
}

test('files go both ways and are private to both sides, and an unread answer counts on the driver’s Support', async () => {
  const app = await openContext(browser, address)
  const desk = await openContext(browser, address, { size: desktop })
  await signIn(app.page, driver)
  await openDesk(desk.page, await newStaff('Una'))
  await find(desk.page, driver.email)
  await desk.page.getByText(words.noMessages).waitFor()

  // the driver is elsewhere in the app
  await desk.page.getByLabel(words.answer, { exact: true }).fill('Your gate is the green one.')
  await desk.page.locator('.desk__answer input[type=file]').setInputFiles(await picture('gate.png', 'seagreen'))
  await desk.page.getByRole('button', { name: words.send, exact: true }).click()
  const gate = desk.page.getByRole('log').getByRole('img', { name: /gate/ })
  await gate.waitFor(told)
  await desk.page.getByText(words.unseen).waitFor()
  await app.page.locator('.nav__count', { hasText: '1' }).waitFor(told)

  // having read it there, it counts no more, and the desk is told
  await app.page.goto('/chatsupport')
  await app.page.getByRole('log').getByRole('img', { name: /gate/ }).waitFor(told)
  await desk.page.getByText(words.seen, { exact: true }).waitFor(told)
  await app.page.goto('/homepage')
  await app.page.locator('.nav__count').waitFor({ state: 'detached' })

  await app.page.goto('/chatsupport')
  await app.page.locator('input[type=file]').setInputFiles(await picture('ticket.png', 'tomato'))
  await app.page.getByRole('button', { name: supportWords.sendMessage }).click()
  await desk.page
    .getByRole('log')
    .getByRole('img', { name: /ticket/ })
    .waitFor(told)

  const { rows } = await db.pool.query<{ id: string }>(
    `select attachment_id as id from attachment join driver using (driver_id) where driver.email = $1`,
    [driver.email],
  )
  expect(rows).toHaveLength(2)
  for (const { id } of rows)
    expect(await call(address, attachment, { params: { id } }, { token: stranger.token })).toMatchObject({
      status: 404,
    })
  expect([...app.faults, ...desk.faults]).toEqual([])
  await app.context.close()
  await desk.context.close()
})

test('a lead invites a colleague, transfers a conversation and removes the colleague', async () => {
  const lead = await openContext(browser, address, { size: desktop })
  const other = await openContext(browser, address, { size: desktop })
  await openDesk(lead.page, await newStaff('Vera'), '/desk?view=staff')
  await lead.page.getByRole('button', { name: words.invite }).click()
  const sheet = lead.page.getByRole('dialog')
  await sheet.getByLabel(words.email).fill('walt@parkit.example')
  await sheet.getByRole('button', { name: words.sendInvitation }).click()
  await sheet.waitFor({ state: 'detached' })
  const walt = lead.page.getByRole('row').filter({ hasText: 'walt@parkit.example' })
  await walt.getByText(words.invited).waitFor()

  const link = async () => {
    const { rows } = await db.pool.query<{ body: string }>(
      `select body from sandbox_message where recipient = 'walt@parkit.example'`,
    )
    return /\/desk#\S+/.exec(rows[0]?.body ?? '')?.[0] ?? ''
  }
  await expect.poll(link).not.toBe('')
  await other.page.goto(await link())
  await other.page.getByLabel(words.name, { exact: true }).fill('Walt')
  await other.page.getByLabel(words.password, { exact: true }).fill(staffPassword)
  await other.page.getByRole('button', { name: words.begin }).click()
  await other.page.getByRole('navigation', { name: words.places }).waitFor()
  // no lead: sees who works here, and changes nothing
  await other.page.getByRole('link', { name: words.staff }).click()
  await other.page.getByRole('cell', { name: 'vera@parkit.example' }).waitFor()
  expect(await other.page.getByRole('button', { name: words.invite }).count()).toBe(0)

  await lead.page.goto('/desk?show=all')
  await find(lead.page, driver.email)
  await lead.page.getByLabel(words.assignTo).selectOption({ label: 'Walt' })
  await other.page.goto('/desk?show=mine')
  const mine = other.page.getByRole('region', { name: words.conversations }).getByRole('link')
  await mine.waitFor(told)

  await lead.page.goto('/desk?view=staff')
  await walt.getByRole('button', { name: words.removeWho('Walt') }).click()
  await lead.page.getByRole('alertdialog').getByRole('button', { name: words.remove, exact: true }).click()
  await walt.waitFor({ state: 'detached' })
  // whatever is done next shows it
  await other.page.reload()
  await other.page.getByRole('button', { name: words.signIn }).waitFor()
  await lead.page.goto('/desk?show=all')
  await find(lead.page, driver.email)
  await expect.poll(() => lead.page.getByLabel(words.assignTo).inputValue()).toBe('')
  await lead.context.close()
  await other.context.close()
})
