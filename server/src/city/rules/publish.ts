// Publishing rule books: a new version where the rules are others, and the books of places that have a tariff.
import { createHash } from 'node:crypto'
import type { RuleBook } from '@parkit/contract/city/calendar-schemas'
import type { Tariff } from '@parkit/contract/city/tariff-schemas'
import { bookOfTariff, type Problem, readBook, type TariffTerms } from '#city/calendar/calendar.ts'
import { canonicalJson } from '#platform/canonical-json.ts'
import type { Queryable } from '#platform/db.ts'
import * as store from './store.ts'

/** between publishing a book and the first stay under it */
const leadSeconds = 60

export type BookDraft = {
  /** 1 to 100 letters, digits, or any of . _ - */
  bookId: string
  name: string
  book: RuleBook
  /** at least 60 s from now, which is meant where it is left out */
  inForceFrom?: Temporal.Instant
  /** a first version may hold from before: nobody has parked by the book yet; of another one 60 s from now is meant */
  mayHaveHeld?: boolean
  madeBy?: string
  proposalId?: string
}
/** `isNew` is false where the version that holds at that instant says the same. */
export type PublishedBook = { bookId: string; version: number; isNew: boolean }

/** A book that is refused, with every problem that was found. */
export class BookRefused extends Error {
  readonly problems: Problem[]
  constructor(bookId: string, problems: Problem[]) {
    super(`Rule book ${bookId}: ${problems.map(({ field, reason }) => `${field} ${reason}`).join('; ')}`)
    this.problems = problems
  }
}

/** Hexadecimal SHA-256, the same in whichever order the fields are written. */
const digestOf = (value: unknown) => createHash('sha256').update(canonicalJson(value)).digest('hex')

type Draft = Required<Pick<BookDraft, 'bookId' | 'name' | 'book' | 'inForceFrom'>> &
  Pick<BookDraft, 'madeBy' | 'proposalId' | 'mayHaveHeld'> & {
    state: store.NewBook['state']
    /** which it was converted from */
    tariff?: Pick<Tariff, 'id' | 'version'>
  }

/** What holds at an instant: the latest that has come, of two from the same instant the higher version. */
const holdingAt = <T extends Pick<store.KnownBook, 'version' | 'state' | 'in_force_from'>>(
  known: T[],
  at: Temporal.Instant,
): T | undefined =>
  known
    .filter(({ state, in_force_from }) => state === 'approved' && Temporal.Instant.compare(in_force_from, at) <= 0)
    .toSorted((a, b) => Temporal.Instant.compare(a.in_force_from, b.in_force_from) || a.version - b.version)
    .at(-1)

/** What writing the drafts would answer, and the rows it would add. */
const plan = async (tx: Queryable, city: number, drafts: Draft[], now: Temporal.Instant) => {
  const rows = await store.selectKnownBooks(tx, city, [...new Set(drafts.map(({ bookId }) => bookId))])
  const known = Map.groupBy(rows, row => row.book_id)
  const added: store.NewBook[] = []
  const published = drafts.map(({ bookId, name, book, state, madeBy, proposalId, tariff, mayHaveHeld, ...draft }) => {
    const before = known.getOrInsertComputed(bookId, () => [])
    const inForceFrom = mayHaveHeld && before.length > 0 ? now.add({ seconds: leadSeconds }) : draft.inForceFrom
    const digest = digestOf(book)
    const same = tariff && before.find(row => row.tariff_version === tariff.version)
    const holding = holdingAt(before, inForceFrom)
    const kept = same || (state === 'approved' && holding?.digest === digest ? holding : undefined)
    if (kept) return { bookId, version: kept.version, isNew: false }
    const version = Math.max(0, ...before.map(row => row.version)) + 1
    const row = {
      book_id: bookId,
      version,
      state,
      digest,
      tariff_id: tariff?.id ?? null,
      tariff_version: tariff?.version ?? null,
    }
    before.push({ ...row, in_force_from: inForceFrom })
    added.push({
      ...row,
      name,
      book,
      in_force_from: inForceFrom.toString(),
      made_by: madeBy ?? null,
      proposal_id: proposalId ?? null,
    })
    return { bookId, version, isNew: true }
  })
  return { published, added }
}

const write = async (tx: Queryable, city: number, drafts: Draft[], now: Temporal.Instant): Promise<PublishedBook[]> => {
  await store.lockBooks(tx, city)
  const { published, added } = await plan(tx, city, drafts, now)
  if (added.length > 0) await store.insertBooks(tx, city, added, now)
  return published
}

/**
 * In a transaction: adds a version to each book whose rules are others than those that hold at its instant. `city` is its id. Servers take it
 * over after the commit. Throws `BookRefused`, and a `RangeError` where a book would hold sooner than 60 s from now.
 */
export const publishBooks = async (
  tx: Queryable,
  city: number,
  books: BookDraft[],
  now: Temporal.Instant,
): Promise<PublishedBook[]> => {
  const lists = new Set((await store.selectListIds(tx, city)).map(({ list_id }) => list_id))
  return write(tx, city, draftsOf(books, lists, now), now)
}

/** Those of which `publishBooks` would add a version. */
export const newBooks = async (
  tx: Queryable,
  city: number,
  books: BookDraft[],
  now: Temporal.Instant,
): Promise<{ BookId: string; Name: string }[]> => {
  const soonest = now.add({ seconds: leadSeconds })
  const { added } = await plan(
    tx,
    city,
    books.map(book => ({ inForceFrom: soonest, ...book, state: 'approved' })),
    now,
  )
  return added.map(({ book_id, name }) => ({ BookId: book_id, Name: name }))
}

const draftsOf = (books: BookDraft[], lists: ReadonlySet<string>, now: Temporal.Instant): Draft[] => {
  const soonest = now.add({ seconds: leadSeconds })
  return books.map((draft): Draft => {
    const { book, problems } = readBook(draft.book, lists)
    if (!book)
      throw new BookRefused(
        draft.bookId,
        problems.filter(({ isWarning }) => !isWarning),
      )
    const inForceFrom = draft.inForceFrom ?? soonest
    if (!draft.mayHaveHeld && Temporal.Instant.compare(inForceFrom, soonest) < 0)
      throw new RangeError(`Rule book ${draft.bookId}: holds from ${inForceFrom}, which is sooner than ${soonest}`)
    return { ...draft, book, inForceFrom, state: 'approved' }
  })
}

/** One book for each tariff with the same terms in one time zone, whatever the tariff's version. */
export const tariffBookId = (tariffId: string, terms: TariffTerms, timeZone: string): string => {
  const { hours, towAway, minStayMinutes, maxStayMinutes, noReturnMinutes } = terms
  const all = { timeZone, hours, towAway, minStayMinutes, maxStayMinutes, noReturnMinutes }
  return `${tariffId}-${digestOf(all).slice(0, 6)}`
}

export const termsOf = (row: Omit<store.TermsRow, 'tariff_id' | 'time_zone'>): TariffTerms => ({
  hours: row.hours,
  towAway: row.tow_away,
  minStayMinutes: row.min_stay_minutes,
  maxStayMinutes: row.max_stay_minutes,
  noReturnMinutes: row.no_return_minutes,
})

/** One that a higher version has replaced from the same day or an earlier one never held: it is withdrawn, or asked about if it is still to come. */
const stateOf = ({ version, validFrom }: Tariff, versions: Tariff[], today: string): store.NewBook['state'] => {
  const isReplaced = versions.some(other => other.version > version && other.validFrom <= validFrom)
  return isReplaced ? (validFrom > today ? 'draft' : 'withdrawn') : 'approved'
}

/** In a transaction: the books of a city's places that have a tariff, a version for each of its versions, by their terms. `city` is its id. */
export const writeTariffBooks = async (
  tx: Queryable,
  city: number,
  now: Temporal.Instant,
): Promise<store.BookOfTerms[]> => {
  const tariffs = Map.groupBy(await store.selectTariffs(tx), ({ id }) => id)
  const groups = (await store.selectTerms(tx, city)).map(row => ({
    ...row,
    book_id: tariffBookId(row.tariff_id, termsOf(row), row.time_zone),
  }))
  const drafts = groups.flatMap(row => {
    const versions = tariffs.get(row.tariff_id) ?? []
    const today = now.toZonedDateTimeISO(row.time_zone).toPlainDate().toString()
    return versions.map(
      (tariff): Draft => ({
        bookId: row.book_id,
        name: tariff.name,
        book: bookOfTariff(tariff, termsOf(row)),
        inForceFrom: Temporal.PlainDate.from(tariff.validFrom).toZonedDateTime(row.time_zone).toInstant(),
        state: stateOf(tariff, versions, today),
        tariff,
      }),
    )
  })
  await write(tx, city, drafts, now)
  return groups
}
