// Time in JSON: instants are ISO 8601 in UTC, a place says its IANA zone beside them.
import * as z from 'zod/mini'

/** Of the years that the database knows, and no finer than nanoseconds. */
export const Instant = z.iso.datetime({ error: 'instant' }).check(
  z.refine(at => !at.startsWith('0000'), { error: 'instant' }),
  z.maxLength('2026-04-14T16:59:00.123456789Z'.length, { error: 'instant' }),
)
