// Stays that end as cars are towed, are free or become so, or run a little into a dear hour; and on every day of the year.
import type { Line } from '@parkit/contract/parking/sessions'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkStay, nextTowAway } from './stay-check.ts'

const chicago = 'America/Chicago'
const at = (local: string) => Temporal.PlainDateTime.from(local).toZonedDateTime(chicago).epochMilliseconds
const iso = (local: string) => new Date(at(local)).toISOString()
const line = (Minutes: number, Amount: number, Kind: Line['Kind'] = 'parking'): Line => ({
  Kind,
  Name: '',
  Minutes,
  HourlyRate: null,
  Amount,
})
const fee = line(0, 0.35, 'fee')
const stay = (start: string, Lines: Line[], FreeUntil: string | null = null) => ({
  StartsAt: iso(start),
  Minutes: Lines.reduce((sum, { Minutes }) => sum + Minutes, 0),
  Lines,
  FreeUntil: FreeUntil && iso(FreeUntil),
  Total: Lines.reduce((sum, { Amount }) => sum + Amount, 0),
})
const rush = { TimeZone: chicago, TowAway: [{ days: [1, 2, 3, 4, 5], from: '16:00', to: '18:00' }] }
const quiet = { TimeZone: chicago, TowAway: [] }

// 23 November 2026 is a Monday
test.each([
  ['cut short by tow-away', stay('2026-11-23T15:00', [line(60, 6), fee]), true],
  ['ends soon before it', stay('2026-11-23T14:30', [line(60, 6), fee]), true],
  ['ends long before it', stay('2026-11-23T14:29', [line(60, 6), fee]), false],
  ['begins after it', stay('2026-11-23T18:00', [line(60, 6), fee]), false],
  ['on a Saturday', stay('2026-11-28T15:00', [line(60, 6), fee]), false],
])('tow-away: %s', (_, quote, isTowed) =>
  expect(checkStay(quote, rush)).toEqual(
    isTowed ? { kind: 'towed', span: { fromMs: at('2026-11-23T16:00'), untilMs: at('2026-11-23T18:00') } } : null,
  ),
)

test('tow-away comes first, whatever else is to be said', () =>
  expect(checkStay(stay('2026-11-23T15:30', [line(30, 0)], '2026-11-23T16:00'), rush)?.kind).toBe('towed'))

test('free now: all of it, or until when', () => {
  expect(checkStay(stay('2026-11-22T10:00', [line(60, 0)], '2026-11-23T08:00'), quiet)).toEqual({ kind: 'free' })
  expect(checkStay(stay('2026-11-23T07:30', [line(30, 0), line(60, 2.4), fee], '2026-11-23T08:00'), quiet)).toEqual({
    kind: 'freeFirst',
    untilMs: at('2026-11-23T08:00'),
  })
})

test('free later: from when, and whether it is paid again afterwards', () => {
  expect(checkStay(stay('2026-11-23T21:00', [line(60, 2.4), line(60, 0), fee]), quiet)).toEqual({
    kind: 'freeLater',
    atMs: at('2026-11-23T22:00'),
    paidAfter: false,
  })
  expect(checkStay(stay('2026-11-23T21:00', [line(60, 2.4), line(600, 0), line(60, 2.4), fee]), quiet)).toMatchObject({
    kind: 'freeLater',
    atMs: at('2026-11-23T22:00'),
    paidAfter: true,
  })
})

test.each([
  ['the last minutes are at a flat rate', [line(60, 16), line(15, 14), fee], '2026-11-23T17:00'],
  ['as long as half an hour', [line(60, 16), line(30, 14), fee], '2026-11-23T17:00'],
  ['longer: he means to stay', [line(60, 16), line(45, 14), fee], null],
  ['cheap: not worth a word', [line(60, 16), line(15, 0.75), fee], null],
  ['all at one rate', [line(15, 14), fee], null],
])('a dear end: %s', (_, lines, changes) =>
  expect(checkStay(stay('2026-11-23T16:00', lines), quiet)).toEqual(changes && { kind: 'dearEnd', atMs: at(changes) }),
)

test('of more time, only what comes after the present end counts', () => {
  const quote = { ...stay('2026-11-23T20:00', [line(120, 4.8), line(120, 0)]), Total: 0.6 }
  expect(checkStay(quote, quiet, at('2026-11-23T21:30'))).toMatchObject({ kind: 'freeLater' })
  expect(checkStay(quote, quiet, at('2026-11-23T22:30'))).toBeNull()
  // that the rest costs nothing, or that the beginning was free, says nothing of the whole
  expect(checkStay({ ...quote, Total: 0 }, quiet, at('2026-11-23T21:30'))?.kind).toBe('freeLater')
  const FreeUntil = iso('2026-11-23T20:30')
  expect(checkStay({ ...quote, FreeUntil }, quiet, at('2026-11-23T21:30'))?.kind).toBe('freeLater')
  // after a move the lines are those of the present zone
  const moved = { ...quote, Minutes: 300 }
  expect(checkStay(moved, quiet, at('2026-11-23T22:30'))).toMatchObject({ atMs: at('2026-11-23T23:00') })
})

test('windows that touch are one, and one that ends after midnight ends the next day', () => {
  const everyDay = [1, 2, 3, 4, 5, 6, 7]
  const TowAway = [
    { days: everyDay, from: '22:00', to: '24:00' },
    { days: everyDay, from: '00:00', to: '02:00' },
    { days: [1], from: '20:00', to: '21:00' },
  ]
  const next = (local: string) => nextTowAway({ TowAway, TimeZone: chicago }, at(local))
  expect(next('2026-11-23T21:00')).toEqual({ fromMs: at('2026-11-23T22:00'), untilMs: at('2026-11-24T02:00') })
  expect(next('2026-11-23T12:00')).toEqual({ fromMs: at('2026-11-23T20:00'), untilMs: at('2026-11-23T21:00') })
  const night = [{ days: [2], from: '23:00', to: '01:00' }]
  expect(nextTowAway({ TowAway: night, TimeZone: chicago }, at('2026-11-23T12:00'))).toEqual({
    fromMs: at('2026-11-24T23:00'),
    untilMs: at('2026-11-25T01:00'),
  })
})

const windows = fc.array(
  fc.record({
    days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
    from: fc.constantFrom('00:00', '01:30', '02:30', '07:00', '16:00', '22:00'),
    to: fc.constantFrom('03:00', '09:00', '18:00', '24:00', '02:00'),
  }),
  { maxLength: 3 },
)
const instants = fc.integer({ min: 0, max: 365 * 24 * 4 }).map(n => at('2026-01-01T00:07') + n * 900_000)

test('the next tow-away time is the first that any window begins, on days of clock changes too', () => {
  fc.assert(
    fc.property(windows, instants, (TowAway, fromMs) => {
      const found = nextTowAway({ TowAway, TimeZone: chicago }, fromMs)
      const starts = TowAway.flatMap(({ days, from }) =>
        Array.from({ length: 9 }, (_, i) => {
          const date = Temporal.Instant.fromEpochMilliseconds(fromMs)
            .toZonedDateTimeISO(chicago)
            .toPlainDate()
            .add({ days: i })
          if (!days.includes(date.dayOfWeek)) return Number.POSITIVE_INFINITY
          const begins = date.toPlainDateTime(Temporal.PlainTime.from(from)).toZonedDateTime(chicago).epochMilliseconds
          return begins > fromMs ? begins : Number.POSITIVE_INFINITY
        }),
      )
      const first = Math.min(Number.POSITIVE_INFINITY, ...starts)
      expect(found?.fromMs ?? Number.POSITIVE_INFINITY).toBe(first)
      if (found) expect(found.untilMs).toBeGreaterThan(found.fromMs)
    }),
    { numRuns: 500 },
  )
})

const lines = fc.array(
  fc.tuple(fc.integer({ min: 1, max: 600 }), fc.constantFrom(0, 0, 0.75, 2.4, 14)).map(([m, a]) => line(m, a)),
  { minLength: 1, maxLength: 5 },
)

test('whatever the lines: a hint’s time is where one of them begins, within the stay', () => {
  fc.assert(
    fc.property(lines, Lines => {
      const quote = stay('2026-11-23T10:00', Lines)
      const hint = checkStay(quote, quiet)
      if (!hint || !('atMs' in hint)) return
      const minutes = (hint.atMs - at('2026-11-23T10:00')) / 60_000
      const begins = Lines.map((_, i) => Lines.slice(0, i).reduce((sum, { Minutes }) => sum + Minutes, 0))
      expect(begins.slice(1)).toContain(minutes)
      const next = Lines[begins.indexOf(minutes)]!
      expect(next.Amount === 0).toBe(hint.kind === 'freeLater')
    }),
  )
})
