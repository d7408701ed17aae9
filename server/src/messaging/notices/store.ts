// SQL of notices: what waits to be said, to whom and by which ways, and the browsers that take pushes.
import type { NoticeChannel, NoticeKind, Push } from '@parkit/contract/messaging/notices'
import type { Change } from '@parkit/contract/parking/sessions'
import type { Language } from '@parkit/contract/platform/errors'
import { type Queryable, sql } from '#platform/db.ts'
import type { Channel } from '#platform/outbox.ts'
import { currentTrace } from '#platform/trace.ts'

/** The kind of the jobs that renew a countdown. */
export const countdownJob = 'notice-countdown'

export type Told = { driverId: string; kind: string; data: unknown; at: Temporal.Instant }

const noticeInsert = sql(
  'notice_insert',
  'insert into notice (notice_id, driver_id, kind, data, at) values ($1, $2, $3, $4, $5)',
)
export const insertNotice = async (tx: Queryable, noticeId: string, notice: Told): Promise<void> => {
  const { driverId, kind, data, at } = notice
  await noticeInsert(tx, [noticeId, driverId, kind, JSON.stringify(data), at])
}

/** Takes it, so that it is handed on once. */
export const takeNotice = sql.first<Told, [noticeId: string]>(
  'notice_take',
  'delete from notice where notice_id = $1 returning driver_id as "driverId", kind, data, at',
)

type Choice = { kind: NoticeKind; channel: NoticeChannel; wanted: boolean }
export type Listener = {
  driver_id: string
  language: Language
  email: string | null
  phone: string | null
  choices: Choice[]
  /** minutes before the end of a session, where the driver chose them */
  first_minutes: number | null
  last_minutes: number | null
  /** subscription ids, of browsers where the driver is signed in */
  devices: string[]
  /** of these, the browsers that show a countdown */
  countdowns: string[]
  /** who agreed to be reminded too; `code` ends it */
  trusted: { channel: Channel; recipient: string; language: Language; code: string } | null
}

/** Without those whose account is gone. */
export const listListeners = sql.list<Listener, [driverIds: string[], now: Temporal.Instant]>(
  'notice_listeners',
  `select driver_id, language, email, phone, first_minutes, last_minutes,
          coalesce((select json_agg(json_build_object('kind', kind, 'channel', channel, 'wanted', wanted))
                      from notice_choice where notice_choice.driver_id = driver.driver_id), '[]') as choices,
          array(select subscription_id::text from push_subscription join token using (token_hash)
                 where push_subscription.driver_id = driver.driver_id and token.expires_at > $2) as devices,
          array(select subscription_id::text from push_subscription join token using (token_hash)
                 where push_subscription.driver_id = driver.driver_id and token.expires_at > $2 and countdown) as countdowns,
          (select json_build_object('channel', channel, 'recipient', recipient, 'language', trusted_person.language, 'code', code)
             from trusted_person where trusted_person.driver_id = driver.driver_id and agreed_at is not null) as trusted
     from driver left join reminder_time using (driver_id) where driver_id = any($1::uuid[]) and erased_at is null`,
)
/** Null where the account is gone. */
export const findListener = async (db: Queryable, driverId: string, now: Temporal.Instant): Promise<Listener | null> =>
  (await listListeners(db, [driverId], now))[0] ?? null

export const setChoice = sql.run<[driverId: string, kind: NoticeKind, channel: NoticeChannel, wanted: boolean]>(
  'notice_choice_upsert',
  `insert into notice_choice (driver_id, kind, channel, wanted) values ($1, $2, $3, $4)
     on conflict (driver_id, kind, channel) do update set wanted = excluded.wanted`,
)

export const setReminders = sql.run<
  [driverId: string, firstMinutes: number, lastMinutes: number, now: Temporal.Instant]
>('reminder_set', 'select reminder_set($1, $2, $3, $4)')

export type Parked = {
  session_id: string
  driver_id: string
  zone_number: string
  name: string
  /** where ParkIt has several */
  city_name: string | null
  address: string
  time_zone: string
  plate: string
  status: string
  started_at: Temporal.Instant
  ends_at: Temporal.Instant
  ended_at: Temporal.Instant | null
  parking_cents: number
  fee_cents: number
  refunded_cents: number
  paid_via: string
  acted_at: Temporal.Instant
  step_cents: number
  step_auto: boolean
  changes: Change[] | null
  first_minutes: number | null
  last_minutes: number | null
}

/** With their last step, as committed: not locked, for whoever changes one may wait for its jobs. */
export const listParked = sql.list<Parked, [sessionIds: string[]]>(
  'notice_list_parked',
  `select session.session_id, driver_id, zone_number, place ->> 'name' as name, place ->> 'cityName' as city_name,
          place ->> 'address' as address, place ->> 'timeZone' as time_zone, vehicle ->> 'PlateNumber' as plate, status, session.started_at, ends_at, ended_at,
          parking_cents, fee_cents, refunded_cents, paid_via,
          step.at as acted_at, step.amount_cents as step_cents, step.auto as step_auto,
          first_minutes, last_minutes,
          case when moves + plate_changes > 0 then session_changes(session.session_id, zone_number, vehicle) end as changes
     from session_key join session using (session_id, started_at) left join reminder_time using (driver_id) cross join lateral (
       select * from step where step.session_id = session.session_id and step.started_at in (session.started_at, '-infinity')
        order by seq desc limit 1) as step
    where session_key.session_id = any($1)`,
)
export const findParked = async (db: Queryable, sessionId: string): Promise<Parked | null> =>
  (await listParked(db, [sessionId]))[0] ?? null

/** Renews the countdowns of these sessions, each at its time, where a browser of its driver still shows one. */
export const planCountdowns = sql.run<
  [kind: string, sessionIds: string[], driverIds: string[], runAt: Temporal.Instant[], now: Temporal.Instant]
>(
  'notice_plan_countdowns',
  `insert into job (kind, ref, run_at)
   select $1, ref, run_at from unnest($2::text[], $3::uuid[], $4::timestamptz[]) as due (ref, driver_id, run_at)
    where exists (select from push_subscription join token using (token_hash)
                   where push_subscription.driver_id = due.driver_id and countdown and token.expires_at > $5)
   on conflict (kind, ref) do update set run_at = excluded.run_at, attempts = 0`,
)

/** Of each session that is running: a browser begins to show its countdown. */
const beginCountdowns = sql.run<[kind: string, driverId: string, now: Temporal.Instant]>(
  'notice_begin_countdowns',
  `insert into job (kind, ref, run_at)
   select $1, ref, $3 from parking_right where driver_id = $2 and kind = 'session' and state = 'live' and ends_at > $3
   on conflict (kind, ref) do update set run_at = excluded.run_at, attempts = 0`,
)

export type Subscription = { endpoint: string; p256dh: string; auth: string; countdown: boolean }

const pushSubscriptionUpsert = sql(
  'push_subscription_upsert',
  `insert into push_subscription (subscription_id, driver_id, token_hash, endpoint, p256dh, auth, made_at, countdown)
     values (gen_random_uuid(), $1, $2, $3, $4, $5, $6, $7)
     on conflict (endpoint) do update
       set driver_id = excluded.driver_id, token_hash = excluded.token_hash, p256dh = excluded.p256dh,
           auth = excluded.auth, made_at = excluded.made_at, countdown = excluded.countdown`,
)
const pushSubscriptionDeleteOldest = sql(
  'push_subscription_delete_oldest',
  `delete from push_subscription where subscription_id in
     (select subscription_id from push_subscription where driver_id = $1 order by made_at desc, subscription_id offset $2)`,
)
/** A browser belongs to who subscribed there last; of a driver's, those that subscribed longest ago give way. */
export const upsertSubscription = async (
  tx: Queryable,
  owner: { driverId: string; tokenHash: Buffer },
  { endpoint, p256dh, auth, countdown }: Subscription,
  most: number,
  now: Temporal.Instant,
): Promise<void> => {
  await pushSubscriptionUpsert(tx, [owner.driverId, owner.tokenHash, endpoint, p256dh, auth, now, countdown])
  if (countdown) await beginCountdowns(tx, countdownJob, owner.driverId, now)
  await pushSubscriptionDeleteOldest(tx, [owner.driverId, most])
}

export const deleteSubscription = sql.run<[driverId: string, endpoint: string]>(
  'push_subscription_delete',
  'delete from push_subscription where driver_id = $1 and endpoint = $2',
)

/** For all drivers: the push service does not know it any more. */
export const dropEndpoint = sql.run<[endpoint: string]>(
  'push_subscription_delete_endpoint',
  'delete from push_subscription where endpoint = $1',
)

export type NewPush = { subscriptionId: string; payload: Push; expiresAt: Temporal.Instant }
const pushMessageInsert = sql(
  'push_message_insert_many',
  `with queued as (
     insert into push_message (message_id, subscription_id, payload, queued_at, expires_at)
       select gen_random_uuid(), subscription_id, payload, $4, expires_at
         from unnest($1::uuid[], $2::jsonb[], $3::timestamptz[]) as push (subscription_id, payload, expires_at)
     returning message_id)
   insert into job (kind, ref, run_at, request_id) select $5, message_id, $4, $6 from queued`,
)
/** With the jobs that send them. */
export const insertPushes = async (tx: Queryable, kind: string, pushes: NewPush[], now: Temporal.Instant) => {
  const subscriptionIds = pushes.map(push => push.subscriptionId)
  const payloads = pushes.map(({ payload }) => JSON.stringify(payload))
  const expiresAt = pushes.map(push => push.expiresAt)
  await pushMessageInsert(tx, [subscriptionIds, payloads, expiresAt, now, kind, currentTrace()?.requestId])
}

export type QueuedPush = Omit<Subscription, 'countdown'> & {
  payload: Push
  expires_at: Temporal.Instant
  recipient: string
}
/** Marks it as taken; null where it is gone or was taken before. */
export const takePush = sql.first<QueuedPush, [messageId: string, now: Temporal.Instant]>(
  'push_message_take',
  `update push_message set taken_at = $2 from push_subscription join driver using (driver_id)
      where message_id = $1 and taken_at is null and push_subscription.subscription_id = push_message.subscription_id
     returning payload, push_message.expires_at, endpoint, p256dh, auth, coalesce(email, phone, '') as recipient`,
)
export const putPushBack = sql.run<[messageId: string]>(
  'push_message_put_back',
  'update push_message set taken_at = null where message_id = $1',
)
export const deletePush = sql.run<[messageId: string]>(
  'push_message_delete',
  'delete from push_message where message_id = $1',
)

type PushKeys = { publicKey: string; privateKey: string }

const pushKeyInsert = sql(
  'push_key_insert',
  'insert into push_key (public_key, private_key) values ($1, $2) on conflict do nothing',
)
const pushKeyFind = sql<PushKeys>(
  'push_key_find',
  'select public_key as "publicKey", private_key as "privateKey" from push_key',
)
/** The stored pair; `made` where there was none. The first server's pair wins. */
export const keepPushKeys = async (db: Queryable, made: PushKeys): Promise<PushKeys> => {
  await pushKeyInsert(db, [made.publicKey, made.privateKey])
  return (await pushKeyFind(db))[0]!
}
