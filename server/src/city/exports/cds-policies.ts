// A place's rules as policies of CDS 1.1: of those that hold, the one with the lowest priority decides. Pure.
import type { Override, Rule, RuleBook, SpaceKind } from '@parkit/contract/city/calendar-schemas'
import { signTexts } from '#city/calendar/calendar.ts'
import { type CdsRate, cdsRatesOf } from './cds-rates.ts'
import { type DayPart, type ListedDays, partsOf } from './day-parts.ts'
import { uuidOf } from './ids.ts'

/** The rules of a place in one version. */
export type InForce = {
  book: RuleBook
  /** published and not cancelled */
  overrides: Override[]
  /** when the version was made public */
  publishedAt: Temporal.Instant
  timeZone: string
}

export type CdsTimeSpan = {
  start_date?: number
  end_date?: number
  days_of_week?: (typeof weekdays)[number][]
  days_of_month?: number[]
  weeks_of_month?: number[]
  months?: number[]
  time_of_day_start?: string
  time_of_day_end?: string
  designated_period?: string
}
export type CdsRule = {
  activity: string
  name?: string
  max_stay?: number
  max_stay_unit?: string
  no_return?: number
  no_return_unit?: string
  user_classes?: string[]
  user_classes_except?: string[]
  rate?: CdsRate[]
}
export type CdsPolicy = {
  curb_policy_id: string
  name: string
  description?: string
  published_date: number
  priority: number
  rules: CdsRule[]
  time_spans?: CdsTimeSpan[]
}

type Said = Rule | RuleBook['otherwise']
type Entry = { rule: Said; part: DayPart; between?: Override }

const activities = { park: 'parking', load: 'loading', stop: 'stopping', none: 'no parking' } as const
const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const

const lengthOf = (seconds: number): [number, string] =>
  seconds % 3600 === 0 ? [seconds / 3600, 'hour'] : seconds % 60 === 0 ? [seconds / 60, 'minute'] : [seconds, 'second']

/**
 * All of its user classes must fit, so that a rule for several kinds of vehicle is several. None where its price can't be said: a rule
 * without a rate reads as free.
 */
const rulesOf = ({ activity, who, limits, price }: Rule): CdsRule[] => {
  const [stay, stayUnit] = lengthOf(limits?.maxStaySeconds ?? 0)
  const [away, awayUnit] = lengthOf(limits?.noReturnSeconds ?? 0)
  const rate = price && activity !== 'none' ? cdsRatesOf(price) : []
  if (!rate) return []
  return (who.vehicleKinds ?? [null]).flatMap(vehicle =>
    (who.energy ?? [null]).map((energy): CdsRule => {
      const classes = [...[vehicle, energy].filter(one => one !== null), ...(who.holds ?? [])]
      return {
        activity: activities[activity],
        ...(stay && { max_stay: stay, max_stay_unit: stayUnit }),
        ...(away && { no_return: away, no_return_unit: awayUnit }),
        ...(classes.length > 0 && { user_classes: classes }),
        ...(who.not && { user_classes_except: who.not }),
        ...(rate.length > 0 && { rate }),
      }
    }),
  )
}

/** The names that CDS recommends have spaces, which ids of lists can't. */
const known = new Map([
  ['snow-emergency', 'snow emergency'],
  ['school-days', 'school days'],
  ['game-days', 'game days'],
])
const periodName = ({ list, dayAfter }: ListedDays) => `${dayAfter ? 'day after ' : ''}${known.get(list) ?? list}`

const midnight = (date: string, timeZone: string) =>
  Temporal.PlainDate.from(date).toZonedDateTime(timeZone).epochMilliseconds

const spanOf = ({ part, between }: Entry, timeZone: string): CdsTimeSpan => {
  const starts = [
    ...(part.fromDate ? [midnight(part.fromDate, timeZone)] : []),
    ...(between ? [between.startsAt.epochMilliseconds] : []),
  ]
  const ends = [
    ...(part.beforeDate ? [midnight(part.beforeDate, timeZone)] : []),
    ...(between ? [between.endsAt.epochMilliseconds] : []),
  ]
  return {
    ...(starts.length > 0 && { start_date: Math.max(...starts) }),
    ...(ends.length > 0 && { end_date: Math.min(...ends) }),
    ...(part.weekdays && { days_of_week: part.weekdays.map(day => weekdays[day - 1]!) }),
    ...(part.monthDays && { days_of_month: part.monthDays }),
    ...(part.nth && { weeks_of_month: part.nth }),
    ...(part.months && { months: part.months }),
    ...(part.from && { time_of_day_start: part.from }),
    ...(part.to && { time_of_day_end: part.to }),
    ...(part.on && { designated_period: periodName(part.on) }),
  }
}

const isSame = (one: ListedDays, other: ListedDays) => one.list === other.list && one.dayAfter === other.dayAfter

/** On days of two lists at once: as a list of its own, for a span names one. */
const onlyOn = (entry: Entry, days: ListedDays): Entry => {
  const { on } = entry.part
  const both = on && !isSame(on, days) ? { list: `${periodName(on)} and ${periodName(days)}`, dayAfter: false } : days
  return { ...entry, part: { ...entry.part, on: both } }
}

/**
 * By precedence, without exceptions: `designated_period_except` means one thing in CDS 1.0 and another in 1.1. Instead, all that follows
 * the first rule with an exception comes before it once more, on the days of the exception alone.
 */
const withoutExceptions = (entries: Entry[]): Entry[] => {
  const decided: ListedDays[] = []
  return entries.flatMap((entry, i) => {
    const again = entry.part.not.flatMap(days => {
      if (decided.some(one => isSame(one, days))) return []
      decided.push(days)
      const others = entries.slice(i).filter(({ part }) => !part.not.some(one => isSame(one, days)))
      return withoutExceptions(others.map(other => onlyOn(other, days)))
    })
    return [...again, { ...entry, part: { ...entry.part, not: [] } }]
  })
}

const isAlways = (part: DayPart) => Object.keys(part).length === 1 && part.not.length === 0
const isEveryones = (rule: Said) => typeof rule === 'string' || Object.keys(rule.who).length === 0

/**
 * By precedence. An event rate lifts no ban: for as long as it holds, the rules of the book say it wherever they allow parking. One
 * with times or classes of its own comes after all bans.
 */
const entriesOf = ({ book, overrides }: InForce, spaceKind: SpaceKind): Entry[] => {
  const isFor = ({ spaceKinds }: Rule) => !spaceKinds || spaceKinds.includes(spaceKind)
  const byRule = (rule: Rule, between?: Override, when = rule.when) =>
    partsOf(when).map((part): Entry => ({ rule, part, ...(between && { between }) }))
  const rules = book.rules.filter(isFor).toSorted((a, b) => a.priority - b.priority)
  const isBan = ({ activity }: Rule) => activity === 'none'
  const eventRate = (one: Override): Entry[] => {
    const isPlain = one.rule.when.length === 0 && isEveryones(one.rule)
    return [
      ...rules.flatMap(rule =>
        isBan(rule) ? byRule(rule, one) : isPlain ? byRule({ ...one.rule, who: rule.who }, one, rule.when) : [],
      ),
      ...(isPlain && book.otherwise === 'closed' ? [] : byRule(one.rule, one)),
    ]
  }
  const inOrder = overrides
    .filter(({ rule }) => isFor(rule))
    .toSorted(
      (a, b) => Number(isBan(b.rule)) - Number(isBan(a.rule)) || Temporal.Instant.compare(b.publishedAt, a.publishedAt),
    )
  const all: Entry[] = [
    ...inOrder.flatMap(one => (isBan(one.rule) ? byRule(one.rule, one) : eventRate(one))),
    ...rules.flatMap(rule => byRule(rule)),
    { rule: book.otherwise, part: { not: [] } },
  ]
  // nothing comes after what holds always and for everyone
  return all.slice(0, 1 + all.findIndex(({ rule, part, between }) => !between && isAlways(part) && isEveryones(rule)))
}

const saidOf = (rule: Said): Pick<CdsPolicy, 'name' | 'description' | 'rules'> => {
  if (rule === 'unknown') return { name: 'Not known', rules: [] }
  if (rule === 'closed') return { name: 'Closed', rules: [{ activity: activities.none }] }
  if (rule === 'free') return { name: 'Free', rules: [{ activity: 'parking', rate: [{ rate: 0, rate_unit: 'hour' }] }] }
  return { name: rule.name.en, description: signTexts(rule, 'en').join('\n'), rules: rulesOf(rule) }
}

/** The policies of one kind of space; their ids are made from what they say, so that a change is another policy. */
export const cdsPoliciesOf = (inForce: InForce, spaceKind: SpaceKind): CdsPolicy[] => {
  const entries = withoutExceptions(entriesOf(inForce, spaceKind))
  // after the last rule nothing need be said that is not known
  if (entries.at(-1)!.rule === 'unknown') entries.pop()
  const together: Entry[][] = []
  for (const entry of entries) {
    const last = together.at(-1)?.at(-1)
    if (last && last.rule === entry.rule && last.between === entry.between) together.at(-1)!.push(entry)
    else together.push([entry])
  }
  return together.map((group, i) => {
    const { rule, between } = group[0]!
    const spans = group.map(entry => spanOf(entry, inForce.timeZone))
    const policy = {
      ...saidOf(rule),
      published_date: (between?.publishedAt ?? inForce.publishedAt).epochMilliseconds,
      priority: i + 1,
      ...(spans.every(span => Object.keys(span).length > 0) && { time_spans: spans }),
    }
    return { curb_policy_id: uuidOf('policy', JSON.stringify(policy)), ...policy }
  })
}
