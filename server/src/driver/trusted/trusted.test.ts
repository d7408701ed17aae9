// A trusted person over HTTP: hears nothing before agreeing, then each reminder, and nothing once either side has ended it.
import * as contract from '@parkit/contract/driver/trusted'
import { trusted as limits } from '@parkit/contract/platform/limits'
import { afterAll, expect, test } from 'vitest'
import { startTestServer } from '#app/testing.ts'
import { noticeActs } from '#messaging/notices/testing.ts'
import { parkingActions } from '#parking/sessions/actions-testing.ts'

const parkit = await startTestServer()
const acts = noticeActs(parkit)
const { extend, stop } = parkingActions(parkit)
afterAll(parkit.stop)

type Driver = Awaited<ReturnType<typeof parkit.driver>>
let people = 0
const newContact = () => `trusted${++people}@example.com`
const driver = () => parkit.driver({ dollars: 50 })
const invite = (who: Driver, Contact: string) =>
  parkit.call(contract.inviteTrusted, { body: { Name: 'Mom', Contact } }, { token: who.token })
const codeOf = (link: string | undefined) => /\/trusted#([\w-]{16})$/.exec(link ?? '')![1]!
const answer = (Code: string, Agree: boolean) => parkit.call(contract.answerTrusted, { body: { Code, Agree } })
const open = (Code: string) => parkit.call(contract.trustedInvitation, { body: { Code } })
const own = async ({ token }: Driver) => (await parkit.call(contract.trusted, {}, { token })).body.Person
const heard = async (recipient: string) => {
  await acts.settle()
  const { rows } = await parkit.db.pool.query<{ subject: string; body: string }>(
    'select subject, body from sandbox_message where recipient = $1 order by sent_at, body',
    [recipient],
  )
  return rows.map(({ body }) => body)
}
const agreed = async () => {
  const who = await driver()
  const contact = newContact()
  const code = codeOf((await invite(who, contact)).body.SandboxLink)
  await answer(code, true)
  await heard(contact)
  return { who, contact, code }
}

test('one message before agreeing, then the reminders by the driver’s own minutes, each with the way out', async () => {
  const who = await driver()
  await acts.setReminders(who, 20, 10)
  const contact = newContact()
  const invited = await invite(who, ` ${contact.toUpperCase()} `)
  const code = codeOf(invited.body.SandboxLink)
  expect(invited.body.Person).toMatchObject({ Name: 'Mom', Contact: contact, AgreedAt: null })
  const seen = (await open(code)).body
  expect(seen).toEqual({ From: expect.stringMatching(/^\+1\d{10}$/), Contact: contact, Agreed: false })
  await parkit.park(who)
  acts.later(41)
  const invitation = [expect.stringMatching(/^The driver at \(\d{3}\) .*Agree or decline: https?:\/\/\S+\/trusted#/)]
  expect(await heard(contact)).toEqual(invitation)
  expect((await answer(code, true)).body).toEqual({ Agreed: true })
  expect((await answer(code, true)).body).toEqual({ Agreed: true })
  expect((await own(who))?.AgreedAt).toBe(parkit.clock.now().toString())
  acts.later(10)
  const said = (await heard(contact)).slice(1)
  expect(said).toEqual([
    expect.stringMatching(/^9 min left at Lot 5101\. Parking of \(\d{3}\) .* ends at 1:00 PM\. Stop/),
  ])
  expect(said[0]).toMatch(new RegExp(`/trusted#${code}$`))
  // the driver learns of it once, by every contact
  expect((await acts.told(who)).filter(({ body }) => body.startsWith(`${contact} now gets`))).toHaveLength(2)
})

test('nothing that the driver typed is in a message, and the plate is not', async () => {
  const who = await driver()
  const contact = newContact()
  const { body } = await parkit.call(
    contract.inviteTrusted,
    { body: { Name: 'You won! win.example', Contact: contact } },
    who,
  )
  await answer(codeOf(body.SandboxLink), true)
  await parkit.park(who)
  acts.later(50)
  const said = (await heard(contact)).join('\n')
  expect(said).toContain('min left')
  expect(said).not.toMatch(/You won|win\.example|TST/)
})

test('an extension moves the reminders, a stop cancels them', async () => {
  const { who, contact } = await agreed()
  const { SessionId } = await parkit.park(who)
  acts.later(40)
  await extend(who, SessionId, 30)
  acts.later(10)
  expect(await heard(contact)).toHaveLength(1)
  await stop(who, SessionId)
  acts.later(60)
  expect(await heard(contact)).toHaveLength(1)
})

test.each(['driver', 'person'] as const)(
  'the %s ends it: nothing more is sent, and the link opens nothing',
  async by => {
    const { who, contact, code } = await agreed()
    await parkit.park(who)
    acts.later(46)
    if (by === 'driver') await parkit.call(contract.endTrusted, {}, { token: who.token })
    else expect((await answer(code, false)).body).toEqual({ Agreed: false })
    expect(await own(who)).toBeNull()
    expect((await open(code)).error.Code).toBe('trusted_over')
    expect((await answer(code, true)).error.Code).toBe('trusted_over')
    expect(await heard(contact)).toHaveLength(1)
    // both may begin anew
    expect((await invite(who, contact)).status).toBe(200)
  },
)

test('another person takes the place of the first, whose link then opens nothing', async () => {
  const { who, code } = await agreed()
  const other = newContact()
  await invite(who, other)
  expect(await own(who)).toMatchObject({ Contact: other, AgreedAt: null })
  expect((await answer(code, false)).error.Code).toBe('trusted_over')
  expect((await own(who))?.Contact).toBe(other)
})

test('who declines is not invited again for a year, by anybody', async () => {
  const who = await driver()
  const contact = newContact()
  await answer(codeOf((await invite(who, contact)).body.SandboxLink), false)
  parkit.clock.advance({ hours: 24 * (limits.declinedDays - 1) })
  const others = [await driver(), await driver()]
  for (const other of others) expect((await invite(other, contact)).error.Code).toBe('trusted_closed')
  expect(await heard(contact)).toHaveLength(0)
  parkit.clock.advance({ hours: 48 })
  expect((await invite(await driver(), contact)).status).toBe(200)
})

test('a contact gets three invitations in thirty days, a driver makes five, and many at once count each', async () => {
  const contact = newContact()
  const drivers = await Promise.all(Array.from({ length: 5 }, driver))
  const got = await Promise.all(drivers.map(one => invite(one, contact)))
  expect(got.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 409, 409])
  const who = await driver()
  const made = []
  for (let n = 0; n < 6; n++) made.push((await invite(who, newContact())).status)
  expect(made).toEqual([200, 200, 200, 200, 200, 409])
})

test('an invitation that nobody answers is over after a week', async () => {
  const who = await driver()
  const code = codeOf((await invite(who, newContact())).body.SandboxLink)
  parkit.clock.advance({ hours: 24 * limits.openDays })
  expect([await own(who), (await open(code)).error.Code]).toEqual([null, 'trusted_over'])
  expect((await answer(code, true)).error.Code).toBe('trusted_over')
})

test('neither the driver, nor what is no contact, is invited', async () => {
  const who = await driver()
  const { body } = await acts.settings(who)
  for (const contact of [body.Email!, body.Phone!])
    expect((await invite(who, contact)).error.Fields).toEqual({ Contact: expect.stringContaining('someone else') })
  for (const contact of ['Mom', 'mom@', '12'])
    expect((await invite(who, contact)).error.Fields, contact).toEqual({ Contact: expect.any(String) })
})

test('a phone gets text messages, in the language of who agreed', async () => {
  const who = await driver()
  const code = codeOf((await invite(who, '(312) 555-0931')).body.SandboxLink)
  await parkit.app.inject({
    method: 'POST',
    url: contract.answerTrusted.path,
    headers: { 'accept-language': 'es' },
    payload: { Code: code, Agree: true },
  })
  await parkit.park(who)
  acts.later(50)
  expect(await heard('+13125550931')).toContainEqual(
    expect.stringMatching(/^Quedan 10 min en Lot 5101\. El tiempo de /),
  )
})
