// Call-backs over HTTP: each field's wrong values, changes by state, ownership, and limits.

import { callback as limits } from '@parkit/contract/platform/limits'
import * as contract from '@parkit/contract/support/callbacks'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { noon, startTestServer } from '#app/testing.ts'

const parkit = await startTestServer()
afterAll(parkit.stop)
beforeEach(() => parkit.clock.set(noon))

// noon is a Tuesday's, 2026-04-14
const good = { phone: '3125550147', date: '2026-04-15', time: '09:30' }
const someone = () => parkit.driver({ dollars: 0, vehicle: false })
const ask = (token: string, body: object = good, language = 'en', key?: string) =>
  parkit.call(contract.requestCallback, { body }, { token, language, ...(key && { key }) })
const change = (token: string, id: string, body: object) =>
  parkit.call(contract.changeCallback, { params: { id }, body }, { token })
const cancel = (token: string, id: string) => parkit.call(contract.cancelCallback, { params: { id } }, { token })
const list = async (token: string) => (await parkit.call(contract.callbacks, {}, { token })).body.Items

test('a callback is requested, shown, changed and canceled', async () => {
  const { token } = await someone()
  const asked = await ask(token)
  expect(asked.status).toBe(200)
  const { Id } = asked.body
  const stored = {
    Id,
    State: 'requested',
    ...good,
    phone: '+13125550147',
    City: 'test',
    CityName: 'Test City',
    RequestedAt: noon.toString(),
  }
  expect([asked.body, await list(token)]).toEqual([stored, [stored]])

  const moved = await change(token, Id, { phone: '(312) 555-0199', date: '2026-04-16', time: '19:45' })
  const after = { ...stored, phone: '+13125550199', date: '2026-04-16', time: '19:45' }
  expect([moved.status, moved.body, await list(token)]).toEqual([200, after, [after]])

  for (const time of [1, 2])
    expect([time, (await cancel(token, Id)).body.Message]).toEqual([time, 'Your callback is canceled.'])
  expect((await list(token))[0]?.State).toBe('cancelled')
  const late = await change(token, Id, good)
  expect([late.status, late.error.Code]).toEqual([409, 'callback_over'])
})

test('one key requests one callback in its current state; another time or another key requests another', async () => {
  const { token } = await someone()
  const soon = { ...good, date: '2026-04-14', time: '12:15' }
  const twins = await Promise.all([1, 2, 3].map(() => ask(token, soon, 'en', 'call-1')))
  const { Id } = twins[0]!.body
  expect(twins.map(({ status, body }) => [status, body.Id])).toEqual(Array(3).fill([200, Id]))
  expect((await ask(token, { ...soon, time: '12:30' }, 'en', 'call-1')).error.Code).toBe('idempotency_conflict')
  // the time for which it was asked is over by now
  parkit.clock.advance({ hours: 1 })
  await parkit.features.support.callbacks.move(parkit.db.pool, Id, 'called', noon)
  const late = await ask(token, soon, 'en', 'call-1')
  expect([late.status, late.body]).toEqual([200, { ...twins[0]!.body, State: 'called' }])
  expect(await list(token)).toEqual([late.body])

  await ask(token, good, 'en', 'call-2')
  await ask(token, good, 'en', 'call-3')
  expect((await list(token)).map(({ State }) => State)).toEqual(['requested', 'requested', 'called'])
})

test('a refused request leaves its key free', async () => {
  const { token } = await someone()
  for (let open = 0; open < limits.mostOpen; open++) await ask(token)
  expect((await ask(token, good, 'en', 'call-1')).error.Code).toBe('calls_many')
  await cancel(token, (await list(token))[0]!.Id)
  expect((await ask(token, good, 'en', 'call-1')).status).toBe(200)
})

test.each([
  ['phone', '', 'Phone is Required'],
  ['phone', undefined, 'Phone is Required'],
  ['phone', '   ', 'Phone is Required'],
  ['phone', '123', 'Enter a phone number we can call, with area code.'],
  ['phone', '1115550147', 'Enter a phone number we can call, with area code.'],
  ['phone', '9'.repeat(40), 'Enter a phone number we can call, with area code.'],
  ['phone', 3125550147, 'Phone is Required'],
  ['date', '', 'Date is Required'],
  ['date', undefined, 'Date is Required'],
  ['date', '2026-02-30', 'This date doesn’t exist. Choose another.'],
  ['date', "2026-04-15'; --", 'This date doesn’t exist. Choose another.'],
  ['date', '2026-04-13', 'Choose a time in the future.'],
  ['date', '2026-04-19', 'We can’t call then. Choose a time from the list.'],
  ['date', '2026-05-15', 'Choose a day in the next 30 days.'],
  ['time', '', 'Time is Required'],
  ['time', undefined, 'Time is Required'],
  ['time', '9:30', 'We can’t call then. Choose a time from the list.'],
  ['time', '09:31', 'We can’t call then. Choose a time from the list.'],
  ['time', '20:00', 'We can’t call then. Choose a time from the list.'],
])('%s %j: %s', async (field, value, said) => {
  const { token } = await someone()
  const { status, error } = await ask(token, { ...good, [field]: value })
  expect([status, error.Fields]).toEqual([400, { [field]: said }])
  expect(await list(token)).toEqual([])
})

test('a time today is judged by Chicago’s clock', async () => {
  const { token } = await someone()
  const today = { ...good, date: '2026-04-14' }
  expect((await ask(token, { ...today, time: '12:00' }, 'hi')).error.Fields).toEqual({
    time: 'आगे का टाइम चुनें।',
  })
  expect((await ask(token, { ...today, time: '12:15' })).status).toBe(200)
  // half past eleven in the evening in Chicago is the next day in UTC
  parkit.clock.set('2026-04-15T04:30:00Z')
  expect((await ask(token, { ...today, time: '19:45' })).error.Fields).toHaveProperty('date')
  expect((await ask(token, { ...good, date: '2026-05-14', time: '08:00' })).status).toBe(200)
})

test('called and closed callbacks are past; the next one is on top', async () => {
  const { token } = await someone()
  const [first, second, third] = [
    (await ask(token)).body.Id,
    (await ask(token, { ...good, time: '08:00' })).body.Id,
    (await ask(token, { ...good, date: '2026-04-20' })).body.Id,
  ]
  await parkit.features.support.callbacks.move(parkit.db.pool, second, 'called', noon)
  expect((await list(token)).map(({ Id, State }) => [Id, State])).toEqual([
    [first, 'requested'],
    [third, 'requested'],
    [second, 'called'],
  ])
  expect((await cancel(token, second)).error.Code).toBe('callback_over')
  await parkit.features.support.callbacks.move(parkit.db.pool, second, 'closed', noon)
  await expect(parkit.features.support.callbacks.move(parkit.db.pool, second, 'called', noon)).rejects.toThrow(
    'callback_over',
  )
})

test('another driver’s callback is 404', async () => {
  const [mine, other] = [await someone(), await someone()]
  const { Id } = (await ask(mine.token)).body
  expect([(await change(other.token, Id, good)).status, (await cancel(other.token, Id)).status]).toEqual([404, 404])
  expect([await list(other.token), (await list(mine.token))[0]?.State]).toEqual([[], 'requested'])
})

test('open callbacks and callbacks per day are limited, also concurrently', async () => {
  const { token } = await someone()
  const replies = await Promise.all(Array.from({ length: limits.mostOpen + 3 }, () => ask(token)))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(limits.mostOpen)
  expect(replies.filter(({ status }) => status === 429)).toHaveLength(3)
  for (let asked = limits.mostOpen; asked < limits.mostADay; asked++) {
    await cancel(token, (await list(token))[0]!.Id)
    expect((await ask(token)).status).toBe(200)
  }
  await cancel(token, (await list(token))[0]!.Id)
  expect((await ask(token)).error.Code).toBe('calls_many')
  parkit.clock.advance({ hours: 24 })
  expect((await ask(token, { ...good, date: '2026-04-16' })).status).toBe(200)
})

test.each([
  ['447911123456', '+447911123456'],
  ['13125550147', '+13125550147'],
  ['+91 98765 43210', '+919876543210'],
])('the number %s is %s', async (phone, stored) => {
  const { token } = await someone()
  expect((await ask(token, { ...good, phone })).body.phone).toBe(stored)
})
