// Nobody is silenced: budgets of codes are the requester's, a proof of work pays beyond them, and known devices have their own.
import * as account from '@parkit/contract/driver/account'
import { solveChallenge } from 'altcha-lib'
import type { Challenge } from 'altcha-lib/types'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestServer, type TestServer } from '#app/testing.ts'
import { selectSecret } from '#platform/db.ts'
import { createKnownDevices } from '#platform/known-device.ts'

/** Budgets of text messages count where there is a service; nothing listens on its port, and no text is needed. */
const sms = {
  accountSid: 'AC1',
  authToken: 'a secret of the tests',
  from: '+13125550100',
  apiUrl: 'http://127.0.0.1:9',
  countries: ['US'],
  perDay: 5_000,
}
// a proof of work takes seconds on a busy machine
vi.setConfig({ testTimeout: 60_000 })
let parkit: TestServer
beforeAll(async () => {
  parkit = await startTestServer({ env: { RATE_LIMIT: '' }, settings: { sms } })
})
afterAll(() => parkit.stop())

type Told = { status: number; code: string | undefined; challenge: Challenge | undefined }
type From = { remoteAddress: string; cookie?: string; proof?: string }

const post = async (path: string, payload: object, { remoteAddress, cookie, proof }: From): Promise<Told> => {
  const answer = await parkit.app.inject({
    method: 'POST',
    url: path,
    payload,
    headers: { ...(cookie && { cookie }), ...(proof && { 'x-proof-of-work': proof }) },
    remoteAddress,
  })
  const { Code, ProofOfWork } = answer.json()
  return { status: answer.statusCode, code: Code, challenge: ProofOfWork }
}
const sendCode = (Destination: string, from: From) => post(account.sendCode.path, { Destination }, from)
const quick = (PhoneNumber: string, from: From) =>
  post(account.quickRegister.path, { PhoneNumber, PlateNumber: 'PUMP 1', PlateState: 'Illinois' }, from)

const solve = async ({ algorithm, challenge, salt, maxnumber, signature }: Challenge): Promise<string> => {
  const solution = await solveChallenge(challenge, salt, algorithm, maxnumber!).promise
  const payload = { algorithm, challenge, salt, signature, number: solution!.number }
  return Buffer.from(JSON.stringify(payload)).toString('base64')
}
const phone = (area: string, n: number) => `${area}2${String(100_000 + n)}`

/** A driver with an account, and the cookie of the device that signed in to it. */
const insertDriver = async (number: string) => {
  const { rows } = await parkit.db.pool.query<{ id: string }>(
    `insert into driver (driver_id, first_name, last_name, phone, user_name, language, created_at)
       values (gen_random_uuid(), 'Maya', 'Torres', $1, $1, 'en', $2) returning driver_id as id`,
    [`+1${number}`, parkit.clock.now()],
  )
  const devices = createKnownDevices(await selectSecret(parkit.db.pool, 'signing'), 'http://127.0.0.1:3000')
  return devices.cookieAfterSignIn({ headers: {} }, rows[0]!.id).split(';')[0]!
}

test('D-106: 45 calls from three addresses silence no area: others pay with a proof of work, known accounts not at all', async () => {
  const known = phone('415', 900)
  const cookie = await insertDriver(known)
  const told: Told[] = []
  for (let n = 0; n < 45; n++) told.push(await quick(phone('415', n), { remoteAddress: `198.51.100.${n % 3}` }))
  expect(told.filter(({ status }) => status === 200)).toHaveLength(30)
  expect(new Set(told.slice(30).map(({ code }) => code))).toEqual(new Set(['proof_needed']))

  const honest = { remoteAddress: '203.0.113.1' }
  const asked = await quick(phone('415', 500), honest)
  expect([asked.status, asked.code]).toEqual([429, 'proof_needed'])
  const proof = await solve(asked.challenge!)
  expect((await quick(phone('415', 500), { ...honest, proof })).status).toBe(200)
  // each proof once
  expect((await quick(phone('415', 501), { ...honest, proof })).code).toBe('proof_needed')

  expect((await sendCode(known, { remoteAddress: '203.0.113.2', cookie })).status).toBe(200)
})

test('D-106: nine strangers’ calls use up nobody’s codes on a device that signed in before', async () => {
  const number = phone('312', 700)
  const cookie = await insertDriver(number)
  for (let n = 0; n < 12; n++) {
    await sendCode(number, { remoteAddress: `198.51.100.${n % 3}` })
    parkit.clock.advance({ minutes: 11 })
  }
  for (let n = 0; n < 9; n++) await sendCode(number, { remoteAddress: '198.51.100.9' })
  expect((await sendCode(number, { remoteAddress: '198.51.100.9' })).code).toBe('proof_needed')
  for (let n = 0; n < 10; n++)
    expect((await sendCode(number, { remoteAddress: `203.0.113.${n + 10}`, cookie })).status).toBe(200)
  // its own budget ends too, and is paid likewise
  const over = await sendCode(number, { remoteAddress: '203.0.113.30', cookie })
  expect(over.code).toBe('proof_needed')
  const proof = await solve(over.challenge!)
  expect((await sendCode(number, { remoteAddress: '203.0.113.31', cookie, proof })).status).toBe(200)
  // on a new device the owner pays with a proof as well
  const elsewhere = { remoteAddress: '203.0.113.77' }
  const asked = await sendCode(number, elsewhere)
  expect((await sendCode(number, { ...elsewhere, proof: await solve(asked.challenge!) })).status).toBe(200)
  // a cookie of another account is a stranger's
  const others = await insertDriver(phone('312', 701))
  expect((await sendCode(number, { ...elsewhere, cookie: others })).code).toBe('proof_needed')
})

test('D-106: an address block has 60 codes a day without a proof, whichever of its addresses asks', async () => {
  const from = (n: number) => ({ remoteAddress: `2001:db8:7:7::${(n + 1).toString(16)}` })
  const block = `from ${Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from('2001:db8:7:7'))).toString('base64url')}`
  await sendCode('somebody@example.com', from(1))
  const { rowCount } = await parkit.db.pool.query('update code_count set sent = 60 where what = $1', [block])
  expect(rowCount).toBe(1)
  const asked = await sendCode('anybody@example.com', from(2))
  expect(asked.code).toBe('proof_needed')
  expect((await sendCode('anybody@example.com', { remoteAddress: '2001:db8:7:8::1' })).status).toBe(200)
  const proof = await solve(asked.challenge!)
  expect((await sendCode('anybody@example.com', { ...from(3), proof })).status).toBe(200)
})

test('D-106: a proof that is forged, expired or solves another server’s challenge pays nothing', async () => {
  const number = phone('617', 1)
  const from = { remoteAddress: '203.0.113.50' }
  for (let n = 0; n < 3; n++) expect((await sendCode(number, from)).status).toBe(200)
  const asked = await sendCode(number, from)
  const right = JSON.parse(Buffer.from(await solve(asked.challenge!), 'base64').toString())
  const forged = [{ ...right, number: right.number + 1 }, { ...right, signature: '0'.repeat(64) }, {}, null, 7]
  for (const payload of forged) {
    const proof = Buffer.from(JSON.stringify(payload)).toString('base64')
    expect((await sendCode(number, { ...from, proof })).code, JSON.stringify(payload)).toBe('proof_needed')
  }
  expect((await sendCode(number, { ...from, proof: 'x' })).code).toBe('proof_needed')
  const proof = Buffer.from(JSON.stringify(right)).toString('base64')
  parkit.clock.advance({ minutes: 9, seconds: 59 })
  expect((await sendCode(number, { ...from, proof })).status).toBe(200)
})

test('D-106: wrong passwords of strangers don’t make the right one wait on a device that signed in before', async () => {
  const plain = await startTestServer()
  const { email, password } = await plain.driver({ dollars: 0, vehicle: false })
  const signIn = (word: string, cookie?: string) =>
    plain.app.inject({
      method: 'POST',
      url: account.token.path,
      payload: { grant_type: 'password', username: email, password: word },
      headers: { ...(cookie && { cookie }) },
    })
  const first = await signIn(password)
  const cookie = String(first.headers['set-cookie']).split(';')[0]!
  for (let n = 0; n < 12; n++) await signIn('a wrong horse')
  expect((await signIn(password)).statusCode).toBe(429)
  expect((await signIn(password, cookie)).statusCode).toBe(200)
  // the device's own wrong tries count
  for (let n = 0; n < 10; n++) expect((await signIn('a wrong horse', cookie)).statusCode).toBe(400)
  expect((await signIn(password, cookie)).statusCode).toBe(429)
  await plain.stop()
})
