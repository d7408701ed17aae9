// For tests: calendars in few words, and how a city's places of today look as calendars.
import type { Facts, Override, PriceLine, Rule, RuleBook, When } from '@parkit/contract/city/calendar-schemas'
import { anyCar, type Calendar, evaluateStay } from './calendar.ts'

export { anyCar } from './calendar.ts'

export const chicago = 'America/Chicago'
export const at = (local: string, timeZone = chicago) =>
  Temporal.PlainDateTime.from(local).toZonedDateTime(timeZone).toInstant()

export const steps = (
  cents: number,
  stepSeconds: number,
  fromSeconds = 0,
  toSeconds: number | null = null,
): PriceLine => ({ type: 'step', fromSeconds, toSeconds, stepSeconds, cents })
export const flat = (cents: number, fromSeconds = 0): PriceLine => ({
  type: 'flat',
  fromSeconds,
  toSeconds: null,
  cents,
})
export const price = (...lines: PriceLine[]): NonNullable<Rule['price']> => ({ lines, count: 'period' })
export const free = price(flat(0))
export const hourly = (cents: number) => price(steps(cents, 3600))
export const during = (when: Partial<When>): When => ({ dateOf: 'start', ...when })

let rules = 0
export const rule = (given: Partial<Rule>): Rule => ({
  id: `rule-${++rules}`,
  priority: 100,
  name: { en: 'Parking' },
  when: [],
  who: {},
  activity: 'park',
  ...(given.activity !== 'none' && { price: free }),
  ...given,
})
export const ban = (given: Partial<Rule>): Rule =>
  rule({ priority: 10, activity: 'none', name: { en: 'No parking' }, ...given })

type More = Partial<Calendar & Omit<RuleBook, 'rules'>>
export const calendar = (
  given: Rule[],
  {
    lists = new Map(),
    banLists = lists,
    overrides = [],
    timeZone = chicago,
    caps = [],
    otherwise = 'unknown',
  }: More = {},
): Calendar => ({ book: { rules: given, caps, otherwise }, overrides, lists, banLists, timeZone })

export const override = (of: Rule, from: Temporal.Instant, to: Temporal.Instant, publishedAt = from): Override => ({
  id: of.id,
  rule: { ...of, priority: 0 },
  startsAt: from,
  endsAt: to,
  publishedAt,
  cancelledAt: null,
})

export const stay = (of: Calendar, start: string, minutes: number, facts: Facts = anyCar) =>
  evaluateStay({ calendar: of, facts, start: at(start), seconds: minutes * 60 })
export const centsOf = (of: Calendar, start: string, minutes: number) => stay(of, start, minutes).totalCents
/** Name, minutes, and cents of each. */
export const linesOf = (of: Calendar, start: string, minutes: number) =>
  stay(of, start, minutes).lines.map(({ rule, seconds, cents }) => [
    typeof rule === 'string' ? rule : rule.name.en,
    seconds / 60,
    cents,
  ])
