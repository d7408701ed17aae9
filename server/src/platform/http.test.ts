// From a declared call to an answer: authorization, validation, and every failure, in both languages.
import { get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import formbody from '@fastify/formbody'
import type { Call, CallSchemas, Declaration } from '@parkit/contract/platform/call'
import { withMessage } from '@parkit/contract/platform/field-errors'
import { Cursor, Limit, requiredText } from '@parkit/contract/platform/fields'
import Fastify, { type InjectOptions } from 'fastify'
import { afterAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { Refusal } from './errors.ts'
import { answerError, createRouteRegistrar, registerContractValidation } from './http.ts'
import { TestClock } from './testing.ts'
import { serveWeb } from './web.ts'

const maya = { driverId: 'driver-maya', tokenHash: Buffer.alloc(32), language: 'en' as const, cookieHash: null }
const clock = new TestClock('2026-04-14T17:00:00.123Z')

const app = Fastify({ bodyLimit: 1024, frameworkErrors: answerError })
afterAll(() => app.close())
app.decorateRequest('caller', null)
registerContractValidation(app)
await app.register(formbody)
await serveWeb(app, { web: '/nowhere', tiles: '/nowhere' })
let findSlowly = async () => {}
let reads = 0
const mount = createRouteRegistrar(app, {
  credentials: {
    findStaff: async () => null,
    findDriver: async token => {
      if (token === 'slow-token') await findSlowly()
      return token === 'mayas-token' || token === 'slow-token' ? maya : null
    },
    findOperator: async token => (token === 'the-city' ? { operatorId: 'city', city: 1, zones: null } : null),
  },
  clock,
  checkAnswers: true,
  declarationOf: call => call as Declaration,
})
const declare = <const C extends Omit<Call, 'schemas'> & CallSchemas>(declaration: C): C & { schemas?: C } =>
  declaration

const common = { summary: 'For this test', answer: z.unknown(), errors: [] }
const Body = z.object({
  Name: requiredText(5),
  Count: z.optional(z.int(withMessage('number')).check(z.minimum(1, withMessage('number')))),
})
mount(declare({ ...common, method: 'POST', path: '/api/echo', who: 'anyone', body: Body }), async ({ body }) => body)
mount(
  declare({ ...common, method: 'POST', path: '/api/form', who: 'anyone', form: 'taken', body: Body }),
  async c => c.body,
)
mount(
  declare({ ...common, method: 'GET', path: '/api/list', who: 'anyone', query: z.object({ Cursor, Limit }) }),
  async ({ query }) => query,
)
mount(
  declare({ ...common, method: 'GET', path: '/api/thing/:id', who: 'anyone', params: z.object({ id: z.uuid() }) }),
  async ({ params }) => params,
)
mount(declare({ ...common, method: 'GET', path: '/api/read', who: 'driver' }), async () => ++reads)
mount(declare({ ...common, method: 'GET', path: '/api/me', who: 'driver' }), async ({ caller, language, now }) => ({
  driver: caller.driverId,
  language,
  now: now.toString(),
}))
mount(declare({ ...common, method: 'GET', path: '/api/whoever', who: 'anyone' }), async ({ caller }) => ({
  driver: caller?.driverId ?? null,
}))
mount(
  declare({ ...common, method: 'POST', path: '/api/pay', who: 'driver', idempotent: true, body: Body }),
  async ({ idempotencyKey }) => ({ ...idempotencyKey, inputHash: idempotencyKey.inputHash.toString('hex') }),
)
mount(declare({ ...common, method: 'POST', path: '/api/report', who: 'operator', body: Body }), async ({ caller }) => ({
  operator: caller.operatorId,
}))
const wrongs: Record<string, unknown> = {
  secret: new Error('password=hunter2'),
  database: Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }),
  closing: Object.assign(new Error('terminating connection'), { code: '57P01' }),
  crashing: Object.assign(new Error('terminating connection'), { code: '57P02' }),
  gone: new Error('Connection terminated unexpectedly'),
  spent: new Error('Client has encountered a connection error and is not queryable'),
  broken: Object.assign(new Error('write EPIPE'), { code: 'EPIPE', syscall: 'write' }),
  unsocketed: Object.assign(new Error('connect ENOENT /tmp/parkit-x/.s.PGSQL.5432'), {
    code: 'ENOENT',
    syscall: 'connect',
  }),
  silent: new Error('Query read timeout'),
  descriptors: Object.assign(new Error('open EMFILE'), { code: 'EMFILE', syscall: 'open' }),
  full: Object.assign(new Error('could not extend file'), { code: '53100' }),
  sql: Object.assign(new Error('insufficient_funds'), { code: 'PK000', detail: '{"Missing":1.25}' }),
  refusal: new Refusal('price_changed', { extra: { Quote: { Total: 2.75 } } }),
}
mount(
  declare({ ...common, method: 'GET', path: '/api/fail/:how', who: 'anyone', params: z.object({ how: z.string() }) }),
  async ({ params }) => {
    throw wrongs[params.how]
  },
)

const ask = async (options: InjectOptions) => {
  const reply = await app.inject(options)
  return { status: reply.statusCode, body: reply.json() }
}
const post = (url: string, payload: unknown, headers: Record<string, string> = {}) =>
  ask({
    method: 'POST',
    url,
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
    headers: { 'content-type': 'application/json', ...headers },
  })
const asMaya = { authorization: 'Bearer mayas-token' }

test('a valid body arrives trimmed and without undeclared fields', async () => {
  expect(await post('/api/echo', { Name: ' Maya ', Count: 2, Admin: true })).toEqual({
    status: 200,
    body: { Name: 'Maya', Count: 2 },
  })
})

test('an invalid body is a 400 in every recorded form, with a text for each invalid field', async () => {
  const { status, body } = await post('/api/echo', { Name: '', Count: 0.5 })
  expect(status).toBe(400)
  expect(body).toEqual({
    Code: 'bad_input',
    Message: 'Check the highlighted fields and try again.',
    message: 'Check the highlighted fields and try again.',
    ErrorDetails: { message: 'Check the highlighted fields and try again.' },
    Fields: { Name: 'Fill this in.', Count: 'Enter a number.' },
  })
})

test.each(['hi', 'hi-IN,hi;q=0.9,en;q=0.8', 'HI'])('Accept-Language %s is answered in Hindi', async language => {
  const { body } = await post('/api/echo', { Name: '' }, { 'accept-language': language })
  expect(body.Message).toBe('निशान वाली जगहें देखें और फिर कोशिश करें।')
  expect(body.Fields).toEqual({ Name: 'यह भरें।' })
})

test.each(['es', 'es-US,es;q=0.9,en;q=0.8', 'ES-mx'])('Accept-Language %s is answered in Spanish', async language => {
  const { body } = await post('/api/echo', { Name: '' }, { 'accept-language': language })
  expect(body.Message).toBe('Revisa los campos marcados e intenta de nuevo.')
  expect(body.Fields).toEqual({ Name: 'Llena este campo.' })
})

test.each(['en', 'fr', 'hil', 'est', '*'])('Accept-Language %s is answered in English', async language => {
  const { body } = await post('/api/echo', { Name: '' }, { 'accept-language': language })
  expect(body.Message).toBe('Check the highlighted fields and try again.')
})

test.each(['{', '', 'Name=Maya', '[1', '{"__proto__": {"x": 1}}'])('%j is invalid JSON: 400', async payload => {
  const { status, body } = await post('/api/echo', payload)
  expect([status, body.Code, body.Fields]).toEqual([400, 'bad_input', { body: 'This doesn’t look right.' }])
})

test.each([null, [], 'text', 7, true])('%j is JSON but no object: 400 with fields', async payload => {
  const { status, body } = await post('/api/echo', JSON.stringify(payload))
  expect([status, body.Code]).toEqual([400, 'bad_input'])
  expect(Object.keys(body.Fields)).not.toEqual([])
})

test('a missing body is a 400 with its fields', async () => {
  const { status, body } = await ask({ method: 'POST', url: '/api/echo' })
  expect([status, body.Fields]).toEqual([400, { Name: 'Fill this in.' }])
})

test('a body over the limit is 413, another content type 415', async () => {
  expect(await post('/api/echo', { Name: 'x'.repeat(2_000) })).toMatchObject({
    status: 413,
    body: { Code: 'too_large' },
  })
  for (const type of ['text/plain', 'application/xml', 'multipart/form-data; boundary=x'])
    expect(await post('/api/echo', 'Name=Maya', { 'content-type': type })).toMatchObject({
      status: 415,
      body: { Code: 'unsupported_media' },
    })
})

test('only calls that declare it accept a form', async () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  expect(await post('/api/form', 'Name=Maya', form)).toEqual({ status: 200, body: { Name: 'Maya' } })
  expect(await post('/api/form', 'Name=42&Count=7', form)).toEqual({ status: 200, body: { Name: '42', Count: 7 } })
  for (const count of ['', 'ten', '0'])
    expect(await post('/api/form', `Name=Maya&Count=${count}`, form)).toMatchObject({
      status: 400,
      body: { Fields: { Count: expect.anything() } },
    })
  expect(await post('/api/form', { Name: 'Maya' })).toEqual({ status: 200, body: { Name: 'Maya' } })
  expect(await post('/api/echo', 'Name=Maya', form)).toMatchObject({ status: 415, body: { Code: 'unsupported_media' } })
  expect(await ask({ url: '/api/list?Limit=20', headers: form })).toMatchObject({ status: 200 })
})

test('query and path are validated', async () => {
  expect(await ask({ url: '/api/list?Limit=20' })).toEqual({ status: 200, body: { Limit: 20 } })
  for (const limit of ['0', '101', 'ten', '-1'])
    expect(await ask({ url: `/api/list?Limit=${limit}` })).toMatchObject({
      status: 400,
      body: { Fields: { Limit: 'Enter a number.' } },
    })
  expect((await ask({ url: '/api/thing/7' })).body).toMatchObject({
    Code: 'bad_input',
    Fields: { id: expect.anything() },
  })
})

test.each(['/api/nothing', '/api/echo/more', '/api/echo', `/api/thing/${'7'.repeat(500)}`])(
  'GET %s is 404',
  async url => {
    expect(await ask({ url })).toMatchObject({
      status: 404,
      body: { Code: 'not_found', Message: 'We can’t find that.' },
    })
  },
)

test('an address that cannot be decoded is a 400 in the recorded form', async () => {
  expect(await ask({ url: '/api/thing/%ZZ' })).toMatchObject({ status: 400, body: { Code: 'bad_input' } })
})

test('a driver’s call needs a valid token, and recorded headers must match it', async () => {
  const me = (headers: InjectOptions['headers']) => ask({ url: '/api/me', headers })
  expect(await me({ ...asMaya, xapikey: maya.driverId, appid: 'parkit-web' })).toMatchObject({ status: 200 })
  for (const headers of [
    {},
    { authorization: 'Bearer other' },
    { authorization: 'mayas-token' },
    { authorization: 'Bearer the-city' },
    { ...asMaya, xapikey: 'driver-noah' },
    { ...asMaya, appid: 'another-app' },
  ])
    expect(await me(headers)).toMatchObject({ status: 401, body: { Code: 'unauthorized' } })
})

test('an unauthorized caller gets no validation errors', async () => {
  expect((await post('/api/pay', {})).body).toMatchObject({ Code: 'unauthorized' })
  expect((await post('/api/report', {}, asMaya)).body).toMatchObject({ Code: 'not_found' })
  expect(await post('/api/report', { Name: 'x' }, { authorization: 'Bearer the-city' })).toMatchObject({ status: 200 })
})

test('a public call knows the driver if there is one; an expired token counts as none', async () => {
  const whoever = (authorization: string) => ask({ url: '/api/whoever', headers: { authorization } })
  expect(await whoever(asMaya.authorization)).toEqual({ status: 200, body: { driver: maya.driverId } })
  expect(await whoever('Bearer dead')).toEqual({ status: 200, body: { driver: null } })
})

test('the current time is the server’s', async () => {
  expect((await ask({ url: '/api/me', headers: asMaya })).body.now).toBe('2026-04-14T17:00:00.123Z')
})

test('a reading whose caller has gone meanwhile is not begun', async () => {
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const send = async (isLeaving: boolean) => {
    const arrived = Promise.withResolvers<void>()
    const found = Promise.withResolvers<void>()
    findSlowly = () => {
      arrived.resolve()
      return found.promise
    }
    const headers = { authorization: 'Bearer slow-token' }
    const request = get({ port, path: '/api/read', headers }).on('error', () => {})
    await arrived.promise
    if (isLeaving) request.destroy()
    await wait(100)
    found.resolve()
    await wait(100)
    request.destroy()
  }
  await send(false)
  expect(reads).toBe(1)
  await send(true)
  expect(reads).toBe(1)
})

test('a call that moves money needs a key; the hash distinguishes its inputs', async () => {
  const pay = (Name: string, key?: string) =>
    post('/api/pay', { Name }, { ...asMaya, ...(key !== undefined && { 'idempotency-key': key }) })
  for (const key of [undefined, '', 'two words', 'x'.repeat(256)])
    expect(await pay('a', key)).toMatchObject({ status: 400, body: { Code: 'idempotency_key_missing' } })
  const first = (await pay('a', 'k-1')).body
  expect(first).toMatchObject({ callerId: maya.driverId, key: 'k-1', call: '/api/pay' })
  expect((await pay(' a', 'k-1')).body).toEqual(first)
  expect((await pay('b', 'k-1')).body.inputHash).not.toBe(first.inputHash)
})

test.each([
  ['secret', 500, 'server_error'],
  ['database', 503, 'unavailable'],
  ['closing', 503, 'unavailable'],
  ['crashing', 503, 'unavailable'],
  ['gone', 503, 'unavailable'],
  ['spent', 503, 'unavailable'],
  ['broken', 503, 'unavailable'],
  ['unsocketed', 503, 'unavailable'],
  ['full', 503, 'unavailable'],
  ['sql', 402, 'insufficient_funds'],
  ['refusal', 409, 'price_changed'],
])('a failure "%s" is answered %i %s', async (how, status, Code) => {
  expect(await ask({ url: `/api/fail/${how}` })).toMatchObject({ status, body: { Code } })
})

test.each(['database', 'silent', 'descriptors'])('a failure "%s" says when to ask again', async how => {
  const reply = await app.inject({ url: `/api/fail/${how}` })
  expect([reply.statusCode, reply.headers['retry-after']]).toEqual([503, '5'])
})

test('an unexpected error reveals no details, a refusal includes its data', async () => {
  expect(JSON.stringify((await ask({ url: '/api/fail/secret' })).body)).not.toContain('hunter2')
  expect((await ask({ url: '/api/fail/sql' })).body.Missing).toBe(1.25)
  expect((await ask({ url: '/api/fail/refusal' })).body.Quote).toEqual({ Total: 2.75 })
})
