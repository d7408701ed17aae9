// Today's tariff and terms of a place as a rule book: the same cents, minutes, and refusals. Pure.
import type { Limits, PriceLine, Rule, RuleBook, When } from '@parkit/contract/city/calendar-schemas'
import type { Rate, RateLine, Tariff } from '@parkit/contract/city/tariff-schemas'

type Hours = { days: number[]; from: string; to: string }

/** What else decides a stay at a place today. */
export type TariffTerms = {
  /** empty: always open */
  hours: Hours[]
  towAway: Hours[]
  minStayMinutes: number
  maxStayMinutes: number | null
  noReturnMinutes: number | null
}

const dayMinutes = 1_440
const minuteOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
const timeOf = (minute: number) =>
  [Math.floor(minute / 60), minute % 60].map(part => String(part).padStart(2, '0')).join(':')

/** The windows of a week in which nobody is let in, each within a day; the same times of several days are one. */
const closedWindows = (hours: Hours[]): When[] => {
  const isOpen = new Set<number>()
  for (const { days, from, to } of hours) {
    const length = (minuteOf(to) - minuteOf(from) + dayMinutes) % dayMinutes || dayMinutes
    for (const day of days)
      for (let i = 0; i < length; i++) isOpen.add(((day - 1) * dayMinutes + minuteOf(from) + i) % (7 * dayMinutes))
  }
  const byTimes = new Map<string, When & { weekdays: number[] }>()
  for (let day = 0; day < 7; day++) {
    for (let minute = 0, from = -1; minute <= dayMinutes; minute++) {
      const isClosed = minute < dayMinutes && !isOpen.has(day * dayMinutes + minute)
      if (isClosed && from < 0) from = minute
      if (isClosed || from < 0) continue
      const times = { from: timeOf(from), to: timeOf(minute) }
      byTimes
        .getOrInsertComputed(`${times.from} ${times.to}`, () => ({ weekdays: [], ...times, dateOf: 'start' }))
        .weekdays.push(day + 1)
      from = -1
    }
  }
  return [...byTimes.values()]
}

const lineTypes = { flatRate: 'flat', incrementingRate: 'step', flatRateTier: 'total' } as const

const priceLine = ({ type, fromMinutes, toMinutes, stepMinutes = 1, cents }: RateLine, isLast: boolean): PriceLine => ({
  type: lineTypes[type],
  fromSeconds: fromMinutes * 60,
  // a last line that ends does so after the longest period
  toSeconds: isLast || toMinutes === null ? null : toMinutes * 60,
  ...(type === 'incrementingRate' && { stepSeconds: stepMinutes * 60 }),
  cents,
})

const limitsOf = ({ minStayMinutes, maxStayMinutes, noReturnMinutes }: TariffTerms): Limits => ({
  minStaySeconds: minStayMinutes * 60,
  ...(maxStayMinutes !== null && { maxStaySeconds: maxStayMinutes * 60 }),
  maxStayCounts: 'stay',
  ...(noReturnMinutes !== null && { noReturnSeconds: noReturnMinutes * 60 }),
  noReturnScope: 'zone',
})

/** The first rate listed wins, so it has the lowest priority. */
const rateRule = ({ name, days, from, to, lines, maxCents }: Rate, i: number, limits: Limits): Rule => ({
  id: `rate-${i + 1}`,
  priority: 1_000 + 10 * i,
  name: { en: name },
  when: [{ weekdays: days, from, to, dateOf: 'start' }],
  who: {},
  activity: 'park',
  price: {
    lines: lines
      .toSorted((a, b) => a.fromMinutes - b.fromMinutes)
      .map((line, n) => priceLine(line, n === lines.length - 1)),
    count: 'period',
    ...(maxCents !== undefined && { maxCents }),
  },
  limits,
})

/** A week without a rate at some minute stays unknown: nothing is charged by mistake. */
export const bookOfTariff = ({ rates, cap }: Tariff, terms: TariffTerms): RuleBook => {
  const everyone = { who: {}, activity: 'none' } as const
  const closed = terms.hours.length === 0 ? [] : closedWindows(terms.hours)
  const towed = terms.towAway.map(({ days, from, to }): When => ({ weekdays: days, from, to, dateOf: 'start' }))
  const bans: Rule[] = [
    // before tow-away times, because a place that is closed says so first
    { ...everyone, id: 'closed', priority: 10, name: { en: 'Closed' }, when: closed },
    { ...everyone, id: 'tow', priority: 20, name: { en: 'Tow-away zone' }, when: towed, tow: true },
  ]
  const limits = limitsOf(terms)
  return {
    rules: [...bans.filter(({ when }) => when.length > 0), ...rates.map((rate, i) => rateRule(rate, i, limits))],
    caps: cap
      ? [
          {
            cents: cap.cents,
            ruleIds: 'all',
            ...(cap.resetAt !== undefined && { resetAt: cap.resetAt === '24:00' ? '00:00' : cap.resetAt }),
            ...(cap.resetAfterMinutes !== undefined && { resetAfterSeconds: cap.resetAfterMinutes * 60 }),
          },
        ]
      : [],
    otherwise: 'unknown',
  }
}

/** The same book with longest stays of paid time alone, all of them together: free time has no maximum. */
export const limitPaidTime = (book: RuleBook, limitGroup: string): RuleBook => ({
  ...book,
  rules: book.rules.map(rule =>
    rule.limits?.maxStaySeconds ? { ...rule, limits: { ...rule.limits, maxStayCounts: 'paid', limitGroup } } : rule,
  ),
})
