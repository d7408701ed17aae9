// Time on the wire: instants are ISO 8601 in UTC, a place says its IANA zone beside them.
import * as z from 'zod/mini'

export const Instant = z.iso.datetime({ error: 'instant' })

export const minuteMs = 60_000

/** The city's own zone, for texts that belong to no single place. */
export const cityTimeZone = 'America/Chicago'
