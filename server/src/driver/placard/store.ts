// The SQL of stated placards.
import { sql } from '#platform/db.ts'

/** Null where none is stated, or it has expired. */
export const findUntil = sql.value<Temporal.Instant, [driverId: string, now: Temporal.Instant]>(
  'placard_find',
  `select until_at from benefit where driver_id = $1 and class = 'placard' and until_at > $2`,
)

export const upsertPlacard = sql.run<[driverId: string, untilAt: Temporal.Instant]>(
  'placard_upsert',
  `insert into benefit (driver_id, class, until_at) values ($1, 'placard', $2)
   on conflict (driver_id, class) do update set until_at = excluded.until_at`,
)

export const deletePlacard = sql.run<[driverId: string]>(
  'placard_delete',
  `delete from benefit where driver_id = $1 and class = 'placard'`,
)
