// Parking over HTTP: quote, start, extend, stop, end; every refusal; and what never happens to money.
import { randomUUID } from 'node:crypto'
import * as account from '@parkit/contract/account'
import * as contract from '@parkit/contract/parking'
import * as wallet from '@parkit/contract/wallet'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { noon, startTestServer, type TestServer } from '#testing.ts'

let parkit: TestServer
/** a metered street in the Loop and a garage with flat tiers */
let street: string
let garage: string

beforeAll(async () => {
  parkit = await startTestServer()
  await parkit.features.places.start()
  const zones = await parkit.db.pool.query<{ kind: string; zone_number: string }>(
    `select distinct on (kind) kind, zone_number from place
      where hours = '[]' and tow_away = '[]' and no_return_minutes is null order by kind, zone_number`,
  )
  const of = (kind: string) => zones.rows.find(zone => zone.kind === kind)!.zone_number
  street = of('street')
  garage = of('garage')
})
afterAll(() => parkit.stop())
beforeEach(() => parkit.clock.set(noon))

type Driver = Awaited<ReturnType<TestServer['driver']>>

const start = (driver: Driver, more: Record<string, unknown> = {}, key?: string) =>
  parkit.call(
    contract.start,
    { body: { ZoneNumber: street, VehicleId: driver.VehicleId, Minutes: 60, PayWith: 'wallet', ...more } },
    { token: driver.token, ...(key && { key }) },
  )
const extend = (driver: Driver, SessionId: string, Minutes: number, key?: string) =>
  parkit.call(contract.extend, { body: { SessionId, Minutes } }, { token: driver.token, ...(key && { key }) })
const stop = (driver: Driver, SessionId: string, key?: string) =>
  parkit.call(contract.stop, { body: { SessionId } }, { token: driver.token, ...(key && { key }) })
const quote = (driver: Driver | null, body: Record<string, unknown>) =>
  parkit.call(
    contract.quote,
    { body: { ZoneNumber: street, Minutes: 60, ...body } },
    driver ? { token: driver.token } : {},
  )
const balance = async (driver: Driver) => (await parkit.call(account.details, {}, { token: driver.token })).body.Balance
const active = async (driver: Driver) => (await parkit.call(contract.active, {}, { token: driver.token })).body
const later = (minutes: number) => parkit.clock.advance({ minutes })

test('the quote is what is charged, to the cent, and the clock starts with the payment', async () => {
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

test('a guest gets a quote without signing in, but not for a session', async () => {
  expect((await quote(null, {})).status).toBe(200)
  expect((await quote(null, { SessionId: 'P-0000000000' })).status).toBe(401)
})

test('a quote lives 120 seconds, then answers the price that holds now', async () => {
  const driver = await parkit.driver()
  const quoted = (await quote(driver, {})).body
  parkit.clock.advance({ seconds: 121 })
  const { status, error } = await start(driver, { QuoteId: quoted.QuoteId })
  expect([status, error.Code]).toEqual([409, 'quote_expired'])
  expect(error.Quote).toMatchObject({ Total: quoted.Total })
  expect(await balance(driver)).toBe(50)
})

test('a price that changed since the quote is told, not charged', async () => {
  const driver = await parkit.driver()
  const quoted = (await quote(driver, {})).body
  const { rows } = await parkit.db.pool.query('select tariff_id from place where zone_number = $1', [street])
  const place = parkit.features.places.requirePlace(street)
  const held = place.tariffAt
  place.tariffAt = at => ({
    ...held(at),
    rates: held(at).rates.map(rate => ({
      ...rate,
      lines: rate.lines.map(line => ({ ...line, cents: line.cents * 2 })),
    })),
  })
  try {
    const { status, error } = await start(driver, { QuoteId: quoted.QuoteId })
    expect([status, error.Code]).toEqual([409, 'price_changed'])
    expect((error.Quote as contract.Quote).Parking).toBeCloseTo(quoted.Parking * 2, 10)
  } finally {
    place.tariffAt = held
  }
  expect(rows).toHaveLength(1)
  expect(await balance(driver)).toBe(50)
  expect(await active(driver)).toEqual([])
})

test('a quote for something else, or by somebody else, is refused at its field', async () => {
  const driver = await parkit.driver()
  const other = (await quote(driver, { ZoneNumber: garage })).body
  const { status, error } = await start(driver, { QuoteId: other.QuoteId })
  expect([status, error.Fields]).toEqual([400, { QuoteId: expect.any(String) }])
  const forged = `${other.QuoteId.split('.')[0]}.AAAA`
  expect((await start(driver, { ZoneNumber: garage, QuoteId: forged })).status).toBe(400)
})

test('the same key answers the same session, byte for byte, and pays once', async () => {
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

test('thirty taps at once with one key start one session', async () => {
  const driver = await parkit.driver()
  const key = randomUUID()
  const answers = await Promise.all(Array.from({ length: 30 }, () => start(driver, {}, key)))
  expect(new Set(answers.map(answer => answer.body.SessionId)).size).toBe(1)
  expect(await balance(driver)).toBeCloseTo(50 - answers[0]!.body.AmountPaid, 10)
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

test('one running session per plate; a second vehicle may run beside it', async () => {
  const driver = await parkit.driver()
  const first = await start(driver)
  const again = await start(driver)
  expect([again.status, again.error.Code]).toEqual([409, 'already_parked'])
  expect(again.error).toMatchObject({ Until: first.body.EndsAt, SessionId: first.body.SessionId })
  const second = await parkit.addVehicle(driver.token, 'SECOND 1')
  expect((await start(driver, { VehicleId: second })).status).toBe(200)
  expect(await active(driver)).toHaveLength(2)
})

test('another account with the same plate is told until when, not where', async () => {
  const [driver, other] = await Promise.all([parkit.driver(), parkit.driver({ vehicle: false })])
  const shared = await parkit.addVehicle(driver.token, 'SHARED 7')
  const copy = await parkit.addVehicle(other.token, 'shared-7')
  await start(driver, { VehicleId: shared })
  const refused = await start(other, { VehicleId: copy })
  expect(refused.error).toMatchObject({ Code: 'already_parked', SessionId: null, Name: null })
})

test('parallel starts of two accounts for one plate: one parks, one pays', async () => {
  const [driver, other] = await Promise.all([parkit.driver(), parkit.driver({ vehicle: false })])
  const VehicleId = await parkit.addVehicle(other.token, 'RACE 1')
  const mine = await parkit.addVehicle(driver.token, 'RACE 1')
  const answers = await Promise.all([start(driver, { VehicleId: mine }), start(other, { VehicleId })])
  expect(answers.map(answer => answer.status).sort()).toEqual([200, 409])
  const paid = 100 - (await balance(driver)) - (await balance(other))
  expect(paid).toBeCloseTo(answers.find(answer => answer.status === 200)!.body.AmountPaid, 10)
})

test('too little in the wallet says what is missing and charges nothing', async () => {
  const driver = await parkit.driver({ dollars: 1 })
  const total = (await quote(driver, {})).body.Total
  const { status, error } = await start(driver)
  expect([status, error.Code]).toEqual([402, 'insufficient_funds'])
  expect(error.Missing).toBeCloseTo(total - 1, 10)
  expect(await balance(driver)).toBe(1)
  expect(await active(driver)).toEqual([])
})

test('parallel starts of many vehicles never overdraw the wallet', async () => {
  const driver = await parkit.driver({ dollars: 20 })
  const vehicles = await Promise.all(Array.from({ length: 10 }, (_, n) => parkit.addVehicle(driver.token, `MANY ${n}`)))
  const answers = await Promise.all(vehicles.map(VehicleId => start(driver, { VehicleId })))
  const parked = answers.filter(answer => answer.status === 200)
  expect(answers.filter(answer => answer.status === 402)).toHaveLength(10 - parked.length)
  const left = await balance(driver)
  expect(left).toBeGreaterThanOrEqual(0)
  expect(left).toBeCloseTo(20 - parked.reduce((sum, answer) => sum + answer.body.AmountPaid, 0), 10)
})

test('an extension costs what the whole stay costs more, without a second fee', async () => {
  const driver = await parkit.driver()
  const whole = (await quote(driver, { Minutes: 90 })).body
  const { body } = await start(driver)
  later(20)
  const extended = await extend(driver, body.SessionId, 30)
  expect(extended.status).toBe(200)
  expect(extended.body.AmountPaid).toBeCloseTo(whole.Total, 10)
  expect(extended.body.Minutes).toBe(90)
  expect(await balance(driver)).toBeCloseTo(50 - whole.Total, 10)
})

test('an extension is quoted as it is charged', async () => {
  const driver = await parkit.driver()
  const { body } = await start(driver)
  const quoted = (await quote(driver, { SessionId: body.SessionId, Minutes: 30 })).body
  const extended = await parkit.call(
    contract.extend,
    { body: { SessionId: body.SessionId, Minutes: 30, QuoteId: quoted.QuoteId } },
    { token: driver.token },
  )
  expect(extended.body.AmountPaid).toBeCloseTo(body.AmountPaid + quoted.Total, 10)
  expect(extended.body.EndsAt).toBe(quoted.EndsAt)
})

test('parallel extensions each count once', async () => {
  const driver = await parkit.driver({ dollars: 100 })
  const { body } = await start(driver, { ZoneNumber: garage, Minutes: 60 })
  const answers = await Promise.all(Array.from({ length: 4 }, () => extend(driver, body.SessionId, 15)))
  expect(answers.map(answer => answer.status)).toEqual([200, 200, 200, 200])
  const [session] = await active(driver)
  expect(session!.Minutes).toBe(120)
  expect(await balance(driver)).toBeCloseTo(100 - session!.AmountPaid, 10)
})

test('a stop pays unused minutes back where the zone allows it', async () => {
  const driver = await parkit.driver()
  const half = (await quote(driver, { Minutes: 30 })).body
  const { body } = await start(driver)
  later(29)
  parkit.clock.advance({ seconds: 30 })
  const told = await parkit.call(contract.stopQuote, { params: { id: body.SessionId } }, { token: driver.token })
  const stopped = await stop(driver, body.SessionId)
  expect(stopped.body).toMatchObject({ Status: 'ended', Minutes: 30, PaymentStatus: 'Paid' })
  expect(stopped.body.AmountPaid).toBeCloseTo(half.Total, 10)
  expect(stopped.body.Refunded).toBe(told.body.Refund)
  expect(await balance(driver)).toBeCloseTo(50 - half.Total, 10)
})

test('a flat-rate garage keeps what was paid', async () => {
  const driver = await parkit.driver({ dollars: 100 })
  const { body } = await start(driver, { ZoneNumber: garage, Minutes: 120 })
  later(10)
  const stopped = await stop(driver, body.SessionId)
  expect(stopped.body.Refunded).toBe(0)
  expect(await balance(driver)).toBeCloseTo(100 - body.AmountPaid, 10)
})

test('a stop within a minute of the start pays everything back, fee included', async () => {
  const driver = await parkit.driver({ dollars: 100 })
  const { body } = await start(driver, { ZoneNumber: garage, Minutes: 120 })
  parkit.clock.advance({ seconds: 59 })
  const stopped = await stop(driver, body.SessionId)
  expect(stopped.body).toMatchObject({ AmountPaid: 0, PaymentStatus: 'Refunded' })
  expect(await balance(driver)).toBe(100)
})

test('stop and extend at once: whichever comes second sees the first', async () => {
  const driver = await parkit.driver()
  const { body } = await start(driver)
  later(10)
  const [extended, stopped] = await Promise.all([extend(driver, body.SessionId, 30), stop(driver, body.SessionId)])
  expect(stopped.status).toBe(200)
  expect([200, 409]).toContain(extended.status)
  expect(await active(driver)).toEqual([])
})

test('a stop twice with one key answers the same; with another the session has ended', async () => {
  const driver = await parkit.driver()
  const { body } = await start(driver)
  later(5)
  const key = randomUUID()
  const first = await stop(driver, body.SessionId, key)
  expect((await stop(driver, body.SessionId, key)).body).toEqual(first.body)
  const again = await stop(driver, body.SessionId)
  expect([again.status, again.error.Code]).toEqual([409, 'session_ended'])
})

test('a session ends by itself; reading it never shows it running, before or after the job', async () => {
  const driver = await parkit.driver()
  const { body } = await start(driver)
  later(60)
  expect(await active(driver)).toEqual([])
  const read = () => parkit.call(contract.session, { params: { id: body.SessionId } }, { token: driver.token })
  expect((await read()).body).toMatchObject({ Status: 'ended', EndedAt: body.EndsAt })
  expect((await extend(driver, body.SessionId, 15)).error.Code).toBe('session_ended')
  await parkit.jobs.runDue()
  const after = (await read()).body
  expect(after).toMatchObject({ Status: 'ended', EndedAt: body.EndsAt, Minutes: 60 })
  expect(after.Steps.map(step => step.Kind)).toEqual(['started', 'ended'])
})

test('a plate whose session is over parks again before the job ran', async () => {
  const driver = await parkit.driver()
  await start(driver)
  later(61)
  expect((await start(driver)).status).toBe(200)
})

test('an extended session is not ended by the job of its old end', async () => {
  const driver = await parkit.driver()
  const { body } = await start(driver)
  await extend(driver, body.SessionId, 30)
  later(61)
  await parkit.jobs.runDue()
  expect(await active(driver)).toHaveLength(1)
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
])('a wrong %s is told at its field', async (field, wrong) => {
  const driver = await parkit.driver()
  const { status, error } = await start(driver, wrong)
  expect([status, error.Code]).toEqual([400, 'bad_input'])
  expect(error.Fields).toHaveProperty(field)
})

test('unknown zone, too short, too long', async () => {
  const driver = await parkit.driver()
  expect((await start(driver, { ZoneNumber: '000000' })).error.Code).toBe('unknown_zone')
  expect((await start(driver, { Minutes: 5 })).error.Code).toBe('under_min_stay')
  const place = parkit.features.places.requirePlace(street)
  if (place.maxStayMinutes) {
    expect((await start(driver, { Minutes: place.maxStayMinutes + 1 })).error.Code).toBe('over_max_stay')
    const { body } = await start(driver, { Minutes: place.maxStayMinutes })
    expect((await extend(driver, body.SessionId, 1)).error.Code).toBe('over_max_stay')
  }
})

test('somebody else’s session, vehicle and receipt are not found', async () => {
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

test('nobody parks without a token', async () => {
  for (const call of [contract.start, contract.extend, contract.stop, contract.active, contract.sessions]) {
    expect((await parkit.call(call, { body: {} })).status).toBe(401)
  }
})

test('sessions are listed newest first, page by page', async () => {
  const driver = await parkit.driver({ dollars: 200 })
  for (let n = 0; n < 5; n++) {
    const { body } = await start(driver, { Minutes: 15 })
    later(2)
    await stop(driver, body.SessionId)
  }
  const first = await parkit.call(contract.sessions, { query: { Limit: 2 } }, { token: driver.token })
  expect(first.body.Items).toHaveLength(2)
  const second = await parkit.call(
    contract.sessions,
    { query: { Limit: 2, Cursor: first.body.NextCursor! } },
    { token: driver.token },
  )
  const third = await parkit.call(
    contract.sessions,
    { query: { Limit: 2, Cursor: second.body.NextCursor! } },
    { token: driver.token },
  )
  const ids = [first, second, third].flatMap(page => page.body.Items.map(item => item.SessionId))
  expect(new Set(ids).size).toBe(5)
  expect(third.body.NextCursor).toBeNull()
  const starts = [first, second, third].flatMap(page => page.body.Items.map(item => item.StartedAt))
  expect(starts).toEqual([...starts].sort().reverse())
})

test('the receipt is a PDF of the driver’s own session', async () => {
  const driver = await parkit.driver()
  const { body } = await start(driver)
  const receipt = await parkit.call(contract.receiptPdf, { params: { id: body.SessionId } }, { token: driver.token })
  expect(receipt.status).toBe(200)
  expect(String(receipt.body).slice(0, 5)).toBe('%PDF-')
})

test('the wallet shows each movement with the balance after it', async () => {
  const driver = await parkit.driver()
  const { body } = await start(driver)
  later(5)
  await stop(driver, body.SessionId)
  const { Items } = (await parkit.call(wallet.activity, { query: {} }, { token: driver.token })).body
  expect(Items.map(item => item.Kind)).toEqual(['unusedMinutes', 'fare', 'topUp'])
  expect(Items[0]!.BalanceAfter).toBe(await balance(driver))
  expect(Items[1]).toMatchObject({ SessionId: body.SessionId, Name: body.Name })
})
