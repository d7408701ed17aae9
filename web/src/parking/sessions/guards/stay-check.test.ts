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
/** Monday to Friday of one week, 4 PM to 6 PM. */
const rush = {
  TowAway: [23, 24, 25, 26, 27].map(day => ({
    From: new Date(at(`2026-11-${day}T16:00`)).toISOString(),
    Until: new Date(at(`2026-11-${day}T18:00`)).toISOString(),
  })),
}
const quiet = { TowAway: [] }

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

test('the next tow-away time is the first that begins after an instant', () => {
  const { TowAway } = rush
  const next = (local: string) => nextTowAway({ TowAway }, at(local))
  const monday = { fromMs: at('2026-11-23T16:00'), untilMs: at('2026-11-23T18:00') }
  expect(next('2026-11-23T12:00')).toEqual(monday)
  expect(next('2026-11-23T16:00')).toEqual({ fromMs: at('2026-11-24T16:00'), untilMs: at('2026-11-24T18:00') })
  expect(next('2026-11-29T12:00')).toBeNull()
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
