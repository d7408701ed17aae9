// Standing checks of the data, each a sentence and a query: run after tests, on demand and on a timer.

import type { Queryable } from '#platform/db.ts'
import { houseTimeZone } from '#platform/house-time.ts'
import type { Log } from '#platform/log.ts'
import { readStandby } from '#platform/standby-read.ts'
import { checks, selectBroken } from './checks-store.ts'
import { findPosition, insertRun, newRowsQuery, type Position, selectMoment } from './new-rows-store.ts'

export type BrokenBook = { sentence: string; rows: unknown[] }

export const bookSentences = Object.keys(checks)

/**
 * The checks that fail, with the rows that break them: of all rows, or of those that are new since `position`. One snapshot needs a
 * repeatable-read transaction.
 */
export const brokenBooks = async (db: Queryable, position: Position | null = null): Promise<BrokenBook[]> => {
  const broken: BrokenBook[] = []
  for (const sentence of bookSentences) {
    const query = position ? newRowsQuery(sentence, position) : checks[sentence]!
    const rows = query ? await selectBroken(db, query) : []
    if (rows.length > 0) broken.push({ sentence, rows })
  }
  return broken
}

const wholeHour = 3
const lastNight = (now: Temporal.Instant): Temporal.Instant => {
  const here = now.toZonedDateTimeISO(houseTimeZone)
  const today = here.withPlainTime({ hour: wholeHour })
  return (Temporal.ZonedDateTime.compare(today, here) <= 0 ? today : today.subtract({ days: 1 })).toInstant()
}

type Whole = { standbyUrl: string | null; log: Log }

/** Of all rows. Where a standby can't be read, the primary is. */
const allBrokenBooks = async (db: Queryable, { standbyUrl, log }: Whole): Promise<BrokenBook[]> => {
  if (standbyUrl)
    try {
      return await readStandby(db, standbyUrl, brokenBooks)
    } catch (error) {
      log('All books are checked on the primary, because the standby could not be read', error)
    }
  return brokenBooks(db)
}

/**
 * The hourly run: what is new since the last good one; everything once after three at night, and again until it is good.
 * A failed run leaves the position, so that the next one finds the same.
 */
export const checkBooks = async (db: Queryable, now: Temporal.Instant, whole: Whole): Promise<BrokenBook[]> => {
  const moment = await selectMoment(db)
  const position = await findPosition(db, moment.epoch, lastNight(now))
  const broken = position ? await brokenBooks(db, position) : await allBrokenBooks(db, whole)
  if (broken.length === 0) await insertRun(db, moment, position === null, now)
  return broken
}

/** The first `most` rows as text. PostgreSQL's sums are bigints, which JSON does not have. */
export const rowsText = (rows: unknown[], most: number): string =>
  JSON.stringify(rows.slice(0, most), (_, value) => (typeof value === 'bigint' ? Number(value) : value), 2)
