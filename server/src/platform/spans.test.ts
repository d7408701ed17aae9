// Spans: what a collector receives of a request, its statements, the card provider and its jobs, and what never.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { addMoney } from '@parkit/contract/money/wallet'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '#app/app.ts'
import { source } from '#city/places/testing.ts'
import { parkingCity } from '#parking/sessions/testing.ts'
import { readConfig } from './config.ts'
import { createLog } from './log.ts'
import { beginSpans } from './spans.ts'
import { createTestDatabase, TestClock } from './testing.ts'

type Attribute = { key: string; value: { stringValue?: string; intValue?: number } }
type Told = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  attributes: Attribute[]
}
type Sent = { resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: Told[] }[] }[] }

const sent: Sent[] = []
const collector = createServer(async (request, response) => {
  sent.push((await json(request)) as Sent)
  response.end('{}')
})
/** The header that the card provider was sent. */
const parents: (string | null)[] = []

const begin = async () => {
  await new Promise<void>(resolve => collector.listen(0, '127.0.0.1', resolve))
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
  process.env.OTEL_RESOURCE_ATTRIBUTES = 'service.name=parkit-of-a-test'
  const end = await beginSpans(message => complaints.push(message))
  const db = await createTestDatabase()
  const built = await buildApp({
    config: readConfig({ RATE_LIMIT: 'off' }),
    db,
    clock: new TestClock('2026-04-14T17:00:00Z'),
    city: source(parkingCity()),
    log: createLog('silent'),
    cardFetch: send => (input, init) => {
      parents.push(new Headers(init?.headers).get('traceparent'))
      return send(input, init)
    },
  })
  return { ...built, db, end }
}
const complaints: string[] = []
let parkit: Awaited<ReturnType<typeof begin>>
beforeAll(async () => {
  parkit = await begin()
})
afterAll(async () => {
  await parkit.app.close()
  await parkit.db.close()
  collector.close()
})

const post = async (url: string, payload: object, headers: Record<string, string> = {}) =>
  (await parkit.app.inject({ method: 'POST', url, payload, headers })).json<Record<string, string>>()

test('spans cover a request, its statements and its job, without personal data, values or secrets', async () => {
  const person = {
    FirstName: 'Maya',
    LastName: 'Torres',
    EmailAddress: 'maya.spans@example.com',
    PhoneNumber: '3125550142',
    Password: 'correct horse battery',
  }
  const { ChallengeId: challenge_id, SandboxCode: code } = await post('/api/Account/Register', person)
  const { access_token } = await post('/api/Token', { grant_type: 'otp', challenge_id, code })
  const card = { PaymentMethodId: 'pm_card_visa', Amount: 1, Currency: 'USD' }
  await post('/api/Payment/create-intent', card, { authorization: `Bearer ${access_token}` })
  await post(
    addMoney.path,
    { Amount: 20 },
    {
      authorization: `Bearer ${access_token}`,
      'idempotency-key': 'a-key-of-this-test',
      'x-request-id': 'edge-spans-1',
      traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
    },
  )
  await parkit.jobs.runDue()
  await parkit.end()

  expect(complaints).toEqual([])
  const resources = sent.flatMap(({ resourceSpans }) => resourceSpans)
  expect(resources[0]!.resource.attributes).toContainEqual({
    key: 'service.name',
    value: { stringValue: 'parkit-of-a-test' },
  })
  const spans = resources.flatMap(({ scopeSpans }) => scopeSpans).flatMap(({ spans }) => spans)
  const mine = spans.filter(({ traceId }) => traceId === '4bf92f3577b34da6a3ce929d0e0e4736')
  const request = mine.find(({ name }) => name === `POST ${addMoney.path}`)!
  expect(request.parentSpanId).toBe('00f067aa0ba902b7')
  expect(request.attributes).toContainEqual({ key: 'http.response.status_code', value: { intValue: 200 } })
  const within = mine.filter(({ parentSpanId }) => parentSpanId === request.spanId).map(({ name }) => name)
  expect(within).toEqual(expect.arrayContaining(['commit', 'POST']))
  // the card provider was asked by a span of that request
  const asked = mine.filter(({ name, kind }) => name === 'POST' && kind === 3)
  expect(parents.at(-1)).toBe(`00-${request.traceId}-${asked.at(-1)!.spanId}-01`)
  // a job is a trace of its own, under the request's name
  const named = { key: 'parkit.request_id', value: { stringValue: 'edge-spans-1' } }
  const job = spans.find(({ kind, attributes }) => kind === 5 && attributes.some(one => Object.is(one.key, named.key)))!
  expect(spans.some(({ parentSpanId }) => parentSpanId === job.spanId)).toBe(true)
  expect(JSON.stringify(sent)).not.toMatch(/maya|torres|5550142|horse|Bearer/i)
  expect(JSON.stringify(sent)).not.toContain(access_token)
})

test('an invalid collector address is reported at startup', () => {
  expect(() => readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' })).toThrow('OTEL_EXPORTER_OTLP_ENDPOINT')
  expect(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' }).spans).toBe(true)
  expect(readConfig({}).spans).toBe(false)
})
