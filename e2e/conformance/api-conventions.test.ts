// Conventions of all calls: addresses, names, money, instants, errors, keys, pages, access.
import * as account from '@parkit/contract/driver/account'
import { beforeAll, expect } from 'vitest'
import { type Driver, registerDriver, require } from '../api.ts'
import { findLot } from '../places.ts'
import { callApi, instant } from './api-client.ts'
import { requestOf } from './mock-responses.ts'
import { press } from './navigation.ts'
import { isRecording, statement } from './statements.ts'
import { openVisitors } from './visitors.ts'

const { address, newDriver } = openVisitors()

type Schema = { properties?: Record<string, Schema>; [part: string]: unknown }
type Operation = { security?: unknown; requestBody?: Body; responses: Record<string, Body> }
type Body = { content?: Record<string, { schema?: Schema }> }
type Page = { openapi: string; paths: Record<string, Record<string, Operation>> }

let page: Page
let who: Driver
let zone: string
if (!isRecording())
  beforeAll(async () => {
    page = JSON.parse((await callApi('GET /api/openapi.json')).text)
    who = await registerDriver(address, 80)
    zone = (await findLot(address)).ZoneNumber
  })

const operations = () =>
  Object.entries(page.paths).flatMap(([path, byMethod]) =>
    Object.entries(byMethod).map(([method, operation]) => ({ line: `${method.toUpperCase()} ${path}`, operation })),
  )

statement('API: the server publishes OpenAPI 3.1 and a readable page', {}, async () => {
  expect(page.openapi).toMatch(/^3\.1\./)
  const docs = await callApi('GET /api/docs')
  expect([docs.status, docs.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/html')])
})

statement('API: every call is under /api on the address that serves the app', {}, async () => {
  expect(Object.keys(page.paths).filter(path => !path.startsWith('/api/'))).toEqual([])
  const app = await callApi('GET /homepage')
  expect([app.status, app.text.includes('id="root"')]).toEqual([200, true])
})

/** As recorded, or another standard's own. */
const exceptions = new Set(
  [
    'grant_type username password challenge_id code access_token token_type expires_in app_id p_user_id client_id',
    'is_vehicle user_data message intentId sender text time userType phone date photo file',
    'endpoint keys p256dh auth',
    // WebAuthn
    'id rawId type response clientDataJSON attestationObject transports authenticatorData signature userHandle',
    'challenge rp name user displayName pubKeyCredParams alg timeout excludeCredentials authenticatorSelection',
    'residentKey requireResidentKey userVerification attestation rpId allowCredentials',
  ].flatMap(line => line.split(' ')),
)

const namesIn = (schema: unknown): string[] => {
  if (typeof schema !== 'object' || schema === null) return []
  const { properties = {}, ...parts } = schema as Schema
  return [...Object.keys(properties), ...[...Object.values(properties), ...Object.values(parts)].flatMap(namesIn)]
}

statement('API: fields are PascalCase, but for the recorded exceptions', {}, () => {
  const wrong = operations().flatMap(({ line, operation: { requestBody, responses } }) =>
    [requestBody, ...Object.values(responses)]
      .flatMap(body => Object.values(body?.content ?? {}).flatMap(({ schema }) => namesIn(schema)))
      .filter(name => !/^[A-Z]/.test(name) && !exceptions.has(name))
      .map(name => `${line} ${name}`),
  )
  expect(wrong).toEqual([])
})

statement('API: money is dollars with at most two decimals', {}, async () => {
  const { body: quote } = await callApi('POST /api/Parking/Quote', { ZoneNumber: zone, Minutes: 47 })
  const { body: found } = await callApi('GET /api/Parking/Find?Minutes=47')
  const { body: details } = await callApi('GET /api/Account/Details', undefined, who)
  const prices = (found.Items as { Price: number; HourlyRate: number }[]).flatMap(({ Price, HourlyRate }) => [
    Price,
    HourlyRate,
  ])
  for (const dollars of [quote.Total, quote.Parking, quote.ServiceFee, details.Balance, ...prices])
    expect(String(dollars)).toMatch(/^\d+(\.\d{1,2})?$/)
  expect(details.Balance).toBe(80)
})

statement('API: instants are ISO 8601 in UTC', {}, async () => {
  const { body: quote } = await callApi('POST /api/Parking/Quote', { ZoneNumber: zone, Minutes: 60 })
  for (const at of [quote.ExpiresAt, quote.StartsAt, quote.EndsAt]) expect(at).toMatch(instant)
  const { body } = await callApi('GET /api/Wallet/Activity', undefined, who)
  for (const { When } of body.Items as { When: string }[]) expect(When).toMatch(instant)
})

statement('API: an error has one body with a code, and a form’s fields at fault', {}, async () => {
  const wrong = [
    await callApi('POST /api/Vehicle/Add', { PlateNumber: '!' }, who),
    await callApi('POST /api/Vehicle/Add', [], who),
    await callApi('GET /api/Parking/Session/P-0000000000', undefined, who),
    await callApi('GET /api/Account/Details'),
    await callApi('POST /api/Parking/Start', {}, { ...who, headers: { 'content-type': 'text/plain' } }),
    await callApi('GET /api/nothing'),
    await callApi("GET /api/Parking/Zone/1'--", undefined, who),
  ]
  expect(wrong.map(({ status }) => status)).toEqual([400, 400, 404, 401, 415, 404, 400])
  for (const { body, text } of wrong) {
    const { Message, message, Code, Fields, ErrorDetails, ...more } = body
    expect(message).toBe(Message)
    expect(ErrorDetails).toEqual({ message: Message })
    expect(Code).toMatch(/^[a-z_]+$/)
    expect(more).toEqual({})
    expect(text).not.toMatch(/\bat .*:\d+:\d+|SELECT|node_modules|syntax error/)
  }
  expect(Object.keys(wrong[0]!.body.Fields as object)).toEqual(
    expect.arrayContaining(['PlateNumber', 'VehicleMake', 'VehicleYear']),
  )
})

statement(
  'API: the same key and body answer the first answer, another body is 409 idempotency_conflict',
  {},
  async () => {
    const key = crypto.randomUUID()
    const add = (Amount: number) => callApi('POST /api/Wallet/AddMoney', { Amount }, { ...who, key })
    const { body: before } = await callApi('GET /api/Account/Details', undefined, who)
    const first = await add(7)
    expect(first.status).toBe(200)
    expect((await add(7)).text).toBe(first.text)
    const other = await add(8)
    expect([other.status, other.body.Code]).toEqual([409, 'idempotency_conflict'])
    const { body: after } = await callApi('GET /api/Account/Details', undefined, who)
    expect(after.Balance).toBe(Number(before.Balance) + 7)
    const bodies = {
      'Wallet/AddMoney': { Amount: 5 },
      'Wallet/Withdraw': { Amount: 5 },
      'Subscription/Subscribe': { PlanId: 'deluxe' },
      'Parking/Start': { ZoneNumber: zone, VehicleId: who.vehicleId, Minutes: 60, PayWith: 'wallet' },
      'Parking/Extend': { SessionId: 'P-0000000000', Minutes: 15 },
      'Parking/Stop': { SessionId: 'P-0000000000' },
    }
    for (const [path, body] of Object.entries(bodies)) {
      const reply = await callApi(`POST /api/${path}`, body, { ...who, key: null })
      expect([path, reply.status, reply.body.Code]).toEqual([path, 400, 'idempotency_key_missing'])
    }
  },
)

statement('API: Add Money in the app sends a key', {}, async () => {
  const { page, context } = await newDriver(0)
  await page.goto('/addmoney')
  await page.getByPlaceholder('Enter Amount').fill('5')
  const request = await requestOf(page, 'POST', '/api/Wallet/AddMoney', () => press(page, /^Add Money/))
  expect((await request.allHeaders())['idempotency-key']).toBeTruthy()
  await context.close()
})

statement('API: lists page by Cursor and Limit', {}, async () => {
  const talker = await registerDriver(address, 0)
  for (let n = 1; n <= 21; n++)
    expect((await callApi('POST /api/Support/Chat', { text: `Question ${n}` }, talker)).status).toBe(200)
  const list = async (query: string) => {
    const { status, body } = await callApi(`GET /api/Support/Chat?${query}`, undefined, talker)
    return { status, items: (body.Items ?? []) as { Id: string }[], next: body.NextCursor as string | null }
  }
  expect((await list('')).items).toHaveLength(20)
  const first = await list('Limit=15')
  expect(first.items).toHaveLength(15)
  const second = await list(`Limit=100&Cursor=${encodeURIComponent(first.next!)}`)
  expect(second.next).toBeNull()
  expect(new Set([...first.items, ...second.items].map(({ Id }) => Id)).size).toBe(
    first.items.length + second.items.length,
  )
  for (const limit of [0, 101]) expect((await list(`Limit=${limit}`)).status).toBe(400)
  for (const path of ['Wallet/Activity', 'Parking/Sessions'])
    expect(Object.keys((await callApi(`GET /api/${path}`, undefined, talker)).body)).toEqual(
      expect.arrayContaining(['Items', 'NextCursor']),
    )
})

statement('API: another driver’s id answers 404', {}, async () => {
  const other = await registerDriver(address, 0)
  const start = { ZoneNumber: zone, VehicleId: who.vehicleId, Minutes: 60, PayWith: 'wallet' }
  const { body: session } = await callApi('POST /api/Parking/Start', start, who)
  const { text: cards } = await callApi('GET /api/Payment/Methods', undefined, who)
  const [card] = JSON.parse(cards) as { Id: string }[]
  const tomorrow = Temporal.Now.zonedDateTimeISO('America/Chicago').add({ days: 1 })
  // no calls on a Sunday
  const date = (tomorrow.dayOfWeek === 7 ? tomorrow.add({ days: 1 }) : tomorrow).toPlainDate().toString()
  const { body: call } = await callApi('POST /api/Support/Callback', { phone: '3125550142', date, time: '10:00' }, who)
  const lines: [string, unknown?][] = [
    [`GET /api/Parking/Session/${session.SessionId}`],
    [`GET /api/Parking/Session/${session.SessionId}/Receipt.pdf`],
    ['POST /api/Parking/Stop', { SessionId: session.SessionId }],
    ['POST /api/Parking/Extend', { SessionId: session.SessionId, Minutes: 15 }],
    ['POST /api/Parking/Start', start],
    ['POST /api/Vehicle/Default', { VehicleId: who.vehicleId }],
    [`DELETE /api/Vehicle/${who.vehicleId}`],
    [`DELETE /api/Payment/Methods/${card!.Id}`],
    [`DELETE /api/Support/Callback/${call.Id}`],
  ]
  for (const [line, body] of lines)
    expect([line, (await callApi(line, body, { token: other.token })).status]).toEqual([line, 404])
  expect((await callApi(`GET /api/Parking/Session/${session.SessionId}`, undefined, who)).body.Status).toBe('running')
})

statement('API: staff’s and operators’ calls answer a driver’s token 404', {}, async () => {
  const lines = operations()
    .map(({ line }) => line.replace(/\{\w+\}/g, '1'))
    .filter(line => /^\w+ \/api\/(Desk|Operator)\//.test(line))
  // signing in at the desk is open to whoever knows the password
  const open = ['POST /api/Desk/Token', 'POST /api/Desk/Token/Code', 'POST /api/Desk/Invitation']
  expect(lines.length).toBeGreaterThan(20)
  for (const line of lines.filter(one => !open.includes(one))) {
    const reply = await callApi(line, line.startsWith('POST') ? {} : undefined, { token: who.token })
    expect([line, reply.status]).toEqual([line, 404])
  }
  const { status } = await callApi('GET /api/Account/Details', undefined, { token: who.token })
  expect(status).toBe(200)
})

/** Beside health and the OpenAPI page, and Quote without a vehicle. */
const open = [
  'POST /api/Token',
  'POST /api/Account/Register',
  'POST /api/Account/QuickRegister',
  'POST /api/Account/SendCode',
  'GET /api/Core/States',
  'GET /api/Vehicle/Makes',
  'GET /api/Vehicle/Models/{makeId}',
  'GET /api/Vehicle/Colors',
  'GET /api/Parking/Find',
  'GET /api/Parking/Zone/{zone}',
  'GET /api/Parking/Zone/{zone}/Forecast',
  'GET /api/Parking/Zone/{zone}/Rules',
  'POST /api/Parking/Quote',
  'GET /api/Payment/Config',
  'GET /api/Subscription/Plans',
]

statement('Rules: these calls need no token', {}, async () => {
  const [make] = JSON.parse((await callApi('GET /api/Vehicle/Makes')).text) as { PVID: number }[]
  for (const line of open) {
    const known = line.replace('{makeId}', String(make!.PVID)).replace('{zone}', zone)
    const { status } = await callApi(known, line.startsWith('POST') ? {} : undefined)
    expect([line, status]).toEqual([line, line.startsWith('POST') ? 400 : 200])
  }
  expect((await callApi('POST /api/Parking/Quote', { ZoneNumber: zone, Minutes: 60 })).status).toBe(200)
  for (const path of ['/healthz', '/readyz', '/api/openapi.json', '/api/docs'])
    expect([path, (await callApi(`GET ${path}`)).status]).toEqual([path, 200])
  // an event without a signature is no event
  expect((await callApi('POST /api/Payment/Webhook', {})).status).toBe(400)
})

statement('Rules: every other call is 401 without a token', {}, async () => {
  const closed = operations()
    .map(({ line }) => line)
    // the desk’s staff, a city’s, and operators have sign-ins of their own; a passkey, a tap on a push, and a recovery carry their proof in the body
    .filter(
      line => !open.includes(line) && !/\/api\/(Desk|Console|Operator|Token\/Passkey)\b|Notices\/Extend$/.test(line),
    )
    .filter(line => !/\/(Recover|Recovery\/StopByLink)$/.test(line))
    // later than the rules: finding a city, a place, or a car, verifying a sign, a shared link, open data, a link to a trusted person, and how to reach the city are for anyone
    .filter(
      line =>
        !/\/(Cities|City\/{city}|(Export|Cds|Apds)\/{city}\/[\w./]+|Trusted\/\w+|Parking\/(Suggest|Map|Changes|Until\/{code})|Support\/(Contact|Hours)|Sign\/Check|Vehicle\/Search)$/.test(
          line,
        ),
    )
  expect(closed.length).toBeGreaterThan(60)
  for (const line of closed) {
    const { status } = await callApi(line.replace(/\{\w+\}/g, '1'), line.startsWith('POST') ? {} : undefined)
    expect([line, status]).toEqual([line, 401])
  }
  const vehicle = { ZoneNumber: zone, Minutes: 60, SessionId: 'P-0000000000' }
  expect((await callApi('POST /api/Parking/Quote', vehicle)).status).toBe(401)
})

statement('API: /healthz and /readyz need no token', {}, async () => {
  for (const path of ['/healthz', '/readyz']) expect((await callApi(`GET ${path}`)).status).toBe(200)
})

statement('API: in the sandbox the code is in the answer and in the outbox, marked as sandbox', {}, async () => {
  const user = await require(address, account.profile, {}, { token: who.token })
  const { body } = await callApi('POST /api/Account/SendCode', { Destination: user.PhoneNumber })
  expect(body.SandboxCode).toMatch(/^\d{6}$/)
  const outbox = await callApi(`GET /sandbox/outbox?to=${encodeURIComponent(user.PhoneNumber)}`)
  expect(outbox.text).toContain('Sandbox outbox')
  await expect
    .poll(async () => (await callApi(`GET /sandbox/outbox?to=${encodeURIComponent(user.PhoneNumber)}`)).text)
    .toContain(body.SandboxCode)
})
