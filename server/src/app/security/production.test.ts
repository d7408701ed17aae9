// A production server: no sandbox page answers, no code is returned, and faults reveal nothing.
import { hash } from 'node:crypto'
import { calls } from '@parkit/contract/calls'
import * as account from '@parkit/contract/driver/account'
import { addMoney } from '@parkit/contract/money/wallet'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nobodys, sampleOf } from '#app/samples-testing.ts'
import { startTestServer, type TestServer } from '#app/testing.ts'
import { hashCode } from '#driver/account/account.ts'

let parkit: TestServer
const authToken = 'a'.repeat(32)
beforeAll(async () => {
  parkit = await startTestServer({
    env: {
      RATE_LIMIT: '',
      HOST: '0.0.0.0',
      PUBLIC_URL: 'https://parkit.example',
      SMTP_URL: 'smtps://mail.example.com',
      MAIL_FROM: 'parkit@example.com',
      TWILIO_ACCOUNT_SID: 'AC1',
      TWILIO_AUTH_TOKEN: authToken,
      TWILIO_FROM: '+13125550100',
      STRIPE_SECRET_KEY: `sk_live_${'1'.repeat(24)}`,
      STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
      STRIPE_WEBHOOK_SECRET: `whsec_${'1'.repeat(24)}`,
    },
  })
})
afterAll(() => parkit.stop())

test('12: no response contains a code', async () => {
  const asked = [
    ['account.register', { ...sampleOf('account.register', nobodys()).body, PhoneNumber: '3125550177' }],
    ['account.quickRegister', sampleOf('account.quickRegister', nobodys()).body],
    ['account.sendCode', { Destination: 'driver1@example.com' }],
  ] as const
  for (const [name, body] of asked) {
    const reply = await parkit.call(calls[name]!, { body })
    expect([name, reply.status]).toEqual([name, 200])
    expect(
      Object.keys(reply.body as object)
        .sort()
        .join(),
    ).toMatch(/^ChallengeId,ExpiresAt,(MemberId,)?ResendAfter$/)
  }
})

test('12: there are no default accounts and no fixed code', async () => {
  const { rows } = await parkit.db.pool.query(
    'select from driver union all select from staff union all select from operator',
  )
  expect(rows).toHaveLength(0)
  for (const [username, password] of [
    ['admin', 'admin'],
    ['demo@parkit.example', 'demo'],
    ['test@example.com', 'password'],
    ['maya@example.com', 'correct horse battery'],
  ] as const)
    expect((await parkit.call(account.token, { body: { grant_type: 'password', username, password } })).status).toBe(
      400,
    )
  for (const code of ['000000', '123456', '111111', '999999']) {
    const { body } = await parkit.call(account.sendCode, { body: { Destination: `nobody${code}@example.com` } })
    const tried = await parkit.call(account.token, {
      body: { grant_type: 'otp', challenge_id: body.ChallengeId, code },
    })
    expect(tried.status).toBe(400)
  }
})

test('12: the sandbox and its messages are not reachable', async () => {
  for (const url of ['/sandbox/outbox', '/sandbox/stripe.js', '/sandbox/stripe/v1/customers', '/sandbox/']) {
    const { body, headers } = await parkit.app.inject(url)
    // any address that is no call is the app
    expect(body, url).not.toMatch(/Sandbox outbox|is your ParkIt code/)
    expect(String(headers['content-security-policy']), url).not.toContain("'unsafe-eval'")
  }
})

test('46: no call accepts a card number', async () => {
  const document = (await parkit.app.inject('/api/openapi.json')).body
  expect(document).not.toMatch(/"(card_?number|pan|cvc|cvv|security_?code)"/i)
  const { token } = await signedIn()
  const pan = '4242424242424242'
  const taken = await parkit.call(
    calls['cards.createIntent']!,
    { body: { PaymentMethodId: pan, Amount: 5, Currency: 'USD', CardType: 'visa', Last4: pan, Number: pan } },
    { token },
  )
  expect(taken.status).toBeGreaterThanOrEqual(400)
  for (const table of ['charge', 'idempotency', 'job', 'outbox']) {
    const { rows } = await parkit.db.pool.query<{ row: string }>(`select ${table}::text as row from ${table}`)
    expect(rows.map(({ row }) => row).join(), table).not.toContain(pan)
  }
})

let people = 0
/** The code is read where the text message waits, for nothing else tells it. */
const signedIn = async () => {
  const PhoneNumber = `31255502${String(++people).padStart(2, '0')}`
  const { body } = await parkit.call(account.quickRegister, {
    body: { PhoneNumber, PlateNumber: 'PROD 1', PlateState: 'Illinois' },
  })
  const { rows } = await parkit.db.pool.query<{ body: string }>('select body from outbox where recipient = $1', [
    `+1${PhoneNumber}`,
  ])
  const code = /\d{6}/.exec(rows[0]!.body)![0]
  const reply = await parkit.call(account.token, {
    body: { grant_type: 'otp', challenge_id: body.ChallengeId, code },
  })
  expect(reply.status).toBe(200)
  return { token: reply.body.access_token, code, challengeId: body.ChallengeId }
}

test('7: a code cannot be derived from the database alone: its key is not stored there', async () => {
  const { code, challengeId } = await signedIn()
  const { rows } = await parkit.db.pool.query<{ code_hash: Buffer }>(
    'select code_hash from challenge where challenge_id = $1',
    [challengeId],
  )
  const kept = rows[0]!.code_hash
  expect(kept).toEqual(hashCode({ sms: { authToken } }, challengeId, code))
  expect(kept).not.toEqual(hashCode({ sms: null }, challengeId, code))
  for (const said of [code, `${challengeId} ${code}`, `one-time code ${challengeId} ${code}`])
    expect(kept).not.toEqual(hash('sha256', said, 'buffer'))
})

test('50, 53: an unreachable card provider credits nothing and is not named', async () => {
  const { token } = await signedIn()
  const { status, error } = await parkit.call(addMoney, { body: { Amount: 20 } }, { token })
  expect(status).toBeGreaterThanOrEqual(400)
  expect(JSON.stringify(error)).not.toMatch(/stripe|fetch|ENOTFOUND|EAI_AGAIN|sk_live|\.ts:/i)
  expect((await parkit.call(account.details, {}, { token })).body.Balance).toBe(0)
})

test('50: no response names the software behind it', async () => {
  for (const url of ['/', '/api/Nothing', '/api/%', '/healthz', '/api/docs/', '/assets/none.js']) {
    const { headers } = await parkit.app.inject(url)
    for (const name of ['server', 'x-powered-by', 'x-aspnet-version', 'via'])
      expect(headers, url).not.toHaveProperty(name)
  }
})
