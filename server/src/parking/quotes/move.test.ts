// The price of moving a session: each zone is paid for its own minutes, nothing is free or cheaper by a move, limits hold.
import type { RateLine, Tariff } from '@parkit/contract/city/tariff-schemas'
import { usualTerms } from '@parkit/contract/platform/limits'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TariffTerms } from '#city/calendar/calendar.ts'
import { convert } from '#city/calendar/replay-testing.ts'
import { anyCar } from '#city/calendar/testing.ts'
import type { Place } from '#city/places/places.ts'
import {
  priceExtension as extension,
  priceMove as moveBy,
  type PricedMove,
  paidMinutes,
  parkingLines,
  partOf,
} from './quotes.ts'

const start = Temporal.Instant.from('2026-04-14T19:10:00Z')
const timeZone = 'America/Chicago'
const tariff = (...lines: RateLine[]): Tariff => ({
  id: JSON.stringify(lines),
  version: 1,
  validFrom: '2026-01-01',
  name: 'Rate',
  rates: [{ name: 'All day', days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '24:00', lines }],
})
const steps = (stepMinutes: number, cents: number): RateLine => ({
  type: 'incrementingRate',
  fromMinutes: 0,
  toMinutes: null,
  stepMinutes,
  cents,
})
const flat = (cents: number): RateLine => ({ type: 'flatRate', fromMinutes: 0, toMinutes: null, cents })

type OwnPlace = Partial<Place> & Partial<TariffTerms>
const calendarOf = (rates: Tariff, own: OwnPlace = {}) => {
  const none = { hours: [], towAway: [], minStayMinutes: 15, maxStayMinutes: null, noReturnMinutes: null }
  return { ...convert(rates, { ...none, ...own }, timeZone), bookId: rates.id, version: 1 }
}

const placeOf = (rates: Tariff, own: OwnPlace = {}) =>
  ({
    zoneNumber: '9850',
    name: 'S Wabash Ave',
    timeZone,
    withdrawn: false,
    payable: true,
    refundsUnused: true,
    termsAt: () => usualTerms,
    rulesAt: (at: Temporal.Instant) => ({ ...calendarOf(rates, own), rulesAsOf: at }),
    ...own,
  }) as unknown as Place

const priceMove = (row: Parked, old: Tariff, ...rest: Tail<Parameters<typeof moveBy>>) =>
  moveBy(row, calendarOf(old).calendar, ...rest)
const priceExtension = (place: Place, row: Parked, minutes: number) =>
  extension(place, place.rulesAt(start)!.calendar, row, minutes)

const costOf = (rates: Tariff, minutes: number, from = start): number =>
  parkingLines(calendarOf(rates).calendar, anyCar, from, minutes).parkingCents

type Tail<T extends unknown[]> = T extends [unknown, unknown, ...infer Rest] ? Rest : never
type Own = { minutes?: number; refundsUnused?: boolean; method_id?: string | null; fee_cents?: number }
const parked = (
  rates: Tariff,
  { minutes = 120, refundsUnused = true, method_id = null, fee_cents = 35 }: Own = {},
) => ({
  session_id: 'P-0000000001',
  zone_number: '4526',
  started_at: start,
  ends_at: start.add({ minutes }),
  part_from_at: null as Temporal.Instant | null,
  parking_cents: costOf(rates, minutes),
  fee_cents,
  method_id,
  facts: anyCar,
  place: { timeZone, refundsUnused },
})
type Parked = ReturnType<typeof parked>
const after = (row: Parked, priced: PricedMove): Parked => ({
  ...row,
  zone_number: priced.place.zoneNumber,
  part_from_at: priced.from,
  ends_at: priced.endsAt,
  parking_cents: row.parking_cents - priced.backCents + priced.parkingCents,
  fee_cents: row.fee_cents + priced.feeCents,
  place: { timeZone, refundsUnused: priced.refundsUnused },
})
const paysFee = { isFeeWaived: false }
const refusal = (work: () => unknown): string => {
  try {
    work()
  } catch (error) {
    return (error as { code: string }).code
  }
  return 'none'
}

test.each([
  // 40 cents for 3 minutes are $8 an hour
  ['1-minute', steps(1, 10), steps(3, 40), 480, 640, 160],
  ['15-minute', steps(15, 150), steps(15, 200), 450, 800, 350],
])('48 minutes of 120 move from $6 to $8 an hour in %s steps', (_, oldSteps, newSteps, back, price, difference) => {
  const old = tariff(oldSteps)
  const priced = priceMove(parked(old), old, placeOf(tariff(newSteps), { maxStayMinutes: 120 }), 72, paysFee)
  expect(priced).toMatchObject({
    minutes: 48,
    usedMinutes: 72,
    backCents: back,
    parkingCents: price,
    feeCents: 0,
    totalCents: difference,
    maxMinutes: 120,
    warnings: [],
  })
  expect(priced.endsAt.equals(start.add({ minutes: 120 }))).toBe(true)
})

const cheap = tariff(steps(15, 50))
const free = tariff(flat(0))

test('the fee is paid once: with the first paid minute, unless a plan waives it', () => {
  const began = parked(free, { fee_cents: 0 })
  const move = (row: Parked, rates: Tariff, isFeeWaived = false) =>
    priceMove(row, row.parking_cents === 0 ? free : cheap, placeOf(rates), 60, { isFeeWaived }).feeCents
  expect(move(began, cheap)).toBe(usualTerms.serviceFeeCents)
  expect(move(began, cheap, true)).toBe(0)
  expect(move(began, free)).toBe(0)
  expect(move(parked(cheap), cheap)).toBe(0)
  // it was waived at the start
  expect(move(parked(cheap, { fee_cents: 0 }), cheap)).toBe(0)
})

test('all of the session counts toward the longest stay of the new zone', () => {
  const limited = placeOf(cheap, { maxStayMinutes: 119 })
  expect(refusal(() => priceMove(parked(cheap), cheap, limited, 72, paysFee))).toBe('over_max_stay')
  const place = placeOf(cheap, { maxStayMinutes: 150 })
  const moved = after(parked(cheap), priceMove(parked(cheap), cheap, place, 72, paysFee))
  expect(priceExtension(place, moved, 30)).toMatchObject({ minutes: 150, maxMinutes: 150 })
  expect(refusal(() => priceExtension(place, moved, 31))).toBe('over_max_stay')
})

test('a zone that closes before the end cuts the time, and returns what is cut; a closed one is refused', () => {
  const daily = { days: [1, 2, 3, 4, 5, 6, 7] }
  const place = placeOf(cheap, { hours: [{ ...daily, from: '06:00', to: '15:40' }] })
  const priced = priceMove(parked(cheap), cheap, place, 60, paysFee)
  // from 3:10 PM to 3:40 PM
  expect(priced).toMatchObject({ minutes: 30, parkingCents: 100, backCents: 200, totalCents: -100 })
  expect(priced.warnings).toEqual(['cut_to_closing'])
  const towed = placeOf(cheap, { towAway: [{ ...daily, from: '15:20', to: '18:00' }] })
  expect(priceMove(parked(cheap), cheap, towed, 60, paysFee)).toMatchObject({
    minutes: 10,
    warnings: ['cut_to_tow_away'],
  })
  expect(refusal(() => priceMove(parked(cheap), cheap, towed, 75, paysFee))).toBe('zone_closed')
  expect(refusal(() => priceMove(parked(cheap), cheap, placeOf(cheap, { withdrawn: true }), 1, paysFee))).toBe(
    'zone_closed',
  )
})

test('to a zone that cannot be paid there is no move', () => {
  expect(refusal(() => priceMove(parked(cheap), cheap, placeOf(cheap, { payable: false }), 1, paysFee))).toBe(
    'not_payable',
  )
})

test('to the same zone there is no move', () => {
  expect(refusal(() => priceMove(parked(cheap), cheap, placeOf(cheap, { zoneNumber: '4526' }), 1, paysFee))).toBe(
    'bad_input',
  )
})

test('what was paid without a refund pays for the new zone and never comes back', () => {
  const garage = tariff(steps(15, 300))
  const row = parked(garage, { refundsUnused: false })
  const toFree = priceMove(row, garage, placeOf(free), 30, paysFee)
  expect([toFree.backCents, toFree.totalCents, toFree.refundsUnused]).toEqual([0, 0, false])
  const toCheap = priceMove(row, garage, placeOf(cheap), 30, paysFee)
  expect([toCheap.backCents, toCheap.totalCents, toCheap.refundsUnused]).toEqual([300, 0, false])
})

const anyTariff = fc.oneof(
  fc
    .record({ stepMinutes: fc.constantFrom(1, 5, 15, 60), cents: fc.integer({ min: 0, max: 900 }) })
    .map(({ stepMinutes, cents }) => tariff(steps(stepMinutes, cents))),
  fc.integer({ min: 0, max: 3000 }).map(cents => tariff(flat(cents))),
)
const anyStay = fc
  .record({
    old: anyTariff,
    next: anyTariff,
    minutes: fc.integer({ min: 15, max: 600 }),
    usedShare: fc.double({ min: 0, max: 1, noNaN: true }),
    leftShare: fc.double({ min: 0, max: 1, noNaN: true }),
    more: fc.integer({ min: 1, max: 120 }),
    refundsUnused: fc.boolean(),
  })
  .map(({ usedShare, leftShare, ...stay }) => {
    const used = Math.max(1, Math.ceil(usedShare * stay.minutes))
    return { ...stay, used, stoppedAt: used + Math.floor(leftShare * (stay.minutes - used)) }
  })

test('each zone is paid for its own minutes: money is conserved, and a move is never cheaper than stopping and starting anew', () => {
  fc.assert(
    fc.property(anyStay, ({ old, next, minutes, used, stoppedAt, more, refundsUnused }) => {
      const row = parked(old, { minutes, refundsUnused })
      const place = placeOf(next)
      const priced = priceMove(row, old, place, used, paysFee)
      const moved = after(row, priced)
      // the difference is what the session costs more, to the cent
      expect(moved.parking_cents + moved.fee_cents - row.parking_cents - row.fee_cents).toBe(priced.totalCents)
      expect(paidMinutes(moved)).toBe(minutes)
      const inOld = costOf(old, used)
      const from = start.add({ minutes: used })
      const inNew = costOf(next, minutes - used, from)
      if (refundsUnused) expect(moved.parking_cents).toBe(inOld + inNew)
      else {
        expect(moved.parking_cents).toBeGreaterThanOrEqual(Math.max(row.parking_cents, inOld + inNew))
        expect(moved.place.refundsUnused).toBe(false)
      }
      // stopped later: the minutes in each zone are paid at its price
      const part = partOf(moved)
      expect([part.before, part.minutes]).toEqual([used, minutes - used])
      const stopped = moved.parking_cents - (inNew - costOf(next, stoppedAt - used, from))
      expect(stopped).toBeGreaterThanOrEqual(inOld + costOf(next, stoppedAt - used, from))
      // extended later: as if the longer time had moved
      const extended = priceExtension(place, moved, more)
      expect(inNew + extended.totalCents).toBe(costOf(next, minutes - used + more, from))
      expect(extended.minutes).toBe(minutes + more)
    }),
    { numRuns: 300 },
  )
})
