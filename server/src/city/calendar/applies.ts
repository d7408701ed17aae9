// When a rule holds: the spans of a day that its dates, lists of days, and times name. Pure.
import type { Rule, When } from '@parkit/contract/city/calendar-schemas'
import { clockSeconds, type Day, daySeconds, type Span, spansBetween } from './days.ts'

/** Days by date, with the window of their own that a match has. Nothing is known of days after `knownUntil`. */
export type Days = { days: Map<string, { from?: string; to?: string }>; knownUntil: string }
export type Lists = Map<string, Days>

/** `known` is false where a list of days that decides does not reach so far. */
export type Held = Span & { known: boolean }

const inYear = ({ from, before }: { from: string; before: string }, day: string): boolean =>
  from < before ? from <= day && day < before : day >= from || day < before

const isNth = (nth: number[], { dayOfMonth, daysInMonth }: Day): boolean =>
  nth.includes(Math.ceil(dayOfMonth / 7)) || (nth.includes(-1) && dayOfMonth + 7 > daysInMonth)

/** All conditions on the date but those by list. */
const fitsDate = (when: When, day: Day): boolean =>
  (!when.fromDate || when.fromDate <= day.date) &&
  (!when.beforeDate || day.date < when.beforeDate) &&
  (!when.yearly || inYear(when.yearly, day.date.slice(-5))) &&
  (!when.months || when.months.includes(day.month)) &&
  (!when.weekdays || when.weekdays.includes(day.weekday)) &&
  (!when.nth || isNth(when.nth, day)) &&
  (!when.monthDays || when.monthDays.includes(day.dayOfMonth))

/** A missing list knows nothing. */
const isKnown = (lists: Lists, id: string, date: string) => date <= (lists.get(id)?.knownUntil ?? '')
const listed = (lists: Lists, id: string, date: string) => lists.get(id)?.days.get(date)

/** Seconds since midnight; beyond 24 hours on the next day. */
const windowsOf = (from = '00:00', to = '24:00', dateOf: When['dateOf']): Span[] => {
  const [begin, end] = [clockSeconds(from), clockSeconds(to)]
  if (begin < end) return [{ from: begin, to: end }]
  if (dateOf === 'start') return [{ from: begin, to: end + daySeconds }]
  return [
    { from: 0, to: end },
    { from: begin, to: daySeconds },
  ]
}

const windowsKnown = new WeakMap<When, Span[]>()
const ownWindows = (when: When) =>
  windowsKnown.getOrInsertComputed(when, () => windowsOf(when.from, when.to, when.dateOf))

/** The windows that begin on a day, in seconds since its midnight. */
const windowsOn = (when: When, day: Day, lists: Lists): { windows: Span[]; known: boolean }[] => {
  const { onDays, notOnDays = [] } = when
  if (!fitsDate(when, day) || notOnDays.some(id => listed(lists, id, day.date))) return []
  const known = notOnDays.every(id => isKnown(lists, id, day.date))
  if (!onDays) return [{ windows: ownWindows(when), known }]
  return onDays.flatMap(id => {
    const entry = listed(lists, id, day.date)
    if (!entry) return isKnown(lists, id, day.date) ? [] : [{ windows: ownWindows(when), known: false }]
    // an evening of its own belongs to its day to the end
    const hasOwn = entry.from || entry.to
    return [{ windows: hasOwn ? windowsOf(entry.from, entry.to, 'start') : ownWindows(when), known }]
  })
}

const always: When[] = [{ dateOf: 'start' }]

/** When a rule holds within a day, on the instants of that day's clock. */
export const heldOn = (rule: Rule, day: Day, before: Day, lists: Lists): Held[] => {
  const held: Held[] = []
  const add = (from: number, to: number, known: boolean) => {
    const spans = spansBetween(day, { from: Math.max(0, from), to: Math.min(to, daySeconds) })
    // a ban has the whole of an hour that comes twice; prices go by the clock on the wall
    if (rule.activity === 'none' && spans.length > 1) held.push({ from: spans[0]!.from, to: spans.at(-1)!.to, known })
    else for (const { from, to } of spans) held.push({ from, to, known })
  }
  for (const when of rule.when.length === 0 ? always : rule.when) {
    if (when.dateOf === 'start' || when.onDays)
      for (const { windows, known } of windowsOn(when, before, lists))
        for (const { from, to } of windows) if (to > daySeconds) add(from - daySeconds, to - daySeconds, known)
    for (const { windows, known } of windowsOn(when, day, lists))
      for (const { from, to } of windows) add(from, to, known)
  }
  return held
}
