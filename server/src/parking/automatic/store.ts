// SQL of what happens by itself: the word for one session, sightings that wait, and who is inside.
import { type Queryable, sql } from '#platform/db.ts'

const selectWanted = sql<{ wanted: boolean }>(
  'auto_extend_is_wanted',
  'select auto_extend_wanted(session) as wanted from session where session_id = $1',
)
export const isWanted = async (db: Queryable, sessionId: string): Promise<boolean> =>
  (await selectWanted(db, [sessionId]))[0]?.wanted ?? false

/** The driver's word for this session alone; one that is wanted is looked at in time. */
export const setWanted = async (tx: Queryable, sessionId: string, wanted: boolean): Promise<void> => {
  await tx.query(
    `insert into auto_stay (session_id, wanted) values ($1, $2)
     on conflict (session_id) do update set wanted = excluded.wanted`,
    [sessionId, wanted],
  )
  if (wanted) await tx.query('select auto_extend_plan(session) from session where session_id = $1', [sessionId])
}

/** Answers false where the driver was told of this end before. */
export const markTold = async (tx: Queryable, sessionId: string, endsAt: Temporal.Instant): Promise<boolean> => {
  const { rowCount } = await tx.query(
    `insert into auto_stay (session_id, told_ends_at) values ($1, $2)
     on conflict (session_id) do update set told_ends_at = excluded.told_ends_at
      where auto_stay.told_ends_at is distinct from excluded.told_ends_at`,
    [sessionId, endsAt],
  )
  return rowCount === 1
}

export type Sighting = {
  plate_key: string
  zone_number: string
  direction: 'in' | 'out'
  seen_at: Temporal.Instant
}

export const insertSighting = async (tx: Queryable, sightingId: string, sighting: Sighting): Promise<void> => {
  const { plate_key, zone_number, direction, seen_at } = sighting
  await tx.query(
    `insert into plate_sighting (sighting_id, plate_key, zone_number, direction, seen_at) values ($1, $2, $3, $4, $5)`,
    [sightingId, plate_key, zone_number, direction, seen_at],
  )
}

/** Takes it, so that it is worked through once; none where that is done. */
export const takeSighting = async (tx: Queryable, sightingId: string): Promise<Sighting | null> => {
  const { rows } = await tx.query<Sighting>(
    `delete from plate_sighting where sighting_id = $1 returning plate_key, zone_number, direction, seen_at`,
    [sightingId],
  )
  return rows[0] ?? null
}

type Presence = Pick<Sighting, 'direction' | 'seen_at'>

/** What was known of this plate at this zone. Until the transaction ends, nobody else works on the plate. */
export const lockPresence = async (tx: Queryable, { plate_key, zone_number }: Sighting): Promise<Presence | null> => {
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 15))', [plate_key])
  const { rows } = await tx.query<Presence>(
    'select direction, seen_at from plate_presence where plate_key = $1 and zone_number = $2',
    [plate_key, zone_number],
  )
  return rows[0] ?? null
}

/** Clears away some that are a day old, so that where a car was is not kept. */
export const upsertPresence = async (tx: Queryable, sighting: Sighting, now: Temporal.Instant): Promise<void> => {
  const { plate_key, zone_number, direction, seen_at } = sighting
  await tx.query(
    `insert into plate_presence (plate_key, zone_number, direction, seen_at) values ($1, $2, $3, $4)
     on conflict (plate_key, zone_number) do update set direction = excluded.direction, seen_at = excluded.seen_at`,
    [plate_key, zone_number, direction, seen_at],
  )
  await tx.query(
    `delete from plate_presence where (plate_key, zone_number) in
       (select plate_key, zone_number from plate_presence where seen_at < $1 order by seen_at limit 10 for update skip locked)`,
    [now.subtract({ hours: 24 })],
  )
}

/** Undoes what `work` wrote where it throws, and throws on; the transaction goes on. */
export const attempt = async <Result>(tx: Queryable, work: () => Promise<Result>): Promise<Result> => {
  await tx.query('savepoint attempt')
  try {
    return await work()
  } catch (error) {
    await tx.query('rollback to savepoint attempt')
    throw error
  }
}
