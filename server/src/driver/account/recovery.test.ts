// Recovery: both contacts at once, or one and a wait that is told to all, stopped by link or sign-in; and every way to cheat.
import * as account from '@parkit/contract/driver/account'
import * as passkeys from '@parkit/contract/driver/passkeys'
import * as contract from '@parkit/contract/driver/recovery'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#app/testing.ts'
import { createAuthenticator, sandboxClient } from '#driver/passkeys/testing.ts'
import { listMessages } from '#sandbox/message-store.ts'

let parkit: TestServer
beforeAll(async () => {
  parkit = await startTestServer()
})
afterAll(() => parkit.stop())

const driver = async () => {
  const who = await parkit.driver({ dollars: 0, vehicle: false })
  const { PhoneNumber: phone } = (await parkit.call(account.profile, {}, who)).body
  return { ...who, phone }
}
type Driver = Awaited<ReturnType<typeof driver>>
const codeTo = async (Destination: string) => {
  // codes to one contact may be asked for three times in ten minutes
  parkit.clock.advance({ minutes: 4 })
  const { ChallengeId, SandboxCode } = (await parkit.call(account.sendCode, { body: { Destination } })).body
  return { ChallengeId, Code: SandboxCode! }
}
type Code = Awaited<ReturnType<typeof codeTo>>
const recover = (...Codes: Code[]) => parkit.call(contract.recover, { body: { Codes } })
const wrong = ({ ChallengeId, Code }: Code): Code => ({ ChallengeId, Code: Code === '000000' ? '000001' : '000000' })
const byPassword = async ({ email, password }: Driver) => {
  const body = { grant_type: 'password', username: email, password } as const
  const reply = await parkit.call(account.token, { body })
  return { status: reply.status, token: reply.body.access_token }
}
const isIn = async (who: { token: string }) => (await parkit.call(account.settings, { body: {} }, who)).status === 200
const waiting = { status: 409, error: { Code: 'recovery_waiting' } }
const said = async (recipient: string) => {
  await parkit.jobs.runDue()
  await parkit.jobs.runDue()
  return (await listMessages(parkit.db.pool, recipient)).map(({ body }) => body).filter(body => /recover/i.test(body))
}
const linkIn = (messages: string[]) => {
  const [, RecoveryId, Secret] = /\/stoprecovery#([0-9a-f-]{36})\.([\w-]{43})/.exec(messages.join('\n'))!
  return { RecoveryId: RecoveryId!, Secret: Secret! }
}

test('codes of both contacts recover at once: other sign-ins and the old password end, passkeys stay, all are told', async () => {
  const who = await driver()
  const phone = createAuthenticator(sandboxClient)
  const { Options } = (await parkit.call(passkeys.passkeyOptions, {}, who)).body
  await parkit.call(passkeys.addPasskey, { body: { Credential: phone.create(Options) } }, who)
  const { status, body } = await recover(await codeTo(who.email), await codeTo(who.phone))
  expect([status, body.p_user_id]).toEqual([200, who.driverId])
  const recovered = { token: body.access_token }
  expect([await isIn(recovered), await isIn(who), (await byPassword(who)).status]).toEqual([true, false, 400])
  expect((await parkit.call(passkeys.passkeys, {}, recovered)).body.Items).toHaveLength(1)
  const NewPassword = 'nine green bays'
  expect((await parkit.call(account.resetPassword, { body: { NewPassword } }, recovered)).status).toBe(200)
  expect((await byPassword({ ...who, password: NewPassword })).status).toBe(200)
  for (const contact of [who.email, who.phone])
    expect(await said(contact)).toEqual([expect.stringMatching(/was (just )?recovered/)])
})

test.each([
  ['email', 24],
  ['phone', 72],
] as const)(
  'the %s alone waits %i hours; every contact is told before, and then a new code recovers',
  async (contact, hours) => {
    const who = await driver()
    const first = await recover(await codeTo(who[contact]))
    expect(first).toMatchObject(waiting)
    const ready = parkit.clock.now().add({ hours })
    expect((first.error as unknown as { ReadyAt: string }).ReadyAt).toBe(ready.toString())
    for (const told of [who.email, who.phone]) {
      const messages = await said(told)
      expect(messages).toEqual([expect.stringContaining(`${hours} hours`)])
      expect(messages[0]).toContain('/stoprecovery#')
    }
    // asking again neither shortens nor lengthens it, nor tells anybody twice
    parkit.clock.set(ready.subtract({ minutes: 5 }))
    expect(await recover(await codeTo(who[contact]))).toMatchObject({
      ...waiting,
      error: { ReadyAt: ready.toString() },
    })
    expect(await isIn(await byPassword(who))).toBe(true)
    parkit.clock.set(ready)
    expect((await recover(await codeTo(who[contact]))).status).toBe(200)
    expect((await byPassword(who)).status).toBe(400)
  },
)

test('one contact does not finish what the other began', async () => {
  const who = await driver()
  expect(await recover(await codeTo(who.email))).toMatchObject(waiting)
  parkit.clock.advance({ hours: 25 })
  expect(await recover(await codeTo(who.phone))).toMatchObject(waiting)
  expect((await byPassword(who)).status).toBe(200)
})

test('a recovery that nobody finished in a week is over', async () => {
  const who = await driver()
  await recover(await codeTo(who.email))
  parkit.clock.advance({ hours: 24 * 8 + 1 })
  expect(await recover(await codeTo(who.email))).toMatchObject(waiting)
})

test('the link in the messages stops it, once, and only with its own secret', async () => {
  const [who, other] = [await driver(), await driver()]
  await recover(await codeTo(who.email))
  await recover(await codeTo(other.email))
  const [link, others] = [linkIn(await said(who.phone)), linkIn(await said(other.email))]
  const stop = async (body: typeof link) => (await parkit.call(contract.stopRecoveryByLink, { body })).status
  expect(await stop({ ...link, Secret: others.Secret })).toBe(404)
  expect([await stop(link), await stop(link)]).toEqual([200, 404])
  parkit.clock.advance({ hours: 25 })
  expect(await recover(await codeTo(who.email))).toMatchObject(waiting)
  expect((await recover(await codeTo(other.email))).status).toBe(200)
})

test('whoever was signed in before, or knows the password, sees and stops it; a sign-in by a code since does not', async () => {
  const who = await driver()
  parkit.clock.advance({ minutes: 1 })
  await recover(await codeTo(who.email))
  const { ChallengeId: challenge_id, Code: code } = await codeTo(who.email)
  const entered = await parkit.call(account.token, { body: { grant_type: 'otp', challenge_id, code } })
  const thief = { token: entered.body.access_token }
  const stranger = await driver()
  const list = async (by: { token: string }) => (await parkit.call(contract.recoveries, {}, by)).body.Items
  const [running] = await list(who)
  expect(running).toMatchObject({ By: 'mail' })
  expect([await list(thief), await list(stranger)]).toEqual([[], []])
  const body = { RecoveryId: running!.RecoveryId }
  for (const by of [thief, stranger]) expect((await parkit.call(contract.stopRecovery, { body }, by)).status).toBe(404)
  expect(await list(await byPassword(who))).toHaveLength(1)
  expect((await parkit.call(contract.stopRecovery, { body }, who)).body.Items).toEqual([])
  parkit.clock.advance({ hours: 25 })
  expect(await recover(await codeTo(who.email))).toMatchObject(waiting)
})

test('a wrong code counts and uses up the right one beside it for nobody', async () => {
  const who = await driver()
  const [mail, text] = [await codeTo(who.email), await codeTo(who.phone)]
  expect(await recover(mail, wrong(text))).toMatchObject({ status: 400, error: { Code: 'wrong_credentials' } })
  expect(await recover(wrong(mail), text)).toMatchObject({ status: 400, error: { Code: 'wrong_credentials' } })
  expect((await recover(mail, text)).status).toBe(200)
  // used up now
  expect(await recover(mail, text)).toMatchObject({ status: 400, error: { Code: 'code_expired' } })
  const guessed = await codeTo(who.email)
  for (let n = 0; n < 5; n++) await recover(wrong(guessed))
  expect(await recover(guessed)).toMatchObject({ status: 400, error: { Code: 'code_expired' } })
})

test('two codes of two accounts, of one contact, or of a new one recover nothing', async () => {
  const [who, other] = [await driver(), await driver()]
  const expired = { status: 400, error: { Code: 'code_expired' } }
  expect(await recover(await codeTo(who.email), await codeTo(other.phone))).toMatchObject(expired)
  const mail = await codeTo(who.email)
  expect((await recover(mail, mail)).status).toBe(400)
  const body = { EmailAddress: 'new.contact@example.com', Password: who.password }
  const changing = (await parkit.call(account.changeContact, { body }, who)).body
  const contact = { ChallengeId: changing.ChallengeId, Code: changing.SandboxCode! }
  expect(await recover(contact, await codeTo(who.phone))).toMatchObject(expired)
  expect(await recover(await codeTo('nobody.at.all@example.com'))).toMatchObject({ status: 400 })
  expect([await isIn(who), await isIn(other)]).toEqual([true, true])
})

test('twenty at once with the same codes recover once', async () => {
  const who = await driver()
  const codes = [await codeTo(who.email), await codeTo(who.phone)] as const
  const all = await Promise.all(Array.from({ length: 20 }, (_, n) => recover(codes[n % 2]!, codes[(n + 1) % 2]!)))
  expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(all.filter(({ status }) => status >= 500)).toEqual([])
  expect(await said(who.email)).toHaveLength(1)
})
