// Parking over HTTP: the quote, the start, every refusal, and what must never happen to money.
import { randomUUID } from 'node:crypto'
import * as contract from '@parkit/contract/parking/sessions'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { noon, startTestServer } from '#app/testing.ts'
import { source } from '#city/places/testing.ts'
import { cardOf } from '#money/cards/testing.ts'
import { parkingActions } from './actions-testing.ts'
import { parkingCity, zones } from './testing.ts'

const parkit = await startTestServer()
const { start, extend, stop, quote, balance, active, later } = parkingActions(parkit)
afterAll(parkit.stop)
beforeEach(() => parkit.clock.set(noon))

test('the charge equals the quote to the cent, and the time starts with the payment', async () => {
  const driver = await parkit.driver()
  const quoted = (await quote(driver, { VehicleId: driver.VehicleId })).body
  expect(quoted.Total).toBeCloseTo(quoted.Parking + quoted.ServiceFee, 10)
  expect(quoted.Lines.reduce((sum, line) => sum + line.Amount, 0)).toBeCloseTo(quoted.Total, 10)
  parkit.clock.advance({ seconds: 20 })
  const { status, body } = await start(driver, { QuoteId: quoted.QuoteId })
  expect(status).toBe(200)
  expect(body.AmountPaid).toBe(quoted.Total)
  expect(body.StartedAt).toBe(parkit.clock.now().toString())
  expect(Date.parse(body.EndsAt) - Date.parse(body.StartedAt)).toBe(60 * 60_000)
  expect(await balance(driver)).toBeCloseTo(50 - quoted.Total, 10)
})

test('a guest gets a quote without signing in, but no session', async () => {
  expect((await quote(null, {})).status).toBe(200)
  expect((await quote(null, { SessionId: 'P-0000000000' })).status).toBe(401)
})

test('a quote lives 120 seconds, then the current price is answered', async () => {
  const driver = await parkit.driver()
  const quoted = (await quote(driver, {})).body
  parkit.clock.advance({ seconds: 121 })
  const { status, error } = await start(driver, { QuoteId: quoted.QuoteId })
  expect([status, error.Code]).toEqual([409, 'quote_expired'])
  expect(error.Quote).toMatchObject({ Total: quoted.Total })
  expect(await balance(driver)).toBe(50)
})

test('a price that changed since the quote is reported, not charged', async () => {
  // so that at noon everything is as before
  parkit.clock.set(noon.subtract({ hours: 3 }))
  const driver = await parkit.driver()
  const quoted = (await quote(driver, {})).body
  await parkit.loadCity(source(parkingCity({ quarterCents: 100 }), 'dearer'))
  parkit.clock.advance({ minutes: 1 })
  const { status, error } = await start(driver, { QuoteId: quoted.QuoteId })
  await parkit.loadCity(source(parkingCity(), 'as before'))
  parkit.clock.advance({ minutes: 1 })
  expect([status, error.Code]).toEqual([409, 'price_changed'])
  expect((error.Quote as contract.Quote).Parking).toBeCloseTo(quoted.Parking * 2, 10)
  expect(await balance(driver)).toBe(50)
  expect(await active(driver)).toEqual([])
})

test('a quote for another stay or another driver is refused at its field', async () => {
  const driver = await parkit.driver()
  const other = (await quote(driver, { ZoneNumber: zones.garage })).body
  const { status, error } = await start(driver, { QuoteId: other.QuoteId })
  expect([status, error.Fields]).toEqual([400, { QuoteId: expect.any(String) }])
  const forged = `${other.QuoteId.split('.')[0]}.AAAA`
  expect((await start(driver, { ZoneNumber: zones.garage, QuoteId: forged })).status).toBe(400)
})

test('one key answers the same session byte for byte and charges once', async () => {
  const driver = await parkit.driver()
  const key = randomUUID()
  const first = await start(driver, {}, key)
  later(30)
  const again = await start(driver, {}, key)
  expect(again.body).toEqual(first.body)
  expect(await balance(driver)).toBeCloseTo(50 - first.body.AmountPaid, 10)
  const other = await start(driver, { Minutes: 90 }, key)
  expect([other.status, other.error.Code]).toEqual([409, 'idempotency_conflict'])
})

test('a repeated call answers as the first time, even if it would be refused by now', async () => {
  const driver = await parkit.driver()
  const { QuoteId } = (await quote(driver, {})).body
  const key = randomUUID()
  const first = await start(driver, { QuoteId }, key)
  later(3)
  expect((await start(driver, { QuoteId }, key)).body).toEqual(first.body)
  const other = await start(driver, { QuoteId, Minutes: 90 }, key)
  expect([other.status, other.error.Code]).toEqual([409, 'idempotency_conflict'])
})

test('thirty concurrent taps with one key start one session', async () => {
  const driver = await parkit.driver()
  const key = randomUUID()
  const answers = await Promise.all(Array.from({ length: 30 }, () => start(driver, {}, key)))
  const started = answers.filter(({ status }) => status === 200)
  expect(new Set(started.map(({ body }) => body.SessionId)).size).toBe(1)
  // twenty wait for their turn, the rest are to try again
  expect(new Set(answers.filter(({ status }) => status !== 200).map(({ status }) => status))).toEqual(new Set([429]))
  expect((await start(driver, {}, key)).body.SessionId).toBe(started[0]!.body.SessionId)
  expect(await balance(driver)).toBeCloseTo(50 - started[0]!.body.AmountPaid, 10)
})

test('a call that moves money needs a key', async () => {
  const driver = await parkit.driver()
  const { status, error } = await parkit.call(
    contract.stop,
    { body: { SessionId: 'P-0000000000' } },
    { token: driver.token, headers: { 'idempotency-key': '' } },
  )
  expect([status, error.Code]).toEqual([400, 'idempotency_key_missing'])
})

test('a plate under a no-return rule that is parked there is reported as parked', async () => {
  const driver = await parkit.driver()
  const first = await start(driver, { ZoneNumber: zones.noReturn })
  const again = await start(driver, { ZoneNumber: zones.noReturn })
  expect([again.error.Code, again.error.SessionId]).toEqual(['already_parked', first.body.SessionId])
})

test('one active session per plate; a second vehicle can park at the same time', async () => {
  const driver = await parkit.driver()
  const first = await start(driver)
  const again = await start(driver)
  expect([again.status, again.error.Code]).toEqual([409, 'already_parked'])
  expect(again.error.SessionId).toBe(first.body.SessionId)
  expect(Temporal.Instant.from(String(again.error.Until)).toString()).toBe(first.body.EndsAt)
  const second = await parkit.addVehicle(driver.token, 'SECOND 1')
  expect((await start(driver, { VehicleId: second })).status).toBe(200)
  expect(await active(driver)).toHaveLength(2)
})

test('another account may start the same plate and hears nothing of the first (D-101)', async () => {
  const [driver, other] = await Promise.all([parkit.driver(), parkit.driver({ vehicle: false })])
  const shared = await parkit.addVehicle(driver.token, 'SHARED 7')
  const copy = await parkit.addVehicle(other.token, 'shared-7')
  const first = await start(driver, { VehicleId: shared })
  const second = await start(other, { VehicleId: copy, Minutes: 90 })
  expect(second.status).toBe(200)
  expect(JSON.stringify(second.body)).not.toContain(first.body.SessionId)
  expect(await active(driver)).toMatchObject([{ SessionId: first.body.SessionId }])
  expect(await active(other)).toMatchObject([{ SessionId: second.body.SessionId }])
  await stop(other, second.body.SessionId)
  expect(await active(driver)).toMatchObject([{ SessionId: first.body.SessionId }])
})

test('parallel starts of one plate by two accounts, ten each: each account parks once and pays once', async () => {
  const [driver, other] = await Promise.all([parkit.driver(), parkit.driver({ vehicle: false })])
  const VehicleId = await parkit.addVehicle(other.token, 'RACE 1')
  const mine = await parkit.addVehicle(driver.token, 'RACE 1')
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => [start(driver, { VehicleId: mine }), start(other, { VehicleId })]).flat(),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
  expect(new Set(answers.filter(({ status }) => status !== 200).map(({ error }) => error.Code))).toEqual(
    new Set(['already_parked']),
  )
  const { AmountPaid } = answers.find(({ status }) => status === 200)!.body
  expect([await balance(driver), await balance(other)]).toEqual([50 - AmountPaid, 50 - AmountPaid])
})

test('no-return counts for the account and plate, and not after a free cancel (D-101)', async () => {
  const [driver, other] = await Promise.all([parkit.driver(), parkit.driver({ vehicle: false })])
  const mine = await parkit.addVehicle(driver.token, 'RETURN 1')
  const copy = await parkit.addVehicle(other.token, 'RETURN 1')
  const here = { ZoneNumber: zones.noReturn, VehicleId: mine }
  const cancelled = await start(driver, here)
  await stop(driver, cancelled.body.SessionId)
  const { body } = await start(driver, here)
  later(5)
  await stop(driver, body.SessionId)
  expect((await start(driver, here)).error.Code).toBe('no_return')
  expect((await start(other, { ...here, VehicleId: copy })).status).toBe(200)
})

test('stopping and starting again is free once a day for a plate in a zone; then the fee stays (D-102)', async () => {
  const driver = await parkit.driver()
  const first = await start(driver)
  parkit.clock.advance({ seconds: 55 })
  expect((await stop(driver, first.body.SessionId)).body).toMatchObject({ AmountPaid: 0 })
  const second = await start(driver)
  parkit.clock.advance({ seconds: 55 })
  const offered = (await parkit.call(contract.stopQuote, { params: { id: second.body.SessionId } }, driver)).body
  const stopped = (await stop(driver, second.body.SessionId)).body
  // 15 minutes, the first step, and the fee
  expect(stopped.AmountPaid).toBe(0.85)
  expect(offered).toMatchObject({ Refund: stopped.Refunded, AmountPaid: 0.85 })
  // another account cannot go on with the same plate
  const other = await parkit.driver({ vehicle: false })
  const { body } = await start(other, { VehicleId: await parkit.addVehicle(other.token, stopped.Vehicle.PlateNumber) })
  expect((await stop(other, body.SessionId)).body.AmountPaid).toBe(0.85)
  // the day of the place, not of the server
  parkit.clock.set('2026-04-15T04:59:00Z')
  const late = await start(driver)
  expect((await stop(driver, late.body.SessionId)).body.AmountPaid).toBeGreaterThan(0)
  parkit.clock.set('2026-04-15T05:00:00Z')
  const nextDay = await start(driver)
  expect((await stop(driver, nextDay.body.SessionId)).body.AmountPaid).toBe(0)
})

test('an account cancels for free three times a day, also if it stops five cars at once (D-102)', async () => {
  const driver = await parkit.driver({ dollars: 100 })
  const sessions = []
  for (let i = 0; i < 5; i++) {
    const VehicleId = await parkit.addVehicle(driver.token, `CANCEL ${i}`)
    sessions.push((await start(driver, { VehicleId })).body)
  }
  const stopped = await Promise.all(sessions.map(({ SessionId }) => stop(driver, SessionId)))
  expect(stopped.map(({ body }) => body.AmountPaid).sort()).toEqual([0, 0, 0, 0.85, 0.85])
})

test('a low balance answers the missing amount and charges nothing', async () => {
  const driver = await parkit.driver({ dollars: 1 })
  const total = (await quote(driver, {})).body.Total
  const { status, error } = await start(driver)
  expect([status, error.Code]).toEqual([402, 'insufficient_funds'])
  expect(error.Missing).toBeCloseTo(total - 1, 10)
  expect(await balance(driver)).toBe(1)
  expect(await active(driver)).toEqual([])
})

test('concurrent starts of many vehicles never overdraw the wallet', async () => {
  const driver = await parkit.driver({ dollars: 20 })
  const vehicles = await Promise.all(Array.from({ length: 10 }, (_, n) => parkit.addVehicle(driver.token, `MANY ${n}`)))
  const answers = await Promise.all(vehicles.map(VehicleId => start(driver, { VehicleId })))
  const parked = answers.filter(answer => answer.status === 200)
  expect(answers.filter(answer => answer.status === 402)).toHaveLength(10 - parked.length)
  const left = await balance(driver)
  expect(left).toBeGreaterThanOrEqual(0)
  expect(left).toBeCloseTo(20 - parked.reduce((sum, answer) => sum + answer.body.AmountPaid, 0), 10)
})

test.each([
  ['ZoneNumber', { ZoneNumber: '12' }],
  ['ZoneNumber', { ZoneNumber: 'ABCD' }],
  ['Minutes', { Minutes: 0 }],
  ['Minutes', { Minutes: 1.5 }],
  ['Minutes', { Minutes: '60' }],
  ['Minutes', { Minutes: 100_000 }],
  ['VehicleId', { VehicleId: 'mine' }],
  ['PayWith', { PayWith: '' }],
  ['PayWith', { PayWith: 'pm_unknown' }],
])('an invalid %s is refused at its field', async (field, wrong) => {
  const driver = await parkit.driver()
  const { status, error } = await start(driver, wrong)
  expect([status, error.Code]).toEqual([400, 'bad_input'])
  expect(error.Fields).toHaveProperty(field)
})

test('unknown zone, too short, too long', async () => {
  const driver = await parkit.driver()
  expect((await start(driver, { ZoneNumber: '000000' })).error.Code).toBe('unknown_zone')
  expect((await start(driver, { Minutes: 5 })).error.Code).toBe('under_min_stay')
  expect((await start(driver, { Minutes: 241 })).error.Code).toBe('over_max_stay')
  const { body } = await start(driver, { Minutes: 240 })
  expect((await extend(driver, body.SessionId, 1)).error.Code).toBe('over_max_stay')
})

test('a closed zone refuses starts; one that closes soon accepts them until then', async () => {
  const driver = await parkit.driver()
  expect((await start(driver, { ZoneNumber: zones.opensInTheEvening })).error.Code).toBe('zone_closed')
  const quoted = (await quote(driver, { ZoneNumber: zones.closesAtOne, Minutes: 120 })).body
  expect(quoted).toMatchObject({ Minutes: 60, Parking: 2, Warnings: ['cut_to_closing'] })
  const { body } = await start(driver, { ZoneNumber: zones.closesAtOne, Minutes: 120, QuoteId: quoted.QuoteId })
  expect(body).toMatchObject({ AmountPaid: quoted.Total, EndsAt: quoted.EndsAt, Warnings: ['cut_to_closing'] })
  // a client that asks for no quote hears of it too, however it pays
  for (const payWith of ['wallet', 'card']) {
    const other = await parkit.driver()
    const PayWith = payWith === 'card' ? await cardOf(parkit, other.token, '4242') : payWith
    const cut = await start(other, { ZoneNumber: zones.closesAtOne, Minutes: 120, PayWith })
    expect([payWith, cut.body.Minutes, cut.body.Warnings]).toEqual([payWith, 60, ['cut_to_closing']])
    const whole = await start(await parkit.driver(), { ZoneNumber: zones.closesAtOne, Minutes: 60 })
    expect(whole.body).not.toHaveProperty('Warnings')
  }
})

test('a plate cannot return before the no-return time is over', async () => {
  const driver = await parkit.driver()
  const { body } = await start(driver, { ZoneNumber: zones.noReturn })
  later(30)
  await stop(driver, body.SessionId)
  later(59)
  const refused = await start(driver, { ZoneNumber: zones.noReturn })
  expect(refused.error).toMatchObject({
    Code: 'no_return',
    AllowedFrom: noon.add({ minutes: 90 }).toString(),
  })
  later(1)
  expect((await start(driver, { ZoneNumber: zones.noReturn })).status).toBe(200)
})

test('a free stay has no service fee and moves no money', async () => {
  const driver = await parkit.driver({ dollars: 0 })
  expect((await quote(driver, { ZoneNumber: zones.free })).body.Warnings).toContain('costs_nothing')
  const { body } = await start(driver, { ZoneNumber: zones.free })
  expect(body).toMatchObject({ AmountPaid: 0, ServiceFee: 0 })
})

test('a full zone warns but allows the start, as counts can be wrong', async () => {
  const driver = await parkit.driver()
  const now = parkit.clock.now()
  await parkit.features.places.reportOccupancy(
    [{ cityId: 1, zoneNumber: zones.twoSpaces, taken: 2, observedAt: now }],
    now,
  )
  expect((await quote(driver, { ZoneNumber: zones.twoSpaces })).body.Warnings).toContain('full')
  expect((await start(driver, { ZoneNumber: zones.twoSpaces })).status).toBe(200)
})

test('another driver’s session, vehicle and receipt are 404', async () => {
  const [driver, other] = await Promise.all([parkit.driver(), parkit.driver()])
  const { body } = await start(driver)
  const id = body.SessionId
  expect((await extend(other, id, 15)).status).toBe(404)
  expect((await stop(other, id)).status).toBe(404)
  expect((await quote(other, { SessionId: id, Minutes: 15 })).status).toBe(404)
  for (const call of [contract.session, contract.stopQuote, contract.receiptPdf]) {
    expect((await parkit.call(call, { params: { id } }, { token: other.token })).status).toBe(404)
  }
  expect((await start(other, { VehicleId: driver.VehicleId })).status).toBe(404)
})

test('a start needs a token', async () => {
  for (const call of [contract.start, contract.extend, contract.stop, contract.active, contract.sessions]) {
    expect((await parkit.call(call, { body: {} })).status).toBe(401)
  }
})
