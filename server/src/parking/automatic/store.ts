// SQL of automatic parking: the choice for one session, sightings to process, and the plates inside.
import { type Queryable, sql } from '#platform/db.ts'

const selectWanted = sql<{ wanted: boolean }>(
  'auto_extend_is_wanted',
  'select auto_extend_wanted(session) as wanted from session where session_id = $1 and started_at = session_started_at($1)',
)
export const isWanted = async (db: Queryable, sessionId: string): Promise<boolean> =>
  (await selectWanted(db, [sessionId]))[0]?.wanted ?? false

const autoStaySetWanted = sql(
  'auto_stay_set_wanted',
  `insert into auto_stay (session_id, wanted) values ($1, $2)
     on conflict (session_id) do update set wanted = excluded.wanted`,
)
const autoExtendPlan = sql(
  'auto_extend_plan',
  'select auto_extend_plan(session) from session where session_id = $1 and started_at = session_started_at($1)',
)
/** The driver's choice for this session alone; if wanted, its next extension is scheduled. */
export const setWanted = async (tx: Queryable, sessionId: string, wanted: boolean): Promise<void> => {
  await autoStaySetWanted(tx, [sessionId, wanted])
  if (wanted) await autoExtendPlan(tx, [sessionId])
}

/** Returns false where the driver was notified of this end before. */
export const markNotified = sql.matches<[sessionId: string, endsAt: Temporal.Instant]>(
  'auto_stay_set_told',
  `insert into auto_stay (session_id, told_ends_at) values ($1, $2)
     on conflict (session_id) do update set told_ends_at = excluded.told_ends_at
      where auto_stay.told_ends_at is distinct from excluded.told_ends_at`,
)

export type Sighting = {
  plate_key: string
  city: number
  zone_number: string
  direction: 'in' | 'out'
  seen_at: Temporal.Instant
}

const plateSightingInsert = sql(
  'plate_sighting_insert',
  `insert into plate_sighting (sighting_id, plate_key, zone_number, direction, seen_at, city) values ($1, $2, $3, $4, $5, $6)`,
)
export const insertSighting = async (tx: Queryable, sightingId: string, sighting: Sighting): Promise<void> => {
  const { plate_key, city, zone_number, direction, seen_at } = sighting
  await plateSightingInsert(tx, [sightingId, plate_key, zone_number, direction, seen_at, city])
}

/** Deletes and returns it, so that it is processed once; null if it was. */
export const takeSighting = sql.first<Sighting, [sightingId: string]>(
  'plate_sighting_take',
  `delete from plate_sighting where sighting_id = $1 returning plate_key, city, zone_number, direction, seen_at`,
)

type Presence = Pick<Sighting, 'direction' | 'seen_at'>

const platePresenceLock = sql('plate_presence_lock', 'select pg_advisory_xact_lock(hashtextextended($1, 15))')
const platePresenceFind = sql<Presence>(
  'plate_presence_find',
  'select direction, seen_at from plate_presence where plate_key = $1 and zone_number = $2 and city = $3',
)
/** The last sighting of this plate at this zone. Locks the plate until the transaction ends. */
export const lockPresence = async (
  tx: Queryable,
  { plate_key, city, zone_number }: Sighting,
): Promise<Presence | null> => {
  await platePresenceLock(tx, [plate_key])
  return platePresenceFind.first(tx, [plate_key, zone_number, city])
}

const platePresenceUpsert = sql(
  'plate_presence_upsert',
  `insert into plate_presence (plate_key, zone_number, direction, seen_at, city) values ($1, $2, $3, $4, $5)
     on conflict (city, zone_number, plate_key) do update
        set direction = excluded.direction, seen_at = excluded.seen_at`,
)
const platePresenceDeleteOld = sql(
  'plate_presence_delete_old',
  `delete from plate_presence where (city, zone_number, plate_key) in
     (select city, zone_number, plate_key from plate_presence where seen_at < $1 order by seen_at limit 10 for update skip locked)`,
)
/** Deletes ten that are a day old, so that the whereabouts of cars are not stored. */
export const upsertPresence = async (tx: Queryable, sighting: Sighting, now: Temporal.Instant): Promise<void> => {
  const { plate_key, city, zone_number, direction, seen_at } = sighting
  await platePresenceUpsert(tx, [plate_key, zone_number, direction, seen_at, city])
  await platePresenceDeleteOld(tx, [now.subtract({ hours: 24 })])
}

const savepointAttempt = sql('savepoint_attempt', 'savepoint attempt')
const rollbackToAttempt = sql('rollback_to_attempt', 'rollback to savepoint attempt')
/** Rolls back what `work` wrote if it throws, and rethrows; the transaction stays usable. */
export const attempt = async <Result>(tx: Queryable, work: () => Promise<Result>): Promise<Result> => {
  await savepointAttempt(tx)
  try {
    return await work()
  } catch (error) {
    await rollbackToAttempt(tx)
    throw error
  }
}
