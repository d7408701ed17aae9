// A request's body sets no price, balance, owner or role, and each field has one value of one type.

import { calls } from '@parkit/contract/calls'
import * as account from '@parkit/contract/driver/account'
import { update } from '@parkit/contract/driver/profile'
import * as wallet from '@parkit/contract/money/wallet'
import * as parking from '@parkit/contract/parking/sessions'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createOwner, endless, sampleOf } from '#app/samples-testing.ts'
import { startTestServer, type TestServer } from '#app/testing.ts'
import { heldData } from '#driver/account/export-testing.ts'
import { zones } from '#parking/sessions/testing.ts'

let parkit: TestServer
beforeAll(async () => {
  parkit = await startTestServer()
})
afterAll(() => parkit.stop())

const balance = async (token: string) => (await parkit.call(account.details, {}, { token })).body.Balance

test('22: fields that a call does not declare change nothing', async () => {
  const { token, driverId } = await parkit.driver({ dollars: 5 })
  const victim = await parkit.driver({ dollars: 5 })
  const more = {
    DriverId: victim.driverId,
    driver_id: victim.driverId,
    MemberId: victim.driverId,
    p_user_id: victim.driverId,
    UserName: victim.email,
    EmailAddress: victim.email,
    PhoneNumber: '3125559999',
    Password: 'taken over by me',
    password_hash: 'x',
    Balance: 9_999,
    balance_cents: 999_900,
    MinBalance: '500',
    role: 'staff',
    is_admin: true,
    created_at: '2000-01-01T00:00:00Z',
  }
  const before = await heldData(parkit.db, victim.driverId)
  await parkit.call(account.settings, { body: { ...more, MinBalance: undefined, Language: 'hi' } }, { token })
  const { body } = sampleOf('profile.update', {} as never)
  const updated = await parkit.call(update, { body: { ...body, ...more } }, { token })
  expect(updated.status).toBe(200)
  expect(updated.body).toMatchObject({ MemberId: driverId, MinBalance: '0' })
  expect(updated.body.EmailAddress).not.toBe(victim.email)
  expect(updated.body.PhoneNumber).not.toContain('9999')
  expect(await balance(token)).toBe(5)
  expect(await heldData(parkit.db, victim.driverId)).toEqual(before)
})

test('30: the server computes the price of a start and ignores one in the body', async () => {
  const { token, VehicleId } = await parkit.driver({ dollars: 20 })
  const body = { ZoneNumber: zones.street, VehicleId, Minutes: 60, PayWith: 'wallet' as const }
  const { body: quoted } = await parkit.call(
    parking.quote,
    { body: { ZoneNumber: zones.street, VehicleId, Minutes: 60 } },
    { token },
  )
  const cheap = {
    Total: 0,
    Fee: 0,
    Amount: -5,
    ParkingAmount: 0.01,
    AmountPaid: 0,
    Price: 0,
    PaymentStatus: 'Paid',
    Status: 'ended',
  }
  const started = await parkit.call(parking.start, { body: { ...body, ...cheap } }, { token })
  expect([started.status, started.body.AmountPaid]).toEqual([200, quoted.Total])
  expect(await balance(token)).toBeCloseTo(20 - quoted.Total, 6)
})

test('30: amounts and stays outside their limits are refused', async () => {
  const { token, VehicleId } = await parkit.driver({ dollars: 20 })
  const wrong = fc.oneof(
    fc.constantFrom<unknown>(
      0,
      -1,
      -0.01,
      0.001,
      0.999,
      500.01,
      1e308,
      5e-324,
      '5',
      '1e1',
      null,
      [5],
      { value: 5 },
      true,
    ),
    fc.double({ max: 0.999, noNaN: true }),
    fc.double({ min: 500.01, noNaN: true }),
    fc.integer({ min: 1, max: 499 }).map(dollars => dollars + 0.001),
  )
  await fc.assert(
    fc.asyncProperty(wrong, async Amount => {
      const { status } = await parkit.call(wallet.addMoney, { body: { Amount } }, { token })
      expect(status).toBe(400)
    }),
    { seed: 7, numRuns: 60 },
  )
  const stays = fc.oneof(
    fc.constantFrom<unknown>(0, -15, 0.5, 15.5, 1e9, '15', null, [15], 2 ** 53),
    fc.integer({ max: 0 }),
    fc.integer({ min: 10_081 }),
  )
  await fc.assert(
    fc.asyncProperty(stays, async Minutes => {
      const body = { ZoneNumber: zones.street, VehicleId, Minutes, PayWith: 'wallet' }
      expect((await parkit.call(parking.start, { body }, { token })).status).toBe(400)
    }),
    { seed: 7, numRuns: 60 },
  )
  expect(await balance(token)).toBe(20)
})

test('34: a repeated query parameter is refused, and of a repeated body field the last one counts', async () => {
  const { token } = await createOwner(parkit)
  for (const [name, call] of Object.entries(calls).filter(([name]) => !endless.includes(name))) {
    if (!call.query || !['anyone', 'driver'].includes(call.who)) continue
    const [field] = Object.entries(sampleOf(name, {} as never).query ?? {})[0] ?? []
    if (!field) continue
    const { statusCode } = await parkit.app.inject({
      method: call.method,
      url: `${call.path.replace(/:\w+/g, 'x')}?${field}=1&${field}=2`,
      headers: { authorization: `Bearer ${token}` },
    })
    expect([name, statusCode]).toEqual([name, expect.toBeOneOf([400, 404])])
  }
  const { statusCode, body } = await parkit.app.inject({
    method: 'POST',
    url: account.settings.path,
    payload: '{"Language":"hi","Language":"en"}',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  })
  expect([statusCode, JSON.parse(body).Language]).toEqual([200, 'en'])
})

test('33: a body that would pollute a prototype is refused', async () => {
  for (const payload of [
    '{"__proto__":{"admin":true}}',
    '{"grant_type":"password","username":"a","password":"b","__proto__":{"x":1}}',
    '{"a":{"constructor":{"prototype":{"admin":true}}}}',
    '{"\\u005f_proto__":{"admin":true}}',
  ]) {
    const { statusCode } = await parkit.app.inject({
      method: 'POST',
      url: account.token.path,
      payload,
      headers: { 'content-type': 'application/json' },
    })
    expect(statusCode, payload).toBe(400)
  }
  expect(({} as Record<string, unknown>).admin).toBeUndefined()
})

test('25: every call declares its input and output, and every text and number is bounded', async () => {
  type Node = Record<string, unknown>
  const document = (await parkit.app.inject('/api/openapi.json')).json()
  const endlessFields: string[] = []
  let visited = 0
  const walk = (node: Node, where: string): void => {
    visited++
    for (const key of ['anyOf', 'oneOf', 'allOf'] as const)
      for (const [n, inner] of ((node[key] as Node[] | undefined) ?? []).entries()) walk(inner, `${where}/${key}${n}`)
    for (const [name, inner] of Object.entries((node.properties as Node | undefined) ?? {}))
      walk(inner as Node, `${where}.${name}`)
    if (node.type === 'array') {
      if (node.maxItems === undefined) endlessFields.push(`${where}: list`)
      walk((node.items as Node) ?? {}, `${where}[]`)
    }
    const parts = [node, ...((node.allOf as Node[] | undefined) ?? [])]
    const bounded =
      node.enum || 'const' in node || node.format || parts.some(part => part.maxLength !== undefined || part.pattern)
    if (node.type === 'string' && !bounded) endlessFields.push(`${where}: text`)
    const ended = node.maximum !== undefined || node.exclusiveMaximum !== undefined || node.enum || 'const' in node
    if ((node.type === 'number' || node.type === 'integer') && !ended) endlessFields.push(`${where}: number`)
  }
  for (const [path, operations] of Object.entries(document.paths as Record<string, Record<string, Node>>))
    for (const [method, operation] of Object.entries(operations)) {
      const where = `${method} ${path}`
      expect(operation.responses, where).toHaveProperty(['200'])
      for (const { name, in: place, schema } of (operation.parameters as {
        name: string
        in: string
        schema: Node
      }[]) ?? [])
        if (place !== 'header') walk(schema, `${where} ${name}`)
      for (const { schema } of Object.values(
        (operation.requestBody as { content: Record<string, { schema: Node }> })?.content ?? {},
      ))
        walk(schema, where)
    }
  expect(visited).toBeGreaterThan(150)
  expect(endlessFields).toEqual([])
})
