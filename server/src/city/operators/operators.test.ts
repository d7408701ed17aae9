// Operators' counts over HTTP: who may report, which counts hold, and what drivers see, in every server process.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startPlaces, tuesday } from '#city/places/testing.ts'
import { inviteOperator } from './operators.ts'

let city: Awaited<ReturnType<typeof startPlaces>>
beforeAll(async () => {
  city = await startPlaces()
})
afterAll(() => city.stop())
// later and later, so that each test's reports are the newest
let now = tuesday
beforeEach(() => {
  now = now.add({ hours: 1 })
  city.clock.set(now)
  city.running.clear()
})

const row = (ZoneNumber: string, Taken: number, observedAt = now) => ({
  ZoneNumber,
  Taken,
  ObservedAt: observedAt.toString(),
})
const sign = async (zone: string) => (await city.get(`/api/Parking/Zone/${zone}`)).body

test('a zone without a report has no availability', async () => {
  expect(await sign('5001')).toMatchObject({ Free: null, FreeAsOf: null, Availability: 'unknown', Stalls: 0 })
})

test('a report is shown with its age', async () => {
  expect(await city.report({ Reports: [row('5001', 12)] })).toEqual({ status: 200, body: { Accepted: 1, Refused: [] } })
  expect(await sign('5001')).toMatchObject({ Free: 8, FreeAsOf: now.toString(), Availability: 'filling', Stalls: 2 })
  city.clock.set(now.add({ minutes: 31 }))
  expect(await sign('5001')).toMatchObject({ Free: 8, FreeAsOf: now.toString(), Availability: 'unknown', Stalls: 0 })
})

test('sessions started after the report are subtracted, never below zero', async () => {
  await city.report({ Reports: [row('5002', 18)] })
  const later = now.add({ minutes: 1 })
  city.running.set('5002', [now.subtract({ minutes: 1 }), now, later])
  expect(await sign('5002')).toMatchObject({ Free: 1, Availability: 'nearly' })
  city.running.set('5002', [later, later, later])
  expect(await sign('5002')).toMatchObject({ Free: 0, Availability: 'full' })
})

test('the newest report counts, in whatever order reports arrive', async () => {
  await city.report({ Reports: [row('5003', 5)] })
  expect((await city.report({ Reports: [row('5003', 19, now.subtract({ minutes: 2 }))] })).body.Accepted).toBe(1)
  expect((await sign('5003')).Free).toBe(15)
  // also within one body, and in the database
  await city.report({ Reports: [row('5003', 2, now.add({ seconds: 2 })), row('5003', 9, now.add({ seconds: 1 }))] })
  expect((await sign('5003')).Free).toBe(18)
  const other = city.another()
  await other.start()
  expect((await other.zone({ ZoneNumber: '5003' }, now)).Free).toBe(18)
  await other.stop()
})

test('impossible rows are refused with a reason, and the others are stored', async () => {
  const { status, body } = await city.report({
    Reports: [row('9999', 1), row('5001', 21), row('5005', 3), row('5002', 1, now.add({ minutes: 2 }))],
  })
  expect(status).toBe(200)
  expect(body).toEqual({
    Accepted: 1,
    Refused: [
      { ZoneNumber: '9999', Reason: 'unknown_zone' },
      { ZoneNumber: '5001', Reason: 'above_capacity' },
      { ZoneNumber: '5002', Reason: 'in_the_future' },
    ],
  })
  expect((await sign('5005')).Free).toBe(17)
})

test('another server process sees a report immediately', async () => {
  const other = city.another()
  await other.start()
  await city.report({ Reports: [row('5001', 3), row('5002', 4)] })
  await expect.poll(async () => (await other.zone({ ZoneNumber: '5001' }, now)).Free).toBe(17)
  expect((await other.zone({ ZoneNumber: '5002' }, now)).Free).toBe(16)
  await other.stop()
})

test.each([
  ['Reports', {}],
  ['Reports', { Reports: [] }],
  ['Reports.0.Taken', { Reports: [{ ZoneNumber: '5001', Taken: -1, ObservedAt: tuesday.toString() }] }],
  ['Reports.0.Taken', { Reports: [{ ZoneNumber: '5001', Taken: 1.5, ObservedAt: tuesday.toString() }] }],
  ['Reports.0.ZoneNumber', { Reports: [{ ZoneNumber: 'x', Taken: 1, ObservedAt: tuesday.toString() }] }],
  ['Reports.0.ObservedAt', { Reports: [{ ZoneNumber: '5001', Taken: 1, ObservedAt: 'now' }] }],
])('wrong %s', async (field, body) => {
  const answer = await city.report(body)
  expect(answer.status).toBe(400)
  expect(Object.keys(answer.body.Fields)).toEqual([field])
})

test('case 56: a garage’s credential reports its own zone; a row of another is refused, and of another city is unknown', async () => {
  const garage = await inviteOperator(city.db, 'Union Garage', now, 1, ['5003'])
  const { status, body } = await city.report({ Reports: [row('5003', 19), row('5001', 20), row('9999', 1)] }, garage)
  expect([status, body]).toEqual([
    200,
    {
      Accepted: 1,
      Refused: [
        { ZoneNumber: '5001', Reason: 'not_your_zone' },
        { ZoneNumber: '9999', Reason: 'unknown_zone' },
      ],
    },
  ])
  expect((await sign('5003')).Free).toBe(1)
  expect((await sign('5001')).Free).not.toBe(0)
  const elsewhere = await inviteOperator(city.db, 'Elsewhere', now, 77)
  expect((await city.report({ Reports: [row('5003', 1)] }, elsewhere)).body.Refused).toEqual([
    { ZoneNumber: '5003', Reason: 'unknown_zone' },
  ])
})

test('only an operator may report, and a new invitation ends the old credential', async () => {
  expect((await city.report({ Reports: [row('5001', 1)] }, 'somebody')).status).toBe(404)
  const first = await inviteOperator(city.db, 'Other Parking', now)
  expect((await city.report({ Reports: [row('5001', 1)] }, first)).status).toBe(200)
  const second = await inviteOperator(city.db, 'Other Parking', now)
  expect((await city.report({ Reports: [row('5001', 1)] }, first)).status).toBe(404)
  expect((await city.report({ Reports: [row('5001', 1)] }, second)).status).toBe(200)
  // that of another city ends none here
  await inviteOperator(city.db, 'Other Parking', now, 77)
  expect((await city.report({ Reports: [row('5001', 1)] }, second)).status).toBe(200)
})
