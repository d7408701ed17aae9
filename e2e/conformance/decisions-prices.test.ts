// Decisions on quotes, prices, availability and statuses, and on the word files.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import * as places from '@parkit/contract/city/places'
import * as parking from '@parkit/contract/parking/sessions'
import { beforeAll, expect } from 'vitest'
import { call, type Driver, registerDriver as register, require } from '../api.ts'
import { findLot } from '../places.ts'
import { isRecording, statement } from './statements.ts'
import { openVisitors } from './visitors.ts'

const { address, registerDriver } = openVisitors()
const root = join(import.meta.dirname, '../..')

let zone: string
let who: Driver
let running: parking.Started
let ended: parking.Started
if (!isRecording())
  beforeAll(async () => {
    who = await register(address, 80)
    const { token, vehicleId } = who
    zone = (await findLot(address)).ZoneNumber
    const body = { ZoneNumber: zone, VehicleId: vehicleId, Minutes: 60, PayWith: 'wallet' }
    ended = await require(address, parking.start, { body }, { token })
    await require(address, parking.stop, { body: { SessionId: ended.SessionId } }, { token })
    running = await require(address, parking.start, { body }, { token })
  })

statement(
  'D-81: a quote has an id and lives two minutes; the start that names it pays its price',
  { built: ['server/src/parking/quotes/quotes.ts'] },
  async () => {
    const { token, vehicleId } = await registerDriver()
    const wish = { ZoneNumber: zone, VehicleId: vehicleId, Minutes: 60 }
    const before = Temporal.Now.instant()
    const quote = await require(address, parking.quote, { body: wish }, { token })
    const seconds = before.until(quote.ExpiresAt).total('seconds')
    expect(Math.abs(seconds - 120)).toBeLessThan(20)
    const body = { ...wish, QuoteId: quote.QuoteId, PayWith: 'wallet' }
    const started = await require(address, parking.start, { body }, { token })
    expect(started.AmountPaid).toBe(quote.Total)
    expect(Date.parse(started.EndsAt) - Date.parse(started.StartedAt)).toBe(3_600_000)
  },
)

statement('D-86: a longer stay never costs less', { built: ['server/src/city/calendar/price.ts'] }, async () => {
  let before = 0
  for (const Minutes of [15, 30, 60, 90, 120, 180]) {
    const quote = await call(address, parking.quote, { body: { ZoneNumber: zone, Minutes } })
    if (!quote.ok) break
    expect(quote.body.Total).toBeGreaterThanOrEqual(before)
    before = quote.body.Total
  }
  expect(before).toBeGreaterThan(0)
})

statement('D-91: Find answers Free and FreeAsOf', { built: ['server/src/city/places/availability.ts'] }, async () => {
  const { Items } = await require(address, places.find, { query: {} })
  for (const item of Items) expect(item.Free === null).toBe(item.FreeAsOf === null)
})

statement(
  'D-93: Status, PaymentStatus, and AmountPaid net of Refunded',
  { built: ['contract/src/parking/sessions.ts'] },
  async () => {
    const { token } = who
    const now = await require(address, parking.session, { params: { id: running.SessionId } }, { token })
    expect([now.Status, now.PaymentStatus, now.Refunded]).toEqual(['running', 'Paid', 0])
    const then = await require(address, parking.session, { params: { id: ended.SessionId } }, { token })
    expect(then.Status).toBe('ended')
    expect(then.Refunded).toBeGreaterThan(0)
    expect(then.AmountPaid + then.Refunded).toBeCloseTo(ended.AmountPaid)
  },
)

statement(
  'D-75: every word file has its Hindi one, with the same words',
  {
    built: ['web/src/platform/language.tsx'],
  },
  async () => {
    const files = readdirSync(join(root, 'web/src'), { recursive: true, encoding: 'utf8' })
    const english = files.filter(file => file.endsWith('words.en.ts'))
    expect(english.length).toBeGreaterThan(10)
    for (const file of english) {
      const { en } = await import(join(root, 'web/src', file))
      const { hi } = await import(join(root, 'web/src', file.replace('.en.', '.hi.')))
      expect(Object.keys(hi).toSorted(), file).toEqual(Object.keys(en).toSorted())
    }
  },
)
