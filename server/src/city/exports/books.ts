// The rules of a place as exports say them: the version in force, and which kinds of space it tells apart. Pure.
import type { RuleBook, SpaceKind } from '@parkit/contract/city/calendar-schemas'
import { bookOfTariff } from '#city/calendar/calendar.ts'
import type { Place } from '#city/places/places.ts'
import type { InForce } from './cds-policies.ts'
import { uuidOf } from './ids.ts'

/** Places with the same rules have one object. */
export type Book = InForce & { bookId: string; version: number; inForceFrom: Temporal.Instant }

/** Returns the book of a place at an instant; null where none has come yet. */
export const createBooks = (at: Temporal.Instant) => {
  const books = new Map<string, Book | null>()
  const read = (place: Place): Book | null => {
    const tariff = place.tariffs.length > 0 ? place.tariffAt(at) : null
    if (!tariff) return null
    const book = bookOfTariff(tariff, place)
    const inForceFrom = Temporal.PlainDate.from(tariff.validFrom).toZonedDateTime(place.timeZone).toInstant()
    return {
      bookId: `${tariff.id}-${uuidOf(JSON.stringify(book)).slice(0, 6)}`,
      version: tariff.version,
      inForceFrom,
      publishedAt: inForceFrom,
      book,
      overrides: [],
      timeZone: place.timeZone,
    }
  }
  return (place: Place): Book | null => {
    const { tariffs, timeZone, hours, towAway, minStayMinutes, maxStayMinutes, noReturnMinutes } = place
    const limits = [minStayMinutes, maxStayMinutes, noReturnMinutes]
    const key = JSON.stringify([tariffs[0]?.id, timeZone, hours, towAway, limits])
    return books.getOrInsertComputed(key, () => read(place))
  }
}

/** Kinds of space by the rules that hold for them; `general` stands for all that no rule names, and is in the first. */
export const kindGroupsOf = ({ rules }: RuleBook): SpaceKind[][] => {
  const kinds = [...new Set<SpaceKind>(['general', ...rules.flatMap(({ spaceKinds = [] }) => spaceKinds)])]
  const signature = (kind: SpaceKind) =>
    rules.map(({ spaceKinds }) => Number(!spaceKinds || spaceKinds.includes(kind))).join('')
  return [...Map.groupBy(kinds, signature).values()]
}
