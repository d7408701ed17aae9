// For tests: random calendars and stays for fast-check, many of them near clock changes, leap days, and the end of lists.
import type { Facts, Limits, Price, PriceLine, Rule, When } from '@parkit/contract/city/calendar-schemas'
import fc from 'fast-check'
import type { Calendar } from './calendar.ts'
import { override } from './testing.ts'

/** Havana sets its clocks at midnight, Lord Howe by half an hour. */
const zones = ['America/Chicago', 'America/Havana', 'Asia/Kolkata', 'Australia/Lord_Howe', 'UTC']
const around = ['2026-03-08T08:00Z', '2026-11-01T06:00Z', '2026-04-04T15:00Z', '2026-10-03T15:30Z']
const special = ['2028-02-29T06:00Z', '2026-12-25T06:00Z', '2027-01-01T06:00Z']

const some = <T>(...values: T[]) => fc.constantFrom(...values)
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 2 })
/** Without the fields that are undefined. */
const without = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as T

const time = fc
  .integer({ min: 0, max: 47 })
  .map(half => `${String(Math.floor(half / 2)).padStart(2, '0')}:${half % 2 ? '30' : '00'}`)
const monthDays = some('01-01', '02-29', '03-08', '04-01', '11-01', '12-01', '12-25')
const lists = fc.subarray(['holidays', 'matches', 'short'], { minLength: 1 })

const when: fc.Arbitrary<When> = fc
  .record({
    fromDate: maybe(some('2026-03-08', '2026-11-01', '2026-12-25')),
    yearly: fc.option(
      fc.tuple(monthDays, monthDays).map(([from, before]) => (from === before ? undefined : { from, before })),
      { nil: undefined, freq: 1 },
    ),
    weekdays: maybe(fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1 })),
    nth: maybe(fc.subarray([1, 2, 3, 4, 5, -1] as const, { minLength: 1 })),
    onDays: fc.option(lists, { nil: undefined, freq: 1 }),
    notOnDays: fc.option(lists, { nil: undefined, freq: 1 }),
    from: maybe(time),
    to: maybe(time),
    dateOf: some('start' as const, 'minute' as const),
  })
  .map(({ nth, ...rest }) => without({ ...rest, nth: rest.weekdays && nth ? [...nth] : undefined }))

/** Lines that follow each other without a gap, with totals that never fall. */
const lines: fc.Arbitrary<PriceLine[]> = fc
  .array(
    fc.record({
      type: some('flat', 'step', 'total') as fc.Arbitrary<PriceLine['type']>,
      length: some(450, 900, 3600, 5000, 7200),
      stepSeconds: some(60, 450, 900, 1000, 3600),
      cents: fc.integer({ min: 0, max: 900 }),
    }),
    { minLength: 1, maxLength: 4 },
  )
  .map(parts => {
    let from = 0
    let total = 0
    return parts.map(({ type, length, stepSeconds, cents }, i): PriceLine => {
      const fromSeconds = from
      from += length
      if (type === 'total') total += cents
      return {
        type,
        fromSeconds,
        toSeconds: i === parts.length - 1 ? null : from,
        ...(type === 'step' && { stepSeconds }),
        cents: type === 'total' ? total : cents,
      }
    })
  })

const price: fc.Arbitrary<Price> = fc
  .record({
    lines,
    count: some('period', 'stay') as fc.Arbitrary<Price['count']>,
    maxCents: maybe(fc.integer({ min: 0, max: 3_000 })),
    waivedUpToSeconds: maybe(some(300, 900, 1800)),
  })
  .map(without)

const limits: fc.Arbitrary<Limits> = fc
  .record({
    maxStaySeconds: maybe(some(900, 3600, 5400, 7200, 10_000)),
    maxStayCounts: some('paid', 'rule', 'stay') as fc.Arbitrary<Limits['maxStayCounts']>,
    limitGroup: maybe(some('curb', 'block')),
    noReturnScope: fc.constant('zone' as const),
  })
  .map(without)

const rules: fc.Arbitrary<Rule[]> = fc
  .array(
    fc.record({
      priority: some(10, 20, 30, 40),
      when: fc.array(when, { minLength: 1, maxLength: 2 }),
      who: some({}, {}, { holds: ['resident'] }, { not: ['resident'] }, { vehicleKinds: ['truck'] }),
      spaceKinds: some(undefined, undefined, ['general' as const], ['loading' as const]),
      isBan: some(false, false, true),
      price,
      limits: maybe(limits),
    }),
    { maxLength: 5 },
  )
  .map(all =>
    all.map(({ isBan, price, limits, ...rest }, i) =>
      without<Rule>({
        ...rest,
        id: `rule-${i}`,
        name: { en: 'Rule' },
        activity: isBan ? 'none' : 'park',
        ...(!isBan && { price, limits }),
      }),
    ),
  )

const instants = fc
  .oneof(
    fc.tuple(fc.constant('2026-01-01T00:00Z'), fc.integer({ min: 0, max: 3 * 365 * 86_400 })),
    fc.tuple(some(...around, ...special), fc.integer({ min: -100_000, max: 30_000 })),
  )
  .map(([from, seconds]) => Temporal.Instant.from(from).add({ seconds }))

const cap = fc
  .record({
    cents: fc.integer({ min: 0, max: 3_000 }),
    resetAt: maybe(time),
    resetAfterSeconds: maybe(some(3600, 7000, 86_400)),
  })
  .map(({ resetAt, ...rest }) => without({ ...rest, resetAt: rest.resetAfterSeconds ? undefined : resetAt }))
const caps = fc
  .tuple(maybe(cap), maybe(cap))
  .map(([all, own]) => [
    ...(own ? [{ ...own, ruleIds: ['rule-0', 'rule-1', 'rest'] }] : []),
    ...(all ? [{ ...all, ruleIds: 'all' as const }] : []),
  ])

const holidays = new Map([
  ['2026-03-08', {}],
  ['2026-11-01', {}],
  ['2026-12-25', {}],
  ['2027-01-01', {}],
])
const matches = new Map([
  ['2026-10-03', { from: '17:00', to: '23:30' }],
  ['2026-10-31', { from: '22:30', to: '01:30' }],
  ['2028-02-29', { from: '18:00' }],
])
const listsOf = new Map([
  ['holidays', { days: holidays, knownUntil: '2028-12-31' }],
  ['matches', { days: matches, knownUntil: '2029-12-31' }],
  ['short', { days: new Map([['2026-04-04', {}]]), knownUntil: '2026-10-31' }],
])

export type RandomStay = { calendar: Calendar; facts: Facts; start: Temporal.Instant; seconds: number; more: number }

/** A calendar with a rule that holds whenever no other does, and a stay of up to so many seconds. */
export const randomStay = (most: number): fc.Arbitrary<RandomStay> =>
  fc
    .record({
      rules,
      rest: maybe(price),
      caps,
      otherwise: some('free', 'closed', 'unknown') as fc.Arbitrary<Calendar['book']['otherwise']>,
      timeZone: some(...zones),
      facts: fc.constantFrom<Facts>(
        { spaceKind: 'general', vehicleKind: 'car', holds: [] },
        { spaceKind: 'loading', vehicleKind: 'truck', holds: [] },
        { spaceKind: 'general', vehicleKind: 'car', holds: ['resident'] },
      ),
      start: instants,
      seconds: fc.integer({ min: 1, max: most }),
      more: fc.integer({ min: 0, max: most }),
      closure: maybe(
        fc.tuple(fc.integer({ min: -7_000, max: most }), fc.integer({ min: 1, max: 10_000 }), fc.boolean(), price),
      ),
    })
    .map(({ rules, rest, caps, otherwise, timeZone, facts, start, seconds, more, closure }) => {
      const base = { priority: 900, name: { en: 'Rest' }, when: [], who: {}, activity: 'park' as const }
      const all: Rule[] = rest ? [...rules, { ...base, id: 'rest', price: rest }] : rules
      const overrides = closure
        ? [closure].map(([after, length, isBan, price]) => {
            const from = start.add({ seconds: after })
            const rule: Rule = isBan ? { ...base, id: 'over', activity: 'none' } : { ...base, id: 'over', price }
            return override(rule, from, from.add({ seconds: length }))
          })
        : []
      const calendar = { book: { rules: all, caps, otherwise }, overrides, lists: listsOf, banLists: listsOf, timeZone }
      return { calendar, facts, start, seconds, more }
    })
