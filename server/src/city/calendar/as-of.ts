// Which version, overrides, and listed days a stay goes by: its prices as it began, bans as they are known now. Pure.
import type { Override, RuleBook } from '@parkit/contract/city/calendar-schemas'
import type { Lists } from './applies.ts'
import type { Calendar } from './stretches.ts'

export type BookVersion = {
  version: number
  inForceFrom: Temporal.Instant
  book: RuleBook
  /** which it was converted from */
  tariff: { id: string; version: number } | null
}

/** A day of a list, with the times at which it was published and taken off again. */
export type ListedDay = {
  listId: string
  day: string
  /** as the city calls it: Thanksgiving Day */
  name?: string
  from?: string
  to?: string
  publishedAt: Temporal.Instant
  removedAt: Temporal.Instant | null
}

/** What a city has published for a place; `versions` are the approved ones. */
export type Published = {
  versions: BookVersion[]
  overrides: Override[]
  listedDays: ListedDay[]
  /** by list */
  knownUntil: Map<string, string>
  timeZone: string
}

const isBefore = (one: Temporal.Instant | null, other: Temporal.Instant) =>
  one !== null && Temporal.Instant.compare(one, other) <= 0

/** The latest that has come, of two from the same instant the higher version; null: none has come yet. */
export const versionAt = (versions: BookVersion[], at: Temporal.Instant): BookVersion | null =>
  versions
    .filter(({ inForceFrom }) => isBefore(inForceFrom, at))
    .toSorted((a, b) => Temporal.Instant.compare(a.inForceFrom, b.inForceFrom) || a.version - b.version)
    .at(-1) ?? null

const listsAsOf = ({ listedDays, knownUntil }: Published, at: Temporal.Instant): Lists => {
  const lists: Lists = new Map([...knownUntil].map(([id, until]) => [id, { days: new Map(), knownUntil: until }]))
  for (const { listId, day, from, to, publishedAt, removedAt } of listedDays)
    if (isBefore(publishedAt, at) && !isBefore(removedAt, at))
      lists.get(listId)?.days.set(day, { ...(from && { from }), ...(to && { to }) })
  return lists
}

/** All instants at which something was published, cancelled, or taken off: between two of them the calendar is the same. */
const edges = new WeakMap<Published, bigint[]>()
const edgesOf = (published: Published): bigint[] =>
  edges.getOrInsertComputed(published, ({ overrides, listedDays }) =>
    [
      ...overrides.flatMap(({ publishedAt, cancelledAt }) => [publishedAt, cancelledAt]),
      ...listedDays.flatMap(({ publishedAt, removedAt }) => [publishedAt, removedAt]),
    ]
      .flatMap(at => (at ? [at.epochNanoseconds] : []))
      .sort((a, b) => (a < b ? -1 : 1)),
  )
const countBefore = (sorted: bigint[], at: Temporal.Instant): number => {
  const past = sorted.findIndex(edge => edge > at.epochNanoseconds)
  return past === -1 ? sorted.length : past
}

const calendars = new WeakMap<Published, Map<string, Calendar>>()
const calendarsKept = 100

/**
 * The calendar by a version, one object as long as it is the same: its days are read once. `rulesAsOf` is when the stay began or was
 * booked; bans are as they are known at `bansAsOf`.
 */
export const calendarBy = (
  version: BookVersion,
  published: Published,
  rulesAsOf: Temporal.Instant,
  bansAsOf: Temporal.Instant,
): Calendar => {
  const known = calendars.getOrInsertComputed(published, () => new Map())
  const sorted = edgesOf(published)
  const key = `${version.version} ${countBefore(sorted, rulesAsOf)} ${countBefore(sorted, bansAsOf)}`
  if (known.size > calendarsKept) known.clear()
  return known.getOrInsertComputed(key, () => readCalendar(version, published, rulesAsOf, bansAsOf))
}

const readCalendar = (
  version: BookVersion,
  published: Published,
  rulesAsOf: Temporal.Instant,
  bansAsOf: Temporal.Instant,
): Calendar => {
  const overrides = published.overrides.filter(({ rule, publishedAt, cancelledAt }) => {
    const asOf = rule.activity === 'none' ? bansAsOf : rulesAsOf
    return isBefore(publishedAt, asOf) && !isBefore(cancelledAt, asOf)
  })
  return {
    book: version.book,
    overrides,
    lists: listsAsOf(published, rulesAsOf),
    banLists: listsAsOf(published, bansAsOf),
    timeZone: published.timeZone,
  }
}

/** Null where the place opens only later: no version has come at the start of the stay. */
export const calendarAsOf = (
  published: Published,
  start: Temporal.Instant,
  rulesAsOf: Temporal.Instant,
  bansAsOf: Temporal.Instant,
): Calendar | null => {
  const version = versionAt(published.versions, start)
  return version && calendarBy(version, published, rulesAsOf, bansAsOf)
}
