// Every call of the OpenAPI document under generated requests, by every caller: no fault, no leak, documented answers.
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { calls } from '@parkit/contract/calls'
import * as account from '@parkit/contract/driver/account'
import type { Declaration } from '@parkit/contract/platform/call'
import { type ErrorCode, errors } from '@parkit/contract/platform/errors'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createOwner, endless, type Owned, sampleOf } from '#app/samples-testing.ts'
import { noon, startTestServer, type TestServer } from '#app/testing.ts'
import { inviteOperator } from '#city/operators/operators.ts'
import { memberToken } from '#staff/console/testing.ts'
import { staffToken } from '#staff/desk/testing.ts'
import { type MadeUp, type Operation, requests } from './fuzz-testing.ts'

// beside other tests, on a busy machine
vi.setConfig({ testTimeout: 600_000 })

/** For each call and each of those who call; FUZZ_RUNS=10000 is the long form. */
const runs = Number(process.env.FUZZ_RUNS ?? 20)
const seed = Number(process.env.FUZZ_SEED ?? 20_260_414)

let parkit: TestServer
let operator: string
let staff: string
let member = ''
let members = 0
let owner: { token: string; owned: Owned }
let paths: Record<string, Record<string, Operation>>

beforeAll(async () => {
  parkit = await startTestServer()
  operator = await inviteOperator(parkit.db, 'Gates', noon)
  staff = await staffToken(parkit)
  owner = await createOwner(parkit)
  paths = (await parkit.app.inject('/api/openapi.json')).json().paths
})
afterAll(() => parkit.stop())

/** What no answer may say: places in our files, words of the database, of the runtime and of its libraries. */
const leaks =
  /\.ts:\d+|node_modules|\bat (?:async )?\w+[. ].*\(|file:\/\/|node:internal|relation "|violates \w+ constraint|syntax error at|invalid input syntax|invalid byte sequence|SQLSTATE|ECONNREFUSED|pg_catalog|FST_ERR|ZodError|\bTypeError\b|Cannot read propert|is not a function|argon2id\$/

type Reply = Awaited<ReturnType<typeof send>>
const unpacked: Record<string, (packed: Buffer) => Buffer> = { br: brotliDecompressSync, gzip: gunzipSync }
const textOf = ({ headers, rawPayload }: Reply): string =>
  (unpacked[String(headers['content-encoding'])]?.(rawPayload) ?? rawPayload).toString()

const send = (call: Declaration, { path, query, payload, headers }: MadeUp, token: string | undefined) =>
  parkit.app.inject({
    method: call.method,
    url: path + (query && `?${query}`),
    ...(payload !== undefined && { payload }),
    headers: { ...headers, ...(token && { authorization: `Bearer ${token}` }) },
  })

/** What the schema of the answer doesn't name is told to nobody: its reading and the answer are the same. */
const expectAsDocumented = (call: Declaration, { responses }: Operation, reply: Reply) => {
  const { statusCode } = reply
  const body = textOf(reply)
  expect(statusCode, body).toBeLessThan(500)
  expect(body.match(leaks)?.[0], body.slice(0, 2_000)).toBeUndefined()
  expect(JSON.stringify(reply.headers).match(leaks)?.[0]).toBeUndefined()
  if (statusCode >= 400) {
    const told = JSON.parse(body) as { Code: ErrorCode; Message: string }
    expect(errors[told.Code]?.status, body).toBe(statusCode)
    expect(responses[statusCode]?.description, `${told.Code} is not documented`).toContain(told.Code)
    expect(told.Message).toBeTruthy()
    return
  }
  expect(responses).toHaveProperty([statusCode])
  if (!reply.headers['content-type']?.toString().includes('json') || !body) return
  const answer = JSON.parse(body)
  expect(call.answer.parse(answer)).toEqual(answer)
}

/** Some requests end the sign-in that makes them. */
const tokenOf = async (who: string): Promise<string | undefined> => {
  if (who === 'operator') return operator
  if (who === 'staff') {
    const alive = await parkit.call(calls['deskStaff.staffList']!, {}, { token: staff })
    if (alive.status !== 200) staff = await staffToken(parkit)
    return staff
  }
  if (who === 'console') {
    const alive = await parkit.call(calls['consoleTeam.myCities']!, {}, { token: member })
    if (alive.status !== 200) member = await memberToken(parkit, 'test', `Mia${members++}`, ['owner', 'rates'])
    return member
  }
  if (who !== 'driver') return undefined
  const { status } = await parkit.call(account.profile, {}, { token: owner.token })
  if (status !== 200) owner = await createOwner(parkit)
  return owner.token
}

const all = Object.entries(calls).filter(([name]) => !endless.includes(name))

describe('32: a generated request causes no 500 and reveals no internals', () => {
  test.each(all)('%s', async (name, call) => {
    const path = call.path.replace(/:(\w+)/g, '{$1}')
    const operation = paths[path]![call.method.toLowerCase()]!
    for (const who of call.who === 'anyone' ? ['nobody', 'driver'] : ['nobody', call.who, call.who, call.who]) {
      const token = await tokenOf(who)
      const made = requests(path, operation, call.upload ? {} : sampleOf(name, owner.owned))
      await fc.assert(
        fc.asyncProperty(made, async request => expectAsDocumented(call, operation, await send(call, request, token))),
        // a smaller example of the same would be sought where the state has moved on
        { seed: seed + who.length, numRuns: runs, endOnFailure: true },
      )
    }
    // 33: nothing above has changed what every object has
    expect({}).not.toHaveProperty('admin')
  })
})

test('addresses outside the API cause no 500 and reveal no internals', async () => {
  const doors = [
    '/api/Payment/Webhook',
    '/sandbox/outbox',
    '/api/docs/',
    '/tiles/',
    '/assets/',
    '/healthz',
    '/readyz',
    '/',
    '/homepage',
  ]
  const odd = fc.constantFrom(
    '',
    '..%2f..%2fpackage.json',
    '%2e%2e/%2e%2e/server/src/app/main.ts',
    '..%5c..%5cpackage.json',
    '%00',
    '.git/config',
    'x'.repeat(4_000),
    '?to[]=1&to=2',
    '?to=%00',
    '?__proto__[a]=1',
    '%ff',
    ';a=b',
  )
  const request = fc.record({
    method: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'),
    door: fc.constantFrom(...doors, ...all.map(([, { path }]) => path)),
    odd,
    payload: fc.constantFrom(undefined, '{}', '{"id":1,"type":{}}', 'x', '{"__proto__":{"admin":1}}', '[]'),
    type: fc.constantFrom('application/json', 'text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'),
  })
  await fc.assert(
    fc.asyncProperty(request, async ({ method, door, odd: more, payload, type }) => {
      const reply = await parkit.app.inject({
        method: method as 'GET',
        url: door + more,
        ...(payload && { payload }),
        headers: { 'content-type': type, 'stripe-signature': 't=1,v1=a' },
      })
      expect(reply.statusCode, reply.body).toBeLessThan(500)
      // the page of the sandbox's messages and the documentation are text of ours
      if (reply.statusCode >= 400) expect(reply.body).not.toMatch(leaks)
      expect(reply.body).not.toMatch(/"workspaces"|startPostgres/)
    }),
    { seed, numRuns: runs * 60, endOnFailure: true },
  )
})

test('the ledger checks pass afterwards', async () => {
  expect(await parkit.books()).toEqual([])
})
