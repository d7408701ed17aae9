// §2 of the specification: Support, Request call back and Support Chat.
import * as callbacks from '@parkit/contract/support/callbacks'
import * as chat from '@parkit/contract/support/chat'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { require } from '../api.ts'
import { expectAt, expectHeading, go, press } from './navigation.ts'
import { statement } from './statements.ts'
import { openVisitors } from './visitors.ts'

const { address, driver, newDriver } = openVisitors()

const built = ['web/src/support/overview/SupportScreen.tsx']
const calling = ['web/src/support/callbacks/RequestCallScreen.tsx', 'web/src/support/callbacks/CallbackForm.tsx']
const talking = [
  'web/src/support/chat/ChatScreen.tsx',
  'web/src/support/chat/Composer.tsx',
  'web/src/support/chat/Bubbles.tsx',
]

const open = async (path: string, heading: string) => {
  const visitor = await driver()
  await go(visitor.page, '/profile')
  await go(visitor.page, path)
  await expectHeading(visitor.page, heading)
  return visitor
}
const openCall = () => open('/requestcall', 'Request call back')
const openChat = async () => {
  const visitor = await open('/chatsupport', 'Support Chat')
  await visitor.page.getByRole('log').waitFor()
  return visitor
}

for (const [name, path] of [
  [/^Request call back/, '/requestcall'],
  [/^Support Email/, '/emailSupport'],
  [/^Support Chat/, '/chatsupport'],
] as const)
  statement(`§2 Support: '${name.source.slice(1)}' leads to ${path}`, { built }, async () => {
    const { page } = await open('/supportpage', 'Support')
    await page.locator('main').getByRole('link', { name }).click()
    await expectAt(page, path)
  })

statement('§2 Request call back: the title, and a back button to /supportpage', { built: calling }, async () => {
  const { page } = await openCall()
  await press(page, 'Back')
  await expectAt(page, '/supportpage')
})

statement(
  "§2 Request call back: 'Call Back Phone Number' (a telephone input), 'Date' and 'Time'",
  {
    built: calling,
  },
  async () => {
    const { page } = await openCall()
    expect(await page.getByLabel('Call Back Phone Number').getAttribute('type')).toBe('tel')
    expect(await page.getByLabel('Date').getAttribute('type')).toBe('date')
    await page.getByLabel('Time').waitFor()
  },
)

statement('§5 Call-back form: non-numeric keystrokes are blocked', { built: calling }, async () => {
  const { page } = await openCall()
  const phone = page.getByLabel('Call Back Phone Number')
  await phone.fill('')
  await phone.pressSequentially('3a1-2 b5')
  expect(await phone.inputValue()).toBe('3125')
})

statement(
  "§5 Call-back form: 'Phone is Required', 'Date is Required', 'Time is Required'",
  {
    built: ['contract/src/support/callbacks.ts', ...calling],
  },
  async () => {
    const { page } = await openCall()
    await page.getByLabel('Call Back Phone Number').fill('')
    await press(page, 'Request Call Back')
    for (const text of ['Phone is Required', 'Date is Required', 'Time is Required'])
      await page.getByText(text, { exact: true }).waitFor()
  },
)

const requestCall = async (page: Page) => {
  await page.goto('/requestcall')
  await page.getByLabel('Call Back Phone Number').fill('3125550142')
  const date = page.getByLabel('Date')
  await date.fill((await date.getAttribute('max'))!)
  await page.getByLabel('Time').selectOption({ index: 1 })
  await press(page, 'Request Call Back')
  return page.getByRole('dialog', { name: 'Call back Request Received' })
}

statement(
  "§2 Request call back: a valid submit opens 'Call back Request Received'; 'Ok, Thank You' leads to /supportpage",
  { built: calling },
  async () => {
    const { page, context } = await newDriver(0)
    const dialog = await requestCall(page)
    await dialog.getByText("You'll receive call from us on scheduled time").waitFor()
    expect(await dialog.locator('svg').count()).toBeGreaterThan(0)
    await dialog.getByRole('button', { name: 'Ok, Thank You' }).click()
    await expectAt(page, '/supportpage')
    await context.close()
  },
)

statement(
  'D-60: a call-back is stored and listed with its state; closing the dialog just hides it',
  {
    built: ['server/src/support/callbacks/callbacks.ts', 'web/src/support/callbacks/CallbackList.tsx'],
  },
  async () => {
    const { page, context, token } = await newDriver(0)
    const dialog = await requestCall(page)
    await dialog.waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await expectAt(page, '/requestcall')
    await page.getByText('Requested').first().waitFor()
    const { Items } = await require(address, callbacks.callbacks, {}, { token })
    expect(Items.map(({ State, phone }) => [State, phone])).toEqual([['requested', '+13125550142']])
    await context.close()
  },
)

statement(
  'D-60: a call-back takes no time that is over, and no number that is none',
  {
    built: ['server/src/support/callbacks/callbacks.ts'],
  },
  async () => {
    const { token } = await driver()
    const send = async (body: object) => {
      const response = await fetch(`${address}/api/Support/Callback`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'idempotency-key': crypto.randomUUID(),
        },
        body: JSON.stringify({ phone: '3125550142', date: '2020-01-02', time: '10:00', ...body }),
      })
      return [response.status, Object.keys((await response.json()).Fields)]
    }
    expect((await send({}))[0]).toBe(400)
    expect((await send({ phone: '1' }))[0]).toBe(400)
  },
)

statement(
  "§2 Support Chat: the title 'Support Chat', and a back button to /supportpage",
  { built: talking },
  async () => {
    const { page } = await openChat()
    await press(page, 'Back')
    await expectAt(page, '/supportpage')
  },
)

statement("§2 Support Chat: a 'TODAY' divider", { built: talking }, async () => {
  const { page } = await openChat()
  // its capitals are of the design: a screen reader says the word
  const divider = page.getByText('Today', { exact: true })
  await divider.waitFor()
  expect(await divider.evaluate(one => getComputedStyle(one).textTransform)).toBe('uppercase')
})

statement(
  '§2 Support Chat: the list is at most 400 px high and scrolls',
  { built: ['web/src/support/chat/chat.css'] },
  async () => {
    const { page } = await openChat()
    const list = await page.getByRole('log').evaluate(({ clientHeight }) => clientHeight)
    expect(list).toBeLessThanOrEqual(400)
    expect(await page.getByRole('log').evaluate(log => getComputedStyle(log).overflowY)).toBe('auto')
  },
)

statement(
  "§2 Support Chat: an input 'Ask your question...', a file picker and a send button",
  { built: talking },
  async () => {
    const { page } = await openChat()
    await page.getByPlaceholder('Ask your question...').waitFor()
    expect(await page.locator('main input[type=file]').count()).toBe(1)
    await page.getByRole('button', { name: 'Send', exact: true }).waitFor()
  },
)

for (const blank of ['', '   '])
  statement(`§5 Chat: ${blank ? 'whitespace-only' : 'empty'} text is ignored`, { built: talking }, async () => {
    const { page, token } = await openChat()
    const said = async () => (await require(address, chat.chat, { query: {} }, { token })).Items.length
    const before = await said()
    const input = page.getByPlaceholder('Ask your question...')
    await input.fill(blank)
    await input.press('Enter')
    await page.getByRole('button', { name: 'Send', exact: true }).click({ force: true })
    expect(await page.locator('.bubble--mine').count()).toBe(0)
    expect(await said()).toBe(before)
  })

statement(
  '§2 Support Chat: a sent message shows at the right with "You" and its time; the input is cleared',
  {
    built: talking,
  },
  async () => {
    const { page, token } = await openChat()
    const input = page.getByPlaceholder('Ask your question...')
    await input.fill('Where is my receipt?')
    await press(page, 'Send')
    const bubble = page.locator('.bubble--mine').filter({ hasText: 'Where is my receipt?' })
    await bubble.getByText(/\d:\d\d [AP]M/).waitFor()
    expect(await bubble.textContent()).toContain('You')
    expect(await input.inputValue()).toBe('')
    const { Items } = await require(address, chat.chat, { query: {} }, { token })
    expect(Items.filter(({ userType }) => userType === 'user').map(({ sender, text }) => [sender, text])).toEqual([
      ['You', 'Where is my receipt?'],
    ])
  },
)

statement('§2 Support Chat: Enter sends too', { built: talking }, async () => {
  const { page } = await openChat()
  const input = page.getByPlaceholder('Ask your question...')
  await input.fill('And my plate?')
  await input.press('Enter')
  await page.locator('.bubble--mine').filter({ hasText: 'And my plate?' }).waitFor()
})

statement(
  '§2 Support Chat: support’s messages stand at the left with an avatar, the name and the time',
  { built: talking },
  async () => {
    const { page, context, token } = await newDriver(0)
    await require(address, chat.say, { body: { text: 'Good morning', AttachmentIds: [] } }, { token })
    await page.goto('/chatsupport')
    const bubble = page.locator('.bubble:not(.bubble--mine)').last()
    await bubble
      .locator('.num')
      .getByText(/^\d+:\d\d [AP]M$/)
      .waitFor()
    expect(await bubble.textContent()).toContain('Support')
    expect(await bubble.locator('.avatar').count()).toBe(1)
    expect((await bubble.locator('.bubble__body').boundingBox())!.x).toBeLessThan(100)
    await context.close()
  },
)

statement('§2 Support Chat: the driver’s bubble is yellow', { built: talking }, async () => {
  const { page, context, token } = await newDriver(0)
  await require(address, chat.say, { body: { text: 'Good morning', AttachmentIds: [] } }, { token })
  await page.goto('/chatsupport')
  const [red = 0, green = 0, blue = 0] = await page.locator('.bubble--mine .bubble__body').evaluate(body =>
    getComputedStyle(body)
      .backgroundColor.match(/[\d.]+/g)!
      .map(Number),
  )
  // much red and green, little blue
  expect(Math.min(red, green)).toBeGreaterThan(blue + 60)
  await context.close()
})

statement('D-61: a new conversation begins with a greeting, not with placeholders', { built: talking }, async () => {
  const { page, context, token } = await newDriver(0)
  await page.goto('/chatsupport')
  await page.getByText('Hi! Ask us anything about your parking.').waitFor()
  expect((await require(address, chat.chat, { query: {} }, { token })).Items).toEqual([])
  await context.close()
})

statement(
  'D-61: another device of the driver sees a message at once',
  { built: ['web/src/support/chat/useConversation.ts'] },
  async () => {
    const { page, token } = await openChat()
    const response = await fetch(`${address}/api/Support/Chat`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': 'from-elsewhere',
      },
      body: JSON.stringify({ text: 'Said on my tablet' }),
    })
    expect(response.status).toBe(200)
    await page.locator('.bubble--mine').filter({ hasText: 'Said on my tablet' }).waitFor()
  },
)

statement(
  'D-62: an e-mail to support is kept with its reference',
  { built: ['web/src/support/emails/EmailScreen.tsx'] },
  async () => {
    const { page, context } = await newDriver(0)
    await page.goto('/emailSupport')
    await page.getByLabel('Subject').fill('A wrong amount')
    await page.getByLabel('Message').fill('My receipt shows two hours.')
    await press(page, 'Send email')
    await page.getByText(/We got your email\. Your reference number is/).waitFor()
    await page.getByText('A wrong amount').waitFor()
    await context.close()
  },
)

statement(
  'D-62: subject, message and attachments; listed with its reference',
  { built: ['web/src/support/emails/EmailScreen.tsx'] },
  async () => {
    const { page, context } = await newDriver(0)
    await page.goto('/emailSupport')
    await page.getByLabel('Subject').fill('A sign that nobody can read')
    await page.getByLabel('Message').fill('See the picture.')
    await page
      .locator('main input[type=file]')
      .setInputFiles({ name: 'sign.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF') })
    await page.getByText('sign.pdf').waitFor()
    await press(page, 'Send email')
    await page.getByText(/We got your email\. Your reference number is/).waitFor()
    const row = page.getByRole('listitem').filter({ hasText: 'A sign that nobody can read' })
    expect(await row.textContent()).toMatch(/E-[0-9A-Z]{4,}/)
    await context.close()
  },
)

statement(
  'D-64: /feedback takes stars and words',
  { built: ['web/src/support/feedback/FeedbackScreen.tsx'] },
  async () => {
    const { page, context } = await newDriver(0)
    await page.goto('/feedback')
    await page.getByRole('radio', { name: '4 stars' }).check({ force: true })
    await page.getByLabel(/Tell us more/).fill('Clear prices.')
    await press(page, 'Send feedback')
    await page.getByText('Thanks for your feedback.').waitFor()
    await context.close()
  },
)
