// When one may park along time: until when a place is open, when cars are towed, and the hours of an ordinary week. Pure.
import type { Facts, Rule, RuleBook } from '@parkit/contract/city/calendar-schemas'
import { dayOf, daySeconds, type Span } from './days.ts'
import { type Calendar, type Stretch, stretchesFrom } from './stretches.ts'

/** Whoever is not known: a car in a general space, without permits. */
export const anyCar: Facts = { spaceKind: 'general', vehicleKind: 'car', holds: [] }

/** A week shows itself whole within this, from any instant. */
const daysAhead = 8

const isOpen = ({ ban, price }: Stretch): boolean => !ban && price !== 'closed' && price !== 'unknown'
const instantOf = (seconds: number) => Temporal.Instant.fromEpochMilliseconds(Math.round(seconds * 1000))

/** Those in which something holds, one where they touch; in epoch seconds. */
const joined = (stretches: Iterable<Stretch>, holds: (stretch: Stretch) => boolean): Span[] => {
  const spans: Span[] = []
  for (const stretch of stretches) {
    const last = spans.at(-1)
    if (!holds(stretch)) continue
    if (last?.to === stretch.from) last.to = stretch.to
    else spans.push({ from: stretch.from, to: stretch.to })
  }
  return spans
}

const ahead = (calendar: Calendar, facts: Facts, at: Temporal.Instant): Iterable<Stretch> => {
  const now = at.epochMilliseconds / 1000
  return stretchesFrom(calendar, facts, now, now + daysAhead * daySeconds)
}

/** Whether one may park at an instant, and when that changes; null: not within eight days. */
export const openingAt = (
  calendar: Calendar,
  facts: Facts,
  at: Temporal.Instant,
): { open: boolean; changesAt: Temporal.Instant | null } => {
  let open: boolean | undefined
  for (const stretch of ahead(calendar, facts, at)) {
    open ??= isOpen(stretch)
    if (isOpen(stretch) !== open) return { open, changesAt: instantOf(stretch.from) }
  }
  return { open: open === true, changesAt: null }
}

/** When cars are towed within eight days from an instant. */
export const towAwayAhead = (
  calendar: Calendar,
  facts: Facts,
  at: Temporal.Instant,
): { from: Temporal.Instant; until: Temporal.Instant }[] =>
  joined(ahead(calendar, facts, at), ({ ban }) => ban !== 'closed' && ban?.tow === true).map(({ from, to }) => ({
    from: instantOf(from),
    until: instantOf(to),
  }))

/** Local times on weekdays, 1 = Monday; `to` at or before `from` is the next morning. */
export type WeekHours = { days: number[]; from: string; to: string }

const weeklyParts = new Set(['weekdays', 'from', 'to', 'dateOf'])
const isWeekly = ({ when }: Rule) => when.every(one => Object.keys(one).every(part => weeklyParts.has(part)))

/** Monday, January 1, 2024. */
const monday = 19_723

const timeOf = (seconds: number): string =>
  [Math.floor(seconds / 3600), (seconds % 3600) / 60].map(part => String(part).padStart(2, '0')).join(':')

/** At most a day each. */
const piecesOf = ({ from, to }: Span): Span[] => {
  if (to - from <= daySeconds) return [{ from, to }]
  const cut = (Math.floor(from / daySeconds) + 1) * daySeconds
  return [{ from, to: cut }, ...piecesOf({ from: cut, to })]
}

const readHours = (book: RuleBook): WeekHours[] | null => {
  // a tow-away time is none of closing, and is said beside the hours
  const rules = book.rules.filter(({ tow }) => !tow)
  if (!rules.every(isWeekly)) return null
  const lists = new Map()
  const week = { book: { ...book, rules }, overrides: [], lists, banLists: lists, timeZone: 'UTC' }
  const begin = dayOf(monday, 'UTC').spans[0]!.from
  const [first, ...more] = joined(stretchesFrom(week, anyCar, begin - 7 * daySeconds, begin + 14 * daySeconds), isOpen)
  if (first?.to === begin + 14 * daySeconds) return []
  const windows = new Map<string, WeekHours>()
  for (const span of [first, ...more]) {
    if (!span) continue
    for (const { from, to } of piecesOf(span)) {
      if (from < begin || from >= begin + 7 * daySeconds) continue
      const times = { from: timeOf(from % daySeconds), to: to % daySeconds === 0 ? '24:00' : timeOf(to % daySeconds) }
      windows
        .getOrInsertComputed(`${times.from} ${times.to}`, () => ({ days: [], ...times }))
        .days.push(Math.floor((from - begin) / daySeconds) + 1)
    }
  }
  return windows.size > 0 ? [...windows.values()] : null
}

const known = new WeakMap<RuleBook, { hours: WeekHours[] | null }>()

/** The opening hours of an ordinary week; none: always open; null: no week is like the other, or it never opens. */
export const weekHours = (book: RuleBook): WeekHours[] | null =>
  known.getOrInsertComputed(book, () => ({ hours: readHours(book) })).hours
