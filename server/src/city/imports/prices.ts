// What an import does to prices: its rule books, whether they are others than those that hold, and what a proposal of it stands for.
import type { CityRow } from '#city/cities/cities.ts'
import { type BookDraft, newBooks } from '#city/rules/rules.ts'
import type { Actor, Once } from '#city/team/team.ts'
import type { Queryable } from '#platform/db.ts'
import * as store from './store.ts'

/** Of versions of a book whose day has come the last one alone; it held before, where nobody has parked by the book yet. */
export const booksOf = ({ rules }: store.RunRow, madeBy: string, now: Temporal.Instant): BookDraft[] => {
  const soonest = now.add({ seconds: 60 })
  const books = rules.books
    .toSorted((a, b) => (a.inForceFrom ?? '').localeCompare(b.inForceFrom ?? ''))
    .map(({ inForceFrom, ...book }): BookDraft & { hasCome: boolean } => {
      const from = inForceFrom === null ? null : Temporal.Instant.from(inForceFrom)
      const hasCome = from === null || Temporal.Instant.compare(from, soonest) <= 0
      return { ...book, madeBy, hasCome, ...(from && { inForceFrom: from, mayHaveHeld: hasCome }) }
    })
  const holding = new Map(books.filter(({ hasCome }) => hasCome).map(book => [book.bookId, book]))
  return books.filter(book => !book.hasCome || holding.get(book.bookId) === book)
}

export type Publishing = {
  /** who publishes; `by` where it is a command */
  actor?: Actor
  by?: string
  /** the city's name, as it was typed */
  confirmed?: string | undefined
  /** where a second person has agreed to its prices */
  proposalId?: string
  once?: Once
}

/** A proposal that an import waits for is about what its check found, and the places and books it was compared with. */
export const digestOf = async (tx: Queryable, city: CityRow, run: store.RunRow): Promise<string> => {
  const bookIds = run.rules.books.map(({ bookId }) => bookId)
  return JSON.stringify([
    run.state,
    await store.selectBase(tx, city.id),
    await store.selectBookState(tx, city.id, bookIds),
  ])
}

/** Whether prices or limits would be others: a book gets a version, or a place other rules. */
export const changesPrices = async (tx: Queryable, city: CityRow, run: store.RunRow, now: Temporal.Instant) => {
  const books = await newBooks(tx, city.id, booksOf(run, '', now), now)
  const places = await store.countRepriced(tx, run.import_id)
  return books.length > 0 || places > 0 ? { Books: books, PlacesWithOtherRules: places } : null
}
