// An e-mail counts only once its link or code was used (D-103): attacks by strangers, and the ways of its owner.
import * as account from '@parkit/contract/driver/account'
import { createIntent } from '@parkit/contract/money/cards'
import * as wallet from '@parkit/contract/money/wallet'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#app/testing.ts'
import { listMessages } from '#sandbox/message-store.ts'
import { findLink } from './contacts-testing.ts'

let parkit: TestServer
beforeAll(async () => {
  parkit = await startTestServer()
})
afterAll(() => parkit.stop())

const Password = 'seven green bays'
let people = 0
const person = (EmailAddress = `owner${people + 1}@example.com`) => ({
  FirstName: 'Maya',
  LastName: 'Torres',
  EmailAddress,
  PhoneNumber: `+1773555${1000 + ++people}`,
  Password,
})
type Person = ReturnType<typeof person>

const enter = async ({ ChallengeId: challenge_id, SandboxCode: code = '' }: account.Challenge) =>
  parkit.call(account.token, { body: { grant_type: 'otp', challenge_id, code } })
const register = async (who: Person, language?: string) => {
  // its link is the latest
  parkit.clock.advance({ seconds: 1 })
  const begun = await parkit.call(account.register, { body: who }, language ? { language } : {})
  const { status, body } = await enter(begun.body)
  expect(status).toBe(200)
  return { token: body.access_token, driverId: body.p_user_id, user: body.user_data, ...who }
}
const quick = async () => {
  const { PhoneNumber } = person()
  const begun = await parkit.call(account.quickRegister, {
    body: { PhoneNumber, PlateNumber: `Q ${people}`, PlateState: 'Texas' },
  })
  const { body } = await enter(begun.body)
  return { token: body.access_token, driverId: body.p_user_id, PhoneNumber }
}
const complete = (token: string, EmailAddress: string) =>
  parkit.call(account.complete, { body: { FirstName: 'Maya', LastName: '', EmailAddress, Password } }, { token })
const passwordSignIn = (username: string, password = Password) =>
  parkit.call(account.token, { body: { grant_type: 'password', username, password } })
const sendCode = async (Destination: string) => (await parkit.call(account.sendCode, { body: { Destination } })).body
const profile = async (token: string) => (await parkit.call(account.profile, {}, { token })).body
const mailsTo = async (recipient: string) => {
  await parkit.jobs.runDue()
  await parkit.jobs.runDue()
  return (await listMessages(parkit.db.pool, recipient)).reverse()
}
const latestLink = async (email: string) => {
  await parkit.jobs.runDue()
  return findLink(parkit.db, email)
}
const useLink = async (token: string, body: { ChallengeId: string; Secret: string }) =>
  parkit.call(account.confirmEmail, { body }, { token })
const confirmed = async (who = person()) => {
  const registered = await register(who)
  expect((await useLink(registered.token, await latestLink(who.EmailAddress))).status).toBe(200)
  return registered
}

test('Register mails a link; until it is used the phone is the user name, and then the email', async () => {
  const who = await register(person())
  expect(who.user).toMatchObject({ UserName: who.PhoneNumber, EmailAddress: who.EmailAddress })
  expect((await profile(who.token)).EmailConfirmed).toBe(false)
  expect((await passwordSignIn(who.EmailAddress)).error.Code).toBe('wrong_credentials')
  expect((await passwordSignIn(who.PhoneNumber)).status).toBe(200)

  const [mail, ...others] = await mailsTo(who.EmailAddress)
  expect([mail!.subject, others]).toEqual(['Confirm your email for ParkIt', []])
  const link = await latestLink(who.EmailAddress)
  expect(mail!.body).toContain(`/confirmemail#${link.ChallengeId}.${link.Secret}`)
  const { status, body } = await useLink(who.token, link)
  expect([status, body.UserName]).toEqual([200, who.EmailAddress])
  expect((await profile(who.token)).EmailConfirmed).toBe(true)
  expect((await passwordSignIn(who.EmailAddress)).status).toBe(200)
  // once, and the other contact is told
  expect((await useLink(who.token, link)).error.Code).toBe('link_expired')
  const texts = (await mailsTo(who.PhoneNumber)).map(text => text.body)
  expect(texts).toContainEqual(expect.stringContaining(`is now ${who.EmailAddress}`))
})

test('an unconfirmed email receives nothing but its link', async () => {
  const who = await register(person())
  const card = { PaymentMethodId: 'pm_card_visa', Amount: 1, Currency: 'USD' as const }
  await parkit.call(createIntent, { body: card }, { token: who.token })
  await parkit.call(wallet.addMoney, { body: { Amount: 20 } }, { token: who.token })
  const VehicleId = await parkit.addVehicle(who.token, `UNC ${people}`)
  await parkit.park({ token: who.token, VehicleId })
  await sendCode(who.EmailAddress)
  parkit.clock.advance({ hours: 2 })
  expect((await mailsTo(who.EmailAddress)).map(({ subject }) => subject)).toEqual(['Confirm your email for ParkIt'])
})

test('an email that a stranger registered does not shut its owner out, and the stranger’s phone opens nothing', async () => {
  const owner = person()
  const stranger = await register({ ...person(), EmailAddress: owner.EmailAddress })
  // no code comes for it, and the answer is as for anybody
  const recovery = await sendCode(owner.EmailAddress)
  expect((await enter(recovery)).error.Code).toBe('wrong_credentials')
  expect((await mailsTo(owner.EmailAddress)).map(({ subject }) => subject)).toEqual(['Confirm your email for ParkIt'])

  const mine = await confirmed(owner)
  expect((await passwordSignIn(owner.EmailAddress)).body.p_user_id).toBe(mine.driverId)
  expect((await enter(await sendCode(owner.EmailAddress))).body.p_user_id).toBe(mine.driverId)
  const byPhone = await enter(await sendCode(stranger.PhoneNumber))
  expect(byPhone.body.p_user_id).toBe(stranger.driverId)
  expect(byPhone.body.user_data).toMatchObject({ UserName: stranger.PhoneNumber })
})

test('the owner who opens the stranger’s link gives the stranger nothing', async () => {
  const owner = person()
  const stranger = await register({ ...person(), EmailAddress: owner.EmailAddress })
  const link = await latestLink(owner.EmailAddress)
  const mine = await register(owner)
  expect((await useLink(mine.token, link)).error.Code).toBe('link_expired')
  expect((await parkit.call(account.confirmEmail, { body: link })).status).toBe(401)
  expect(await profile(stranger.token)).toMatchObject({ EmailConfirmed: false, UserName: stranger.PhoneNumber })
  // nor does a guess, and it doesn't use the link up
  const wrong = { ...link, Secret: 'x'.repeat(43) }
  for (let i = 0; i < 6; i++) expect((await useLink(stranger.token, wrong)).error.Code).toBe('link_expired')
  expect((await useLink(stranger.token, link)).status).toBe(200)
})

test('a link signs nobody in and is no proof or contact code', async () => {
  const who = await register(person())
  const { ChallengeId, Secret } = await latestLink(who.EmailAddress)
  const asCode = { grant_type: 'otp', challenge_id: ChallengeId, code: '123456' } as const
  expect((await parkit.call(account.token, { body: asCode })).error.Code).toBe('code_expired')
  expect((await parkit.call(account.token, { body: { ...asCode, code: Secret } })).status).toBe(400)
  const proof = { ChallengeId, Code: '123456' }
  expect((await parkit.call(account.prove, { body: proof }, who)).error.Code).toBe('code_expired')
})

test('Complete and Register answer the same for a registered email, which only its mailbox learns', async () => {
  const known = await confirmed()
  const [fresh, probe] = [await quick(), await quick()]
  const answers = [
    await complete(fresh.token, 'nobody.has.this@example.com'),
    await complete(probe.token, known.EmailAddress),
  ]
  const own = { MemberId: '', EmailAddress: '', PhoneNumber: '', UserName: '' }
  const [first, second] = answers.map(({ status, body }) => ({ status, ...body, ...own }))
  expect(first).toMatchObject({ status: 200, FirstName: 'Maya' })
  expect(second).toEqual(first)
  const again = await register({ ...person(), EmailAddress: known.EmailAddress.toUpperCase() })
  expect(again.user.UserName).toBe(again.PhoneNumber)
  // whoever reads the mail learns it
  const { ChallengeId, Secret } = await latestLink(known.EmailAddress)
  const used = await Promise.all([again, probe].map(({ token }) => useLink(token, { ChallengeId, Secret })))
  expect(used.map(({ error }) => error.Code).sort()).toEqual(['email_taken', 'link_expired'])
  expect((await passwordSignIn(known.EmailAddress)).body.p_user_id).toBe(known.driverId)
})

test('of two accounts that use their links for one email at once, one gets it', async () => {
  for (let round = 0; round < 5; round++) {
    const email = `both${round}@example.com`
    const first = await register(person(email))
    const firstLink = await latestLink(email)
    const second = await register(person(email))
    const secondLink = await latestLink(email)
    const used = await Promise.all([useLink(first.token, firstLink), useLink(second.token, secondLink)])
    expect(used.map(({ status }) => status).sort()).toEqual([200, 409])
  }
})

test('Register answers no MemberId of somebody else', async () => {
  const known = await confirmed()
  const begun = await quick()
  for (const PhoneNumber of [known.PhoneNumber, begun.PhoneNumber]) {
    const { body } = await parkit.call(account.register, { body: { ...person(), PhoneNumber } })
    const { rowCount } = await parkit.db.pool.query('select from driver where driver_id = $1', [body.MemberId])
    expect(rowCount).toBe(0)
  }
})

test('the link is mailed again on demand, ten times at most, and the owner’s codes are not counted with it', async () => {
  const who = await register(person())
  const send = () => parkit.call(account.sendEmailLink, {}, { token: who.token })
  for (let i = 0; i < 9; i++) expect((await send()).body.SandboxLink).toContain('/confirmemail#')
  expect((await send()).status).toBe(429)
  expect(await mailsTo(who.EmailAddress)).toHaveLength(10)
  const owner = await parkit.call(account.changeContact, { body: { EmailAddress: who.EmailAddress } }, await quick())
  expect(owner.status).toBe(200)
  // any of them works, for three days
  parkit.clock.advance({ hours: 72 })
  expect((await useLink(who.token, await latestLink(who.EmailAddress))).error.Code).toBe('link_expired')
})

test('a code confirms it too, and ends the links', async () => {
  const who = await register(person())
  const link = await latestLink(who.EmailAddress)
  const sent = await parkit.call(account.changeContact, { body: { EmailAddress: 'moved@example.com' } }, who)
  const body = { ChallengeId: sent.body.ChallengeId, Code: sent.body.SandboxCode! }
  const { body: user } = await parkit.call(account.confirmContact, { body }, who)
  expect(user).toMatchObject({ EmailAddress: 'moved@example.com', UserName: 'moved@example.com' })
  expect((await useLink(who.token, link)).error.Code).toBe('link_expired')
  expect((await parkit.call(account.sendEmailLink, {}, who)).body).toEqual({ Message: 'Done.' })
})

test('a phone counts only once its code was used: until then it signs nobody in and blocks nobody', async () => {
  const who = await confirmed()
  const { PhoneNumber } = person()
  const stranger = await parkit.call(account.changeContact, { body: { PhoneNumber } }, who)
  expect(stranger.status).toBe(200)
  await parkit.call(account.register, { body: { ...person(), PhoneNumber } })
  expect((await enter(await sendCode(PhoneNumber))).error.Code).toBe('wrong_credentials')
  parkit.clock.advance({ minutes: 11 })
  const owner = await register({ ...person(), PhoneNumber })
  expect(owner.user.UserName).toBe(PhoneNumber)
})

test('an email of before the upgrade gets its link at the next sign-in by phone', async () => {
  const who = await confirmed()
  await parkit.db.pool.query(
    `update driver set unconfirmed_email = email, email = null, user_name = phone, email_links_sent = 0 where driver_id = $1`,
    [who.driverId],
  )
  parkit.clock.advance({ minutes: 11 })
  const before = (await mailsTo(who.EmailAddress)).length
  expect((await passwordSignIn(who.EmailAddress)).error.Code).toBe('wrong_credentials')
  const { body } = await enter(await sendCode(who.PhoneNumber))
  const link = await latestLink(who.EmailAddress)
  expect((await useLink(body.access_token, link)).body.UserName).toBe(who.EmailAddress)
  // one: later sign-ins mail none
  await enter(await sendCode(who.PhoneNumber))
  expect(await mailsTo(who.EmailAddress)).toHaveLength(before + 1)
})

test('in the driver’s language', async () => {
  const who = await register(person(), 'hi')
  expect((await mailsTo(who.EmailAddress))[0]!.subject).toBe('ParkIt के लिए अपना ईमेल कन्फ़र्म करें')
})
