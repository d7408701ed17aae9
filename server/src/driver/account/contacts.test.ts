// A new e-mail or phone over HTTP: only with the code sent there, only for its own driver.
import { randomUUID } from 'node:crypto'
import * as account from '@parkit/contract/driver/account'
import { deleteAccount } from '@parkit/contract/driver/profile'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#app/testing.ts'

let parkit: TestServer
beforeAll(async () => {
  parkit = await startTestServer()
})
afterAll(() => parkit.stop())

const driver = () => parkit.driver({ dollars: 0, vehicle: false })
type Driver = Awaited<ReturnType<typeof driver>>
type Wish = { EmailAddress?: string; PhoneNumber?: string }

const ask = async (who: Driver, body: Wish) => (await parkit.call(account.changeContact, { body }, who)).body
const confirm = (who: Driver, sent: account.Challenge, Code = sent.SandboxCode!) =>
  parkit.call(account.confirmContact, { body: { ChallengeId: sent.ChallengeId, Code } }, who)
const change = async (who: Driver, wish: Wish) => confirm(who, await ask(who, wish))
const record = async (who: Driver) => (await parkit.call(account.profile, {}, who)).body

test('an email changes with its code, and the user name with it', async () => {
  const maya = await driver()
  const before = await record(maya)
  const sent = await ask(maya, { EmailAddress: ' Maya.New@Example.com ' })
  expect(await record(maya)).toEqual(before)
  const { status, body } = await confirm(maya, sent)
  expect([status, body.EmailAddress, body.UserName]).toEqual([200, 'maya.new@example.com', 'maya.new@example.com'])
  expect((await confirm(maya, sent)).error.Code).toBe('code_expired')
})

test('a phone changes with its code; the user name stays and the old phone is notified', async () => {
  const maya = await driver()
  const before = await record(maya)
  const { body } = await change(maya, { PhoneNumber: '312 555 0911' })
  expect([body.PhoneNumber, body.UserName]).toEqual(['+13125550911', before.UserName])
  const { rows } = await parkit.db.pool.query('select body from outbox where recipient = $1', [before.PhoneNumber])
  expect(rows.map(({ body }) => body).join()).toContain('(312) 555-0911')
})

test('11: some time after signing in it needs the password or a new sign-in', async () => {
  const maya = await driver()
  parkit.clock.advance({ minutes: 15 })
  const asked = (Password?: string) =>
    parkit.call(account.changeContact, { body: { EmailAddress: 'later@example.com', Password } }, maya)
  expect(Object.keys((await asked()).error.Fields ?? {})).toEqual(['Password'])
  expect((await asked('not her password')).error.Code).toBe('wrong_credentials')
  const { status, body } = await asked(maya.password)
  expect(status).toBe(200)
  expect((await confirm(maya, body)).status).toBe(200)

  // an account of a phone alone has no password
  const begun = await parkit.call(account.quickRegister, {
    body: { PhoneNumber: '3125550777', PlateNumber: 'QUICK 7', PlateState: 'Illinois' },
  })
  const { ChallengeId: challenge_id, SandboxCode } = begun.body
  const { body: quick } = await parkit.call(account.token, {
    body: { grant_type: 'otp', challenge_id, code: SandboxCode! },
  })
  const change = () =>
    parkit.call(account.changeContact, { body: { PhoneNumber: '3125550778' } }, { token: quick.access_token })
  expect((await change()).status).toBe(200)
  parkit.clock.advance({ minutes: 15 })
  expect((await change()).error.Code).toBe('sign_in_again')
})

test('a wrong code changes nothing, and five end the challenge', async () => {
  const maya = await driver()
  const before = await record(maya)
  const sent = await ask(maya, { EmailAddress: 'wrong@example.com' })
  const wrong = sent.SandboxCode === '000000' ? '000001' : '000000'
  for (let i = 0; i < 5; i++) expect((await confirm(maya, sent, wrong)).error.Code).toBe('wrong_credentials')
  expect((await confirm(maya, sent)).error.Code).toBe('code_expired')
  expect(await record(maya)).toEqual(before)
})

test('another driver’s code and a sign-in code change nothing', async () => {
  const [maya, raj] = [await driver(), await driver()]
  const sent = await ask(maya, { EmailAddress: 'mayas@example.com' })
  expect((await confirm(raj, sent)).error.Code).toBe('code_expired')
  const { UserName } = await record(maya)
  const signIn = (await parkit.call(account.sendCode, { body: { Destination: UserName } })).body
  expect((await confirm(maya, signIn)).error.Code).toBe('code_expired')
})

test('a contact code neither signs in nor deletes the account', async () => {
  const maya = await driver()
  const { ChallengeId, SandboxCode = '' } = await ask(maya, { PhoneNumber: '3125550922' })
  const body = { grant_type: 'otp', challenge_id: ChallengeId, code: SandboxCode } as const
  expect((await parkit.call(account.token, { body })).error.Code).toBe('code_expired')
  const proof = { body: { ChallengeId, Code: SandboxCode } }
  expect((await parkit.call(deleteAccount, proof, maya)).error.Code).toBe('code_expired')
})

test('another account’s contact is refused, only after its code is verified', async () => {
  const [maya, raj] = [await driver(), await driver()]
  const { EmailAddress, PhoneNumber } = await record(raj)
  expect((await change(maya, { EmailAddress })).error.Code).toBe('email_taken')
  expect((await change(maya, { PhoneNumber })).error.Code).toBe('phone_taken')
})

test('two drivers verifying the same address concurrently: one gets it', async () => {
  const both = [await driver(), await driver()]
  const wish = { EmailAddress: 'shared@example.com' }
  const sent = [await ask(both[0]!, wish), await ask(both[1]!, wish)]
  const answers = await Promise.all(both.map((who, i) => confirm(who, sent[i]!)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
})

test('exactly one contact, correctly written, is required', async () => {
  const maya = await driver()
  const fields = async (body: Wish) => {
    const { status, error } = await parkit.call(account.changeContact, { body }, maya)
    return [status, Object.keys(error.Fields ?? {})]
  }
  expect(await fields({})).toEqual([400, ['EmailAddress']])
  expect(await fields({ EmailAddress: 'no address' })).toEqual([400, ['EmailAddress']])
  expect(await fields({ PhoneNumber: '12' })).toEqual([400, ['PhoneNumber']])
  expect(await fields({ EmailAddress: 'a@example.com', PhoneNumber: '3125550933' })).toEqual([400, ['EmailAddress']])
  const none = { ChallengeId: randomUUID(), Code: '123456' }
  expect((await parkit.call(account.confirmContact, { body: none }, maya)).error.Code).toBe('code_expired')
})
