// Rules as policies of CDS: read as CDS says, the same rule decides at each moment, and a stay costs the same.
import type { Rule } from '@parkit/contract/city/calendar-schemas'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { priceStay, stateAt } from '#city/calendar/calendar.ts'
import { type RandomStay, randomStay } from '#city/calendar/random-testing.ts'
import { at, ban, calendar, chicago, during, flat, free, hourly, price, rule, steps } from '#city/calendar/testing.ts'
import { cdsPoliciesOf } from './cds-policies.ts'
import { cdsRatesOf } from './cds-rates.ts'
import { type Designated, feeOf, policyAt } from './cds-reading-testing.ts'

const publishedAt = at('2026-01-01T00:00')
const written = (rules: Rule[], otherwise: 'free' | 'closed' | 'unknown' = 'unknown') =>
  cdsPoliciesOf({ book: { rules, caps: [], otherwise }, overrides: [], publishedAt, timeZone: chicago }, 'general')

test('sweeping, holidays, and a meter: the exception comes first, as rules of their own', () => {
  const weekly = during({ weekdays: [1, 2, 3, 4, 5, 6], from: '08:00', to: '20:00', notOnDays: ['holidays'] })
  const limits = { maxStaySeconds: 7200, maxStayCounts: 'paid', noReturnSeconds: 3600, noReturnScope: 'zone' } as const
  const policies = written([
    ban({
      name: { en: 'Sweeping' },
      when: [
        during({ weekdays: [2], nth: [2], from: '08:00', to: '12:00', yearly: { from: '04-01', before: '12-01' } }),
      ],
    }),
    rule({ name: { en: 'Meter' }, priority: 20, when: [weekly], price: price(steps(25, 450)), limits }),
    rule({ name: { en: 'Nights and Sundays' }, priority: 30, price: free }),
  ])
  expect(policies.map(({ name, priority }) => [priority, name])).toEqual([
    [1, 'Sweeping'],
    [2, 'Nights and Sundays'],
    [3, 'Meter'],
    [4, 'Nights and Sundays'],
  ])
  expect(policies[0]).toMatchObject({
    published_date: publishedAt.epochMilliseconds,
    rules: [{ activity: 'no parking' }],
    time_spans: [
      {
        months: [4, 5, 6, 7, 8, 9, 10, 11],
        weeks_of_month: [2],
        days_of_week: ['tue'],
        time_of_day_start: '08:00',
        time_of_day_end: '12:00',
      },
    ],
  })
  expect(policies[1]!.time_spans).toEqual([{ designated_period: 'holidays' }])
  expect(policies[2]!.rules).toEqual([
    {
      activity: 'parking',
      max_stay: 2,
      max_stay_unit: 'hour',
      no_return: 1,
      no_return_unit: 'hour',
      rate: [{ rate: 200, rate_unit: 'hour', increment_amount: 25 }],
    },
  ])
  expect(JSON.stringify(policies)).not.toContain('designated_period_except')
})

test('a night of a Friday goes on until Saturday morning, and a season over New Year is its months and days', () => {
  const night = during({ weekdays: [5], from: '20:00', to: '02:00' })
  const [first] = written([
    rule({ when: [night, during({ yearly: { from: '11-15', before: '02-01' }, to: '06:00' })], price: hourly(100) }),
  ])
  expect(first!.time_spans).toEqual([
    { days_of_week: ['fri'], time_of_day_start: '20:00' },
    { days_of_week: ['sat'], time_of_day_end: '02:00' },
    { months: [1, 12], time_of_day_end: '06:00' },
    { days_of_month: Array.from({ length: 16 }, (_, i) => i + 15), months: [11], time_of_day_end: '06:00' },
  ])
})

test('a policy that says the same has the same id, another has another', () => {
  const ids = (cents: number) => written([rule({ id: 'one', name: { en: 'One' }, price: hourly(cents) })])[0]
  expect(ids(100)).toEqual(ids(100))
  expect(ids(100)!.curb_policy_id).not.toBe(ids(101)!.curb_policy_id)
  expect(ids(100)!.curb_policy_id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})

/** Whole days, all known, so that a name and a date are all that decides. */
const wholeDays = new Map(
  Object.entries({
    holidays: ['2026-03-09', '2026-10-30', '2026-12-25', '2027-01-01'],
    matches: ['2026-10-03', '2026-12-25', '2028-03-10'],
    short: ['2026-04-03', '2027-01-01', '2027-01-02'],
  }).map(([id, days]) => [id, { days: new Map(days.map(day => [day, {}])), knownUntil: '2040-01-01' }]),
)
const designated: Designated = (period, date) =>
  period.split(' and ').every(one => {
    const [, after, list] = /^(day after )?(.+)$/.exec(one)!
    return wholeDays.get(list!)!.days.has(date.subtract({ days: after ? 1 : 0 }).toString())
  })

/** Clocks that are set, and the last week of a leap year's February, are said in other words there. */
const isUnusual = (local: Temporal.ZonedDateTime) =>
  [-1, 0, 1, 2].some(days => local.add({ days }).hoursInDay !== 24) ||
  (local.toPlainDate().inLeapYear && local.month === 2) ||
  (local.month === 3 && local.day < 3)

const sameRule = ({ calendar: random, facts, start }: RandomStay) => {
  const { timeZone } = random
  // a price that can't be said is no matter of when it holds
  const sayable = (one: Rule): Rule => ({ ...one, name: { en: one.id }, ...(one.price && { price: hourly(100) }) })
  const rules = random.book.rules.map(sayable)
  const overrides = random.overrides.map(one => ({ ...one, rule: sayable(one.rule) }))
  const book = { ...random.book, rules }
  const own = { ...random, book, overrides, lists: wholeDays, banLists: wholeDays }
  const policies = cdsPoliciesOf({ book, overrides, publishedAt, timeZone }, facts.spaceKind)
  expect(policies.map(({ priority }) => priority)).toEqual(policies.map((_, i) => i + 1))
  const classes = [facts.vehicleKind, ...facts.holds]
  const begin = start.toZonedDateTimeISO(timeZone).startOfDay()
  for (let quarter = 0; quarter < 96 * 3; quarter++) {
    const local = begin.add({ minutes: quarter * 15 })
    if (isUnusual(local)) continue
    const { rule: priced, ban } = stateAt(own, facts, local.toInstant())
    const winner = ban ?? priced
    const expected =
      typeof winner === 'string' ? { free: 'Free', closed: 'Closed', unknown: 'Not known' }[winner] : winner.id
    const found = policyAt(policies, local, classes, designated)?.name ?? 'Not known'
    if (found !== expected) throw new Error(`${local}: ${found}, not ${expected}`)
  }
}

test('read as CDS says, the rule that decides is the same at every quarter of an hour', () => {
  fc.assert(fc.property(randomStay(86_400), sameRule), { numRuns: 300 })
})

test('every rate that CDS can say costs the same', () => {
  let said = 0
  const sameFee = ({ calendar: { book }, seconds }: RandomStay) => {
    for (const { price: given } of book.rules) {
      const rates = given && cdsRatesOf(given)
      if (!rates) continue
      said++
      const { waivedUpToSeconds, ...charged } = given
      const alone = calendar([rule({ price: charged })])
      const expected = priceStay(alone, { spaceKind: 'general', vehicleKind: 'car', holds: [] }, publishedAt, seconds)
      expect([rates, feeOf(rates, seconds)]).toEqual([rates, expected.totalCents])
    }
  }
  fc.assert(fc.property(randomStay(86_400), sameFee), { numRuns: 500 })
  expect(said).toBeGreaterThan(100)
})

test('a price that CDS cannot say has no rule, lest it reads as free, and its words stay', () => {
  expect(cdsRatesOf(price(flat(0), steps(100, 3600, 600)))).toBeNull()
  expect(cdsRatesOf(price({ ...flat(0), toSeconds: 3600 }, steps(100, 3600, 3600)))).toEqual([
    { rate: 0, rate_unit: 'hour', end_duration: 1 },
    { rate: 100, rate_unit: 'hour', increment_amount: 100, start_duration: 1 },
  ])
  const [policy] = written([rule({ price: price({ ...flat(0), toSeconds: 600 }, steps(200, 3600, 600)) })])
  expect(policy!.rules).toEqual([])
  expect(policy!.description).toContain('$2.00')
})
