// Limits on codes: by destination, by address, in all; none abroad, and a proof of work for prefixes that send none back.
import * as account from '@parkit/contract/driver/account'
import { afterEach, expect, test } from 'vitest'
import { startAccount } from '#driver/account/testing.ts'

type Parkit = Awaited<ReturnType<typeof startAccount>>
let parkit: Parkit
afterEach(() => parkit.stop())

const sms = {
  accountSid: 'AC1',
  authToken: 'secret',
  from: '+13125550100',
  apiUrl: 'http://127.0.0.1:9',
  countries: ['US'],
  perDay: 1_000,
}
const start = async (config: Parameters<typeof startAccount>[0] = { mail: null, sms }) => {
  parkit = await startAccount(config)
}

const quick = async (PhoneNumber: string) => {
  const body = { PhoneNumber, PlateNumber: 'PUMP 1', PlateState: 'Illinois' }
  const { status, error, body: sent } = await parkit.call(account.quickRegister, body)
  return { told: status === 200 ? 'sent' : error.Code, fields: error.Fields, sent }
}
const send = async (destination: string) => (await parkit.sendCode(destination)).status
const queued = async () => (await parkit.db.pool.query('select from outbox')).rowCount ?? 0
/** Numbers that exist, in a row. */
const phone = (area: string, n: number) => `${area}2${String(100_000 + n)}`

test('5: one destination gets ten codes a day, known or unknown', async () => {
  await start({ mail: null, sms: null })
  const { EmailAddress } = await parkit.driver()
  for (const destination of [EmailAddress, 'stranger@example.com']) {
    const told: number[] = []
    for (let i = 0; i < 12; i++) {
      parkit.clock.advance({ minutes: 11 })
      told.push(await send(destination))
    }
    expect(told).toEqual([...Array(10).fill(200), 429, 429])
  }
  parkit.clock.advance({ hours: 24 })
  expect(await send(EmailAddress)).toBe(200)
})

test('5: one address requests 60 codes a day, then each costs a proof of work', async () => {
  await start({ mail: null, sms: null, rateLimit: true })
  for (const who of ['first', 'second']) expect(await send(`${who}@example.com`)).toBe(200)
  // the address alone was counted twice
  await parkit.db.pool.query('update code_count set sent = 59 where sent = 2')
  expect(await send('stranger@example.com')).toBe(200)
  const { status, error } = await parkit.sendCode('another@example.com')
  expect([status, error.Code]).toEqual([429, 'proof_needed'])
})

test('5: no text message goes to a country that is not enabled, and the answer is the same', async () => {
  await start()
  expect(await quick('+91 98765 43210')).toMatchObject({
    told: 'bad_input',
    fields: { PhoneNumber: 'We can’t text numbers in that country.' },
  })
  const { error } = await parkit.sendCode('+91 98765 43210')
  expect(error.Fields).toEqual({ Destination: 'We can’t text numbers in that country.' })
  expect(await queued()).toBe(0)
})

test('6: number prefixes that never return a code cost a proof of work; others still do not', async () => {
  await start()
  const told: string[] = []
  for (let i = 0; i < 120; i++) told.push((await quick(phone('212', i))).told)
  expect(told.filter(code => code === 'sent')).toHaveLength(30)
  expect(told.at(-1)).toBe('proof_needed')
  expect(await queued()).toBe(30)
  expect((await quick(phone('312', 1))).told).toBe('sent')
  // the next two hours will tell
  parkit.clock.advance({ hours: 2 })
  expect((await quick(phone('212', 500))).told).toBe('sent')
})

test('6: a prefix that returns one code in five is not blocked', async () => {
  await start()
  for (let i = 0; i < 60; i++) {
    expect((await quick(phone('212', i))).told).toBe('sent')
    if (i % 5 === 0) {
      const { rows } = await parkit.db.pool.query<{ body: string }>('select body from outbox where recipient = $1', [
        `+1${phone('212', i)}`,
      ])
      const { rows: asked } = await parkit.db.pool.query<{ id: string }>(
        'select challenge_id as id from challenge where destination = $1',
        [`+1${phone('212', i)}`],
      )
      const entered = await parkit.signInByCode({ ChallengeId: asked[0]!.id }, /\d{6}/.exec(rows[0]!.body)![0])
      expect(entered.status).toBe(200)
    }
  }
})

test('6: the daily budget limits all text messages, a fifth of it kept for known devices', async () => {
  await start({ mail: null, sms: { ...sms, perDay: 25 } })
  const areas = ['212', '312', '415', '617', '702', '305']
  const told = await Promise.all(Array.from({ length: 60 }, (_, i) => quick(phone(areas[i % 6]!, i))))
  expect(told.filter(({ told: code }) => code === 'sent')).toHaveLength(20)
  expect(await queued()).toBe(20)
})
