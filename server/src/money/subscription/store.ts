// SQL of plans: our row before the provider is asked, what was taken in from there, and the months that were paid.
import type { Queryable } from '#platform/db.ts'
import type { State } from './state.ts'

export type SubscriptionRow = {
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
    payment_reference, paid_until, version, asked_at, erased_at
  from subscription join (select driver_id as owner_id, erased_at from driver) as owner on owner_id = driver_id`

const findOne = async (db: Queryable, rest: string, values: unknown[]): Promise<SubscriptionRow | null> =>
  (await db.query<SubscriptionRow>(`${select} where ${rest}`, values)).rows[0] ?? null

export const find = (db: Queryable, subscriptionId: string) => findOne(db, 'subscription_id = $1', [subscriptionId])

export const findByKey = (db: Queryable, driverId: string, key: string) =>
  findOne(db, 'driver_id = $1 and key = $2', [driverId, key])

export const findOfPayment = (db: Queryable, driverId: string, paymentId: string) =>
  findOne(db, 'driver_id = $1 and payment_reference = $2', [driverId, paymentId])

/** The last one that began or may begin; none where there never was one. */
export const findLatest = (db: Queryable, driverId: string) =>
  findOne(db, `driver_id = $1 and state <> 'void' order by ended_at desc nulls first, asked_at desc limit 1`, [
    driverId,
  ])

/** None where the driver has one that goes on, or used this key before. */
export const insert = async (
  tx: Queryable,
  row: Pick<
    SubscriptionRow,
    'subscription_id' | 'driver_id' | 'input_hash' | 'method_id' | 'price_cents' | 'asked_at'
  > & {
    key: string
  },
): Promise<SubscriptionRow | null> => {
  const { rowCount } = await tx.query(
    `insert into subscription (subscription_id, driver_id, key, input_hash, method_id, price_cents, asked_at)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`,
    [row.subscription_id, row.driver_id, row.key, row.input_hash, row.method_id, row.price_cents, row.asked_at],
  )
  return rowCount === 1 ? find(tx, row.subscription_id) : null
}

/** Whether it may go on: not where it was settled meanwhile, or has other names already. */
export const keepReferences = async (
  db: Queryable,
  subscriptionId: string,
  { planId, paymentId }: { planId: string; paymentId: string },
): Promise<boolean> => {
  const { rowCount } = await db.query(
    `update subscription set provider_reference = $2, payment_reference = $3
      where subscription_id = $1 and state = 'pending' and coalesce(provider_reference, $2) = $2`,
    [subscriptionId, planId, paymentId],
  )
  return rowCount === 1
}

/** Which payment the driver was asked for last, and the card of the months to come. */
export const keepCard = async (
  db: Queryable,
  subscriptionId: string,
  methodId: string,
  paymentId: string | null,
): Promise<void> => {
  await db.query(
    `update subscription set method_id = $2, payment_reference = coalesce($3, payment_reference)
      where subscription_id = $1`,
    [subscriptionId, methodId, paymentId],
  )
}

/** Whether it was closed: what has no name at the provider was never paid, and from now on never will be. */
export const voidUnsent = async (db: Queryable, subscriptionId: string, at: Temporal.Instant): Promise<boolean> => {
  const { rowCount } = await db.query(
    `update subscription set state = 'void', ended_at = $2, version = version + 1
      where subscription_id = $1 and provider_reference is null and state = 'pending'`,
    [subscriptionId, at],
  )
  return rowCount === 1
}

/** Takes in what holds now; not where another look was taken in since `row` was read. */
export const settle = async (
  tx: Queryable,
  row: Pick<SubscriptionRow, 'subscription_id' | 'version'>,
  { state, until }: { state: State; until: Temporal.Instant | null },
  at: Temporal.Instant,
): Promise<boolean> => {
  const { rowCount } = await tx.query(
    `update subscription
        set state = $3, paid_until = $4,
            version = version + case when (state, paid_until) is distinct from ($3, $4) then 1 else 0 end,
            ended_at = case when $3 in ('ended', 'void') then coalesce(ended_at, $5::timestamptz) end
      where subscription_id = $1 and version = $2`,
    [row.subscription_id, row.version, state, until, at],
  )
  return rowCount === 1
}

type PaidMonth = {
  invoiceId: string
  paymentId: string
  amountCents: number
  paidAt: Temporal.Instant
  coversUntil: Temporal.Instant
}

/** Whether it is new. */
export const insertPayment = async (tx: Queryable, subscriptionId: string, paid: PaidMonth): Promise<boolean> => {
  const { rowCount } = await tx.query(
    `insert into subscription_payment
       (invoice_reference, subscription_id, payment_reference, amount_cents, paid_at, covers_until)
     values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
    [paid.invoiceId, subscriptionId, paid.paymentId, paid.amountCents, paid.paidAt, paid.coversUntil],
  )
  return rowCount === 1
}

export const findIdOfPlan = async (db: Queryable, planId: string): Promise<string | null> => {
  const { rows } = await db.query<{ subscription_id: string }>(
    'select subscription_id from subscription where provider_reference = $1',
    [planId],
  )
  return rows[0]?.subscription_id ?? null
}

/** Ends what goes on and names nobody any more; answers each as it was. */
export const leave = async (tx: Queryable, driverId: string): Promise<{ subscription_id: string; before: State }[]> => {
  const { rows } = await tx.query<{ subscription_id: string; before: State }>(
    `with held as (select subscription_id, state as before from subscription where driver_id = $1 for update)
     update subscription
        set key = subscription.subscription_id::text, method_id = '', version = version + 1,
            state = case when before in ('ended', 'void') then before else 'ending' end
       from held where held.subscription_id = subscription.subscription_id
     returning subscription.subscription_id, before`,
    [driverId],
  )
  return rows
}
