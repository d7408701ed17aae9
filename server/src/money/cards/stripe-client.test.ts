// The HTTP client to Stripe over real sockets: timeouts, retries with the same idempotency key, and no fault counts as a decline.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createStripe } from './stripe.ts'

type Heard = { path: string; key: string | undefined }
let heard: Heard[]
let answer: (request: IncomingMessage, response: ServerResponse) => void
let server: Server
beforeEach(async () => {
  heard = []
  server = createServer((request, response) => {
    heard.push({ path: `${request.method} ${request.url}`, key: String(request.headers['idempotency-key']) })
    answer(request, response)
  })
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening))
})
afterEach(async () => {
  server.closeAllConnections()
  await new Promise(closed => server.close(closed))
})

/** Where nothing is said of it, far more time than any answer here takes. */
const connect = (timeoutMs = 20_000) => {
  const { port } = server.address() as AddressInfo
  return createStripe({
    name: 'stripe',
    secretKey: 'sk_1',
    publishableKey: 'pk_1',
    webhookSecret: 'whsec_1',
    timeoutMs,
    fetch: (url, init) => fetch(String(url).replace('https://api.stripe.com', `http://127.0.0.1:${port}`), init),
  })
}
const request = { id: 'charge-1', customerId: 'cus_1', methodId: 'pm_1', amountCents: 500, intent: 'charge' } as const
const json = (response: ServerResponse, status: number, body: object, headers = {}) =>
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
const paid = { id: 'pi_1', object: 'payment_intent', status: 'succeeded', last_payment_error: null }
const twice = (path: string, key: string) => [
  { path, key },
  { path, key },
]

test('a provider that never answers is tried twice with the same key, then times out', async () => {
  answer = () => {}
  await expect(connect(150).prepare(request)).rejects.toMatchObject({
    type: 'StripeConnectionError',
    message: expect.stringContaining('timeout'),
  })
  expect(heard).toEqual(twice('POST /v1/payment_intents', 'charge-1'))
})

test('a response that starts but does not finish in time counts as no response', async () => {
  answer = (_, response) => response.writeHead(200, { 'content-type': 'application/json' }).write('{"id": "pi_1",')
  await expect(connect(150).confirm('pi_1', true)).rejects.toMatchObject({ type: 'StripeConnectionError' })
  expect(heard).toHaveLength(1)
})

test('a connection reset is retried once, and the retry’s answer counts', async () => {
  answer = (request, response) => (heard.length === 1 ? request.socket.resetAndDestroy() : json(response, 200, paid))
  expect(await connect().confirm('pi_1', true)).toEqual({ status: 'succeeded' })
  expect(heard).toEqual(twice('POST /v1/payment_intents/pi_1/confirm', 'confirm-pi_1'))
})

test('repeated connection resets are an unknown outcome', async () => {
  answer = request => request.socket.resetAndDestroy()
  await expect(connect().capture('pi_1', 200)).rejects.toMatchObject({ type: 'StripeConnectionError' })
  expect(new Set(heard.map(({ key }) => key))).toEqual(new Set(['capture-pi_1']))
  expect(heard).toHaveLength(2)
})

test.each([
  ['500', 500, { type: 'api_error' }, 2],
  ['409, the key is in use', 409, { type: 'idempotency_error', code: 'idempotency_key_in_use' }, 2],
  ['429, too many calls', 429, { type: 'invalid_request_error', code: 'rate_limit' }, 1],
  ['429, the object is in use', 429, { type: 'invalid_request_error', code: 'lock_timeout' }, 1],
  ['400, too many calls as older accounts hear it', 400, { type: 'invalid_request_error', code: 'rate_limit' }, 1],
  ['400, the key had other parameters', 400, { type: 'idempotency_error' }, 1],
  ['401, a revoked key', 401, { type: 'invalid_request_error' }, 1],
  ['403, a key without the right', 403, { type: 'invalid_request_error' }, 1],
])('%s is never treated as a declined card', async (_, status, error, tries) => {
  answer = (_, response) => json(response, status, { error: { message: 'Sorry', ...error } })
  const stripe = connect()
  await expect(stripe.prepare(request)).rejects.toMatchObject({ statusCode: status })
  expect(heard).toEqual(twice('POST /v1/payment_intents', 'charge-1').slice(0, tries))
  await expect(stripe.confirm('pi_1', true)).rejects.toMatchObject({ statusCode: status })
  await expect(stripe.changeExpiry('pm_1', 1, 2030)).rejects.toMatchObject({ statusCode: status })
  await expect(stripe.deleteMethod('pm_1')).rejects.toMatchObject({ statusCode: status })
})

test('429 with Retry-After is retried once', async () => {
  answer = (_, response) =>
    heard.length === 1
      ? json(response, 429, { error: { message: 'Busy', type: 'api_error' } }, { 'stripe-should-retry': 'true' })
      : json(response, 200, paid)
  expect(await connect().confirm('pi_1', true)).toEqual({ status: 'succeeded' })
  expect(heard).toEqual(twice('POST /v1/payment_intents/pi_1/confirm', 'confirm-pi_1'))
})
