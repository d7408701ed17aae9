// All calls on the whole server: each is mounted, documented, protected, and answers wrong input in the recorded form.

import { calls } from '@parkit/contract/calls'
import type { Declaration } from '@parkit/contract/platform/call'
import { errors } from '@parkit/contract/platform/errors'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#app/testing.ts'

type Operation = {
  summary: string
  security?: unknown[]
  parameters?: { name: string; in: string; required?: boolean }[]
  requestBody?: { content: Record<string, { schema: { properties?: object } }> }
  responses: Record<string, { description: string }>
}

let parkit: TestServer
let paths: Record<string, Record<string, Operation>>
beforeAll(async () => {
  parkit = await startTestServer()
  const document = (await parkit.app.inject('/api/openapi.json')).json()
  expect(document.openapi).toBe('3.1.0')
  paths = document.paths
})
afterAll(() => parkit.stop())

const all = Object.entries(calls)
const operationOf = ({ path, method }: Declaration) => paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
const anyone = all.filter(([, call]) => call.who === 'anyone')
const withBody = all.filter(([, call]) => call.body)

test('the document lists exactly the contract’s calls', () => {
  const listed = Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map(method => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
  )
  expect(listed.sort()).toEqual(all.map(([, call]) => `${call.method} ${call.path}`).sort())
})

test.each(all)('%s is documented: input, caller and every refusal with its status', (_, call) => {
  const operation = operationOf(call)!
  expect(operation.summary).toBe(call.summary)
  expect(Boolean(operation.security)).toBe(call.who !== 'anyone')
  const key = operation.parameters?.find(({ name }) => name === 'Idempotency-Key')
  expect(Boolean(key?.required)).toBe(Boolean(call.idempotent))
  expect(Object.keys(operation.requestBody?.content ?? {})).toEqual(
    call.upload
      ? ['multipart/form-data']
      : !call.body
        ? []
        : call.form
          ? ['application/x-www-form-urlencoded', 'application/json']
          : ['application/json'],
  )
  for (const code of call.errors ?? []) expect(operation.responses[errors[code].status]?.description).toContain(code)
})

test.each(all.filter(([, call]) => call.who !== 'anyone'))('%s without a token is 401', async (_, call) => {
  const { status, error } = await parkit.call(call, { params: { id: 'x', zone: '1234' }, body: {} })
  expect([status, error.Code]).toEqual(call.who === 'driver' ? [401, 'unauthorized'] : [404, 'not_found'])
})

test.each(anyone.filter(([, call]) => call.body))('%s with an empty body answers its fields', async (_, call) => {
  const { status, error } = await parkit.call(call, { body: {} })
  expect([status, error.Code]).toEqual([400, 'bad_input'])
  expect(Object.values(error.Fields!).every(text => text.length > 0)).toBe(true)
})

test.each(withBody.filter(([, call]) => call.who === 'driver'))('%s refuses a body of wrong types', async (_, call) => {
  const { token } = await parkit.driver({ dollars: 0, vehicle: false })
  for (const body of [[], 'text', { Amount: {}, SessionId: 7, VehicleId: [], Language: 1, NewPassword: 1, Name: {} }]) {
    const reply = await parkit.app.inject({
      method: call.method,
      url: call.path.replace(/:\w+/g, 'x'),
      payload: JSON.stringify(body),
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'idempotency-key': 'k' },
    })
    expect([reply.statusCode, reply.json().Code]).toEqual([400, 'bad_input'])
    expect(Object.keys(reply.json().Fields)).not.toEqual([])
  }
})

test.each(['/api/Nothing', '/api/', '/api/Account/Profile/more', '/tiles/none'])(
  '%s is 404 in the recorded form',
  async url => {
    for (const method of ['GET', 'POST', 'PUT'] as const) {
      const reply = await parkit.app.inject({ method, url })
      expect([reply.statusCode, reply.json().Code, reply.json().Message]).toEqual([
        404,
        'not_found',
        'We can’t find that.',
      ])
    }
  },
)

test('the readable page, /healthz and /readyz answer', async () => {
  expect((await parkit.app.inject('/api/docs/')).statusCode).toBe(200)
  expect((await parkit.app.inject('/healthz')).json()).toEqual({ status: 'ok' })
  expect((await parkit.app.inject('/readyz')).json()).toEqual({ status: 'ready' })
})
