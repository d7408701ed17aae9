// Standing checks of the data, each a sentence and a query: run after tests, on demand and on a timer.
import type { Queryable } from '#platform/db.ts'
import { checks, selectBroken } from './checks-store.ts'

export type BrokenBook = { sentence: string; rows: unknown[] }

/** The checks that fail, with the rows that break them. One snapshot needs a repeatable-read transaction. */
export const brokenBooks = async (db: Queryable): Promise<BrokenBook[]> => {
  const broken: BrokenBook[] = []
  for (const [sentence, query] of Object.entries(checks)) {
    const rows = await selectBroken(db, query)
    if (rows.length > 0) broken.push({ sentence, rows })
  }
  return broken
}

export const bookSentences = Object.keys(checks)

/** The first `most` rows as text. PostgreSQL's sums are bigints, which JSON does not have. */
export const rowsText = (rows: unknown[], most: number): string =>
  JSON.stringify(rows.slice(0, most), (_, value) => (typeof value === 'bigint' ? Number(value) : value), 2)
