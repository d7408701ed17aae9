// The rules of a place as exports say them: the version in force, and which kinds of space it tells apart. Pure.
import type { RuleBook, SpaceKind } from '@parkit/contract/city/calendar-schemas'
import { type Published, versionAt } from '#city/calendar/calendar.ts'
import type { Place } from '#city/places/places.ts'
import type { InForce } from './cds-policies.ts'

/** Places with the same rules have one object. */
export type Book = InForce & { bookId: string; version: number; inForceFrom: Temporal.Instant }

/** Returns the book of a place at an instant with the closures and event rates that are known then; null where none has come yet. */
export const createBooks = (at: Temporal.Instant) => {
  const books = new Map<Published, Book | null>()
  const isBefore = (one: Temporal.Instant, other: Temporal.Instant) => Temporal.Instant.compare(one, other) <= 0
  const read = ({ ruleBookId, published: { versions, overrides, timeZone } }: Place): Book | null => {
    const version = versionAt(versions, at)
    if (!version || ruleBookId === null) return null
    const { book, inForceFrom } = version
    const isKnown = ({ publishedAt, cancelledAt, endsAt }: InForce['overrides'][number]) =>
      isBefore(publishedAt, at) && !(cancelledAt && isBefore(cancelledAt, at)) && !isBefore(endsAt, at)
    return {
      bookId: ruleBookId,
      version: version.version,
      inForceFrom,
      publishedAt: inForceFrom,
      book,
      overrides: overrides.filter(isKnown),
      timeZone,
    }
  }
  return (place: Place): Book | null => books.getOrInsertComputed(place.published, () => read(place))
}

/** Kinds of space by the rules that hold for them; `general` stands for all that no rule names, and is in the first. */
export const kindGroupsOf = ({ rules }: RuleBook): SpaceKind[][] => {
  const kinds = [...new Set<SpaceKind>(['general', ...rules.flatMap(({ spaceKinds = [] }) => spaceKinds)])]
  const signature = (kind: SpaceKind) =>
    rules.map(({ spaceKinds }) => Number(!spaceKinds || spaceKinds.includes(kind))).join('')
  return [...Map.groupBy(kinds, signature).values()]
}
