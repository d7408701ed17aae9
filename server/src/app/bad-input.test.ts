// Bad input: each field of each call with invalid values; never a server fault, always a message for the field.
import { randomUUID } from 'node:crypto'
import { calls } from '@parkit/contract/calls'
import type { Declaration } from '@parkit/contract/platform/call'
import { errors } from '@parkit/contract/platform/errors'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { createOwner, endless, nobodys, type Owned, type Sample, sampleOf } from '#app/samples-testing.ts'
import { noon, startTestServer, type TestServer } from '#app/testing.ts'
import { inviteOperator } from '#city/operators/operators.ts'
import { consoleRefused } from '#staff/console/samples-testing.ts'
import { memberToken } from '#staff/console/testing.ts'
import { staffToken } from '#staff/desk/testing.ts'
import { formOf } from '#support/support/testing.ts'

// hundreds of calls each, beside other tests
vi.setConfig({ testTimeout: 120_000 })

let parkit: TestServer
let operator: string
let staff: string
let member: string
let owner: { token: string; owned: Owned }

beforeAll(async () => {
  parkit = await startTestServer()
  operator = await inviteOperator(parkit.db, 'Gates', noon)
  staff = await staffToken(parkit)
  member = await memberToken(parkit, 'test', 'Mia', ['owner', 'rates'])
  owner = await createOwner(parkit)
})
afterAll(() => parkit.stop())

/** Stands for a number that JSON can write and no double can hold. */
const tooGreat = 'a number beyond all doubles'

const bad: Record<string, unknown> = {
  empty: '',
  blanks: ' \t\u00a0\u3000 ',
  'very long': 'x'.repeat(70_000),
  'another alphabet': 'पार्किंग स्थल Ĳṧ',
  emoji: '👩‍👩‍👧‍👦🅿️',
  'right to left': '\u202eمواقف السيارات\u202c',
  'blanks around': '  60601  ',
  html: '<img src=x onerror=alert(1)><script>alert(1)</script>',
  sql: `'; DROP TABLE driver; --`,
  'sql in a number': '1 OR 1=1',
  zero: 'a\u0000b',
  'lone surrogate': 'a\ud800b',
  'line breaks': 'a\r\nSet-Cookie: a=b',
  'path of files': '../../../etc/passwd',
  template: '{{7*7}}<%= 7*7 %>%s%n',
  negative: -1,
  'negative text': '-1',
  fraction: 0.001,
  huge: 1e308,
  'beyond huge': tooGreat,
  'beyond exact': 2 ** 53,
  'not a number': 'NaN',
  infinite: 'Infinity',
  'other digits': '१२३४५',
  'year ten thousand': '+010000-01-01T00:00:00Z',
  'no such day': '2026-02-30',
  'the year zero': '0000-01-01',
  'an instant of the year zero': '0000-01-01T00:00:00Z',
  'finer than nanoseconds': '2026-04-14T16:59:00.0123456789Z',
  'place in a list, of no such day': '2026-99-99T99:99:99Z 00000000-0000-4000-8000-000000000000',
  'place in a list, before all days': '- 0000-01-01T00:00:00Z P-0000000000',
  'place in a list, of no such rank': '0 -999999999999.9 00000000-0000-4000-8000-000000000000',
  null: null,
  true: true,
  list: ['a', 'b'],
  object: { a: 1 },
  prototype: '__proto__',
  constructor: 'constructor',
}

type Json = { properties?: Record<string, Json>; items?: Json; oneOf?: Json[]; anyOf?: Json[] }
type Part = 'params' | 'query' | 'body'
const parts = ['params', 'query', 'body'] as const

/** Every field, those inside lists and objects too: `Reports.0.Taken`. */
const pathsOf = (shape: Json): string[][] => [
  ...Object.entries(shape.properties ?? {}).flatMap(([key, inner]) => [
    [key],
    ...pathsOf(inner).map(path => [key, ...path]),
  ]),
  ...(shape.items ? [['0'], ...pathsOf(shape.items).map(path => ['0', ...path])] : []),
  ...[...(shape.oneOf ?? []), ...(shape.anyOf ?? [])].flatMap(pathsOf),
]
const fieldsOf = (call: Declaration): [Part, string[]][] =>
  parts.flatMap(part => {
    const schema = call[part]
    if (!schema) return []
    const shape = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json
    return [...new Set(pathsOf(shape).map(path => path.join('.')))].map((path): [Part, string[]] => [
      part,
      path.split('.'),
    ])
  })

const replaced = (value: unknown, [key, ...rest]: string[], by: unknown): unknown => {
  if (key === undefined) return by
  if (Array.isArray(value)) return value.with(Number(key), replaced(value[Number(key)], rest, by))
  const object = (value ?? {}) as Record<string, unknown>
  return { ...object, [key]: replaced(object[key], rest, by) }
}

/** As an address has it; half of a surrogate pair can only be written as bytes. */
const encoded = (value: unknown): string => {
  const text = value === tooGreat ? '1e999' : typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return text.split('\ud800').map(encodeURIComponent).join('%ED%A0%80')
}
const queryText = (query: Record<string, unknown>) =>
  Object.entries(query)
    .flatMap(([name, value]) => {
      if (Array.isArray(value)) return value.map(each => `${name}=${encoded(each)}`)
      if (typeof value === 'object' && value !== null)
        return Object.entries(value).map(([key, each]) => `${name}[${key}]=${encoded(each)}`)
      return [`${name}=${encoded(value)}`]
    })
    .join('&')

type Asking = { payload?: string | Buffer; headers?: Record<string, string>; token?: string | undefined }

const ask = (call: Declaration, { params = {}, query = {} }: Sample, { payload, headers, token }: Asking) => {
  const search = queryText(query)
  return parkit.app.inject({
    method: call.method,
    url: call.path.replace(/:(\w+)/g, (_, name: string) => encoded(params[name])) + (search && `?${search}`),
    ...(payload !== undefined && { payload }),
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(call.idempotent && { 'idempotency-key': randomUUID() }),
      ...headers,
    },
  })
}

const tokenFor = (call: Declaration) =>
  ({ operator, staff, console: member, driver: owner.token, anyone: owner.token })[call.who]
const written = (body: unknown) => JSON.stringify(body).replaceAll(JSON.stringify(tooGreat), '1e999')
const json = { 'content-type': 'application/json' }

/** Done, or a refusal that says what and why; never a fault. */
const expectClear = (what: string, reply: Awaited<ReturnType<typeof ask>>) => {
  const { statusCode } = reply
  if (statusCode < 400) return expect(statusCode, what).toBeLessThan(300)
  expect(reply.headers['content-type'], what).toMatch(/json/)
  const body = reply.json()
  const said = {
    what,
    statusCode,
    code: body.Code,
    words: body.Message?.length > 0,
    same: body.Message === body.message,
  }
  expect(said).toEqual({ what, statusCode, code: expect.toBeOneOf(Object.keys(errors)), words: true, same: true })
  expect(errors[body.Code as keyof typeof errors].status, what).toBe(statusCode)
  expect(statusCode, `${what}: ${reply.body}`).toBeLessThan(500)
  expect(body.ErrorDetails, what).toEqual({ message: body.Message })
  if (body.Code === 'bad_input') expect(Object.keys(body.Fields ?? {}).length, what).toBeGreaterThan(0)
}

/** A call that ended the driver's session leaves the next one without: then with somebody new. */
const askAnew = async (name: string, change: (sample: Sample) => Sample): Promise<Awaited<ReturnType<typeof ask>>> => {
  const call = calls[name]!
  const send = () => {
    const sample = change(sampleOf(name, owner.owned))
    const payload = sample.body === undefined ? {} : { payload: written(sample.body), headers: json }
    return ask(call, sample, { ...payload, token: tokenFor(call) })
  }
  const reply = await send()
  if (reply.statusCode !== 401) return reply
  owner = await createOwner(parkit)
  return send()
}

const all = Object.entries(calls).filter(([name]) => !endless.includes(name))
const withFields = all.filter(([, call]) => fieldsOf(call).length > 0).map(([name]) => name)

test('each sample request is valid, so a test changes one field at a time', async () => {
  // each needs more than one call can bring
  const refused: Record<string, string> = {
    'account.complete': 'account_complete',
    'account.confirmContact': 'code_expired',
    'account.confirmEmail': 'link_expired',
    'account.prove': 'wrong_credentials',
    'account.token': 'wrong_credentials',
    // a credential of the city's is needed
    'exports.cdsSessions': 'not_found',
    'exports.staysCsv': 'not_found',
    // no form with a file
    'desk.deskAttach': 'unsupported_media',
    ...consoleRefused,
    'deskStaff.acceptInvite': 'code_expired',
    'deskStaff.deskConfirm': 'code_expired',
    'deskStaff.deskSignIn': 'wrong_credentials',
    'deskDrivers.refund': 'session_not_over',
    'deskProposals.approveProposal': 'not_found',
    'deskProposals.refuseProposal': 'not_found',
    'deskProposals.withdrawProposal': 'not_found',
    'deskMoney.payOut': 'not_found',
    'notices.extendFromPush': 'not_found',
    'passkeys.addPasskey': 'passkey_refused',
    'passkeys.proveByPasskey': 'passkey_refused',
    'passkeys.signInByPasskey': 'passkey_refused',
    'recovery.recover': 'code_expired',
    'recovery.stopRecovery': 'not_found',
    'recovery.stopRecoveryByLink': 'not_found',
    'shares.parkedUntil': 'share_ended',
    'signs.checkSign': 'sign_foreign',
    'profile.deleteAccount': 'wrong_credentials',
    'profile.photo': 'not_found',
    'trusted.answerTrusted': 'trusted_over',
    'trusted.trustedInvitation': 'trusted_over',
    'subscription.changeCard': 'not_found',
    'subscription.confirm': 'not_found',
  }
  const outcomes: [string, string][] = []
  for (const name of withFields) {
    const reply = await askAnew(name, sample => sample)
    outcomes.push([name, reply.statusCode < 300 ? 'taken' : reply.json().Code])
    if (calls[name]!.method !== 'GET') owner = await createOwner(parkit)
  }
  expect(outcomes).toEqual(withFields.map(name => [name, refused[name] ?? 'taken']))
})

describe('an invalid value in each field', () => {
  test.each(withFields)('%s', async name => {
    for (const [part, path] of fieldsOf(calls[name]!))
      for (const [what, value] of Object.entries(bad)) {
        const reply = await askAnew(name, sample => ({ ...sample, [part]: replaced(sample[part], path, value) }))
        expectClear(`${part}.${path.join('.')}: ${what}`, reply)
      }
  })
})

describe('an invalid body', () => {
  const withBody = all.filter(([, call]) => call.body || call.upload).map(([name]) => name)
  const bodies: [what: string, type: string, text: string][] = [
    ['nothing', 'application/json', ''],
    ['null', 'application/json', 'null'],
    ['a list', 'application/json', '[]'],
    ['a text', 'application/json', '"text"'],
    ['a number', 'application/json', '1e999'],
    ['half of one', 'application/json', '{"Amount": 1'],
    [
      'a poisoned one',
      'application/json',
      '{"__proto__": {"admin": true}, "constructor": {"prototype": {"admin": true}}}',
    ],
    ['the deepest', 'application/json', `${'['.repeat(50_000)}${']'.repeat(50_000)}`],
    ['too long', 'application/json', `{"Text": "${'x'.repeat(12_000_000)}"}`],
    ['plain text', 'text/plain', 'text'],
    ['xml', 'application/xml', '<a/>'],
    ['a form', 'application/x-www-form-urlencoded', 'a=b&__proto__[admin]=1&a[b][c]=d&%00=%ED%A0%80'],
    ['no form', 'application/x-www-form-urlencoded', '%'],
    [
      'parts without an end',
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="file"\r\n',
    ],
    ['parts without a boundary', 'multipart/form-data', 'text'],
    ['no type', 'nothing', '{}'],
  ]

  test.each(withBody)('%s', async name => {
    const call = calls[name]!
    const { body, ...sample } = sampleOf(name, nobodys())
    for (const [what, type, payload] of bodies)
      expectClear(what, await ask(call, sample, { payload, headers: { 'content-type': type }, token: tokenFor(call) }))
    expect({}).not.toHaveProperty('admin')
  })
})

test('an invalid file is refused', async () => {
  const files: [what: string, form: ReturnType<typeof formOf>][] = [
    ['empty', formOf(Buffer.alloc(0))],
    ['of zeros', formOf(Buffer.alloc(5_000))],
    ['with a strange name', formOf(Buffer.from('x'), '../../\u0000<b>"\r\n.png')],
    ['under another key', formOf(Buffer.from('x'), 'a.png', { key: '__proto__' })],
  ]
  for (const [name, call] of all.filter(([, { upload }]) => upload))
    for (const [what, form] of files)
      expectClear(`${name}: ${what}`, await ask(call, {}, { ...form, token: owner.token }))
})

test('invalid headers are refused', async () => {
  const texts = [
    '',
    ' ',
    'Bearer',
    'Bearer  ',
    'Basic YTpi',
    `Bearer ${'x'.repeat(5_000)}`,
    'Bearer a b',
    `Bearer ${"';--"}`,
  ]
  for (const [name, call] of all) {
    const { body, ...sample } = sampleOf(name, nobodys())
    const payload = body && written(body)
    for (const authorization of texts)
      expectClear(
        `${name}: ${authorization}`,
        await ask(call, sample, { ...(payload && { payload }), headers: { ...json, authorization } }),
      )
    const own = { token: tokenFor(call), ...(payload && { payload }) }
    const strange: Record<string, string>[] = [
      { xapikey: `'; DROP TABLE driver; --` },
      { appid: 'x'.repeat(5_000) },
      { 'accept-language': `${'hi,'.repeat(500)}*;q=x` },
      { 'idempotency-key': '' },
      { 'idempotency-key': 'x'.repeat(256) },
      { 'idempotency-key': 'a b' },
    ]
    for (const headers of strange)
      expectClear(
        `${name}: ${JSON.stringify(headers).slice(0, 60)}`,
        await ask(call, sample, { ...own, headers: { ...json, ...headers } }),
      )
  }
})

test('invalid addresses are refused', async () => {
  for (const url of [
    '/api/',
    '/api/%',
    '/api/%00',
    '/api/Nothing',
    '/api/Vehicle/%ED%A0%80',
    `/api/${'x/'.repeat(3_000)}`,
  ]) {
    const reply = await parkit.app.inject({ method: 'GET', url, headers: { accept: 'application/json' } })
    expectClear(url.slice(0, 60), reply)
    expect(reply.statusCode, url.slice(0, 60)).toBeGreaterThanOrEqual(400)
  }
})
