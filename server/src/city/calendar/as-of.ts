// Which version, overrides, and listed days a stay goes by: its prices as it began, bans as they are known now. Pure.
import type { Override, RuleBook } from '@parkit/contract/city/calendar-schemas'
import type { Lists } from './applies.ts'
import type { Calendar } from './stretches.ts'

export type BookVersion = { version: number; inForceFrom: Temporal.Instant; book: RuleBook }

/** A day of a list, with the times at which it was published and taken off again. */
export type ListedDay = {
  listId: string
  day: string
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

/** Null where the place opens only later. `rulesAsOf` is when the stay began or was booked. */
export const calendarAsOf = (
  published: Published,
  start: Temporal.Instant,
  rulesAsOf: Temporal.Instant,
  bansAsOf: Temporal.Instant,
): Calendar | null => {
  const version = versionAt(published.versions, start)
  if (!version) return null
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
