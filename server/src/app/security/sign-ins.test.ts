// Sign-ins over HTTP: what a token is, where it is accepted, when it ends; times and texts reveal no accounts.

import { calls } from '@parkit/contract/calls'
import * as account from '@parkit/contract/driver/account'
import { exportState } from '@parkit/contract/driver/data-export'
import { deleteAccount } from '@parkit/contract/driver/profile'
import * as desk from '@parkit/contract/staff/desk-staff'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { endless } from '#app/samples-testing.ts'
import { noon, startTestServer, type TestServer } from '#app/testing.ts'
import { inviteOperator } from '#city/operators/operators.ts'
import { inviteLead } from '#staff/desk/desk.ts'
import { staffToken } from '#staff/desk/testing.ts'

let parkit: TestServer
beforeAll(async () => {
  parkit = await startTestServer()
})
afterAll(() => parkit.stop())

const driver = () => parkit.driver({ dollars: 0, vehicle: false })
const byPassword = async (username: string, password: string, headers: Record<string, string> = {}) =>
  (await parkit.call(account.token, { body: { grant_type: 'password', username, password } }, { headers })).body
    .access_token
const isAlive = async (token: string) => (await parkit.call(account.profile, {}, { token })).status === 200

test('13: a token is 256 random bits, and the database stores only its hash', async () => {
  const { token, email, password, driverId } = await driver()
  const tokens = [token, ...(await Promise.all(Array.from({ length: 8 }, () => byPassword(email, password))))]
  for (const one of tokens) {
    expect(one).toMatch(/^[\w-]{43}$/)
    const bytes = Buffer.from(one, 'base64url')
    expect(bytes).toHaveLength(32)
    expect(bytes.toString('latin1')).not.toContain(driverId.slice(0, 8))
  }
  // no two alike, nor in any of their bytes more than chance would have it
  expect(new Set(tokens).size).toBe(tokens.length)
  for (let at = 0; at < 32; at++)
    expect(new Set(tokens.map(one => Buffer.from(one, 'base64url')[at])).size, `byte ${at}`).toBeGreaterThan(3)
  for (const table of ['token', 'staff_token', 'challenge', 'idempotency', 'outbox']) {
    const { rows } = await parkit.db.pool.query<{ row: string }>(`select ${table}::text as row from ${table}`)
    const text = rows.map(({ row }) => row).join('\n')
    for (const one of tokens) {
      expect(text).not.toContain(one)
      expect(text).not.toContain(Buffer.from(one).toString('hex'))
      expect(text).not.toContain(Buffer.from(one, 'base64url').toString('hex'))
    }
  }
})

test('13: staff tokens, invitations and operator credentials are stored as hashes', async () => {
  const secrets = [
    await staffToken(parkit),
    await inviteLead(parkit.db, 'eve@parkit.example', noon),
    await inviteOperator(parkit.db, 'Barriers', noon),
  ]
  for (const table of ['staff', 'staff_token', 'operator']) {
    const { rows } = await parkit.db.pool.query<{ row: string }>(`select ${table}::text as row from ${table}`)
    expect(rows.length).toBeGreaterThan(0)
    for (const secret of secrets) expect(rows.map(({ row }) => row).join()).not.toContain(secret)
  }
})

test('14: a token is read from the header only: not from an address, a cookie, a form or a body', async () => {
  const { token } = await driver()
  const asked = [
    { url: `${account.profile.path}?access_token=${token}&token=${token}&authorization=Bearer ${token}` },
    { url: account.profile.path, headers: { cookie: `access_token=${token}; token=${token}` } },
    { url: account.profile.path, headers: { 'x-access-token': token, 'proxy-authorization': `Bearer ${token}` } },
    { url: account.profile.path, headers: { authorization: token } },
    { url: account.profile.path, headers: { authorization: `Basic ${Buffer.from(`a:${token}`).toString('base64')}` } },
  ]
  for (const request of asked) expect((await parkit.app.inject(request)).statusCode, JSON.stringify(request)).toBe(401)
  const form = await parkit.app.inject({
    method: 'POST',
    url: account.logout.path,
    payload: `access_token=${token}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(form.statusCode).toBe(401)
})

test('15: each sign-in creates a new token and never adopts one from the client', async () => {
  const { token, email, password } = await driver()
  const planted = 'A'.repeat(43)
  const given = await byPassword(email, password, { authorization: `Bearer ${planted}`, cookie: `token=${planted}` })
  expect(new Set([token, planted, given]).size).toBe(3)
  expect(await isAlive(planted)).toBe(false)
})

test('16: Logout ends the token on the server for every call immediately', async () => {
  const { token } = await driver()
  expect((await parkit.call(account.logout, {}, { token })).status).toBe(200)
  for (const [name, call] of Object.entries(calls).filter(
    ([name, { who }]) => who === 'driver' && !endless.includes(name),
  ))
    expect((await parkit.call(call, {}, { token })).status, name).toBe(401)
  const staff = await staffToken(parkit)
  await parkit.call(desk.deskSignOut, {}, { token: staff })
  expect((await parkit.call(desk.staffList, {}, { token: staff })).status).toBe(404)
})

test('16: deleting the account ends every sign-in, and a new code signs in to nothing', async () => {
  const { token, email, password } = await driver()
  const other = await byPassword(email, password)
  expect((await parkit.call(deleteAccount, { body: { Password: password } }, { token })).status).toBe(200)
  for (const one of [token, other]) expect((await parkit.call(exportState, {}, { token: one })).status).toBe(401)
})

test('16, 24: a new password ends the other sign-ins, a new invitation those of staff', async () => {
  const { email, password } = await driver()
  const [one, two] = [await byPassword(email, password), await byPassword(email, password)]
  const { body: sent } = await parkit.call(account.sendCode, { body: { Destination: email } })
  const { body } = await parkit.call(account.token, {
    body: { grant_type: 'otp', challenge_id: sent.ChallengeId, code: sent.SandboxCode! },
  })
  const NewPassword = 'nine green bays of mine'
  expect(
    (await parkit.call(account.resetPassword, { body: { NewPassword } }, { token: body.access_token })).status,
  ).toBe(200)
  expect([await isAlive(one), await isAlive(two), await isAlive(body.access_token)]).toEqual([false, false, true])

  const staff = await staffToken(parkit, 'Noor')
  const Secret = await inviteLead(parkit.db, 'noor@parkit.example', parkit.clock.now())
  await parkit.call(desk.acceptInvite, { body: { Secret, Name: 'Noor', Password: 'eight green bays' } })
  expect((await parkit.call(desk.staffList, {}, { token: staff })).status).toBe(404)
})

test('16: a driver lists the sign-ins and ends one or all others, but none of another driver', async () => {
  const [maya, raj] = [await driver(), await driver()]
  const list = async (token: string) => (await parkit.call(account.signIns, {}, { token })).body.Items
  const end = (token: string, Which = 'others') => parkit.call(account.endSignIns, { body: { Which } }, { token })
  const second = await byPassword(maya.email, maya.password)
  const third = await byPassword(maya.email, maya.password)
  const items = await list(maya.token)
  expect(items.map(({ Current }) => Current)).toEqual([false, false, true])
  expect(items.every(({ SignedInAt }) => SignedInAt === parkit.clock.now().toString())).toBe(true)

  expect((await end(raj.token, items[0]!.SignInId)).status).toBe(404)
  expect((await end(maya.token, items[0]!.SignInId)).body.Items).toHaveLength(2)
  expect([await isAlive(third), await isAlive(second)]).toEqual([false, true])
  await byPassword(maya.email, maya.password)
  expect((await end(maya.token)).body.Items).toMatchObject([{ Current: true }])
  expect([await isAlive(second), await isAlive(maya.token), await isAlive(raj.token)]).toEqual([false, true, true])
})

test('24: a replaced operator credential is refused', async () => {
  const before = await inviteOperator(parkit.db, 'Gates', noon)
  const after = await inviteOperator(parkit.db, 'Gates', noon)
  const Reports = [{ ZoneNumber: '51010', Taken: 1, ObservedAt: '2026-04-14T16:59:00Z' }]
  const report = (token: string) => parkit.call(calls['operator.occupancy']!, { body: { Reports } }, { token })
  expect((await report(before)).status).toBe(404)
  expect((await report(after)).status).not.toBe(404)
})

test('17: a token lives 30 days for a driver and at most 12 hours for staff; use does not renew it', async () => {
  const { token } = await driver()
  const staff = await staffToken(parkit)
  const atDesk = async () => (await parkit.call(desk.staffList, {}, { token: staff })).status
  // and half an hour without use ends it
  for (let passed = 29; passed < 12 * 60; passed += 29) {
    parkit.clock.advance({ minutes: 29 })
    expect(await atDesk()).toBe(200)
  }
  parkit.clock.advance({ minutes: 29 })
  expect(await atDesk()).toBe(404)
  for (let day = 0; day < 29; day++) {
    parkit.clock.advance({ hours: 24 })
    expect(await isAlive(token)).toBe(true)
  }
  parkit.clock.advance({ hours: 12 })
  expect(await isAlive(token)).toBe(false)
})

test('8: requesting a code answers the same, at the same cost, for known and unknown accounts', async () => {
  const { email } = await driver()
  const statements: string[] = []
  const transaction = parkit.db.transaction.bind(parkit.db)
  const told = vi.spyOn(parkit.db, 'transaction').mockImplementation(work =>
    transaction(tx => {
      const query = (...given: [string | { text: string }]) => {
        const [what] = given
        statements.push((typeof what === 'string' ? what : what.text).trim())
        return (tx.query as (...given: unknown[]) => unknown)(...given)
      }
      return work({ query } as typeof tx)
    }),
  )
  const workFor = async (Destination: string) => {
    statements.length = 0
    const { status, body } = await parkit.call(account.sendCode, { body: { Destination } })
    return { status, said: Object.keys(body), work: statements.map(text => text.split(' ')[0]) }
  }
  try {
    const [known, stranger] = [await workFor(email), await workFor('nobody-at-all@example.com')]
    expect(known.work.length).toBeGreaterThan(4)
    // where nobody is to get a message one that isn't there is taken away: a statement like any other
    const alike = (work: (string | undefined)[]) =>
      work.map(word => (word === 'insert' || word === 'delete' ? 'write' : word))
    expect({ ...stranger, work: alike(stranger.work) }).toEqual({ ...known, work: alike(known.work) })
  } finally {
    told.mockRestore()
  }
})

test('7: a code is stored as a hash bound to its request, and only the sandbox returns it', async () => {
  const { email } = await driver()
  const { body } = await parkit.call(account.sendCode, { body: { Destination: email } })
  const { rows } = await parkit.db.pool.query<{ row: string; hash: Buffer }>(
    'select challenge::text as row, code_hash as hash from challenge where challenge_id = $1',
    [body.ChallengeId],
  )
  expect(rows[0]!.row).not.toContain(body.SandboxCode)
  expect(rows[0]!.hash).toHaveLength(32)
})

test('1: codes are six digits, evenly distributed, with leading zeros', async () => {
  const { makeCode } = await import('#driver/account/secrets.ts')
  const codes = Array.from({ length: 20_000 }, makeCode)
  expect(codes.every(code => /^\d{6}$/.test(code))).toBe(true)
  // each first digit comes about 2,000 times: 7 standard deviations are 300
  for (let digit = 0; digit < 10; digit++) {
    const count = codes.filter(code => code.startsWith(String(digit))).length
    expect(Math.abs(count - 2_000), `${digit}`).toBeLessThan(300)
  }
  expect(new Set(codes).size).toBeGreaterThan(19_500)
})

test('9: a password may be long and contain any characters, with no composition rules', async () => {
  const register = (Password: string, n: number) =>
    parkit.call(account.register, {
      body: {
        FirstName: 'Raj',
        EmailAddress: `raj.password${n}@example.com`,
        PhoneNumber: `31255586${String(n).padStart(2, '0')}`,
        Password,
      },
    })
  const good = [
    'all small letters here',
    `${'x'.repeat(63)}y`,
    'क्षितिज पर नीला आसमान',
    '        a        b',
    'Ω≈ç√∫˜µ≤≥÷',
    '👩‍👩‍👧 in the car',
  ]
  for (const [n, Password] of good.entries()) expect((await register(Password, n)).status, Password).toBe(200)
  for (const [n, Password] of ['short', 'password', '12345678', 'QWERTYUIOP'].entries())
    expect((await register(Password, 20 + n)).status, Password).toBe(400)
})
