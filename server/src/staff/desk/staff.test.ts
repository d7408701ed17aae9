// Staff: invited, signed in by password and code, timed out, and removed.

import { code, desk as limits } from '@parkit/contract/platform/limits'
import * as desk from '@parkit/contract/staff/desk'
import * as drivers from '@parkit/contract/staff/desk-drivers'
import * as contract from '@parkit/contract/staff/desk-staff'
import { say } from '@parkit/contract/support/chat'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#app/testing.ts'
import { inviteLead } from './desk.ts'
import { staffPassword, staffToken } from './testing.ts'

let parkit: TestServer
beforeAll(async () => {
  parkit = await startTestServer()
})
afterAll(() => parkit.stop())

const as = (token: string) => ({ token })
const list = (token: string) => parkit.call(contract.staffList, {}, as(token))
const signIn = (Email: string, Password = staffPassword) =>
  parkit.call(contract.deskSignIn, { body: { Email, Password } })
const confirm = (ChallengeId: string, Code: string) =>
  parkit.call(contract.deskConfirm, { body: { ChallengeId, Code } })
const accept = (Secret: string, Name: string, Password = staffPassword) =>
  parkit.call(contract.acceptInvite, { body: { Secret, Name, Password } })
const acts = async (token: string, subject: string) =>
  (await parkit.call(drivers.acts, { query: { Limit: 100 } }, as(token))).body.Items.filter(
    ({ Subject }) => Subject === subject,
  ).map(({ Kind }) => Kind)
const wrong = (digits: string) => (digits === '000000' ? '000001' : '000000')

describe('signing in', () => {
  test('an invitation works once; after that the password and a code are needed', async () => {
    const email = 'Cleo@ParkIt.example'
    const secret = await inviteLead(parkit.db, email, parkit.clock.now())
    expect(await accept(secret, 'Cleo', 'password123')).toMatchObject({
      status: 400,
      error: { Fields: { Password: expect.any(String) } },
    })
    expect(await accept(secret, 'Cleo')).toMatchObject({ status: 200 })
    expect(await accept(secret, 'Cleo')).toMatchObject({ error: { Code: 'code_expired' } })

    expect(await signIn(email, 'something else')).toMatchObject({ status: 400, error: { Code: 'wrong_credentials' } })
    const { ChallengeId, SandboxCode } = (await signIn(email)).body
    expect(await confirm(ChallengeId, wrong(SandboxCode!))).toMatchObject({ error: { Code: 'wrong_credentials' } })
    const { body } = await confirm(ChallengeId, SandboxCode!)
    expect(body.Staff).toMatchObject({ Name: 'Cleo', Email: 'cleo@parkit.example' })
    expect(await confirm(ChallengeId, SandboxCode!)).toMatchObject({ error: { Code: 'code_expired' } })
    expect((await list(body.Token)).body.Me).toEqual({ ...body.Staff, Role: 'lead' })
    expect(await acts(body.Token, body.Staff.StaffId)).toEqual(['signedIn', 'invitationAccepted'])
    await parkit.call(contract.deskSignOut, {}, as(body.Token))
    expect(await list(body.Token)).toMatchObject({ status: 404 })
  })

  test('a code goes to the email and expires after wrong tries or with time', async () => {
    await staffToken(parkit, 'Finn')
    const { ChallengeId, SandboxCode } = (await signIn('finn@parkit.example')).body
    const { rows } = await parkit.db.pool.query<{ body: string }>(
      `select body from outbox where recipient = 'finn@parkit.example'`,
    )
    expect(rows[0]!.body).toContain(SandboxCode)
    for (let i = 0; i < code.tries; i++) await confirm(ChallengeId, wrong(SandboxCode!))
    expect(await confirm(ChallengeId, SandboxCode!)).toMatchObject({ error: { Code: 'code_expired' } })
    const late = (await signIn('finn@parkit.example')).body
    parkit.clock.advance({ minutes: code.minutes })
    expect(await confirm(late.ChallengeId, late.SandboxCode!)).toMatchObject({ error: { Code: 'code_expired' } })
  })

  test('a second invitation ends the first and every sign-in by the old password', async () => {
    const first = await inviteLead(parkit.db, 'dora@parkit.example', parkit.clock.now())
    const old = await staffToken(parkit, 'Dora')
    expect((await accept(first, 'Dora')).error.Code).toBe('code_expired')
    await staffToken(parkit, 'Dora')
    expect(await list(old)).toMatchObject({ status: 404 })
  })

  test('a driver’s password does not open the desk', async () => {
    const driver = await parkit.driver()
    expect((await signIn(driver.email, driver.password)).error.Code).toBe('wrong_credentials')
  })

  test('a sign-in ends half an hour after its last use and after twelve hours', async () => {
    const token = await staffToken(parkit, 'Hana')
    const use = async (minutes: number) => {
      parkit.clock.advance({ minutes })
      return (await list(token)).status
    }
    for (let passed = 25; passed < 60 * limits.hours; passed += 25) expect(await use(25)).toBe(200)
    expect(await use(25)).toBe(404)
    const idle = await staffToken(parkit, 'Hana')
    parkit.clock.advance({ minutes: limits.idleMinutes })
    expect(await list(idle)).toMatchObject({ status: 404 })
  })

  test('passwords are stored as Argon2id only', async () => {
    await staffToken(parkit, 'Ida')
    const { rows } = await parkit.db.pool.query<{ hash: string }>(
      `select password_hash as hash from staff where email = 'ida@parkit.example'`,
    )
    expect(rows[0]!.hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })
})

describe('staff members', () => {
  const invite = (token: string, Email: string, Role: contract.Role = 'agent') =>
    parkit.call(contract.inviteStaff, { body: { Email, Role } }, as(token))
  const remove = (token: string, staffId: string) =>
    parkit.call(contract.removeStaff, { params: { staffId } }, as(token))
  const find = async (token: string, email: string) =>
    (await list(token)).body.Items.find(({ Email }) => Email === email)
  /** Of the mail that was sent there last. */
  const mailedSecret = async (email: string) => {
    const { rows } = await parkit.db.pool.query<{ body: string }>(
      `select body from outbox where recipient = $1 and body like '%/desk#%' order by queued_at desc limit 1`,
      [email],
    )
    return /\/desk#(\S+)/.exec(rows[0]!.body)![1]!
  }

  test('a lead invites by email, and the invitee signs in by the link', async () => {
    const lead = await staffToken(parkit, 'Lena')
    expect(await invite(lead, 'Nils@parkit.example')).toMatchObject({ status: 200 })
    expect(await find(lead, 'nils@parkit.example')).toMatchObject({ Role: 'agent', Invited: true })
    const { body } = await accept(await mailedSecret('nils@parkit.example'), 'Nils')
    expect(await find(lead, 'nils@parkit.example')).toMatchObject({ Name: 'Nils', Role: 'agent', Invited: false })
    expect(await acts(lead, body.Staff.StaffId)).toEqual(['invitationAccepted', 'invited'])

    // who does not lead neither invites nor removes
    expect(await invite(body.Token, 'olga@parkit.example')).toMatchObject({
      status: 403,
      error: { Code: 'leads_only' },
    })
    const { StaffId } = (await list(lead)).body.Me
    expect(await remove(body.Token, StaffId)).toMatchObject({ error: { Code: 'leads_only' } })
    // and nobody does it to themself, so somebody always leads
    expect(await remove(lead, StaffId)).toMatchObject({ error: { Code: 'leads_only' } })
    expect(await invite(lead, 'LENA@parkit.example', 'agent')).toMatchObject({ error: { Code: 'leads_only' } })
    expect((await list(lead)).body.Me.Role).toBe('lead')
  })

  test('removing a member ends sign-ins, password and assignments; the log stays', async () => {
    const lead = await staffToken(parkit, 'Lena')
    const token = await staffToken(parkit, 'Otto')
    const driver = await parkit.driver()
    const params = { driverId: driver.driverId }
    await parkit.call(say, { body: { text: 'Hello', AttachmentIds: [] } }, driver)
    await parkit.call(desk.answer, { params, body: { text: 'Here I am.', AttachmentIds: [] } }, as(token))
    const { StaffId } = (await list(token)).body.Me
    const open = (await signIn('otto@parkit.example')).body
    for (let i = 0; i < 2; i++) expect(await remove(lead, StaffId)).toMatchObject({ status: 200 })
    expect(await list(token)).toMatchObject({ status: 404 })
    expect(await confirm(open.ChallengeId, open.SandboxCode!)).toMatchObject({ error: { Code: 'code_expired' } })
    expect(await signIn('otto@parkit.example')).toMatchObject({ error: { Code: 'wrong_credentials' } })
    expect(await find(lead, 'otto@parkit.example')).toBeUndefined()
    const talk = await parkit.call(desk.conversation, { params, query: {} }, as(lead))
    expect(talk.body).toMatchObject({ Assignee: null, Items: [{}, {}, { sender: 'Otto' }] })
    const back = await parkit.call(desk.assign, { params, body: { StaffId } }, as(lead))
    expect(back).toMatchObject({ status: 400, error: { Fields: { StaffId: expect.any(String) } } })
    expect(await acts(lead, StaffId)).toEqual(['removed', 'invitationAccepted'])
    expect(await acts(lead, driver.driverId)).toEqual(['answered'])

    // and comes back by a new invitation
    await invite(lead, 'otto@parkit.example')
    const again = await accept(await mailedSecret('otto@parkit.example'), 'Otto')
    expect(again.body.Staff.StaffId).toBe(StaffId)
    expect(await list(again.body.Token)).toMatchObject({ status: 200 })
  })
})
