// Accounts over HTTP: registering, codes, passwords, tokens, what a stranger can learn, and the user record.
import { createHash, randomBytes } from 'node:crypto'
import * as contract from '@parkit/contract/driver/account'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listMessages } from '#sandbox/message-store.ts'
import { insertToken } from './store.ts'
import { password, startAccount } from './testing.ts'

let parkit: Awaited<ReturnType<typeof startAccount>>
beforeAll(async () => {
  parkit = await startAccount()
})
afterAll(() => parkit.stop())

const wrong = (digits: string) => (digits === '000000' ? '111111' : '000000')
const count = async (table: string) =>
  (await parkit.db.pool.query<{ n: number }>(`select count(*)::integer as n from ${table}`)).rows[0]!.n
const isSignedIn = async (token: string) => (await parkit.call(contract.profile, undefined, { token })).status === 200

test('registering sends a code to the phone, and the right code opens the account', async () => {
  const who = parkit.person()
  const before = await count('driver')
  const registered = await parkit.call(contract.register, {
    ...who,
    EmailAddress: ` ${who.EmailAddress.toUpperCase()} `,
  })
  expect(registered.status).toBe(200)
  const now = parkit.clock.now()
  expect(registered.body).toMatchObject({
    ExpiresAt: now.add({ minutes: 10 }).toString(),
    ResendAfter: now.add({ seconds: 30 }).toString(),
    SandboxCode: expect.stringMatching(/^\d{6}$/),
  })
  // nobody is stored as a driver before the phone is proven
  expect(await count('driver')).toBe(before)

  const { status, body } = await parkit.signInByCode(registered.body)
  expect(status).toBe(200)
  expect(body).toEqual({
    access_token: expect.stringMatching(/^[\w-]{43}$/),
    token_type: 'bearer',
    expires_in: 30 * 24 * 3600,
    app_id: 'parkit-web',
    p_user_id: registered.body.MemberId,
    client_id: '0',
    is_vehicle: 'false',
    user_data: {
      MemberId: registered.body.MemberId,
      EmailAddress: who.EmailAddress,
      PhoneNumber: '+13125551001',
      FirstName: 'Maya',
      LastName: 'Torres',
      // until the link is used
      UserName: '+13125551001',
      AddressLine1: '',
      AddressLine2: '',
      City: '',
      State: '',
      ZipCode: '',
      MinBalance: '0',
    },
  })
  // single use
  expect((await parkit.signInByCode(registered.body)).error.Code).toBe('code_expired')
  parkit.owners.add(registered.body.MemberId)
  expect((await parkit.signIn(who.PhoneNumber)).body.is_vehicle).toBe('true')
  parkit.clock.advance({ minutes: 11 })
})

test('a password is compared exactly, including leading and trailing blanks', async () => {
  const who = { ...parkit.person(), Password: ' seven green bays ' }
  await parkit.signInByCode((await parkit.call(contract.register, who)).body)
  expect((await parkit.signIn(who.PhoneNumber, who.Password)).status).toBe(200)
  expect((await parkit.signIn(who.PhoneNumber, who.Password.trim())).error.Code).toBe('wrong_credentials')
  expect((await parkit.signIn(who.PhoneNumber, '')).error.Fields).toEqual({ password: 'Fill this in.' })
})

test.each([
  ['PhoneNumber', { PhoneNumber: '555 555 5555' }],
  ['PhoneNumber', { PhoneNumber: 'my phone' }],
  ['EmailAddress', { EmailAddress: 'maya@' }],
  ['FirstName', { FirstName: '  ' }],
  ['FirstName', { FirstName: '\u0000' }],
  ['Password', { Password: '1234567' }],
])('a registration with an invalid %s is refused at that field: %j', async (field, own) => {
  const { status, error } = await parkit.call(contract.register, { ...parkit.person(), ...own })
  expect(status).toBe(400)
  expect(Object.keys(error.Fields ?? {})).toEqual([field])
})

test('a common password in any case is refused at its field', async () => {
  for (const Password of ['password', 'iloveyou', 'QWERTYuiop', 'trustno1']) {
    const { status, error } = await parkit.call(contract.register, { ...parkit.person(), Password })
    expect([status, error.Code]).toEqual([400, 'bad_input'])
    expect(error.Fields).toEqual({ Password: 'That password is too common. Choose another.' })
  }
})

test('a foreign phone keeps its country code', async () => {
  const registered = await parkit.call(contract.register, { ...parkit.person(), PhoneNumber: '+91 98765 43210' })
  expect((await parkit.signInByCode(registered.body)).body.user_data.PhoneNumber).toBe('+919876543210')
})

test('the phone of another account is reported after the code is verified, never before', async () => {
  const known = await parkit.driver()
  const fresh = await parkit.call(contract.register, parkit.person())
  const taken = await parkit.call(contract.register, { ...parkit.person(), PhoneNumber: known.PhoneNumber })
  expect(taken.status).toBe(200)
  expect(Object.keys(taken.body)).toEqual(Object.keys(fresh.body))
  expect((await parkit.signInByCode(taken.body, wrong(taken.body.SandboxCode!))).error.Code).toBe('wrong_credentials')
  const proven = await parkit.signInByCode(taken.body)
  expect([proven.status, proven.error.Code]).toEqual([409, 'phone_taken'])
  // and the code is used up by it
  expect((await parkit.signInByCode(taken.body)).error.Code).toBe('code_expired')
})

test('signing in with user name, email or phone; a wrong password and an unknown account answer the same', async () => {
  const { EmailAddress, phone } = await parkit.driver()
  for (const name of [EmailAddress, ` ${EmailAddress.toUpperCase()}`, phone, phone.slice(2), `(312) ${phone.slice(5)}`])
    expect((await parkit.signIn(name)).status, name).toBe(200)
  const refused = [await parkit.signIn(EmailAddress, 'wrong horse'), await parkit.signIn('nobody@example.com')]
  for (const { status, error } of refused) {
    expect([status, error.Code]).toEqual([400, 'wrong_credentials'])
    expect(error).toEqual(refused[0]!.error)
  }
  // a zero byte is no name, and no fault either
  expect((await parkit.signIn('\u0000')).status).toBe(400)
})

test('an unknown account takes as long to refuse as a wrong password', async () => {
  const { EmailAddress } = await parkit.driver()
  const fastest = async (name: string) => {
    const times: number[] = []
    for (let i = 0; i < 4; i++) {
      const from = performance.now()
      await parkit.signIn(name, 'wrong horse battery')
      times.push(performance.now() - from)
    }
    return Math.min(...times)
  }
  const known = await fastest(EmailAddress)
  const stranger = await fastest('nobody@example.com')
  expect(stranger).toBeGreaterThan(known / 3)
})

test('the token call accepts the recorded form encoding', async () => {
  const { EmailAddress } = await parkit.driver()
  const body = { grant_type: 'password', username: EmailAddress, password }
  expect((await parkit.call(contract.token, body, { form: true })).status).toBe(200)
})

test('a code by email, user name or phone; for an unknown account the answer looks the same and no code works', async () => {
  const { EmailAddress, phone, driverId } = await parkit.driver()
  for (const destination of [EmailAddress.toUpperCase(), phone.slice(2)]) {
    const sent = await parkit.sendCode(destination)
    expect((await parkit.signInByCode(sent.body)).body.p_user_id).toBe(driverId)
  }
  const known = await parkit.sendCode(EmailAddress)
  for (const destination of ['nobody@example.com', '312 555 9999', 'nobody']) {
    const sent = await parkit.sendCode(destination)
    expect(sent.status).toBe(200)
    expect(Object.keys(sent.body)).toEqual(Object.keys(known.body))
    for (let i = 0; i < 5; i++) expect((await parkit.signInByCode(sent.body)).error.Code).toBe('wrong_credentials')
    expect((await parkit.signInByCode(sent.body)).error.Code).toBe('code_expired')
  }
})

test('20 concurrent tries of the right code sign in once', async () => {
  const { EmailAddress } = await parkit.driver()
  const { body } = await parkit.sendCode(EmailAddress)
  const tokens = await count('token')
  const answers = await Promise.all(Array.from({ length: 20 }, () => parkit.signInByCode(body)))
  const codes = answers.map(({ status, error }) => (status === 200 ? 'in' : error.Code)).sort()
  expect(codes).toEqual([...Array(19).fill('code_expired'), 'in'])
  expect(await count('token')).toBe(tokens + 1)
})

test('20 concurrent wrong tries: five count, and the right code is then too late', async () => {
  const { EmailAddress } = await parkit.driver()
  const { body } = await parkit.sendCode(EmailAddress)
  const digits = wrong(body.SandboxCode!)
  const answers = await Promise.all(Array.from({ length: 20 }, () => parkit.signInByCode(body, digits)))
  expect(answers.filter(({ error }) => error.Code === 'wrong_credentials')).toHaveLength(5)
  expect(answers.filter(({ error }) => error.Code === 'code_expired')).toHaveLength(15)
  expect((await parkit.signInByCode(body)).error.Code).toBe('code_expired')
})

test('the fifth try may still succeed', async () => {
  const { EmailAddress } = await parkit.driver()
  const { body } = await parkit.sendCode(EmailAddress)
  for (let i = 0; i < 4; i++) await parkit.signInByCode(body, wrong(body.SandboxCode!))
  expect((await parkit.signInByCode(body)).status).toBe(200)
})

test('a code lives ten minutes, is bound to its challenge and replaces the previous one', async () => {
  const { EmailAddress } = await parkit.driver()
  const first = (await parkit.sendCode(EmailAddress)).body
  let second = (await parkit.sendCode(EmailAddress)).body
  if (second.SandboxCode === first.SandboxCode) second = (await parkit.sendCode(EmailAddress)).body
  expect((await parkit.signInByCode(first)).error.Code).toBe('code_expired')
  expect((await parkit.signInByCode(second, first.SandboxCode)).error.Code).toBe('wrong_credentials')
  parkit.clock.advance({ minutes: 9, seconds: 59 })
  expect((await parkit.signInByCode(second)).status).toBe(200)
  const third = (await parkit.sendCode(EmailAddress)).body
  parkit.clock.advance({ minutes: 10 })
  const { status, error } = await parkit.signInByCode(third)
  expect([status, error.Code]).toEqual([400, 'code_expired'])
})

test.each(['not-a-challenge', '018f0000-0000-7000-8000-000000000000'])('not a challenge: %s', async ChallengeId => {
  expect((await parkit.signInByCode({ ChallengeId }, '123456')).error.Code).toBe('code_expired')
})

test('three codes in ten minutes for one destination, however it is written, also concurrently', async () => {
  const { phone } = await parkit.driver()
  const forms = [phone, phone.slice(2), `1-312-${phone.slice(5)}`, phone, phone, phone]
  const statuses = await Promise.all(forms.map(async form => (await parkit.sendCode(form)).status))
  expect(statuses.sort()).toEqual([200, 200, 200, 429, 429, 429])
  const { error } = await parkit.call(contract.register, { ...parkit.person(), PhoneNumber: phone })
  expect(error.Code).toBe('proof_needed')
  // a stranger is held to the same, or the limit would tell
  for (const status of [200, 200, 200, 429]) expect((await parkit.sendCode('x@example.com')).status).toBe(status)
  parkit.clock.advance({ minutes: 10 })
  expect((await parkit.sendCode(phone)).status).toBe(200)
})

test('a token is stored as a hash, lives 30 days and ends at Logout', async () => {
  const { token, EmailAddress } = await parkit.driver()
  const { rows } = await parkit.db.pool.query<{ token_hash: Buffer }>('select token_hash from token')
  const hashes = rows.map(row => row.token_hash.toString('hex'))
  expect(hashes).toContain(createHash('sha256').update(token).digest('hex'))
  const everything = await parkit.db.pool.query<{ t: string }>('select token::text as t from token')
  expect(everything.rows.some(row => row.t.includes(token))).toBe(false)

  const other = (await parkit.signIn(EmailAddress)).body.access_token
  expect((await parkit.call(contract.logout, {}, { token })).status).toBe(200)
  const ended = await parkit.call(contract.profile, undefined, { token })
  expect([ended.status, ended.error.Code]).toEqual([401, 'unauthorized'])
  expect(await isSignedIn(other)).toBe(true)
  parkit.clock.advance({ days: 29, hours: 23, minutes: 59, seconds: 59 })
  expect(await isSignedIn(other)).toBe(true)
  parkit.clock.advance({ seconds: 1 })
  expect(await isSignedIn(other)).toBe(false)
})

test('ten tokens a driver: the oldest ends, also with concurrent sign-ins', async () => {
  const { token, EmailAddress, driverId } = await parkit.driver()
  const second = (await parkit.signIn(EmailAddress)).body.access_token
  await Promise.all(Array.from({ length: 8 }, () => parkit.signIn(EmailAddress)))
  expect(await isSignedIn(token)).toBe(true)
  const newest = (await parkit.signIn(EmailAddress)).body.access_token
  expect(await isSignedIn(token)).toBe(false)
  expect(await isSignedIn(second)).toBe(true)
  expect(await isSignedIn(newest)).toBe(true)
  // without the time that passwords take, they truly come at once
  const now = parkit.clock.now()
  for (let round = 0; round < 5; round++) {
    const tokens = Array.from({ length: 5 }, () => ({
      tokenHash: randomBytes(32),
      driverId,
      expiresAt: now.add({ hours: 1 }),
      byCode: false,
      most: 10,
      cookieHash: null,
      browser: null,
      system: null,
    }))
    await Promise.all(tokens.map(one => parkit.db.transaction(tx => insertToken(tx, one, now))))
    const { rowCount } = await parkit.db.pool.query('select from token where driver_id = $1', [driverId])
    expect(rowCount).toBe(10)
  }
})

test('a new password within ten minutes of a code sign-in ends the other tokens', async () => {
  const { token: old, EmailAddress, phone } = await parkit.driver()
  const reset = (token: string, NewPassword: string) => parkit.call(contract.resetPassword, { NewPassword }, { token })
  const byPassword = (await parkit.signIn(EmailAddress)).body.access_token
  expect((await reset(byPassword, 'another long password')).error.Code).toBe('code_expired')
  // registered eleven minutes ago
  expect((await reset(old, 'another long password')).error.Code).toBe('code_expired')
  expect((await parkit.signIn(EmailAddress)).status).toBe(200)

  const byCode = (await parkit.signInByCode((await parkit.sendCode(phone)).body)).body.access_token
  expect((await reset(byCode, 'short')).error.Fields).toEqual({ NewPassword: 'Use at least 8 characters.' })
  expect(Object.keys((await reset(byCode, 'password1')).error.Fields!)).toEqual(['NewPassword'])
  parkit.clock.advance({ minutes: 9, seconds: 59 })
  expect((await reset(byCode, 'another long password')).status).toBe(200)
  expect([await isSignedIn(byCode), await isSignedIn(byPassword), await isSignedIn(old)]).toEqual([true, false, false])
  expect((await parkit.signIn(EmailAddress)).error.Code).toBe('wrong_credentials')
  expect((await parkit.signIn(EmailAddress, 'another long password')).status).toBe(200)
  await parkit.jobs.runDue()
  expect((await listMessages(parkit.db.pool, EmailAddress))[0]!.subject).toBe('Your ParkIt password was changed')
  parkit.clock.advance({ seconds: 1 })
  expect((await reset(byCode, 'a third long password')).error.Code).toBe('code_expired')
})

test('passwords are Argon2id at the OWASP cost and never stored in plain text', async () => {
  const { driverId } = await parkit.driver()
  const { rows } = await parkit.db.pool.query<{ h: string }>(
    'select password_hash as h from driver where driver_id = $1',
    [driverId],
  )
  expect(rows[0]!.h).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

test('the user record and the language', async () => {
  const { token, EmailAddress } = await parkit.driver('hi-IN')
  const { body } = await parkit.call(contract.profile, undefined, { token })
  expect(body).toMatchObject({
    UserName: EmailAddress,
    MinBalance: '0',
    DefaultAddAmount: 0,
    PhotoUrl: null,
    Language: 'hi',
  })
  expect((await parkit.call(contract.settings, {}, { token })).body).toMatchObject({ Language: 'hi' })
  expect((await parkit.call(contract.settings, { Language: 'en' }, { token })).body).toMatchObject({ Language: 'en' })
  expect((await parkit.call(contract.profile, undefined, { token })).body.Language).toBe('en')
  expect((await parkit.call(contract.settings, { Language: 'fr' }, { token })).status).toBe(400)
})

test('a code is sent once, in the recipient’s language, and never for an unknown account', async () => {
  const { EmailAddress, phone } = await parkit.driver('hi-IN')
  const mailed = (await parkit.sendCode(EmailAddress)).body.SandboxCode!
  const texted = (await parkit.sendCode(phone)).body.SandboxCode!
  await parkit.sendCode('stranger@example.com')
  await parkit.jobs.runDue()
  await parkit.jobs.runDue()
  const mails = await listMessages(parkit.db.pool, EmailAddress)
  expect(mails).toMatchObject([{ channel: 'mail', subject: expect.stringContaining(mailed) }])
  expect(mails[0]!.body).toMatch(new RegExp(`कोड ${mailed} है`))
  const [text] = await listMessages(parkit.db.pool, phone)
  expect(text).toMatchObject({ channel: 'sms', body: expect.stringContaining(texted) })
  expect(parkit.printed.filter(line => line.includes(mailed))).toHaveLength(1)
  expect(await listMessages(parkit.db.pool, 'stranger@example.com')).toEqual([])
  expect(await count('outbox')).toBe(0)
})
