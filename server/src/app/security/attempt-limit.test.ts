// Guessing over HTTP: wrong passwords and codes in a row wait longer each time and end; a burst counts one by one.
import * as account from '@parkit/contract/driver/account'
import { deleteAccount } from '@parkit/contract/driver/profile'
import { acceptInvite, deskSignIn } from '@parkit/contract/staff/desk-staff'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#app/testing.ts'
import { inviteLead } from '#staff/desk/desk.ts'

let parkit: TestServer
beforeAll(async () => {
  parkit = await startTestServer()
})
afterAll(() => parkit.stop())

const driver = () => parkit.driver({ dollars: 0, vehicle: false })
const signIn = async (username: string, password = 'a wrong horse') => {
  const { status, error } = await parkit.call(account.token, { body: { grant_type: 'password', username, password } })
  return status === 200 ? 'in' : error.Code
}
const sendCode = async (Destination: string) => (await parkit.call(account.sendCode, { body: { Destination } })).body
const enter = async ({ ChallengeId }: account.Challenge, code: string) => {
  const body = { grant_type: 'otp', challenge_id: ChallengeId, code } as const
  const { status, error } = await parkit.call(account.token, { body })
  return status === 200 ? 'in' : error.Code
}
const wrongOf = (sent: account.Challenge) => (sent.SandboxCode === '000000' ? '000001' : '000000')
const times = async <T>(n: number, act: () => Promise<T>): Promise<T[]> => {
  const told: T[] = []
  for (let i = 0; i < n; i++) told.push(await act())
  return told
}
const later = (seconds: number) => parkit.clock.advance({ seconds })
const wrong = 'wrong_credentials'
const paced = 'too_many_requests'

test.each(['of a driver', 'of nobody'])(
  '4: after ten wrong passwords %s each further try waits twice as long',
  async whose => {
    const name = whose === 'of nobody' ? 'stranger@example.com' : (await driver()).email
    expect(new Set(await times(10, () => signIn(name)))).toEqual(new Set([wrong]))
    for (const seconds of [30, 60, 120]) {
      expect(await signIn(name)).toBe(paced)
      later(seconds - 1)
      expect(await signIn(name)).toBe(paced)
      later(1)
      expect(await signIn(name)).toBe(wrong)
    }
  },
)

test('4: the right password is refused during the wait, and resets the count after it', async () => {
  const { email, password } = await driver()
  await times(10, () => signIn(email))
  expect(await signIn(email, password)).toBe(paced)
  later(30)
  expect(await signIn(email, password)).toBe('in')
  expect(await times(10, () => signIn(email))).toEqual(Array(10).fill(wrong))
})

test('4: thirty concurrent tries are counted one by one', async () => {
  const { email } = await driver()
  const told = await Promise.all(Array.from({ length: 30 }, () => signIn(email)))
  expect(told.filter(code => code === wrong)).toHaveLength(10)
  expect(told.filter(code => code === paced)).toHaveLength(20)
})

test('4: an account is locked after a hundred wrong tries; a code unlocks it', async () => {
  const { email, password } = await driver()
  const { rows } = await parkit.db.pool.query<{ phone: string }>('select phone from driver where email = $1', [email])
  let tried = 0
  for (const name of [email, rows[0]!.phone]) {
    for (let i = 0; i < 60; i++) {
      if ((await signIn(name)) === wrong) tried++
      later(3_600)
    }
    // for good
    later(100 * 24 * 3_600)
    expect(await signIn(name, password)).toBe(paced)
  }
  expect(tried).toBe(100)
  const sent = await sendCode(email)
  expect(await enter(sent, sent.SandboxCode!)).toBe('in')
  expect(await signIn(email, password)).toBe('in')
})

test('4: wrong codes for one destination share one limit, however many codes are sent', async () => {
  const { email } = await driver()
  const tell: string[] = []
  for (let i = 0; i < 3; i++) {
    const sent = await sendCode(email)
    tell.push(...(await times(5, () => enter(sent, wrongOf(sent)))))
    later(600)
  }
  expect(tell.filter(code => code === wrong)).toHaveLength(11)
  expect(tell.filter(code => code === paced)).toHaveLength(4)
  // what waits is not used up by it
  const sent = await sendCode(email)
  expect(await enter(sent, sent.SandboxCode!)).toBe('in')
})

test('4: after fifty wrong codes one try a day is left', async () => {
  const { email } = await driver()
  await parkit.db.pool.query('update guess set tries = 50, tried_at = $1', [parkit.clock.now()])
  const first = await sendCode(email)
  await enter(first, wrongOf(first))
  await parkit.db.pool.query(`update guess set tries = 50 where kind = 'code'`)
  const day = async () => {
    const sent = await sendCode(email)
    return times(3, () => enter(sent, wrongOf(sent)))
  }
  expect(await day()).toEqual([paced, paced, paced])
  later(24 * 3_600)
  expect(await day()).toEqual([wrong, paced, paced])
  later(24 * 3_600)
  const sent = await sendCode(email)
  expect(await enter(sent, sent.SandboxCode!)).toBe('in')
})

test('4: the password that confirms a deletion is limited as well', async () => {
  const { token } = await driver()
  const proof = { body: { Password: 'a wrong horse' } }
  const told = await times(12, async () => (await parkit.call(deleteAccount, proof, { token })).error.Code)
  expect(told).toEqual([...Array(10).fill(wrong), paced, paced])
})

test('4: staff are limited and locked after a hundred tries; a new invitation unlocks the desk', async () => {
  const Email = 'ana@parkit.example'
  const Password = 'seven green bays'
  const invite = async () => {
    const Secret = await inviteLead(parkit.db, Email, parkit.clock.now())
    return (await parkit.call(acceptInvite, { body: { Secret, Name: 'Ana', Password } })).status
  }
  const enterDesk = async (word: string) => {
    const { status, error } = await parkit.call(deskSignIn, { body: { Email, Password: word } })
    return status === 200 ? 'in' : error.Code
  }
  expect(await invite()).toBe(200)
  expect(await times(11, () => enterDesk('a wrong horse'))).toEqual([...Array(10).fill(wrong), paced])
  await parkit.db.pool.query(`update guess set tries = 100 where kind = 'desk'`)
  later(365 * 24 * 3_600)
  expect(await enterDesk(Password)).toBe(paced)
  expect(await invite()).toBe(200)
  expect(await enterDesk(Password)).toBe('in')
})

test('4: the stored count does not reveal whose tries it counts', async () => {
  await signIn('readable@example.com')
  const { rows } = await parkit.db.pool.query<{ row: string }>('select guess::text as row from guess')
  expect(rows.map(({ row }) => row).join()).not.toMatch(/example\.com|\+1312/)
})
