// The entry of rules: a city's rule books, lists of days, and overrides. `publishBooks(tx, cityId, [{bookId, name, book, inForceFrom}], now)`
// adds versions, `publishDays` a list of days; `place.calendarAt(start, rulesAsOf, bansAsOf)` is the calendar of a place; whoever writes `day_list`,
// `override`, or their rows needs to do nothing else: triggers record the change, and every server reads the rules again.
import type { Override } from '@parkit/contract/city/calendar-schemas'
import type { Tariff } from '@parkit/contract/city/tariff-schemas'
import type { BookVersion, ListedDay, Published, TariffTerms } from '#city/calendar/calendar.ts'
import type { Database, Queryable } from '#platform/db.ts'
import { termsOf, writeTariffBooks } from './publish.ts'
import * as store from './store.ts'

export { DayListRefused, type DaysChanged, daysRunningOut, listDays, publishDays, removeDays } from './day-lists.ts'
export {
  type BookDraft,
  BookRefused,
  newBooks,
  type PublishedBook,
  publishBooks,
  tariffBookId,
} from './publish.ts'
export { selectListIds } from './store.ts'

/** Overrides that ended longer ago are read from the database where an old stay asks for them. */
const keptDays = 30

const overrideOf = (row: store.OverrideRow): Override => ({
  id: row.override_id,
  rule: row.rule,
  startsAt: row.starts_at,
  endsAt: row.ends_at,
  publishedAt: row.published_at,
  cancelledAt: row.cancelled_at,
})

const keyOf = (...parts: string[]) => parts.join(' ')

/** All that is published, as it stands in the database; `overridesSince`: of those that ended before it none is known. */
const read = async (db: Queryable, overridesSince: Temporal.Instant, zone: [city: string, number: string] | null) => {
  const [books, days, overrides] = [
    await store.selectBooks(db),
    await store.selectDays(db),
    await store.selectOverrides(db, overridesSince, zone?.[0] ?? null, zone?.[1] ?? null),
  ]
  const versions = Map.groupBy(
    books.map((row): BookVersion & { key: string } => ({
      key: keyOf(row.city, row.book_id),
      version: row.version,
      inForceFrom: row.in_force_from,
      book: row.book,
      tariff: row.tariff_id === null ? null : { id: row.tariff_id, version: row.tariff_version! },
    })),
    ({ key }) => key,
  )
  const listed = Map.groupBy(days, ({ city }) => city)
  const ofZone = new Map<string, Override[]>()
  for (const row of overrides)
    for (const zone of row.zone_numbers)
      ofZone.getOrInsertComputed(keyOf(row.city, zone), () => []).push(overrideOf(row))
  return { versions, listed, ofZone, overridesSince }
}

const daysOf = (rows: store.DayRow[]): Pick<Published, 'listedDays' | 'knownUntil'> => ({
  knownUntil: new Map(rows.map(({ list_id, known_until }) => [list_id, known_until])),
  listedDays: rows.flatMap((row): ListedDay[] =>
    row.day === null
      ? []
      : [
          {
            listId: row.list_id,
            day: row.day,
            ...(row.name && { name: row.name }),
            ...(row.from_time && { from: row.from_time }),
            ...(row.to_time && { to: row.to_time }),
            publishedAt: row.published_at,
            removedAt: row.removed_at,
          },
        ],
  ),
})

const rulesOf = ({ versions, listed, ofZone, overridesSince }: Awaited<ReturnType<typeof read>>) => {
  const lists = new Map<string, ReturnType<typeof daysOf>>()
  const known = new Map<string, Published>()
  /** Of all places with a book; one object for as long as these rules are kept, so that what is worked out from it is kept too. */
  const published = (city: string, bookId: string | null, timeZone: string): Published =>
    known.getOrInsertComputed(keyOf(city, bookId ?? '', timeZone), () => ({
      versions: bookId === null ? [] : (versions.get(keyOf(city, bookId)) ?? []),
      overrides: [],
      ...lists.getOrInsertComputed(city, () => daysOf(listed.get(city) ?? [])),
      timeZone,
    }))
  return {
    overridesSince,
    published,
    /** City and zone number of each place with overrides. */
    overridden: [...ofZone.keys()].map(key => key.split(' ') as [city: string, zoneNumber: string]),
    /** When the next override begins or ends, cancelled ones too; null: none does. */
    nextEdge: (after: Temporal.Instant): Temporal.Instant | null =>
      [...ofZone.values()]
        .flatMap(overrides => overrides.flatMap(({ startsAt, endsAt }) => [startsAt, endsAt]))
        .filter(edge => Temporal.Instant.compare(edge, after) > 0)
        .sort(Temporal.Instant.compare)[0] ?? null,
    /** Of one place, with its overrides. */
    publishedOf: (city: string, zoneNumber: string, bookId: string | null, timeZone: string): Published => {
      const common = published(city, bookId, timeZone)
      const overrides = ofZone.get(keyOf(city, zoneNumber))
      return overrides
        ? known.getOrInsertComputed(keyOf(city, bookId ?? '', timeZone, zoneNumber), () => ({ ...common, overrides }))
        : common
    },
  }
}
export type Rules = ReturnType<typeof rulesOf>

/** All that is published now; of overrides those that ended at most 30 days ago. */
export const loadRules = async (db: Queryable, now: Temporal.Instant): Promise<Rules> =>
  rulesOf(await read(db, now.subtract({ hours: 24 * keptDays }), null))

/** With all overrides that a zone ever had: for stays of long ago. */
export const loadRulesOf = async (db: Queryable, city: string, zoneNumber: string): Promise<Rules> =>
  rulesOf(await read(db, Temporal.Instant.fromEpochMilliseconds(0), [city, zoneNumber]))

/** A version that a session was started with. Throws where there is none. */
export const requireTariff = async (db: Queryable, id: string, version: number): Promise<Tariff> => {
  const tariff = (await store.selectTariffs(db)).find(one => one.id === id && one.version === version)
  if (!tariff) throw new Error(`No tariff ${id} version ${version}`)
  return tariff
}

/** What else decided a stay at a place by its tariff. Throws where there is no such place. */
export const findTariffTerms = async (db: Queryable, city: number, zoneNumber: string): Promise<TariffTerms> => {
  const row = await store.findTerms(db, city, zoneNumber)
  if (!row) throw new Error(`No zone ${zoneNumber} in city ${city}`)
  return termsOf(row)
}

/** Writes the books of places that have a tariff alone, because an older version of ParkIt loaded them; goes on where it was interrupted. */
export const fillBooks = async (db: Pick<Database, 'pool' | 'transaction'>, now: Temporal.Instant): Promise<void> => {
  for (const { city } of await store.selectWithoutBooks(db.pool))
    await store.setBooks(db.pool, city, await db.transaction(tx => writeTariffBooks(tx, city, now)))
}
