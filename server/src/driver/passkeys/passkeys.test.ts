// Passkeys over HTTP: adding, signing in, proving, naming and removing; and every way to cheat with them.
import * as account from '@parkit/contract/driver/account'
import * as contract from '@parkit/contract/driver/passkeys'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#app/testing.ts'
import { heldData } from '#driver/account/export-testing.ts'
import { relyingPartyOf } from './relying-party.ts'
import { type Authenticator, createAuthenticator } from './testing.ts'

const publicUrl = 'https://park.example.com'
const client = { origin: publicUrl, rpId: 'park.example.com' }

let parkit: TestServer
beforeAll(async () => {
  parkit = await startTestServer({ settings: { publicUrl } })
})
afterAll(() => parkit.stop())

type Driver = Awaited<ReturnType<TestServer['driver']>>
const driver = () => parkit.driver({ dollars: 0, vehicle: false })
const begin = (who: { token: string }) => parkit.call(contract.passkeyOptions, {}, who)
const finish = (who: { token: string }, Credential: object, Name?: string) =>
  parkit.call(contract.addPasskey, { body: { Name, Credential } }, who)
const add = async (who: { token: string }, phone: Authenticator, Name?: string) =>
  finish(who, phone.create((await begin(who)).body.Options), Name)
const signInOptions = async () => (await parkit.call(contract.signInOptions, {})).body.Options
const signIn = (Credential: object) => parkit.call(contract.signInByPasskey, { body: { Credential } })
const list = async (who: { token: string }) => (await parkit.call(contract.passkeys, {}, who)).body
const proofOptions = async (who: { token: string }) => (await parkit.call(contract.proofOptions, {}, who)).body.Options
const prove = (who: { token: string }, Credential: object) =>
  parkit.call(contract.proveByPasskey, { body: { Credential } }, who)
const messagesTo = async (recipient: string) =>
  (
    await parkit.db.pool.query<{ subject: string; body: string }>(
      `select subject, body from outbox where recipient = $1 and body ~ 'passkey' order by queued_at`,
      [recipient],
    )
  ).rows
const contactsOf = async (who: Driver) => (await parkit.call(account.profile, {}, who)).body

/** Who has one passkey, in `phone`. */
const withPasskey = async () => {
  const who = await driver()
  const phone = createAuthenticator(client)
  expect((await add(who, phone)).status).toBe(200)
  return { who, phone }
}
const refused = (code: string) => ({ status: code === 'passkey_refused' ? 400 : 409, error: { Code: code } })

test('a passkey is added, and signs in with the same answer as a password', async () => {
  const { who, phone } = await withPasskey()
  const { status, body } = await signIn(phone.get(await signInOptions()))
  expect(status).toBe(200)
  const byPassword = await parkit.call(account.token, {
    body: { grant_type: 'password', username: who.email, password: who.password },
  })
  expect({ ...body, access_token: '' }).toEqual({ ...byPassword.body, access_token: '' })
  expect((await parkit.call(account.profile, {}, { token: body.access_token })).body.MemberId).toBe(who.driverId)
  const { Items, Offer } = await list(who)
  expect([Items[0]?.LastUsedAt, Offer]).toEqual([parkit.clock.now().toString(), false])
})

test('the host name of PUBLIC_URL is said to whoever may offer passkeys', async () => {
  expect((await parkit.call(contract.passkeyHost, {})).body).toEqual({ Host: 'park.example.com' })
})

test('several passkeys have names; each is renamed and removed by its own id', async () => {
  const { who, phone } = await withPasskey()
  const laptop = createAuthenticator(client)
  const { body } = await add(who, laptop, 'Work laptop')
  expect(body.Items.map(({ Name }) => Name).toSorted()).toEqual(['ParkIt', 'Work laptop'])
  const { PasskeyId } = body.Items.find(({ Name }) => Name === 'ParkIt')!
  const params = { id: PasskeyId }
  const renamed = await parkit.call(contract.renamePasskey, { params, body: { Name: 'Phone' } }, who)
  expect(renamed.body.Items.map(({ Name }) => Name)).toContain('Phone')
  expect((await parkit.call(contract.removePasskey, { params }, who)).body.Items).toMatchObject([
    { Name: 'Work laptop' },
  ])
  expect(await signIn(phone.get(await signInOptions()))).toMatchObject(refused('passkey_refused'))
  expect((await signIn(laptop.get(await signInOptions()))).status).toBe(200)
})

test('removing a passkey ends the sign-ins made with it, except the one that removes it', async () => {
  const { who, phone } = await withPasskey()
  const laptop = createAuthenticator(client)
  await add(who, laptop, 'Work laptop')
  const tokenBy = async (authenticator: Authenticator) => {
    const { body } = await signIn(authenticator.get(await signInOptions()))
    return { token: body.access_token }
  }
  const [own, thief, other] = [await tokenBy(phone), await tokenBy(phone), await tokenBy(laptop)]
  const { PasskeyId: id } = (await list(who)).Items.find(({ Name }) => Name === 'ParkIt')!
  expect((await parkit.call(contract.removePasskey, { params: { id } }, own)).status).toBe(200)
  const isIn = async (by: { token: string }) => (await parkit.call(account.settings, { body: {} }, by)).status
  expect([await isIn(own), await isIn(who), await isIn(other), await isIn(thief)]).toEqual([200, 200, 200, 401])
})

test('nobody renames or removes another’s', async () => {
  const { who } = await withPasskey()
  const raj = await driver()
  const { Items } = await list(who)
  const params = { id: Items[0]!.PasskeyId }
  expect((await parkit.call(contract.renamePasskey, { params, body: { Name: 'Mine' } }, raj)).status).toBe(404)
  expect((await parkit.call(contract.removePasskey, { params }, raj)).status).toBe(404)
  expect((await list(who)).Items).toEqual(Items)
})

test('the challenge and the user handle say nothing of the driver, and each challenge is new', async () => {
  const who = await driver()
  const { Options } = (await begin(who)).body
  expect(Buffer.from(Options.user.id, 'base64url')).toHaveLength(16)
  expect(Buffer.from(Options.challenge, 'base64url')).toHaveLength(32)
  expect((await begin(who)).body.Options.challenge).not.toBe(Options.challenge)
  const asked = await signInOptions()
  expect([asked.allowCredentials ?? [], asked.userVerification]).toEqual([[], 'required'])
})

test('a response is taken once: replayed, also twenty at a time, it signs in nobody', async () => {
  const { phone } = await withPasskey()
  const response = phone.get(await signInOptions())
  const all = await Promise.all(Array.from({ length: 20 }, () => signIn(response)))
  expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
  for (const reply of all.filter(({ status }) => status !== 200))
    expect(reply).toMatchObject(refused('passkey_refused'))
  expect(await signIn(response)).toMatchObject(refused('passkey_refused'))
})

test('two responses at once with the same count: one signs in', async () => {
  const { phone } = await withPasskey()
  const [one, two] = [await signInOptions(), await signInOptions()]
  const responses = [phone.get(one, { counter: 7 }), phone.get(two, { counter: 7 })]
  const statuses = (await Promise.all(responses.map(signIn))).map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([200, 400])
})

test('a challenge is over after five minutes, and one that nobody gave is none', async () => {
  const { who, phone } = await withPasskey()
  const options = await signInOptions()
  const adding = (await begin(who)).body.Options
  parkit.clock.advance({ minutes: 5 })
  expect(await signIn(phone.get(options))).toMatchObject(refused('passkey_refused'))
  expect(await finish(who, phone.create(adding))).toMatchObject(refused('passkey_refused'))
  const invented = { challenge: Buffer.alloc(32, 1).toString('base64url') }
  expect(await signIn(phone.get(invented))).toMatchObject(refused('passkey_refused'))
})

test('a challenge counts for what it was made for, and for whom', async () => {
  const { who, phone } = await withPasskey()
  const raj = await driver()
  expect(await signIn(phone.get(await proofOptions(who)))).toMatchObject(refused('passkey_refused'))
  expect(await prove(who, phone.get(await signInOptions()))).toMatchObject(refused('passkey_refused'))
  expect(await finish(raj, phone.create((await begin(who)).body.Options))).toMatchObject(refused('passkey_refused'))
})

test('another origin, another relying party, no check of the person, and another key are refused', async () => {
  const { who, phone } = await withPasskey()
  const evil = 'https://park.example.com.evil.example'
  const wrong = [{ from: evil }, { from: 'http://park.example.com' }, { forId: 'evil.example' }, { verified: false }]
  for (const how of wrong)
    expect(await signIn(phone.get(await signInOptions(), how)), JSON.stringify(how)).toMatchObject(
      refused('passkey_refused'),
    )
  for (const how of [{ from: evil }, { verified: false }])
    expect(await finish(who, phone.create((await begin(who)).body.Options, how))).toMatchObject(
      refused('passkey_refused'),
    )
  // the driver's credential, signed by a key of the attacker's own
  const own = phone.keys[0]!
  const thief = createAuthenticator(client)
  thief.create({ challenge: 'x', user: { id: own.userHandle } })
  const forged = { ...thief.keys[0]!, id: own.id, userHandle: own.userHandle }
  expect(await signIn(thief.get(await signInOptions(), { key: forged }))).toMatchObject(refused('passkey_refused'))
})

test('a counter that goes back, or stands still, is a copied key: refused', async () => {
  const { phone } = await withPasskey()
  expect((await signIn(phone.get(await signInOptions(), { counter: 9 }))).status).toBe(200)
  for (const counter of [9, 8, 0])
    expect(await signIn(phone.get(await signInOptions(), { counter }))).toMatchObject(refused('passkey_refused'))
  expect((await signIn(phone.get(await signInOptions(), { counter: 10 }))).status).toBe(200)
})

test('a passkey that counts nothing, as synced ones do, signs in each time, and once for each challenge', async () => {
  const { phone } = await withPasskey()
  await parkit.db.pool.query('update passkey set counter = 0')
  for (let i = 0; i < 3; i++) expect((await signIn(phone.get(await signInOptions(), { counter: 0 }))).status).toBe(200)
  // without a count, the challenge alone tells a replay
  const response = phone.get(await signInOptions(), { counter: 0 })
  const statuses = await Promise.all(Array.from({ length: 10 }, async () => (await signIn(response)).status))
  expect(statuses.filter(status => status === 200)).toHaveLength(1)
})

test('a credential stays its first holder’s, and names no other account', async () => {
  const { who, phone } = await withPasskey()
  const raj = await driver()
  // the same credential again, for another account
  const { Options } = (await begin(raj)).body
  const again = phone.create(Options)
  const stolen = { ...phone.keys[1]!, id: phone.keys[0]!.id }
  const id = stolen.id.toString('base64url')
  const bytes = Buffer.from(again.response.attestationObject, 'base64url')
  const attestation = Buffer.from(
    bytes.toString('hex').replace(phone.keys[1]!.id.toString('hex'), stolen.id.toString('hex')),
    'hex',
  )
  const copied = {
    ...again,
    id,
    rawId: id,
    response: { ...again.response, attestationObject: attestation.toString('base64url') },
  }
  expect(await finish(raj, copied)).toMatchObject(refused('passkey_refused'))
  expect((await list(raj)).Items).toEqual([])
  // signing in under another's user handle
  const handle = Buffer.from(raj.driverId.replaceAll('-', ''), 'hex').toString('base64url')
  const key = { ...phone.keys[0]!, userHandle: handle }
  expect(await signIn(phone.get(await signInOptions(), { key }))).toMatchObject(refused('passkey_refused'))
  const { userHandle: _, ...response } = phone.get(await signInOptions(), { key: phone.keys[0]! }).response
  const nameless = { ...phone.get(await signInOptions(), { key: phone.keys[0]! }), response }
  expect(await signIn(nameless)).toMatchObject(refused('passkey_refused'))
  expect((await list(who)).Items).toHaveLength(1)
})

test('adding and removing need a proof of the last 15 minutes: a sign-in, password, code, or passkey', async () => {
  const { who, phone } = await withPasskey()
  const { Items } = await list(who)
  const remove = () => parkit.call(contract.removePasskey, { params: { id: Items[0]!.PasskeyId } }, who)
  const early = (await begin(who)).body.Options
  parkit.clock.advance({ minutes: 15 })
  expect(await begin(who)).toMatchObject(refused('sign_in_again'))
  expect(await finish(who, phone.create(early))).toMatchObject(refused('sign_in_again'))
  expect(await remove()).toMatchObject(refused('sign_in_again'))
  expect((await list(who)).Items).toEqual(Items)

  const by = (body: object) => parkit.call(account.prove, { body }, who)
  expect((await by({ Password: 'not the password' })).error.Code).toBe('wrong_credentials')
  expect(await begin(who)).toMatchObject(refused('sign_in_again'))
  expect((await by({ Password: who.password })).body.ProvenUntil).toBe(
    parkit.clock.now().add({ minutes: 15 }).toString(),
  )
  expect((await begin(who)).status).toBe(200)

  parkit.clock.advance({ minutes: 15 })
  const { body: sent } = await parkit.call(account.sendCode, { body: { Destination: who.email } })
  const code = { ChallengeId: sent.ChallengeId, Code: sent.SandboxCode! }
  expect((await by(code)).status).toBe(200)
  expect((await begin(who)).status).toBe(200)
  expect((await by(code)).error.Code).toBe('code_expired')

  parkit.clock.advance({ minutes: 15 })
  const key = phone.keys[0]!
  expect((await prove(who, phone.get(await proofOptions(who), { key }))).status).toBe(200)
  expect((await remove()).body.Items).toEqual([])
})

test('a proof is of its own sign-in and its own account alone', async () => {
  const { who, phone } = await withPasskey()
  const raj = await driver()
  const rajs = createAuthenticator(client)
  await add(raj, rajs)
  const other = await parkit.call(account.token, {
    body: { grant_type: 'password', username: who.email, password: who.password },
  })
  parkit.clock.advance({ minutes: 15 })
  const { body: sent } = await parkit.call(account.sendCode, { body: { Destination: raj.email } })
  const code = { ChallengeId: sent.ChallengeId, Code: sent.SandboxCode! }
  expect((await parkit.call(account.prove, { body: code }, who)).error.Code).toBe('code_expired')
  const foreign = rajs.get(await proofOptions(who), { key: rajs.keys[0]! })
  expect(await prove(who, foreign)).toMatchObject(refused('passkey_refused'))
  expect(await begin(who)).toMatchObject(refused('sign_in_again'))
  expect((await prove(who, phone.get(await proofOptions(who)))).status).toBe(200)
  expect(await begin({ token: other.body.access_token })).toMatchObject(refused('sign_in_again'))
  expect((await begin(who)).status).toBe(200)
})

test('each added or removed passkey is told to every contact, once it is true', async () => {
  const who = await driver()
  const { EmailAddress, PhoneNumber } = await contactsOf(who)
  const phone = createAuthenticator(client)
  const told = async () => [(await messagesTo(EmailAddress)).length, (await messagesTo(PhoneNumber)).length]
  const before = await told()
  const { Options } = (await begin(who)).body
  await finish(who, phone.create({ ...Options, challenge: 'AAAA' }))
  expect(await told()).toEqual(before)
  const { body } = await finish(who, phone.create(Options), 'Blue phone')
  expect((await messagesTo(EmailAddress)).at(-1)?.body).toContain('Blue phone')
  expect((await messagesTo(PhoneNumber)).at(-1)?.body).toMatch(/^A passkey was added/)
  parkit.clock.advance({ seconds: 1 })
  await parkit.call(contract.removePasskey, { params: { id: body.Items[0]!.PasskeyId } }, who)
  expect((await messagesTo(EmailAddress)).at(-1)?.subject).toMatch(/removed/)
  expect((await messagesTo(PhoneNumber)).at(-1)?.body).toMatch(/^A passkey was removed/)
})

test('an account holds twenty, however many are added at once', async () => {
  const { who } = await withPasskey()
  await parkit.db.pool.query(
    `insert into passkey (credential_id, driver_id, public_key, counter, transports, name, backed_up, made_at)
       select ('x' || n)::bytea, driver_id, public_key, 0, '{}', 'Old', false, made_at
         from passkey, generate_series(1, 18) as n where driver_id = $1`,
    [who.driverId],
  )
  const challenges = await Promise.all(Array.from({ length: 4 }, () => begin(who)))
  const phone = createAuthenticator(client)
  const replies = await Promise.all(challenges.map(({ body }) => finish(who, phone.create(body.Options))))
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
  expect(await begin(who)).toMatchObject(refused('passkeys_many'))
})

test('the offer is made until it is declined or a passkey is there', async () => {
  const who = await driver()
  expect((await list(who)).Offer).toBe(true)
  expect((await parkit.call(contract.declinePasskeyOffer, {}, who)).body.Offer).toBe(false)
  const again = await parkit.call(account.token, {
    body: { grant_type: 'password', username: who.email, password: who.password },
  })
  expect((await list({ token: again.body.access_token })).Offer).toBe(false)
})

test('57: the export names the passkeys and holds no key', async () => {
  const { who, phone } = await withPasskey()
  const held = await heldData(parkit.db, who.driverId)
  expect(held.Passkeys).toMatchObject([{ name: 'ParkIt', backed_up: false }])
  expect(JSON.stringify(held)).not.toContain(phone.keys[0]!.id.toString('hex'))
})

test('the relying party is the address of PUBLIC_URL; on this machine it is localhost', () => {
  expect(relyingPartyOf(publicUrl)).toEqual({ id: 'park.example.com', origins: [publicUrl] })
  expect(relyingPartyOf('https://park.example.com:8443/')).toEqual({
    id: 'park.example.com',
    origins: ['https://park.example.com:8443'],
  })
  for (const host of ['127.0.0.1', 'localhost', '0.0.0.0', '[::1]', '[::]'])
    expect(relyingPartyOf(`http://${host}:3000`)).toEqual({ id: 'localhost', origins: ['http://localhost:3000'] })
})

test('a malformed response is refused as the caller’s fault', async () => {
  const { phone } = await withPasskey()
  const good = phone.get(await signInOptions())
  const clientDataJSON = Buffer.from('not JSON').toString('base64url')
  for (const wrong of [{ clientDataJSON }, { authenticatorData: 'AAAA' }, { signature: 'AAAA' }])
    expect(await signIn({ ...good, response: { ...good.response, ...wrong } })).toMatchObject(
      refused('passkey_refused'),
    )
  expect((await signIn({ ...good, id: '*' })).status).toBe(400)
})
