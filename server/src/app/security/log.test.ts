// The log of a full journey at the lowest level: no token, code, password, number, address, plate, or driver's text.

import * as places from '@parkit/contract/city/places'
import * as account from '@parkit/contract/driver/account'
import * as dataExport from '@parkit/contract/driver/data-export'
import * as profile from '@parkit/contract/driver/profile'
import * as vehicles from '@parkit/contract/driver/vehicles'
import * as notices from '@parkit/contract/messaging/notices'
import * as cards from '@parkit/contract/money/cards'
import * as wallet from '@parkit/contract/money/wallet'
import * as parking from '@parkit/contract/parking/sessions'
import * as desk from '@parkit/contract/staff/desk'
import * as callbacks from '@parkit/contract/support/callbacks'
import * as chat from '@parkit/contract/support/chat'
import * as emails from '@parkit/contract/support/emails'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestServer, type TestServer } from '#app/testing.ts'
import { confirmEmailQuietly } from '#driver/account/contacts-testing.ts'
import { zones } from '#parking/sessions/testing.ts'
import { createLog } from '#platform/log.ts'
import { staffToken } from '#staff/desk/testing.ts'

let parkit: TestServer
const lines: string[] = []
/** What stands in the journey and must stand in no line. */
const secrets: Record<string, string> = {
  firstName: 'Yamilett',
  lastName: 'Okonkwo',
  email: 'yamilett.okonkwo@example.com',
  phone: '3125550146',
  password: 'seven-green-bays-of-mine',
  wrongPassword: 'eight green bays of mine',
  plate: 'ZQX 7788',
  street: '77 Wells Street',
  words: 'My umbrella is in the garage',
  name: 'Grandmother’s',
}

beforeAll(async () => {
  for (const write of ['log', 'error', 'warn', 'info', 'debug'] as const)
    vi.spyOn(console, write).mockImplementation((...told) => void lines.push(told.map(String).join(' ')))
  parkit = await startTestServer({
    log: createLog('trace', line => lines.push(line)),
  })
})
afterAll(async () => {
  vi.restoreAllMocks()
  await parkit.stop()
})

const journey = async () => {
  const { call } = parkit
  const person = {
    FirstName: secrets.firstName!,
    LastName: secrets.lastName!,
    EmailAddress: secrets.email!,
    PhoneNumber: secrets.phone!,
    Password: secrets.password!,
  }
  const registered = await call(account.register, { body: person })
  secrets.code = registered.body.SandboxCode!
  const byCode = { grant_type: 'otp', challenge_id: registered.body.ChallengeId, code: secrets.code } as const
  const { body: signedIn } = await call(account.token, { body: byCode })
  secrets.token = signedIn.access_token
  await confirmEmailQuietly(parkit.db, signedIn.p_user_id)
  const username = secrets.email!
  await call(account.token, { body: { grant_type: 'password', username, password: secrets.wrongPassword! } })
  const again = await call(account.token, { body: { grant_type: 'password', username, password: secrets.password! } })
  secrets.secondToken = again.body.access_token
  const me = { token: secrets.token }
  const { body: sent } = await call(account.sendCode, { body: { Destination: secrets.email! } })
  secrets.secondCode = sent.SandboxCode!

  const VehicleId = await parkit.addVehicle(secrets.token, secrets.plate!)
  await call(vehicles.listVehicles, {}, me)
  const card = { PaymentMethodId: 'pm_card_visa', Amount: 5, Currency: 'USD' }
  await call(cards.createIntent, { body: card }, me)
  await call(wallet.addMoney, { body: { Amount: 40 } }, me)
  await call(places.find, { query: { Query: secrets.street! } }, me)
  const start = { ZoneNumber: zones.street, VehicleId, Minutes: 30, PayWith: 'wallet' }
  const { body: session } = await call(parking.start, { body: start }, me)
  await call(parking.extend, { body: { SessionId: session.SessionId, Minutes: 15 } }, me)
  parkit.clock.advance({ minutes: 20 })
  await parkit.jobs.runDue()
  await call(parking.stop, { body: { SessionId: session.SessionId } }, me)
  await call(parking.receiptPdf, { params: { id: session.SessionId } }, me)
  await call(parking.sessions, { query: { Query: secrets.plate! } }, me)
  await call(chat.say, { body: { text: secrets.words!, AttachmentIds: [] } }, me)
  await call(emails.writeEmail, { body: { Subject: secrets.words!, Message: secrets.words!, AttachmentIds: [] } }, me)
  await call(callbacks.requestCallback, { body: { phone: secrets.phone!, date: '2026-04-15', time: '10:30' } }, me)
  const endpoint = 'https://fcm.googleapis.com/fcm/send/a-secret-of-a-browser'
  secrets.endpoint = 'a-secret-of-a-browser'
  await call(notices.subscribe, { body: { endpoint, keys: { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) } } }, me)
  secrets.staffToken = await staffToken(parkit)
  await call(
    desk.answer,
    { params: { driverId: signedIn.p_user_id }, body: { text: secrets.words! } },
    { token: secrets.staffToken },
  )
  await parkit.jobs.runDue()
  await call(dataExport.beginExport, {}, me)
  await parkit.jobs.runDue()
  await call(dataExport.exportFile, {}, me)
  // a fault that repeats what it was about
  const fault = Object.assign(
    new Error(
      `no room for ${secrets.email}, +1${secrets.phone}, Bearer ${secrets.token} at postgres://parkit:${secrets.password}@db/`,
    ),
    { code: '23505', detail: `Key (plate)=(${secrets.plate}) already exists.`, parameters: [secrets.name] },
  )
  vi.spyOn(parkit.db, 'transaction').mockRejectedValueOnce(fault)
  expect((await call(account.sendCode, { body: { Destination: secrets.email! } })).status).toBe(500)
  // all that can go wrong on the way in
  await parkit.app.inject({
    method: 'POST',
    url: '/api/Token',
    payload: `{"password": "${secrets.password}`,
    headers: { 'content-type': 'application/json' },
  })
  await parkit.app.inject(`/api/Nothing/${secrets.token}?token=${secrets.token}&email=${secrets.email}`)
  await parkit.app.inject(`/%?token=${secrets.token}`)
  await call(account.logout, {}, me)
  await call(profile.deleteAccount, { body: { Password: secrets.password! } }, { token: secrets.secondToken })
  return signedIn.p_user_id
}

test('52: no credential and no personal data is logged', async () => {
  const driverId = await journey()
  const text = lines.join('\n')
  // the journey was logged, by ids that name nobody
  expect(lines.length).toBeGreaterThan(25)
  expect(text).toContain(driverId)
  // and so was the fault, without what it repeated
  expect(text).toContain('no room for [email], [phone], Bearer [token] at postgres://[password]@db/')
  for (const [what, secret] of Object.entries(secrets)) {
    // six digits may be part of a time or an id
    const found = /^\d{6}$/.test(secret)
      ? new RegExp(`(?<![\\w.:-])${secret}(?![\\w.:-])`).test(text)
      : text.includes(secret)
    expect(found, what).toBe(false)
  }
  // four digits may be part of a time or an id
  expect(text).not.toMatch(/ZQX.?7788|\+1312|(?<![\w-])4242(?![\w-])|argon2/)
})

const logged = () => lines.flatMap(line => (line.startsWith('{') ? [JSON.parse(line) as Record<string, unknown>] : []))

test('51: sign-ins and refusals are logged with reason, time, request and address', () => {
  const of = (route: string) => logged().filter(line => line.route === route && line.msg === 'answered')
  const tokens = of('/api/Token')
  const told = { time: expect.any(Number), requestId: expect.any(String), from: '127.0.0.1' }
  expect(tokens).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ ...told, status: 200, actor: expect.stringMatching(/^[0-9a-f-]{36}$/), level: 30 }),
      // to be seen where only what is wrong is logged
      expect.objectContaining({ ...told, status: 400, code: 'wrong_credentials', level: 40 }),
    ]),
  )
  for (const route of ['/api/Parking/Start', '/api/Parking/Stop', '/api/Account/Logout', '/api/Account/Delete'])
    if (of(route).length > 0) expect(of(route)[0], route).toMatchObject({ ...told, actor: expect.any(String) })
  expect(of('/api/Parking/Start')).toHaveLength(1)
})

test('51: input cannot forge a log line', async () => {
  lines.length = 0
  const forged = '\n{"level":60,"msg":"forged"}'
  await parkit.app.inject({
    method: 'POST',
    url: `/api/Token?${encodeURIComponent(forged)}`,
    headers: { 'x-request-id': 'abc\\n{"level":60}', 'user-agent': 'forged"}', 'content-type': 'application/json' },
    payload: JSON.stringify({ grant_type: 'password', username: forged, password: forged }),
  })
  const text = lines.join('')
  expect(
    text
      .split('\n')
      .filter(Boolean)
      .every(line => typeof JSON.parse(line) === 'object'),
  ).toBe(true)
  expect(text).not.toContain('forged')
})
