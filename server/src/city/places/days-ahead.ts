// The rules of a place for seven days, period by period in words and figures, and what is dated ahead: closures, event rates, and
// listed days. Pure.
import type { Rule } from '@parkit/contract/city/calendar-schemas'
import type { rules } from '@parkit/contract/city/zone-rules-schemas'
import type { Language } from '@parkit/contract/platform/errors'
import { toDollars } from '@parkit/contract/platform/money'
import type * as z from 'zod/mini'
import {
  anyCar,
  type DayStretch,
  eventTexts,
  heldTexts,
  isPaid,
  type Published,
  periodCents,
  stretchesOfDays,
  versionAt,
} from '#city/calendar/calendar.ts'
import { rateKindOf, type Terms } from './sign.ts'
import { overridesAhead, overrideTexts } from './zone-rules.ts'

type Ahead = Pick<z.infer<typeof rules.answer>, 'Periods' | 'Ahead' | 'Days'>

const periodDays = 7
const listedWithinDays = 60
const mostAhead = 100
/** of listed days after the seven whose periods are said */
const mostListedPeriods = 20

const periodOf = ({ day, from, until, rule }: DayStretch, events: ReadonlySet<string>): Ahead['Periods'][number] => {
  const {
    id = null,
    activity = null,
    tow = false,
    price,
    limits,
  } = typeof rule === 'string' ? {} : (rule as Partial<Rule>)
  const unruled = rule === 'free' ? 'park' : rule === 'unknown' ? 'unknown' : 'none'
  const mayPark = activity ? activity !== 'none' : rule === 'free'
  const cents = price ? periodCents(price, { from: 0, to: 3600 }) : 0
  const isEvent = typeof rule !== 'string' && rule.activity !== 'none' && events.has(rule.id)
  const textsIn = (language: Language) => (isEvent ? eventTexts(rule, language) : heldTexts(rule, language))
  const maxSeconds = limits?.maxStayCounts === 'paid' && !isPaid(rule) ? undefined : limits?.maxStaySeconds
  return {
    Day: day,
    From: from.toString(),
    Until: until.toString(),
    RuleId: id,
    Activity: activity ?? unruled,
    Tow: tow,
    HourlyRate: mayPark ? toDollars(cents) : null,
    RateKind: rateKindOf(rule, cents),
    MaxStayMinutes: maxSeconds === undefined ? null : Math.ceil(maxSeconds / 60),
    En: textsIn('en'),
    Es: textsIn('es'),
    Hi: textsIn('hi'),
  }
}

/** Neighbors that say the same are one: a new version of a book may change another rule. */
const joined = (periods: Ahead['Periods']): Ahead['Periods'] => {
  const all: Ahead['Periods'] = []
  for (const period of periods) {
    const last = all.at(-1)
    const { From, Until } = period
    if (last && JSON.stringify({ ...last, From, Until }) === JSON.stringify(period)) last.Until = Until
    else all.push(period)
  }
  return all
}

const datedAhead = (published: Published, now: Temporal.Instant): Ahead['Ahead'] =>
  overridesAhead(published, now)
    .slice(0, mostAhead)
    .map(override => ({
      Id: override.id,
      Kind: override.rule.activity === 'none' ? 'closure' : 'rate',
      StartsAt: override.startsAt.toString(),
      EndsAt: override.endsAt.toString(),
      Tow: override.rule.tow ?? false,
      Name: override.rule.name.en,
      ...overrideTexts(override, published.timeZone),
    }))

/** Days of the lists that the place's rules name; a rule that comes into force later is not asked. */
const listedAhead = (published: Published, from: Temporal.Instant, now: Temporal.Instant): Ahead['Days'] => {
  const { rules = [] } = versionAt(published.versions, from)?.book ?? {}
  const named = new Set(
    rules.flatMap(({ when }) => when.flatMap(({ onDays = [], notOnDays = [] }) => [...onDays, ...notOnDays])),
  )
  const first = from.toZonedDateTimeISO(published.timeZone).toPlainDate()
  const [begin, end] = [first.toString(), first.add({ days: listedWithinDays }).toString()]
  return published.listedDays
    .filter(
      ({ listId, day, publishedAt, removedAt }) =>
        named.has(listId) &&
        day >= begin &&
        day < end &&
        Temporal.Instant.compare(publishedAt, now) <= 0 &&
        !(removedAt && Temporal.Instant.compare(removedAt, now) <= 0),
    )
    .toSorted((a, b) => (a.day < b.day ? -1 : 1))
    .map(({ day, listId, name }) => ({ Day: day, List: listId, Name: name ?? listId }))
}

/** From the day of an instant on, by what is published now. A place where ParkIt sells no parking has closures alone. */
export const rulesAhead = (
  { payable, published }: Pick<Terms, 'payable' | 'published'>,
  from: Temporal.Instant,
  now: Temporal.Instant,
): Ahead => {
  const Ahead = datedAhead(published, now)
  if (!payable) return { Periods: [], Ahead: Ahead.filter(({ Kind }) => Kind === 'closure'), Days: [] }
  const events = new Set(Ahead.flatMap(({ Id, Kind }) => (Kind === 'rate' ? Id : [])))
  const periodsFrom = (start: Temporal.Instant, days: number) =>
    joined([...stretchesOfDays(published, anyCar, start, days, now)].map(one => periodOf(one, events)))
  const Periods = periodsFrom(from, periodDays)
  const listed = listedAhead(published, from, now)
  const later = listed.filter(({ Day }) => Day > Periods.at(-1)!.Day).slice(0, mostListedPeriods)
  return {
    Periods,
    Ahead,
    Days: listed.map(one =>
      later.includes(one)
        ? {
            ...one,
            Periods: periodsFrom(Temporal.PlainDate.from(one.Day).toZonedDateTime(published.timeZone).toInstant(), 1),
          }
        : one,
    ),
  }
}
