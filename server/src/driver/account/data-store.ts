// The SQL over all of a driver's data, in every table: to export it, and to erase it.
import { type Queryable, type Statement, sql } from '#platform/db.ts'

type Row = Record<string, unknown>

/** A column: where an export holds this attachment. Two may have one name. */
const attachmentFile = `'attachments/' || left(attachment_id::text, 8) || '-' || name`

/** Rows of the table and of its archive. */
const withArchived = (table: string, columns: string) =>
  `(select ${columns} from ${table} union all select ${columns} from archived_${table}) as ${table}`

/** What an export holds of driver $1, by name. Hashes, keys and internal state are left out; files are beside it. */
export const holdings = {
  Account: `
    select driver_id, first_name, last_name, email, unconfirmed_email, phone, user_name, address_line_1, address_line_2, city,
           state, zip_code, language, min_balance_cents, default_add_cents, created_at, password_hash is not null as has_password
      from driver where driver_id = $1`,
  Photo: `select content_type, 'photo.' || split_part(content_type, '/', 2) as file from driver_photo where driver_id = $1`,
  ParkingOptions: `
    select auto_start, auto_extend, max_payment_on, max_payment_cents from parking_options where driver_id = $1`,
  SavedPlaces: 'select zone_number, kind, label, saved_at from saved_place where driver_id = $1 order by saved_at',
  TrustedPerson: `
    select name, channel, recipient, language, invited_at, agreed_at from trusted_person where driver_id = $1`,
  Benefits: 'select class, until_at from benefit where driver_id = $1',
  SharedLinks: 'select session_id, made_at from session_share where driver_id = $1 order by made_at',
  UsualPlaces: 'select cleared_at from usual_cleared where driver_id = $1',
  Vehicles: `
    select vehicle_id, make, model, plate, state, color, year, is_default, rental_until, removed from vehicle where driver_id = $1 order by seq`,
  Sightings: `
    select plate_key, zone_number, direction, seen_at from plate_presence
     where plate_key in (select plate_key from vehicle where driver_id = $1)
    union select plate_key, zone_number, direction, seen_at from plate_sighting
     where plate_key in (select plate_key from vehicle where driver_id = $1) order by seen_at`,
  Sessions: `
    select session_id, status, vehicle, place, zone_number, started_at, ends_at, ended_at, parking_cents, fee_cents,
           refunded_cents, paid_via, auto_session, auto_extended, facts, auto_stay.wanted as auto_extend_wanted,
           (select json_agg(json_build_object('At', at, 'Kind', kind, 'Minutes', minutes, 'AmountCents', amount_cents,
                                              'Auto', auto) order by seq)
              from ${withArchived('step', 'session_id, started_at, seq, at, kind, minutes, amount_cents, auto')}
             where step.session_id = session.session_id and step.started_at in (session.started_at, '-infinity')) as steps,
           (select json_agg(json_build_object('Kind', kind, 'ZoneNumber', zone_number, 'Place', place, 'Vehicle', vehicle, 'From', from_at,
                                              'To', to_at, 'Minutes', minutes, 'ParkingCents', parking_cents) order by seq)
              from segment where segment.session_id = session.session_id) as changed_from
      from ${withArchived(
        'session',
        `session_id, driver_id, status, vehicle, place, zone_number, started_at, ends_at, ended_at, parking_cents, fee_cents,
         refunded_cents, paid_via, auto_session, auto_extended, facts`,
      )} left join auto_stay using (session_id) where driver_id = $1 order by started_at, session_id`,
  Attempts: `
    select attempt_id, kind, tried_at, zone_number, plate, plate_state, session_id, minutes, agreed_cents, latitude, longitude,
           accuracy_metres, lost, outcome, answered_at, refusal, received_at
      from attempt where driver_id = $1 order by tried_at, attempt_id`,
  Wallet: 'select balance_cents from wallet where driver_id = $1',
  WalletEntries: `
    select entry.entry_id::text, kind, at, session_id, amount_cents, balance_after_cents
      from posting join entry using (entry_id) where posting.driver_id = $1 order by entry.entry_id`,
  Charges: `
    select charge_id, purpose, amount_cents, state, provider_reference, asked_at, settled_at
      from charge where driver_id = $1 order by asked_at`,
  TopUp: 'select is_on, ceiling_cents, paused, paused_at from top_up where driver_id = $1',
  TopUpRuns:
    'select amount_cents, month, state, begun_at, ended_at from top_up_run where driver_id = $1 order by begun_at',
  Disputes: `
    select dispute_id, charge_id, amount_cents, wallet_cents, state, opened_at, closed_at
      from dispute where driver_id = $1 order by opened_at`,
  Refunds: `
    select refund_id, purpose, session_id, charge_id, amount_cents, reason, state, provider_reference, requested_at, sent_at,
           settled_at, due_at
      from refund where driver_id = $1 order by requested_at, refund_id`,
  Subscriptions: `
    select subscription_id, state, price_cents, paid_until, asked_at, ended_at, provider_reference,
           (select json_agg(json_build_object('PaidAt', paid_at, 'AmountCents', amount_cents, 'CoversUntil', covers_until,
                                              'Invoice', invoice_reference) order by paid_at)
              from subscription_payment as paid where paid.subscription_id = subscription.subscription_id) as payments
      from subscription where driver_id = $1 order by asked_at, subscription_id`,
  CardCustomers: 'select provider, customer_id from card_customer where driver_id = $1',
  Feedback: 'select session_id, stars, words, sent_at from feedback where driver_id = $1 order by sent_at',
  CallBacks:
    'select state, phone, call_date, call_time::text, requested_at from callback where driver_id = $1 order by requested_at',
  SupportEmails:
    'select reference, subject, message, written_at, sent_at from support_email where driver_id = $1 order by written_at',
  ChatMessages: `
    select seq, sender, sender_name, text, said_at, session_id
      from ${withArchived('chat_message', 'conversation_id, seq, sender, sender_name, text, said_at, session_id')}
      join conversation using (conversation_id) where driver_id = $1 order by seq`,
  Conversation: 'select begun_at, last_at, last_seq, read_seq from conversation where driver_id = $1',
  Attachments: `
    select name, content_type, by_support, stored_at, ${attachmentFile} as file from attachment
     where driver_id = $1 and (not by_support or message_id is not null) order by stored_at`,
  SignIns: `
    select created_at, expires_at, browser, system, last_used_at, cookie_hash is not null as in_web_app
      from token where driver_id = $1 order by seq`,
  Recoveries: 'select channel, begun_at, ready_at from recovery where driver_id = $1 order by begun_at',
  Passkeys: `
    select name, transports, backed_up, made_at, last_used_at from passkey where driver_id = $1 order by made_at`,
  Codes: `
    select challenge.destination, channel, challenge.created_at, expires_at, used_at from challenge, driver
     where driver.driver_id = $1 and (challenge.driver_id = $1 or destination in (email, driver.phone, user_name))
     order by challenge.created_at`,
  Messages: `
    select channel, recipient, subject, body, queued_at as at from outbox, driver
     where driver_id = $1 and recipient in (email, unconfirmed_email, phone)
    union all select channel, recipient, subject, body, sent_at from sandbox_message, driver
     where driver_id = $1 and recipient in (email, unconfirmed_email, phone) order by at`,
  NoticeChoices: 'select kind, channel, wanted from notice_choice where driver_id = $1 order by kind, channel',
  Reminders: 'select first_minutes, last_minutes from reminder_time where driver_id = $1',
  PushDevices: 'select endpoint, made_at, countdown from push_subscription where driver_id = $1 order by made_at',
  Notices: `
    select kind, data, at from notice where driver_id = $1
    union all select 'push', payload - 'ExtendToken', queued_at from push_message join push_subscription using (subscription_id)
     where driver_id = $1 order by at`,
  Requests: 'select call, at, answer from idempotency where caller_id = $1 order by at',
}

type ReadHolding = { open: Statement<Row>; next: Statement<Row>; close: Statement<Row> }
const holdingReads = Object.entries(holdings).map(([name, text]): [string, ReadHolding] => {
  const cursor = `holding_${name.toLowerCase()}`
  return [
    name,
    {
      open: sql<Row>(`${cursor}_open`, `declare ${cursor} no scroll cursor for ${text}`),
      next: sql<Row>(`${cursor}_next`, `fetch 100 from ${cursor}`),
      close: sql<Row>(`${cursor}_close`, `close ${cursor}`),
    },
  ]
})

async function* readRows(tx: Queryable, driverId: string, { open, next, close }: ReadHolding): AsyncGenerator<Row[]> {
  await open(tx, [driverId])
  for (let rows = await next(tx); rows.length > 0; rows = await next(tx)) yield rows
  await close(tx)
}

/** Each kind's rows, some at a time: of one moment if `tx` is a repeatable-read transaction. */
export const readHoldings = (tx: Queryable, driverId: string) =>
  holdingReads.map(([name, read]) => ({ name, rows: readRows(tx, driverId, read) }))

type StoredFile = { id: string; file: string; stored_at: Temporal.Instant | null; bytes: number }
const holdingFiles = sql<StoredFile & { is_photo: boolean }>(
  'holding_files',
  `select true as is_photo, driver_id as id, 'photo.' || split_part(content_type, '/', 2) as file, null::timestamptz as stored_at,
          length(bytes) as bytes from driver_photo where driver_id = $1
    union all select false, attachment_id, ${attachmentFile}, stored_at, length(bytes) from attachment
     where driver_id = $1 and (not by_support or message_id is not null) order by is_photo desc, stored_at`,
)
const slice = (table: string, key: string) =>
  sql<{ base64: string }>(
    `${table}_slice`,
    `select encode(substring(bytes from $2 for $3), 'base64') as base64 from ${table} where ${key} = $1`,
  )
const photoSlice = slice('driver_photo', 'driver_id')
const attachmentSlice = slice('attachment', 'attachment_id')
/**
 * A file is never in memory as a whole. A slice arrives in one read of the socket: what is longer, pg copies again and again, and
 * buffers are freed later than they are made. As base64 it is a third shorter than as pg sends bytes.
 */
const sliceBytes = 32 * 1024

async function* readSlices(tx: Queryable, read: typeof photoSlice, { id, bytes }: StoredFile): AsyncGenerator<Buffer> {
  for (let at = 1; at <= bytes; at += sliceBytes) {
    const found = await read.first(tx, [id, at, sliceBytes])
    if (found) yield Buffer.from(found.base64, 'base64')
  }
}

/** The photo and the attachments, to be read one after the other in the same transaction. */
export const readFiles = async (tx: Queryable, driverId: string) =>
  (await holdingFiles(tx, [driverId])).map(found => ({
    ...found,
    slices: readSlices(tx, found.is_photo ? photoSlice : attachmentSlice, found),
  }))

export const findPasswordHash = sql.value<string | null, [driverId: string]>(
  'driver_find_password_hash',
  'select password_hash from driver where driver_id = $1',
)

export type Standing = { parked: boolean; paying: boolean; has_cards: boolean }

const driverLockToErase = sql(
  'driver_lock_to_erase',
  'select from driver where driver_id = $1 and erased_at is null for update',
)
const parkingEndExpiredOfDriver = sql(
  'parking_end_expired_of_driver',
  `select parking_end_expired(ref, $2) from
     (select ref from parking_right where driver_id = $1 and kind = 'session' and state = 'live' and ends_at <= $2
       order by ref) as expired`,
)
const driverFindObligations = sql<Standing>(
  'driver_find_obligations',
  `select exists (select from parking_right where driver_id = $1 and kind = 'session' and state = 'live') as parked,
     exists (select from charge join card_keys using (provider, mode) where driver_id = $1 and state = 'pending') as paying,
     exists (select from card_customer where driver_id = $1) as has_cards`,
)
/** Locks the driver until the transaction ends, and ends expired sessions. Null where the account is erased. */
export const lockDriver = async (tx: Queryable, driverId: string, now: Temporal.Instant): Promise<Standing | null> => {
  if ((await driverLockToErase.count(tx, [driverId])) === 0) return null
  await parkingEndExpiredOfDriver(tx, [driverId, now])
  return (await driverFindObligations(tx, [driverId]))[0]!
}

/**
 * In this order: some find the driver's rows by email, phone, or plate. Money records stay and name nobody: sessions
 * keep place, times and amounts, charges their amount and the provider's reference. The cards at the provider, and the
 * driver's customer ID there, are deleted by a job.
 */
const erasures = Object.entries({
  plate_sighting: `delete from plate_sighting where plate_key in (select plate_key from vehicle where driver_id = $1)`,
  plate_presence: `delete from plate_presence where plate_key in (select plate_key from vehicle where driver_id = $1)`,
  data_export: `delete from data_export where driver_id = $1`,
  outbox: `delete from outbox using driver where driver_id = $1 and recipient in (email, unconfirmed_email, phone)`,
  ...Object.fromEntries(
    ['outbox', 'sandbox_message'].map(table => [
      `${table}_trusted`,
      `delete from ${table} using trusted_person
        where driver_id = $1 and ${table}.recipient = trusted_person.recipient and position(code in body) > 0`,
    ]),
  ),
  benefit: `delete from benefit where driver_id = $1`,
  trusted_person: `delete from trusted_person where driver_id = $1`,
  sandbox_message: `delete from sandbox_message using driver where driver_id = $1 and recipient in (email, unconfirmed_email, phone)`,
  challenge: `delete from challenge using driver where driver.driver_id = $1
      and (challenge.driver_id = $1 or destination in (email, driver.phone, user_name))`,
  feedback: `delete from feedback where driver_id = $1`,
  sandbox_email: `delete from sandbox_message using support_email where driver_id = $1 and message_id = email_id`,
  attachment: `delete from attachment where driver_id = $1`,
  conversation: `delete from conversation where driver_id = $1`,
  callback: `delete from callback where driver_id = $1`,
  support_email: `delete from support_email where driver_id = $1`,
  attempt: `delete from attempt where driver_id = $1`,
  auto_stay: `delete from auto_stay using ${withArchived('session', 'session_id, driver_id')}
    where auto_stay.session_id = session.session_id and session.driver_id = $1`,
  segment: `update segment set vehicle = '{}', plate_key = 'erased ' || session_id where driver_id = $1`,
  ...Object.fromEntries(
    ['session', 'archived_session'].map(table => [
      table,
      `update ${table} set vehicle_id = null, vehicle = '{}', plate_key = 'erased ' || session_id,
              facts = facts || '{"holds": []}' where driver_id = $1`,
    ]),
  ),
  parking_right: `update parking_right set state = 'void', driver_id = null, plate_key = 'erased ' || ref, plate_fold = '',
            label = null
     where driver_id = $1`,
  vehicle: `delete from vehicle where driver_id = $1`,
  saved_place: `delete from saved_place where driver_id = $1`,
  session_share: `delete from session_share where driver_id = $1`,
  usual_cleared: `delete from usual_cleared where driver_id = $1`,
  parking_options: `delete from parking_options where driver_id = $1`,
  top_up: `delete from top_up where driver_id = $1`,
  top_up_run: `delete from top_up_run where driver_id = $1`,
  driver_photo: `delete from driver_photo where driver_id = $1`,
  notice: `delete from notice where driver_id = $1`,
  notice_choice: `delete from notice_choice where driver_id = $1`,
  reminder_time: `delete from reminder_time where driver_id = $1`,
  push_subscription: `delete from push_subscription where driver_id = $1`,
  idempotency: `delete from idempotency where caller_id = $1`,
  // in the words of staff
  refund: `update refund set reason = '' where driver_id = $1 and purpose = 'session'`,
  charge: `update charge set key = charge_id::text, method_id = '' where driver_id = $1`,
  passkey: `delete from passkey where driver_id = $1`,
  passkey_challenge: `delete from passkey_challenge where driver_id = $1`,
  recovery: `delete from recovery where driver_id = $1`,
  token: `delete from token where driver_id = $1`,
}).map(([name, text]) => sql(`erase_${name}`, text))

const driverErase = sql(
  'driver_erase',
  `update driver set first_name = '', last_name = '', email = null, unconfirmed_email = null, phone = null, user_name = null, password_hash = null,
          address_line_1 = '', address_line_2 = '', city = '', state = '', zip_code = '', min_balance_cents = 0,
          default_add_cents = null, passkey_offer_declined_at = null, erased_at = $2
    where driver_id = $1`,
)
const proposalForgetWords = sql(
  'proposal_forget_words',
  `update proposal set payload = payload - 'reason' where payload ->> 'driverId' = $1`,
)
const proposalVoteForgetWords = sql(
  'proposal_vote_forget_words',
  `update proposal_vote set reason = '' from proposal
    where proposal.proposal_id = proposal_vote.proposal_id and payload ->> 'driverId' = $1`,
)
const deskActForgetWords = sql('desk_act_forget_words', 'select desk_act_forget_words($1)')
export const eraseDriver = async (tx: Queryable, driverId: string, now: Temporal.Instant): Promise<void> => {
  for (const erase of erasures) await erase(tx, [driverId])
  await driverErase(tx, [driverId, now])
  await deskActForgetWords(tx, [driverId])
  await proposalForgetWords(tx, [driverId])
  await proposalVoteForgetWords(tx, [driverId])
}
