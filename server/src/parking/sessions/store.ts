// SQL of parking: the three one-trip functions of start, extend and stop, and the reads.
import type { Session, SessionDetail } from '@parkit/contract/parking/sessions'
import { history } from '@parkit/contract/platform/limits'
import type { CityTerms } from '#city/cities/cities.ts'
import type { Entry } from '#money/ledger/ledger.ts'
import { type Queryable, sql } from '#platform/db.ts'
import { refuse } from '#platform/errors.ts'
import type { IdempotencyKey } from '#platform/idempotency.ts'
import type { SessionRow } from './session.ts'

const ownColumns = `session_id, driver_id, vehicle_id, plate_key, vehicle, place, city, zone_number, tariff_id, tariff_version,
  rule_book_id, rule_book_version, rules_as_of, facts,  status, started_at, ends_at, ended_at, part_from_at, parking_cents, fee_cents, refunded_cents, paid_via, auto_session,
  auto_extended, method_id, payment, moves_given`

/** Of the few sessions that were changed. */
export const changesColumn = `case when session.moves + session.plate_changes > 0
  then session_changes(session.session_id, session.zone_number, session.vehicle) end as changes`
export const columns = `${ownColumns}, ${changesColumn}`

/** No stay is longer than a week: four times as far back, and no further, so that one or two partitions are looked into. */
const mayRunAt = (now: string) =>
  `session.started_at between ${now}::timestamptz - interval '28 days' and ${now}::timestamptz + interval '1 day'`

const idempotencyValues = (idempotencyKey: IdempotencyKey, answer: Session) => [
  idempotencyKey.callerId,
  idempotencyKey.key,
  idempotencyKey.call,
  idempotencyKey.inputHash,
  JSON.stringify(answer),
]
export const entryValues = (entry: Entry | null) => [entry?.accounts ?? [], entry?.amountsCents ?? []]

const parkingStart = sql<{ answer: Session }>(
  'parking_start',
  'select parking_start($1, $2, $3, $4, $5, $6, $7, $8) as answer',
)
/**
 * Starts a session; returns the answer stored for the key. Throws `already_parked`, `no_return`, `insufficient_funds`,
 * `idempotency_conflict` (PK000).
 */
export const startSession = async (
  db: Queryable,
  idempotencyKey: IdempotencyKey,
  answer: Session,
  row: SessionRow & { no_return_minutes: number | null },
  fare: Entry | null,
): Promise<Session> =>
  (
    await parkingStart(db, [...idempotencyValues(idempotencyKey, answer), JSON.stringify(row), ...entryValues(fare)])
  )[0]!.answer

export type Change = {
  idempotencyKey: IdempotencyKey
  answer: Session
  row: SessionRow
  now: Temporal.Instant
  entry: Entry | null
}

export const changeValues = ({ idempotencyKey, answer, row, now }: Change) => [
  ...idempotencyValues(idempotencyKey, answer),
  row.session_id,
  row.ends_at.toString(),
  now.toString(),
]

const parkingExtend = sql<{ answer: Session }>(
  'parking_extend',
  'select parking_extend($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) as answer',
)
/** Throws `session moved` (PK001) where the session changed since `row` was read. */
export const extendSession = async (
  db: Queryable,
  change: Change,
  minutes: number,
  amountCents: number,
): Promise<Session> =>
  (await parkingExtend(db, [...changeValues(change), minutes, amountCents, ...entryValues(change.entry)]))[0]!.answer

const parkingPend = sql('parking_pend', 'select parking_pend($1, $2, $3, $4, $5, $6, $7)')
/** A card start is under way: in the transaction that adds the charge of this key, before anything else in it. */
export const notePending = async (
  tx: Queryable,
  chargeKey: string,
  { driver_id, session_id, plate_key, city, zone_number }: SessionRow,
  now: Temporal.Instant,
): Promise<void> => {
  await parkingPend(tx, [driver_id, chargeKey, session_id, plate_key, city, zone_number, now])
}

/** Of a card start that was refused. */
export const voidPending = sql.run<[sessionId: string, now: Temporal.Instant]>(
  'parking_right_void',
  `update parking_right set state = 'void', as_of = $2 where kind = 'session' and ref = $1 and state = 'pending'`,
)

/** What a stop pays back, and whether it is one of the day's free cancels. */
export type Refund = { usedMinutes: number; isFreeCancel: boolean; refundCents: number }

const parkingStop = sql<{ answer: Session }>(
  'parking_stop',
  'select parking_stop($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) as answer',
)
/** Throws `session moved` (PK001) where the session changed since `row` was read. */
export const stopSession = async (
  db: Queryable,
  change: Change,
  { usedMinutes, refundCents }: Refund,
): Promise<Session> => {
  const values = [...changeValues(change), usedMinutes, refundCents, 'unusedMinutes', ...entryValues(change.entry)]
  return (await parkingStop(db, values))[0]!.answer
}

/** How long after a start, and how many a day: of the city's terms. */
const freeCancelLimits = ({ freeCancelSeconds, freeCancelsAccountDay, freeCancelsPlateZoneDay }: CityTerms) => [
  `${freeCancelSeconds} seconds`,
  freeCancelsAccountDay,
  freeCancelsPlateZoneDay,
]

const parkingStopFree = sql<{ answer: Session | null }>(
  'parking_stop_free',
  `select parking_stop_free($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18) as answer`,
)
/** As a free cancel, of which none was had since `since`; null where none is left: nothing was done. Throws as `stopSession`. */
export const stopSessionFree = async (
  db: Queryable,
  change: Change,
  { usedMinutes, refundCents }: Refund,
  since: Temporal.Instant,
  terms: CityTerms,
): Promise<Session | null> => {
  const { plate_key, zone_number } = change.row
  const values = [...changeValues(change), usedMinutes, refundCents, ...entryValues(change.entry)]
  return (await parkingStopFree(db, [...values, plate_key, zone_number, since, ...freeCancelLimits(terms)]))[0]!.answer
}

const freeCancelLeft = sql<{ isLeft: boolean }>(
  'free_cancel_left',
  'select free_cancel_left($1, $2, $3, $4, $5, $6, $7, $8) as "isLeft"',
)
/** Whether this account, and anybody with this plate in this zone, has a free cancel left since then. */
export const isFreeCancelLeft = async (
  db: Queryable,
  { driver_id, plate_key, city, zone_number }: SessionRow,
  since: Temporal.Instant,
  terms: CityTerms,
): Promise<boolean> => {
  const values = [driver_id, plate_key, city, zone_number, since, ...freeCancelLimits(terms)]
  return (await freeCancelLeft(db, values))[0]!.isLeft
}

const jobLockSessionEnd = sql(
  'job_lock_session_end',
  `select from job where kind = 'session-end' and ref = $1 for update`,
)
const sessionLock = sql<SessionRow>(
  'session_lock',
  `select ${columns} from session where session_id = $1 and started_at = session_started_at($1) for update`,
)
/** Locks the session, and before it the job of its end: the order in which that job locks them. */
export const lockSession = async (tx: Queryable, sessionId: string): Promise<SessionRow | null> => {
  await jobLockSessionEnd(tx, [sessionId])
  return sessionLock.first(tx, [sessionId])
}

/** Without a lock. */
export const readSession = sql.first<SessionRow, [sessionId: string]>(
  'session_read',
  `select ${columns} from session where session_id = $1 and started_at = session_started_at($1)`,
)

const sessionFindStartedByGate = sql<{ session_id: string }>(
  'session_find_started_by_gate',
  `select session_id from parking_right join session on session_id = ref and started_at = starts_at
    where parking_right.city = $3 and plate_fold = plate_fold($1) and parking_right.plate_key = $1
      and parking_right.zone_number = $2 and kind = 'session' and state = 'live' and auto_session`,
)
export type PlateInZone = Pick<SessionRow, 'plate_key' | 'city' | 'zone_number'>
export const lockStartedByGate = async (
  tx: Queryable,
  { plate_key, city, zone_number }: PlateInZone,
): Promise<SessionRow | null> => {
  const rows = await sessionFindStartedByGate(tx, [plate_key, zone_number, city])
  return rows[0] ? lockSession(tx, rows[0].session_id) : null
}

/** Which of these drivers last paid for this plate and was not paid back; null where none has while its plate is known. */
export const findLastPayer = sql.first<
  { driver_id: string },
  [plateKey: string, driverIds: string[], now: Temporal.Instant]
>(
  'session_find_last_payer',
  `select driver_id from session
    where plate_key = $1 and driver_id = any($2::uuid[]) and parking_cents + fee_cents > refunded_cents
      and coalesce(payment, 'paid') = 'paid' and started_at > $3::timestamptz - interval '${history.days} days'
    order by started_at desc limit 1`,
)

export const markLastStepAuto = sql.run<[sessionId: string]>(
  'step_set_last_auto',
  `update step set auto = true
    where session_id = $1 and started_at in (session_started_at($1), '-infinity')
      and seq = (select max(seq) from step where session_id = $1 and started_at in (session_started_at($1), '-infinity'))`,
)

const sessionSetAutoExtended = sql(
  'session_set_auto_extended',
  'update session set auto_extended = true where session_id = $1 and started_at = session_started_at($1)',
)
export const markAutoExtended = async (tx: Queryable, sessionId: string): Promise<void> => {
  await sessionSetAutoExtended(tx, [sessionId])
  await markLastStepAuto(tx, sessionId)
}

export const isMoved = (error: unknown): boolean => (error as { code?: string }).code === 'PK001'

/** Ends a session that is over; does nothing where it was extended or stopped meanwhile. */
export const endSession = sql.run<[sessionId: string, now: Temporal.Instant]>(
  'parking_end_expired',
  'select parking_end_expired($1, $2)',
)
/** Ends those of many that are over. One that another transaction holds is looked at again a second later. */
export const endSessions = sql.run<[sessionIds: string[], now: Temporal.Instant]>(
  'parking_end_due',
  'select parking_end_due($1, $2)',
)

const findIn = (table: 'session' | 'archived_session') =>
  sql<SessionRow>(
    `${table}_find`,
    `select ${columns} from ${table} as session
      where session_id = $1 and started_at = session_started_at($1) and driver_id = $2`,
  )
const [sessionFind, archivedSessionFind] = [findIn('session'), findIn('archived_session')]
/** Also an archived one. */
export const findSession = async (db: Queryable, driverId: string, sessionId: string): Promise<SessionRow | null> =>
  (await sessionFind.first(db, [sessionId, driverId])) ?? archivedSessionFind.first(db, [sessionId, driverId])

const sessionListActive = sql<SessionRow>(
  'session_list_active',
  `select ${ownColumns.replaceAll(/\w+/g, 'session.$&')}, ${changesColumn}
      from parking_right as live join session on session_id = ref and started_at = starts_at
    where live.driver_id = any($1::uuid[]) and kind = 'session' and state = 'live' and live.ends_at > $2
      and ${mayRunAt('$2')}
    order by session.ends_at, session_id`,
)
/** What runs of each of these drivers, the first to end first; a driver without any is left out. */
export const listActive = async (
  db: Queryable,
  driverIds: string[],
  now: Temporal.Instant,
): Promise<Map<string, SessionRow[]>> =>
  Map.groupBy(await sessionListActive(db, [driverIds, now.toString()]), row => row.driver_id)

type Step = SessionDetail['Steps'][number]
type StepRow = {
  at: Temporal.Instant
  kind: Step['Kind']
  minutes: number
  amount_cents: number
  auto: boolean
}

const listStepsIn = (table: 'step' | 'archived_step') =>
  sql<StepRow>(
    `${table}_list`,
    `select at, kind, minutes, amount_cents, auto from ${table}
      where session_id = $1 and started_at in (session_started_at($1), '-infinity') order by seq`,
  )
const [stepList, archivedStepList] = [listStepsIn('step'), listStepsIn('archived_step')]
/** Also of an archived session. */
export const listSteps = async (db: Queryable, sessionId: string): Promise<StepRow[]> => {
  const steps = await stepList(db, [sessionId])
  // every session has one
  return steps.length > 0 ? steps : archivedStepList(db, [sessionId])
}

type PastPart = { name: string; minutes: number; parking_cents: number }
/** What was paid for in other zones before a move. */
export const listPastParts = sql.list<PastPart, [sessionId: string]>(
  'segment_list_parts',
  `select place ->> 'name' as name, minutes, parking_cents from segment where session_id = $1 and kind = 'moved' order by seq`,
)

/**
 * When this account's plate last left this zone, also by a change; null if it never did, is still parked there, or was cancelled for free, and
 * perhaps if it may return by now.
 */
export const findLastLeft = sql.value<
  Temporal.Instant | null,
  [driverId: string, plateKey: string, zoneNumber: string, now: Temporal.Instant, noReturnMinutes: number, city: number]
>(
  'session_find_last_left',
  `select greatest(
     (select max(coalesce(ended_at, ends_at)) from session
       where driver_id = $1 and plate_key = $2 and zone_number = $3 and city = $6 and not free_cancel
         and started_at > $4::timestamptz - make_interval(days => 28, mins => $5)
         and not (status = 'running' and ends_at > $4)),
     (select max(to_at) from segment where driver_id = $1 and plate_key = $2 and zone_number = $3 and city = $6)) as left_at`,
)

const sessionFindByPlate = sql<{ session_id: string; ends_at: Temporal.Instant; name: string }>(
  'session_find_by_plate',
  `select ref as session_id, ends_at,
          (select place ->> 'name' from session where session_id = ref and started_at = starts_at and ${mayRunAt('$3')}) as name
     from parking_right
    where driver_id = $1 and plate_key = $2 and kind = 'session' and state = 'live' and ends_at > $3`,
)
/** Avoids an authorization that would be released; the start itself checks again. Throws `already_parked`. */
export const requireNotParked = async (
  db: Queryable,
  driverId: string,
  plateKey: string,
  now: Temporal.Instant,
): Promise<void> => {
  const other = await sessionFindByPlate.first(db, [driverId, plateKey, now])
  if (!other) return
  const { ends_at, session_id: SessionId, name: Name } = other
  refuse('already_parked', { extra: { Until: ends_at.toString(), SessionId, Name } })
}

const sessionFindByVehicle = sql(
  'session_find_by_vehicle',
  `select from vehicle join parking_right using (driver_id, plate_key)
    where vehicle_id = $1 and kind = 'session' and parking_right.state = 'live' and ends_at > $2`,
)
export const isVehicleParked = async (tx: Queryable, vehicleId: string, now: Temporal.Instant): Promise<boolean> =>
  (await sessionFindByVehicle(tx, [vehicleId, now.toString()])).length > 0

const listPlaceNamesIn = (table: 'session' | 'archived_session') =>
  sql<{ session_id: string; name: string }>(
    `${table}_list_place_names`,
    `select session_id, place ->> 'name' as name from session_key join ${table} using (session_id, started_at)
      where session_id = any($1)`,
  )
const placeNameLists = [listPlaceNamesIn('session'), listPlaceNamesIn('archived_session')]
/** Also of archived sessions. */
export const selectPlaceNames = async (db: Queryable, sessionIds: string[]): Promise<Map<string, string>> => {
  const names = new Map<string, string>()
  for (const list of placeNameLists) {
    const unknown = sessionIds.filter(id => !names.has(id))
    if (unknown.length === 0) break
    for (const { session_id, name } of await list(db, [unknown])) names.set(session_id, name)
  }
  return names
}
