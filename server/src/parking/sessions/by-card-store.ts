// SQL of sessions by card: a look at the plate before a card is asked for anything.
import { type Queryable, sql } from '#platform/db.ts'
import { refuse } from '#platform/errors.ts'

const sessionFindByPlate = sql<{ session_id: string; driver_id: string; ends_at: Temporal.Instant; name: string }>(
  'session_find_by_plate',
  `select session_id, driver_id, ends_at, place ->> 'name' as name from session
    where plate_key = $1 and status = 'running' and ends_at > $2`,
)
/** The start looks again; this only spares the card. Throws `already_parked`. */
export const requireNotParked = async (
  db: Queryable,
  driverId: string,
  plateKey: string,
  now: Temporal.Instant,
): Promise<void> => {
  const rows = await sessionFindByPlate(db, [plateKey, now])
  const [other] = rows
  if (!other) return
  const isOwn = other.driver_id === driverId
  refuse('already_parked', {
    extra: {
      Until: other.ends_at.toString(),
      SessionId: isOwn ? other.session_id : null,
      Name: isOwn ? other.name : null,
    },
  })
}
