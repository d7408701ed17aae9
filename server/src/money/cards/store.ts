// SQL of cards: who a driver is at the provider, our own row of a charge before the provider is asked, its settling.
import type { DeclineReason } from '@parkit/contract/money/declines'
import type { CardKeys } from '#platform/card-keys.ts'
import { type Queryable, sql } from '#platform/db.ts'

export type ChargeRow = CardKeys & {
  charge_id: string
  driver_id: string
  input_hash: Buffer
  method_id: string
  amount_cents: number
  purpose: 'topUp' | 'autoTopUp' | 'authorize' | 'session'
  /** `held` to `replaced`: of sessions alone */
  state:
    | 'pending'
    | 'succeeded'
    | 'released'
    | 'declined'
    | 'void'
    | 'held'
    | 'capturing'
    | 'captured'
    | 'lost'
    | 'replaced'
  /** the payment's id at the provider: stored before it may move money */
  provider_reference: string | null
  asked_at: Temporal.Instant
  session_id: string | null
  /** as a receipt names the card; none for charges without a receipt */
  method_name: string | null
  /** what is to be taken of what was authorised; none while that is not known */
  capture_cents: number | null
  bank_asked: boolean
  off_session: boolean
  /** none unless it was declined, and not where the bank gives no reason that helps */
  decline_reason: DeclineReason | null
  /** of a session's charge, after the account's name on the card's statement */
  statement: string | null
  /** a wallet's card, saved for the rest of the session once it is authorized */
  saves_card: boolean
}

export const columns = `charge_id, driver_id, input_hash, method_id, amount_cents, purpose, state, provider_reference,
  asked_at, session_id, method_name, capture_cents, bank_asked, off_session, decline_reason, statement, provider, mode,
  saves_card`

export const findCharge = sql.first<ChargeRow, [driverId: string, key: string]>(
  'charge_find_by_key',
  `select ${columns} from charge where driver_id = $1 and key = $2`,
)

const chargeGet = sql<ChargeRow>('charge_get', `select ${columns} from charge where charge_id = $1`)
/** Throws where there is none. */
export const getCharge = async (db: Queryable, chargeId: string): Promise<ChargeRow> => {
  const rows = await chargeGet(db, [chargeId])
  if (!rows[0]) throw new Error(`There is no charge ${chargeId}`)
  return rows[0]
}

export const findChargeOfPayment = sql.first<ChargeRow, [paymentId: string]>(
  'charge_find_by_payment',
  `select ${columns} from charge where provider_reference = $1`,
)

const chargeInsert = sql<ChargeRow>(
  'charge_insert',
  `insert into charge (charge_id, driver_id, key, input_hash, method_id, amount_cents, purpose, asked_at, session_id,
                         method_name, off_session, statement, provider, mode, saves_card)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) returning ${columns}`,
)
export const insertCharge = async (
  tx: Queryable,
  charge: Pick<
    ChargeRow,
    'charge_id' | 'driver_id' | 'input_hash' | 'method_id' | 'amount_cents' | 'purpose' | 'asked_at' | keyof CardKeys
  > & {
    key: string
  } & Partial<Pick<ChargeRow, 'session_id' | 'method_name' | 'off_session' | 'statement' | 'saves_card'>>,
): Promise<ChargeRow> =>
  (
    await chargeInsert(tx, [
      charge.charge_id,
      charge.driver_id,
      charge.key,
      charge.input_hash,
      charge.method_id,
      charge.amount_cents,
      charge.purpose,
      charge.asked_at,
      charge.session_id ?? null,
      charge.method_name ?? null,
      charge.off_session ?? false,
      charge.statement ?? null,
      charge.provider,
      charge.mode,
      charge.saves_card ?? false,
    ])
  )[0]!

/** Whether the charge may continue: not if it was settled meanwhile. */
export const keepReference = sql.matches<[chargeId: string, paymentId: string]>(
  'charge_set_reference',
  `update charge set provider_reference = $2
    where charge_id = $1 and state = 'pending' and coalesce(provider_reference, $2) = $2`,
)

export const pendingCents = sql.value<number, [driverId: string]>(
  'charge_sum_pending',
  `select coalesce(sum(amount_cents), 0)::integer as cents from charge
    where driver_id = $1 and state = 'pending' and purpose in ('topUp', 'autoTopUp')`,
)

const chargeSettle = sql<ChargeRow>(
  'charge_settle',
  `update charge set state = $2, settled_at = $3, decline_reason = $4
    where charge_id = $1 and state = 'pending' returning ${columns}`,
)
/** The charge where this call settled it; none where it was settled before, by whomever. */
export const settleCharge = async (
  tx: Queryable,
  chargeId: string,
  state: Exclude<ChargeRow['state'], 'pending'>,
  at: Temporal.Instant,
  because: DeclineReason | null = null,
): Promise<ChargeRow | null> => chargeSettle.first(tx, [chargeId, state, at, because])

/** Whether it was closed: a charge whose payment is not known to us has moved no money, and from now on never will. */
export const voidUnsent = sql.matches<[chargeId: string, at: Temporal.Instant]>(
  'charge_void_unsent',
  `update charge set state = 'void', settled_at = $2
    where charge_id = $1 and state = 'pending' and provider_reference is null`,
)

type Mode = 'test' | 'live' | 'unknown'

/** `unknown`: a row of a version that did not note the mode. */
export const findCustomer = sql.value<string | null, [driverId: string, provider: string, mode: Mode]>(
  'card_customer_find',
  'select customer_id from card_customer where driver_id = $1 and provider = $2 and mode = $3',
)

export const keepCustomer = sql.run<[driverId: string, provider: string, mode: Mode, customerId: string]>(
  'card_customer_insert',
  'insert into card_customer (driver_id, provider, mode, customer_id) values ($1, $2, $3, $4) on conflict do nothing',
)

/** Does nothing where the mode has another customer by now. */
export const setCustomerMode = sql.run<[driverId: string, provider: string, mode: Mode]>(
  'card_customer_set_mode',
  `update card_customer set mode = $3 where driver_id = $1 and provider = $2 and mode = 'unknown'
      and not exists (select from card_customer where driver_id = $1 and provider = $2 and mode = $3)`,
)

/** In every mode. */
export const deleteCustomers = sql.run<[driverId: string, provider: string]>(
  'card_customer_delete',
  'delete from card_customer where driver_id = $1 and provider = $2',
)

export const keepCaptureBefore = sql.run<[chargeId: string, until: Temporal.Instant]>(
  'charge_set_capture_before',
  'update charge set capture_before = $2 where charge_id = $1',
)

/** Whether it is new. The same event in another transaction waits here for this one. */
export const takeEvent = sql.matches<[eventId: string, type: string, at: Temporal.Instant]>(
  'card_event_insert',
  'insert into card_event (event_id, type, taken_at) values ($1, $2, $3) on conflict do nothing',
)

export const markBankAsked = sql.run<[chargeId: string]>(
  'charge_set_bank_asked',
  'update charge set bank_asked = true where charge_id = $1',
)

export const findCardKeys = sql.first<CardKeys, []>('card_keys_find', 'select provider, mode from card_keys')

export const keepCardKeys = sql.run<[provider: CardKeys['provider'], mode: CardKeys['mode']]>(
  'card_keys_save',
  `insert into card_keys (provider, mode) values ($1, $2)
     on conflict (is_only) do update set provider = excluded.provider, mode = excluded.mode`,
)
