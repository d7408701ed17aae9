// A driver and support: chat with files over lost connections and a killed server, callbacks, emails.
import { createServer } from 'node:net'
import { errors } from '@parkit/contract/platform/errors'
import { callbacks, requestCallback } from '@parkit/contract/support/callbacks'
import { attach, say } from '@parkit/contract/support/chat'
import { sendFeedback } from '@parkit/contract/support/feedback'
import type { Browser, Request } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../server/src/platform/db.ts'
import { type EmbeddedPostgres, startPostgres } from '../../server/src/platform/postgres.ts'
import { en as words } from '../../web/src/support/overview/words.en.ts'
import { registerDriver, require } from '../api.ts'
import { openBrowser, openContext } from '../browser.ts'
import { expectAccessible, saveScreenshot } from '../screen-checks.ts'
import { newDataDir, type Server, startServer } from '../server.ts'
import { signIn } from '../sign-in.ts'
import { supportOf } from '../support-agent.ts'
import { callDate, callTime } from '../support-hours.ts'

const { dataDir, remove } = newDataDir()
let postgres: EmbeddedPostgres
let db: Database
let server: Server
let browser: Browser
let port: string

const freePort = async (): Promise<string> => {
  const holder = createServer()
  await new Promise<void>(resolve => {
    holder.listen(0, '127.0.0.1', resolve)
  })
  const { port: free } = holder.address() as { port: number }
  await new Promise(resolve => {
    holder.close(resolve)
  })
  return String(free)
}
/** At the same address, after a death too. */
const start = async () => {
  server = await startServer({ DATABASE_URL: postgres.connectionString, DATA_DIR: dataDir, PORT: port })
}

beforeAll(async () => {
  postgres = await startPostgres({ dataDir })
  db = openDatabase({ connectionString: postgres.connectionString, poolSize: 2, log: () => {} })
  port = await freePort()
  await start()
  browser = await openBrowser()
}, 120_000)
afterAll(async () => {
  await browser?.close()
  await server?.end('SIGTERM')
  await db?.close()
  await postgres?.stop()
  remove()
})

const patient = { timeout: 40_000 }

test('the chat loses and duplicates no message over lost connections and a killed server', async () => {
  const driver = await registerDriver(server.address, 0)
  const support = await supportOf(db, driver)
  const { page, context, faults } = await openContext(browser, server.address)
  await signIn(page, driver)
  await page.goto('/profile')
  await page.getByRole('main').getByRole('link', { name: words.support }).click()
  await expectAccessible(page)
  await page.getByRole('link', { name: words.supportChat }).click()

  const log = page.getByRole('log')
  const question = page.getByPlaceholder(words.askPlaceholder)
  const waiting = page.getByText(words.waiting)
  await question.fill('  \n ')
  await question.press('Enter')
  await question.fill('Which zone is this?')
  await question.press('Shift+Enter')
  await question.pressSequentially('I see no sign.')
  await question.press('Enter')
  await log.getByText(/Thanks, we got your message/).waitFor(patient)
  await log.getByText(words.todayDivider).waitFor(patient)
  expect(await question.inputValue()).toBe('')
  await support.answer('Zone 7412, I believe.')
  await log.getByText('Zone 7412, I believe.').waitFor(patient)

  const buffer = await sharp({ create: { width: 600, height: 400, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer()
  await page.locator('input[type=file]').setInputFiles({ name: 'sign.jpg', mimeType: 'image/jpeg', buffer })
  await question.fill('Here it is')
  await page.getByRole('button', { name: words.sendMessage }).click()
  await log.getByRole('img').waitFor(patient)
  // its picture shows before it is sent
  await waiting.waitFor({ state: 'detached', ...patient })
  // what is new stays in sight, also when its picture comes in
  const belowPx = () => log.evaluate(box => box.scrollHeight - box.scrollTop - box.clientHeight)
  await expect.poll(belowPx, patient).toBeLessThan(2)
  await expectAccessible(page)
  await saveScreenshot(page, 'support-chat')

  // without a connection: kept, shown as waiting, there again after the screen was left
  await context.setOffline(true)
  await question.fill('Are you there?')
  await question.press('Enter')
  await waiting.waitFor(patient)
  await support.answer('I am.')
  await context.setOffline(false)
  await waiting.waitFor({ state: 'detached', ...patient })
  await log.getByText('I am.').waitFor(patient)

  // the server dies between the message's arrival and its echo
  let killed = false
  await page.route(`**${say.path}`, async route => {
    if (killed) return route.continue()
    killed = true
    await route.fetch()
    await server.end('SIGKILL')
    await route.abort()
  })
  await question.fill('Thank you')
  await question.press('Enter')
  await waiting.waitFor(patient)
  await support.answer('Said while the server was away')
  await start()
  await log.getByText('Said while the server was away').waitFor(patient)
  await waiting.waitFor({ state: 'detached', ...patient })
  expect(await log.getByText('Thank you', { exact: true }).count()).toBe(1)
  expect(await support.heard()).toEqual([
    'Which zone is this?\nI see no sign.',
    'Here it is',
    'Are you there?',
    'Thank you',
  ])

  // what comes while the chat is closed is counted in the bar, at once, until it was seen
  await expect.poll(support.unseen).toBe(0)
  await page.goto('/homepage')
  await support.answer('One more thing')
  const tab = page.getByRole('navigation').getByRole('link', { name: new RegExp(words.unread(1)) })
  await tab.waitFor(patient)
  await tab.click()
  await page.getByRole('link', { name: words.supportChat }).click()
  await log.getByText('One more thing').waitFor(patient)
  await tab.waitFor({ state: 'detached', ...patient })
  expect(faults).toEqual([])
  await context.close()
})

test('messages and files queued in two tabs are sent once, and neither tab shows an error', async () => {
  const driver = await registerDriver(server.address, 0)
  const support = await supportOf(db, driver)
  const { page, context, faults } = await openContext(browser, server.address)
  await signIn(page, driver)
  await context.route(`**${attach.path}`, route => route.abort())
  await page.goto('/chatsupport')
  const buffer = await sharp({ create: { width: 60, height: 40, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer()
  await page.locator('input[type=file]').setInputFiles({ name: 'sign.jpg', mimeType: 'image/jpeg', buffer })
  const question = page.getByPlaceholder(words.askPlaceholder)
  await question.fill('This sign')
  await question.press('Enter')
  const other = await context.newPage()
  await other.goto('/chatsupport')
  for (const tab of [page, other]) await tab.getByText(words.waiting).waitFor(patient)
  await context.unroute(`**${attach.path}`)
  for (const tab of [page, other]) {
    await tab.getByText(words.waiting).waitFor({ state: 'detached', ...patient })
    await tab.getByRole('log').getByText('This sign').waitFor(patient)
    expect(await tab.getByText(words.notSent).count()).toBe(0)
  }
  expect(await support.heard()).toEqual(['This sign'])

  // too much at once: the server says so, and it goes out later by itself
  const { en: message, status } = errors.messages_many
  await context.route(`**${say.path}`, route => route.fulfill({ status, json: { Code: 'messages_many', message } }))
  await question.fill('One more')
  await question.press('Enter')
  await page.getByText(message).waitFor(patient)
  await context.unroute(`**${say.path}`)
  await page.getByText(message).waitFor({ state: 'detached', ...patient })
  expect(await support.heard()).toEqual(['This sign', 'One more'])
  expect(faults).toEqual([])
  await context.close()
})

test('a driver requests, changes and cancels a callback, and sends an email that gets a reference', async () => {
  const driver = await registerDriver(server.address, 0)
  const { page, context, faults } = await openContext(browser, server.address)
  await signIn(page, driver)
  await page.goto('/requestcall')
  const submit = page.getByRole('button', { name: words.requestCallBack, exact: true })
  const phone = page.getByLabel(words.callPhone)
  await phone.fill('')
  await submit.click()
  for (const said of ['Phone is Required', 'Date is Required', 'Time is Required'])
    await page.getByText(said).waitFor(patient)
  await phone.pressSequentially('(312) 555-a0147')
  expect(await phone.inputValue()).toBe('3125550147')
  await page.getByLabel(words.date).fill(callDate())
  await page.getByLabel(words.time).selectOption(callTime(6))
  await expectAccessible(page)
  await submit.click()
  const dialog = page.getByRole('dialog', { name: words.callReceived })
  await dialog.getByText("You'll receive call from us on scheduled time").waitFor(patient)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: words.okThanks }).click()
  await page.waitForURL('**/supportpage')

  await page.goto('/requestcall')
  await page.getByRole('button', { name: /^Change the callback/ }).click()
  await page.getByLabel(words.time).selectOption(callTime(8))
  await page.getByRole('button', { name: words.saveCall }).click()
  await page.getByRole('button', { name: /^Change the callback.*10:00 AM$/ }).waitFor(patient)
  await page.getByRole('button', { name: /^Cancel the callback/ }).click()
  await page.getByRole('button', { name: words.cancelYes, exact: true }).click()
  await page.getByText(words.states.cancelled, { exact: true }).waitFor(patient)

  await page.goto('/emailSupport')
  await page.getByRole('button', { name: words.sendEmail }).click()
  await page.getByText('Subject is Required').waitFor(patient)
  await page.getByLabel(words.subject).fill('Charged twice')
  await page.getByLabel(words.message).fill('Twice on Tuesday.')
  await expectAccessible(page)
  await page.getByRole('button', { name: words.sendEmail }).click()
  await page.getByText(words.emailSent).waitFor(patient)
  await page.getByText(words.emailStates.sent, { exact: true }).waitFor(patient)
  await expectAccessible(page)
  expect(faults).toEqual([])
  await context.close()
})

test('a sent form is reset for a second email and a second callback', async () => {
  const driver = await registerDriver(server.address, 0)
  const { page, context } = await openContext(browser, server.address)
  await signIn(page, driver)
  await page.goto('/emailSupport')
  const sent = page.getByText(words.emailSent)
  const numbers = new Set<string>()
  for (const subject of ['Charged twice', 'And a wrong plate']) {
    await page.getByLabel(words.subject).fill(subject)
    await page.getByLabel(words.message).fill('On Tuesday.')
    await page.getByRole('button', { name: words.sendEmail }).click()
    await expect.poll(() => page.getByLabel(words.subject).inputValue(), patient).toBe('')
    await sent.waitFor(patient)
    numbers.add((await sent.textContent())!)
  }
  expect(numbers.size).toBe(2)

  await page.goto('/requestcall')
  for (const time of [6, 7]) {
    await page.getByLabel(words.date).fill(callDate())
    await page.getByLabel(words.time).selectOption(callTime(time))
    await page.getByRole('button', { name: words.requestCallBack, exact: true }).click()
    const dialog = page.getByRole('dialog', { name: words.callReceived })
    await dialog.waitFor(patient)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached', ...patient })
  }
  await expect.poll(() => page.getByRole('button', { name: /^Cancel the callback/ }).count()).toBe(2)
  await context.close()
})

test('a double press and a retry after a lost response reach support once', async () => {
  const driver = await registerDriver(server.address, 0)
  const { page, context } = await openContext(browser, server.address)
  await signIn(page, driver)
  const keys: (string | undefined)[] = []
  const hear = (request: Request) => keys.push(request.headers()['idempotency-key'])

  // the server does the first, and its answer is lost
  await context.route(`**${requestCallback.path}`, async route => {
    if (hear(route.request()) > 1) return route.continue()
    await route.fetch()
    await route.abort()
  })
  await page.goto('/requestcall')
  await page.getByLabel(words.date).fill(callDate())
  await page.getByLabel(words.time).selectOption(callTime(6))
  const ask = page.getByRole('button', { name: words.requestCallBack, exact: true })
  await ask.click()
  await page.getByRole('alert').filter({ hasText: /./ }).waitFor(patient)
  await ask.click()
  await page.getByRole('dialog', { name: words.callReceived }).waitFor(patient)
  expect([keys.length, new Set(keys).size, typeof keys[0]]).toEqual([2, 1, 'string'])
  const { Items } = await require(server.address, callbacks, {}, { token: driver.token })
  expect(Items).toHaveLength(1)

  keys.length = 0
  page.on('request', request => request.url().endsWith(sendFeedback.path) && hear(request))
  await page.goto('/feedback')
  await page.getByRole('radio', { name: words.stars(4) }).check({ force: true })
  await page.getByRole('button', { name: words.send, exact: true }).evaluate((button: HTMLButtonElement) => {
    button.click()
    button.click()
  })
  await page.waitForURL('**/profile', patient)
  expect([new Set(keys).size, typeof keys[0]]).toEqual([1, 'string'])
  await context.close()
})
