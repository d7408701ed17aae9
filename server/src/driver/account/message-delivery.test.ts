// Real mail and text messages, over SMTP and HTTP on loopback: retried after a failure, dropped when expired.
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as contract from '@parkit/contract/driver/account'
import { SMTPServer } from 'smtp-server'
import { afterEach, expect, test } from 'vitest'
import { createSmsSender } from '#messaging/senders/senders.ts'
import { ConfigError, readConfig } from '#platform/config.ts'
import { confirmEmailQuietly } from './contacts-testing.ts'
import { startAccount } from './testing.ts'

const endings: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
})

type Listening = { listen(port: number, host: string, then: () => void): unknown; close(then: () => void): unknown }
const portOf = async (listening: Listening, address: () => AddressInfo) => {
  await new Promise<void>(resolve => {
    listening.listen(0, '127.0.0.1', resolve)
  })
  endings.push(
    () =>
      new Promise<void>(resolve => {
        listening.close(() => resolve())
      }),
  )
  return address().port
}

const textOf = async (stream: AsyncIterable<unknown>) => {
  let text = ''
  for await (const chunk of stream) text += String(chunk)
  return text
}

const startMail = async () => {
  const mails: { to: string[]; text: string }[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, done) => {
      textOf(stream).then(text => {
        mails.push({ to: session.envelope.rcptTo.map(({ address }) => address), text })
        done()
      }, done)
    },
  })
  server.on('error', () => {})
  const port = await portOf(server, () => server.server.address() as AddressInfo)
  return { mails, settings: { smtpUrl: `smtp://127.0.0.1:${port}`, from: 'ParkIt <codes@parkit.example>' } }
}

const startTexts = async () => {
  const requests: { url: string; authorization: string; form: Record<string, string> }[] = []
  const answers: { status: number; body: string; location?: string }[] = []
  const server: Server = createServer(async (request: IncomingMessage, response) => {
    const form = Object.fromEntries(new URLSearchParams(await textOf(request)))
    requests.push({ url: request.url!, authorization: request.headers.authorization ?? '', form })
    const { status, body, location } = answers.shift() ?? { status: 201, body: '{"sid":"SM1"}' }
    response.writeHead(status, location ? { location } : {}).end(body)
  })
  const port = await portOf(server, () => server.address() as AddressInfo)
  return {
    requests,
    answers,
    settings: {
      accountSid: 'AC1',
      authToken: 'secret',
      from: '+13125550100',
      apiUrl: `http://127.0.0.1:${port}`,
      countries: ['US'],
      perDay: 100,
    },
  }
}

const startReal = async () => {
  const [mail, texts] = [await startMail(), await startTexts()]
  const parkit = await startAccount({ mail: mail.settings, sms: texts.settings })
  endings.push(parkit.stop)
  return { ...parkit, ...mail, ...texts }
}

test('a registration’s code goes out as a text message only', async () => {
  const parkit = await startReal()
  const { body } = await parkit.call(contract.register, parkit.person())
  expect(body).not.toHaveProperty('SandboxCode')
  expect(parkit.requests).toEqual([])
  await parkit.jobs.runDue()
  expect(parkit.requests).toHaveLength(1)
  const { url, authorization, form } = parkit.requests[0]!
  expect(url).toBe('/2010-04-01/Accounts/AC1/Messages.json')
  expect(authorization).toBe(`Basic ${Buffer.from('AC1:secret').toString('base64')}`)
  expect(form).toMatchObject({ To: '+13125551001', From: '+13125550100' })
  const digits = /^(\d{6}) is your ParkIt code/.exec(form.Body!)![1]!
  expect((await parkit.signInByCode(body, digits)).status).toBe(200)
})

test('the first text to a number, and no later one, says how to stop them, before the line that phones read', async () => {
  const parkit = await startReal()
  const who = parkit.person()
  const { body } = await parkit.call(contract.register, who)
  // what was not accepted was not the first
  parkit.answers.push({ status: 503, body: 'busy' })
  await parkit.jobs.runDue()
  parkit.clock.advance({ minutes: 1 })
  await parkit.jobs.runDue()
  const optOut = 'Reply STOP to opt out, HELP for help.'
  expect(parkit.requests.map(({ form }) => form.Body!.includes(` ${optOut}\n@`))).toEqual([true, true])
  expect(parkit.requests[1]!.form.Body).toMatch(/#\d{6}$/)
  await parkit.signInByCode(body, parkit.requests[1]!.form.Body!.slice(0, 6))
  await parkit.sendCode(who.PhoneNumber)
  await parkit.jobs.runDue()
  expect(parkit.requests).toHaveLength(3)
  expect(parkit.requests[2]!.form.Body).not.toContain('STOP')
})

test('a code by email, from the configured address, with its own Message-ID', async () => {
  const parkit = await startReal()
  const who = parkit.person()
  const { body: registered } = await parkit.call(contract.register, who)
  await parkit.jobs.runDue()
  await parkit.signInByCode(registered, parkit.requests[0]!.form.Body!.slice(0, 6))
  await confirmEmailQuietly(parkit.db, registered.MemberId)

  const { body } = await parkit.sendCode(who.EmailAddress, 'hi')
  expect(body).not.toHaveProperty('SandboxCode')
  await parkit.jobs.runDue()
  expect(parkit.mails).toHaveLength(1)
  const [{ to, text }] = parkit.mails as [(typeof parkit.mails)[number]]
  expect(to).toEqual([who.EmailAddress])
  expect(text).toMatch(/^From: ParkIt <codes@parkit\.example>/m)
  expect(text).toMatch(/^Message-ID: <[0-9a-f-]{36}@parkit\.example>/m)
  // the driver’s own language, not that of whoever asks
  const digits = /^Subject: (\d{6}) is your ParkIt code/m.exec(text)![1]!
  expect((await parkit.signInByCode(body, digits)).status).toBe(200)
})

test('a failed message is sent again, once', async () => {
  const parkit = await startReal()
  parkit.answers.push(
    { status: 503, body: 'busy' },
    { status: 400, body: '{"code": 21610, "message": "+13125551001"}' },
  )
  await parkit.call(contract.register, parkit.person())
  for (let i = 0; i < 5; i++) {
    await parkit.jobs.runDue()
    parkit.clock.advance({ minutes: 1 })
  }
  expect(parkit.requests).toHaveLength(3)
  const { rowCount } = await parkit.db.pool.query('select from outbox')
  expect(rowCount).toBe(0)
})

test('an expired code is not sent', async () => {
  const parkit = await startReal()
  parkit.answers.push({ status: 503, body: 'busy' })
  await parkit.call(contract.register, parkit.person())
  await parkit.jobs.runDue()
  parkit.clock.advance({ minutes: 11 })
  await parkit.jobs.runDue()
  expect(parkit.requests).toHaveLength(1)
  expect((await parkit.db.pool.query('select from outbox')).rowCount).toBe(0)
})

test('credentials follow no redirect, and an error reveals no phone number', async () => {
  const texts = await startTexts()
  const send = createSmsSender(texts.settings)
  const message = { channel: 'sms', messageId: 'm', recipient: '+13125551001', subject: '', body: 'x' } as const
  const now = Temporal.Instant.from('2026-04-14T17:00:00Z')
  texts.answers.push({ status: 307, body: '', location: '/elsewhere' })
  await expect(send(message, now)).rejects.toThrow()
  expect(texts.requests).toHaveLength(1)
  texts.answers.push({ status: 400, body: '{"code": 21610, "message": "+13125551001 said no"}' })
  await expect(send(message, now)).rejects.toThrow(/^The text message was refused: 400 21610$/)
})

test('a server that strangers reach refuses to start without real mail and text messages', () => {
  const problems = (env: Record<string, string>) => {
    try {
      readConfig({ HOST: '0.0.0.0', ...env })
      return ''
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      return error.message
    }
  }
  expect(problems({})).toMatch(/SMTP_URL[\s\S]*TWILIO_ACCOUNT_SID/)
  expect(problems({ SMTP_URL: 'smtp://localhost', MAIL_FROM: 'a@example.com' })).not.toMatch(/set SMTP_URL/)
  expect(problems({ SMTP_URL: 'smtp://localhost' })).toMatch(/MAIL_FROM/)
  expect(problems({ PARKIT_SANDBOX: '1', SMTP_URL: 'smtp://localhost', MAIL_FROM: 'a@example.com' })).toMatch(/SANDBOX/)
  expect(problems({ PARKIT_SANDBOX: '1' })).toBe('')
})
