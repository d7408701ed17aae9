// SQL of reconciliation: what the ledger has of each payment, refund, and dispute.
import type { CardKeys } from '#platform/card-keys.ts'
import { type Queryable, sql } from '#platform/db.ts'

/** Rows made with these keys in the time from `from` until before `to`, and those that any of `ids` names. */
export type ListBooked<Row> = (
  db: Queryable,
  from: Temporal.Instant,
  to: Temporal.Instant,
  ids: string[],
  keys: CardKeys,
) => Promise<Row[]>

export type BookedPayment = {
  /** the provider's name for it */
  payment_id: string
  /** ours: a charge, or a plan's invoice */
  ours: string
  state: string
  /** that the ledger took in from the provider by it */
  booked_cents: number
  at: Temporal.Instant
}

const reconcileListPayments = sql<BookedPayment>(
  'reconcile_list_payments',
  `with known as (
       select provider_reference as payment_id, charge_id::text as ours, state, asked_at as at, provider, mode from charge
        where provider_reference is not null
       union all
       select paid.payment_reference, invoice_reference, 'paid', paid_at, provider, mode
         from subscription_payment as paid join subscription using (subscription_id))
     select payment_id, ours, state, at, coalesce(booked.cents, 0)::integer as booked_cents
       from known cross join lateral (
         select -sum(amount_cents) as cents from entry_reference join posting using (entry_id)
          where reference = ours and account = 'card_clearing') as booked
      where provider = $4 and mode = $5 and ((at >= $1 and at < $2) or payment_id = any($3))
      order by at`,
)
export const listPayments: ListBooked<BookedPayment> = (db, from, to, ids, { provider, mode }) =>
  reconcileListPayments(db, [from, to, ids, provider, mode])

export type BookedDispute = { dispute_id: string; state: string; booked_cents: number; at: Temporal.Instant }

const reconcileListDisputes = sql<BookedDispute>(
  'reconcile_list_disputes',
  `select dispute_id, state, opened_at as at, coalesce(booked.cents, 0)::integer as booked_cents
     from dispute cross join lateral (
       select sum(amount_cents) as cents from entry_reference join posting using (entry_id)
        where reference = dispute_id and account = 'card_clearing') as booked
    where provider = $4 and mode = $5 and ((opened_at >= $1 and opened_at < $2) or dispute_id = any($3))
    order by opened_at`,
)
export const listDisputes: ListBooked<BookedDispute> = (db, from, to, ids, { provider, mode }) =>
  reconcileListDisputes(db, [from, to, ids, provider, mode])

export type BookedRefund = {
  refund_id: string
  reference: string | null
  state: string
  amount_cents: number
  /** that the ledger gave back to the provider by it, less what failed */
  booked_cents: number
  at: Temporal.Instant
}

const reconcileListRefunds = sql<BookedRefund>(
  'reconcile_list_refunds',
  `select refund_id, provider_reference as reference, state, amount_cents, requested_at as at,
          coalesce(booked.cents, 0)::integer as booked_cents
     from refund cross join lateral (
       select sum(amount_cents) as cents from entry_reference join posting using (entry_id)
        where reference = refund_id::text and account = 'card_clearing') as booked
    where exists (
            select from charge
             where charge.charge_id = refund.charge_id and provider = $4 and mode = $5
            union all
            select from subscription_payment as paid join subscription using (subscription_id)
             where paid.payment_reference = refund.payment_reference and provider = $4 and mode = $5)
      and ((requested_at >= $1 and requested_at < $2) or provider_reference = any($3) or refund_id::text = any($3))
    order by requested_at`,
)
export const listRefunds: ListBooked<BookedRefund> = (db, from, to, ids, { provider, mode }) =>
  reconcileListRefunds(db, [from, to, ids, provider, mode])
