// What changes how one signs in or is reached needs a proof of the last 15 minutes, and every other contact is told (D-104).
import * as account from '@parkit/contract/driver/account'
import { beginExport } from '@parkit/contract/driver/data-export'
import * as passkeys from '@parkit/contract/driver/passkeys'
import { deleteAccount } from '@parkit/contract/driver/profile'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#app/testing.ts'
import { listMessages } from '#sandbox/message-store.ts'

let parkit: TestServer
beforeAll(async () => {
  parkit = await startTestServer()
})
afterAll(() => parkit.stop())

const Password = 'seven green bays'
let people = 0
const enter = async ({ ChallengeId: challenge_id, SandboxCode: code = '' }: account.Challenge) =>
  parkit.call(account.token, { body: { grant_type: 'otp', challenge_id, code } })
const quick = async () => {
  const n = ++people
  const PhoneNumber = `+1773555${1000 + n}`
  const begun = await parkit.call(account.quickRegister, {
    body: { PhoneNumber, PlateNumber: `Q ${n}`, PlateState: 'Texas' },
  })
  const { body } = await enter(begun.body)
  return { token: body.access_token, driverId: body.p_user_id, PhoneNumber }
}
const complete = ({ token }: { token: string }) =>
  parkit.call(
    account.complete,
    { body: { FirstName: 'Eve', LastName: '', EmailAddress: 'eve@example.com', Password } },
    { token },
  )
const driver = () => parkit.driver({ dollars: 0, vehicle: false })
type Driver = Awaited<ReturnType<typeof driver>>
const said = async (recipient: string) => {
  await parkit.jobs.runDue()
  await parkit.jobs.runDue()
  return (await listMessages(parkit.db.pool, recipient))
    .map(({ body }) => body)
    .filter(body => !/ParkIt code/.test(body))
}
const phoneOf = async (who: Driver) => (await parkit.call(account.profile, {}, who)).body.PhoneNumber

test('an old token does not take a quick account over through Complete', async () => {
  const who = await quick()
  parkit.clock.advance({ hours: 24 * 20 })
  const stolen = await complete(who)
  expect([stolen.status, stolen.error.Code]).toEqual([409, 'sign_in_again'])
  expect((await parkit.call(account.profile, {}, who)).body).toMatchObject({ EmailAddress: '', FirstName: '' })

  // its owner has the phone: a code is proof enough, for the token that there is
  const code = (await parkit.call(account.sendCode, { body: { Destination: who.PhoneNumber } })).body
  const proof = { ChallengeId: code.ChallengeId, Code: code.SandboxCode! }
  expect((await parkit.call(account.prove, { body: proof }, who)).status).toBe(200)
  parkit.clock.advance({ minutes: 14, seconds: 59 })
  expect((await complete(who)).status).toBe(200)
  expect(await said(who.PhoneNumber)).toEqual([expect.stringContaining('eve@example.com were added to your account')])
})

test('15 minutes after signing in each of these wants a proof', async () => {
  const who = await driver()
  parkit.clock.advance({ minutes: 15 })
  const asked = async () => [
    (await parkit.call(account.changeContact, { body: { EmailAddress: 'new@example.com' } }, who)).error.Fields,
    (await parkit.call(account.changeContact, { body: { PhoneNumber: '3125550999' } }, who)).error.Fields,
    (await parkit.call(account.resetPassword, { body: { NewPassword: 'another horse battery' } }, who)).error.Code,
    (await parkit.call(passkeys.passkeyOptions, {}, who)).error.Code,
    (await parkit.call(beginExport, {}, who)).error.Code,
    (await parkit.call(deleteAccount, { body: {} }, who)).error.Code,
    (await complete(who)).error.Code,
  ]
  const password = { Password: expect.any(String) }
  expect(await asked()).toEqual([
    password,
    password,
    'code_expired',
    'sign_in_again',
    'sign_in_again',
    'bad_input',
    'sign_in_again',
  ])
  expect((await parkit.call(deleteAccount, { body: { Password: 'not this one' } }, who)).error.Code).toBe(
    'wrong_credentials',
  )
  expect((await parkit.call(account.prove, { body: { Password: who.password } }, who)).status).toBe(200)
  expect((await parkit.call(beginExport, {}, who)).status).toBe(200)
  expect((await complete(who)).error.Code).toBe('account_complete')
})

test('another token of the same driver, proven or not, proves nothing for this one', async () => {
  const who = await driver()
  parkit.clock.advance({ minutes: 20 })
  const body = { grant_type: 'password', username: who.email, password: who.password } as const
  const fresh = (await parkit.call(account.token, { body })).body.access_token
  expect((await parkit.call(beginExport, {}, who)).error.Code).toBe('sign_in_again')
  expect((await parkit.call(beginExport, {}, { token: fresh })).status).toBe(200)
})

test('a changed email is told to the old one and to the phone, a changed phone to the old one and to the email', async () => {
  const who = await driver()
  const phone = await phoneOf(who)
  const change = async (wish: { EmailAddress?: string; PhoneNumber?: string }) => {
    const { body } = await parkit.call(account.changeContact, { body: wish }, who)
    const proof = { ChallengeId: body.ChallengeId, Code: body.SandboxCode! }
    expect((await parkit.call(account.confirmContact, { body: proof }, who)).status).toBe(200)
  }
  await change({ EmailAddress: 'taken.over@example.com' })
  expect(await said(who.email)).toEqual([expect.stringContaining('write to taken.over@example.com instead of here')])
  expect(await said(phone)).toEqual([expect.stringContaining('email on your account is now taken.over@')])
  expect(await said('taken.over@example.com')).toEqual([])
  await change({ PhoneNumber: '3125550998' })
  expect(await said('taken.over@example.com')).toContainEqual(
    expect.stringContaining('phone on your account is now (312) 555-0998'),
  )
  expect(await said(phone)).toContainEqual(expect.stringContaining('write to (312) 555-0998 instead of here'))
  expect(await said('+13125550998')).toEqual([])
})

test('a refused change tells nobody', async () => {
  const [who, other] = [await driver(), await driver()]
  const { body } = await parkit.call(account.changeContact, { body: { EmailAddress: other.email } }, who)
  const proof = { ChallengeId: body.ChallengeId, Code: body.SandboxCode! }
  expect((await parkit.call(account.confirmContact, { body: proof }, who)).error.Code).toBe('email_taken')
  expect(await said(who.email)).toEqual([])
})

test('a deleted account’s contacts are told', async () => {
  const who = await driver()
  const phone = await phoneOf(who)
  expect((await parkit.call(deleteAccount, { body: { Password: who.password } }, who)).status).toBe(200)
  for (const contact of [who.email, phone])
    expect(await said(contact)).toEqual([expect.stringContaining('Your ParkIt account and its data were deleted')])
})
