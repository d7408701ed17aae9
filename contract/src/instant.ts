// Time in JSON: instants are ISO 8601 in UTC, a place says its IANA zone beside them.
import * as z from 'zod/mini'

export const Instant = z.iso.datetime({ error: 'instant' })
