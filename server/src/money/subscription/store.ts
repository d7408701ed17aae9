// SQL of plans: our row before the provider is asked, what was taken in from there, and the months that were paid.
import type { ProviderPlan } from '#money/cards/cards.ts'
import type { CardKeys } from '#platform/card-keys.ts'
import { type Queryable, sql } from '#platform/db.ts'
import type { State } from './state.ts'

export type SubscriptionRow = CardKeys & {
  subscription_id: string
  driver_id: string
  input_hash: Buffer
  method_id: string
  price_cents: number
  state: State
  provider_reference: string | null
  payment_reference: string | null
  paid_until: Temporal.Instant | null
  version: number
  asked_at: Temporal.Instant
  /** when the account was deleted */
  erased_at: Temporal.Instant | null
}

const select = `select subscription_id, driver_id, input_hash, method_id, price_cents, state, provider_reference,
    payment_reference, paid_until, version, asked_at, provider, mode, erased_at
  from subscription join (select driver_id as owner_id, erased_at from driver) as owner on owner_id = driver_id`

export const find = sql.first<SubscriptionRow, [subscriptionId: string]>(
  'subscription_find',
  `${select} where subscription_id = $1`,
)

export const findByKey = sql.first<SubscriptionRow, [driverId: string, key: string]>(
  'subscription_find_by_key',
  `${select} where driver_id = $1 and key = $2`,
)

export const findOfPayment = sql.first<SubscriptionRow, [driverId: string, paymentId: string]>(
  'subscription_find_by_payment',
  `${select} where driver_id = $1 and payment_reference = $2`,
)

/** The last one with these keys that began or may begin; none where there never was one. */
export const findLatest = sql.first<
  SubscriptionRow,
  [driverId: string, provider: CardKeys['provider'], mode: CardKeys['mode']]
>(
  'subscription_find_latest',
  `${select} where driver_id = $1 and provider = $2 and mode = $3 and state <> 'void'
    order by ended_at desc nulls first, asked_at desc limit 1`,
)

const subscriptionInsert = sql(
  'subscription_insert',
  `insert into subscription (subscription_id, driver_id, key, input_hash, method_id, price_cents, asked_at, provider, mode)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing`,
)
/** None where the driver has a current one with these keys, or used this key before. */
export const insert = async (
  tx: Queryable,
  row: Pick<
    SubscriptionRow,
    'subscription_id' | 'driver_id' | 'input_hash' | 'method_id' | 'price_cents' | 'asked_at' | keyof CardKeys
  > & {
    key: string
  },
): Promise<SubscriptionRow | null> =>
  (await subscriptionInsert.count(tx, [
    row.subscription_id,
    row.driver_id,
    row.key,
    row.input_hash,
    row.method_id,
    row.price_cents,
    row.asked_at,
    row.provider,
    row.mode,
  ])) === 1
    ? find(tx, row.subscription_id)
    : null

const subscriptionSetReferences = sql(
  'subscription_set_references',
  `update subscription set provider_reference = $2, payment_reference = $3
    where subscription_id = $1 and state = 'pending' and coalesce(provider_reference, $2) = $2`,
)
/** Whether it may continue: not if it was settled meanwhile, or has other references already. */
export const keepReferences = async (
  db: Queryable,
  subscriptionId: string,
  { planId, paymentId }: { planId: string; paymentId: string },
): Promise<boolean> => (await subscriptionSetReferences.count(db, [subscriptionId, planId, paymentId])) === 1

/** Which payment the driver was asked for last, and the card of the months to come. */
export const keepCard = sql.run<[subscriptionId: string, methodId: string, paymentId: string | null]>(
  'subscription_set_card',
  `update subscription set method_id = $2, payment_reference = coalesce($3, payment_reference)
    where subscription_id = $1`,
)

/** Whether it was closed: what has no name at the provider was never paid, and from now on never will be. */
export const voidUnsent = sql.matches<[subscriptionId: string, at: Temporal.Instant]>(
  'subscription_void_unsent',
  `update subscription set state = 'void', ended_at = $2, version = version + 1
    where subscription_id = $1 and provider_reference is null and state = 'pending'`,
)

const subscriptionSettle = sql(
  'subscription_settle',
  `update subscription
      set state = $3, paid_until = $4,
          version = version + case when (state, paid_until) is distinct from ($3, $4) then 1 else 0 end,
          ended_at = case when $3 in ('ended', 'void') then coalesce(ended_at, $5::timestamptz) end
    where subscription_id = $1 and version = $2`,
)
/** Takes in what holds now; not where another look was taken in since `row` was read. */
export const settle = async (
  tx: Queryable,
  row: Pick<SubscriptionRow, 'subscription_id' | 'version'>,
  { state, until }: { state: State; until: Temporal.Instant | null },
  at: Temporal.Instant,
): Promise<boolean> => (await subscriptionSettle.count(tx, [row.subscription_id, row.version, state, until, at])) === 1

const subscriptionPaymentInsert = sql(
  'subscription_payment_insert',
  `insert into subscription_payment
       (invoice_reference, subscription_id, payment_reference, amount_cents, paid_at, covers_until)
     values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
)
/** Whether it is new. */
export const insertPayment = async (
  tx: Queryable,
  subscriptionId: string,
  paid: ProviderPlan['paid'][number],
): Promise<boolean> =>
  (await subscriptionPaymentInsert.count(tx, [
    paid.invoiceId,
    subscriptionId,
    paid.paymentId,
    paid.amountCents,
    paid.paidAt,
    paid.coversUntil,
  ])) === 1

export const findIdOfPlan = sql.value<string | null, [planId: string]>(
  'subscription_find_by_plan',
  'select subscription_id from subscription where provider_reference = $1',
)

/** Ends the driver's current plans and removes what identifies the driver; returns the plans with their states before. */
export const leave = sql.list<{ subscription_id: string; before: State } & CardKeys, [driverId: string]>(
  'subscription_leave',
  `with held as (select subscription_id, state as before from subscription where driver_id = $1 for update)
     update subscription
        set key = subscription.subscription_id::text, method_id = '', version = version + 1,
            state = case when before in ('ended', 'void') then before else 'ending' end
       from held where held.subscription_id = subscription.subscription_id
     returning subscription.subscription_id, before, provider, mode`,
)
