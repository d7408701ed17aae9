// E-mails to support through a mail server on loopback: attachments, a reference, a copy, and retries.
import type { AddressInfo } from 'node:net'
import { supportEmail as limits } from '@parkit/contract/platform/limits'
import * as chatCalls from '@parkit/contract/support/chat'
import * as contract from '@parkit/contract/support/emails'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { startTestServer } from '#app/testing.ts'
import { formOf, pdf } from '#support/support/testing.ts'

type Mail = { to: string[]; text: string }
const mails: Mail[] = []
const tried: string[] = []
let refusing = 0
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  size: 40_000_000,
  onData: (stream, session, done) => {
    const chunks: Buffer[] = []
    stream.on('data', chunk => chunks.push(chunk))
    stream.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8')
      tried.push(text)
      if (refusing-- > 0) return done(Object.assign(new Error('Try later'), { responseCode: 451 }))
      mails.push({
        to: session.envelope.rcptTo.map(({ address }) => address),
        text,
      })
      done()
    })
  },
})
smtp.on('error', () => {})
await new Promise<void>(resolve => {
  smtp.listen(0, '127.0.0.1', resolve)
})
const parkit = await startTestServer({
  settings: {
    mail: {
      smtpUrl: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
      from: 'ParkIt <park@parkit.example>',
    },
    supportMailbox: 'help@parkit.example',
  },
})
afterAll(async () => {
  await parkit.stop()
  await new Promise<void>(resolve => {
    smtp.close(() => resolve())
  })
})
beforeEach(() => {
  mails.length = 0
  tried.length = 0
  refusing = 0
})

const someone = () => parkit.driver({ dollars: 0, vehicle: false })
const good = { Subject: 'Charged twice', Message: 'Twice on Tuesday.\nPlease look.' }
const write = (token: string, body: object = good, key?: string) =>
  parkit.call(contract.writeEmail, { body }, { token, ...(key && { key }) })
const list = async (token: string) => (await parkit.call(contract.emails, {}, { token })).body.Items
const attach = async (token: string, bytes = pdf, name = 'receipt.pdf'): Promise<string> => {
  const { payload, headers } = formOf(bytes, name)
  const request = { method: 'POST', url: chatCalls.attach.path, payload } as const
  const reply = await parkit.app.inject({ ...request, headers: { ...headers, authorization: `Bearer ${token}` } })
  return reply.json().AttachmentId
}

test('an email goes to the mailbox with its files, and a copy to the driver', async () => {
  const driver = await someone()
  const id = await attach(driver.token)
  const written = await write(driver.token, { ...good, AttachmentIds: [id] })
  expect(written.status).toBe(200)
  const { Reference } = written.body
  expect(written.body).toMatchObject({
    ...good,
    Reference: expect.stringMatching(/^E-[0-9A-HJKMNP-TV-Z]{8}$/),
    State: 'queued',
  })
  await parkit.jobs.runDue()
  const [toSupport, copy] = ['help@parkit.example', driver.email].map(to => mails.find(mail => mail.to.includes(to))!)
  expect(mails).toHaveLength(2)
  for (const header of [
    `Subject: [${Reference}] Charged twice`,
    `Reply-To: ${driver.email}`,
    'filename=receipt.pdf',
    'From: ParkIt <park@parkit.example>',
  ])
    expect(toSupport!.text).toContain(header)
  expect(toSupport!.text).toContain('Please look.')
  expect(toSupport!.text.replace(/\s/g, '')).toContain(pdf.toString('base64'))
  // lines are folded on the way
  expect(copy!.text.replace(/=\r\n/g, '')).toContain(`Your reference number is ${Reference}`)
  expect(await list(driver.token)).toEqual([{ ...written.body, State: 'sent' }])
  // and it is handed over once
  await parkit.jobs.runDue()
  expect(mails).toHaveLength(2)
  // the driver still has the file, nobody else
  const read = (token: string) =>
    parkit.app.inject({ url: written.body.Attachments[0]!.Url, headers: { authorization: `Bearer ${token}` } })
  expect([(await read(driver.token)).statusCode, (await read((await someone()).token)).statusCode]).toEqual([200, 404])
})

test('it is retried until the mail server accepts it, with the same Message-ID', async () => {
  const driver = await someone()
  const { Reference } = (await write(driver.token)).body
  // both mails, twice
  refusing = 4
  for (let tries = 0; tries < 2; tries++) {
    await parkit.jobs.runDue()
    expect((await list(driver.token))[0]!.State).toBe('queued')
    parkit.clock.advance({ minutes: 1 })
  }
  await parkit.jobs.runDue()
  expect((await list(driver.token))[0]!.State).toBe('sent')
  expect(mails.filter(({ to, text }) => to.includes('help@parkit.example') && text.includes(Reference))).toHaveLength(1)
  const ids = tried.filter(text => text.includes('To: help@')).map(text => /^Message-ID: (.*)$/im.exec(text)?.[1])
  expect([ids.length, new Set(ids).size]).toEqual([3, 1])
})

test('one key sends one email', async () => {
  const driver = await someone()
  const replies = await Promise.all([1, 2, 3].map(() => write(driver.token, good, 'mail-1')))
  expect(new Set(replies.map(({ status, body }) => `${status} ${body.Reference}`)).size).toBe(1)
  expect(await list(driver.token)).toHaveLength(1)
  expect((await write(driver.token, { ...good, Subject: 'Other' }, 'mail-1')).error.Code).toBe('idempotency_conflict')
})

test.each([
  ['Subject', '', 'Subject is Required'],
  ['Subject', undefined, 'Subject is Required'],
  ['Subject', 'x'.repeat(limits.mostSubject + 1), 'This is too long.'],
  ['Message', ' \n ', 'Message is Required'],
  ['Message', undefined, 'Message is Required'],
  ['Message', 'x'.repeat(limits.mostLetters + 1), 'This is too long.'],
])('%s %j: %s', async (field, value, said) => {
  const driver = await someone()
  const { status, error } = await write(driver.token, { ...good, [field]: value })
  expect([status, error.Fields]).toEqual([400, { [field]: said }])
  expect(await list(driver.token)).toEqual([])
})

test('a subject cannot add a header or a recipient', async () => {
  await parkit.jobs.runDue()
  mails.length = 0
  const driver = await someone()
  await write(driver.token, { ...good, Subject: 'Hi\r\nBcc: victim@example.com\r\n\r\nBody' })
  await parkit.jobs.runDue()
  expect(mails.flatMap(({ to }) => to).sort()).toEqual([driver.email, 'help@parkit.example'].sort())
  for (const { text } of mails) expect(text).not.toMatch(/^Bcc:/m)
})

test('other drivers’, too many and too large files are refused, and nothing is stored', async () => {
  const [driver, other] = [await someone(), await someone()]
  const theirs = await attach(other.token)
  expect((await write(driver.token, { ...good, AttachmentIds: [theirs] })).error.Fields).toHaveProperty('AttachmentIds')
  const heavy = Buffer.concat([pdf, Buffer.alloc(9_000_000, 0x20)])
  const ids = [await attach(driver.token, heavy), await attach(driver.token, heavy)]
  expect((await write(driver.token, { ...good, AttachmentIds: ids })).error.Fields).toEqual({
    AttachmentIds: 'Up to 15 MB per email.',
  })
  expect(await list(driver.token)).toEqual([])
  expect((await write(driver.token, { ...good, AttachmentIds: [ids[0]!] })).status).toBe(200)
})

test('emails per day are limited', async () => {
  const driver = await someone()
  for (let n = 0; n < limits.mostADay; n++) expect((await write(driver.token)).status).toBe(200)
  expect((await write(driver.token)).error.Code).toBe('emails_many')
  parkit.clock.advance({ hours: 24 })
  expect((await write(driver.token)).status).toBe(200)
})
