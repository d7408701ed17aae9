// SQL of refunds: the row stored before the provider is called, its states, and what of a payment can be refunded.
import type { CardKeys } from '#platform/card-keys.ts'
import { type Queryable, sql } from '#platform/db.ts'

export type RefundRow = {
  refund_id: string
  decision_id: string
  driver_id: string
  /** `plan`: a month that was charged after its account was gone */
  purpose: 'withdrawal' | 'session' | 'plan'
  session_id: string | null
  charge_id: string | null
  /** of a month of a plan */
  payment_reference: string | null
  amount_cents: number
  reason: string
  owner: string
  state: 'requested' | 'sent' | 'arrived' | 'failed'
  provider_reference: string | null
  requested_at: Temporal.Instant
  due_at: Temporal.Instant
}

const columns = `refund_id, decision_id, driver_id, purpose, session_id, charge_id, payment_reference, amount_cents,
  reason, owner, state, provider_reference, requested_at, due_at`

type NewRefund = Omit<RefundRow, 'provider_reference' | 'payment_reference'> &
  Partial<Pick<RefundRow, 'payment_reference'>>

const refundInsert = sql<RefundRow>(
  'refund_insert',
  `insert into refund (refund_id, decision_id, driver_id, purpose, session_id, charge_id, amount_cents, reason, owner,
                         state, requested_at, due_at, settled_at, payment_reference)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, case when $10 = 'arrived' then $11::timestamptz end, $13)
     returning ${columns}`,
)
export const insertRefund = async (tx: Queryable, refund: NewRefund): Promise<RefundRow> =>
  (
    await refundInsert(tx, [
      refund.refund_id,
      refund.decision_id,
      refund.driver_id,
      refund.purpose,
      refund.session_id,
      refund.charge_id,
      refund.amount_cents,
      refund.reason,
      refund.owner,
      refund.state,
      refund.requested_at,
      refund.due_at,
      refund.payment_reference ?? null,
    ])
  )[0]!

type Refundable = { charge_id: string; method_id: string; left_cents: number }

/**
 * The top-ups with these keys that are neither disputed nor fully refunded, in the order in which to refund them: the newest
 * first, those whose card refused a refund last. The caller has locked the wallet, so nobody else refunds them meanwhile.
 */
export const listRefundable = sql.list<
  Refundable,
  [driverId: string, provider: CardKeys['provider'], mode: CardKeys['mode']]
>(
  'refund_list_refundable',
  `select charge_id, method_id, charge.amount_cents - given.cents as left_cents
     from charge cross join lateral (
       select coalesce(sum(amount_cents) filter (where state <> 'failed'), 0)::integer as cents,
              coalesce(bool_or(state = 'failed'), false) as refused
         from refund where refund.charge_id = charge.charge_id) as given
    where driver_id = $1 and provider = $2 and mode = $3
      and purpose in ('topUp', 'autoTopUp') and state = 'succeeded'
      and charge.amount_cents > given.cents
      and not exists (select from dispute where dispute.charge_id = charge.charge_id and dispute.state <> 'won')
    order by refused, settled_at desc, charge_id desc`,
)

/** What cards paid of a session and is neither disputed nor given back, the newest first. The caller holds the session. */
export const listSessionPayments = sql.list<Omit<Refundable, 'method_id'> & CardKeys, [sessionId: string]>(
  'refund_list_session_payments',
  `select charge_id, capture_cents - given.cents as left_cents, provider, mode
     from charge cross join lateral (
       select coalesce(sum(amount_cents), 0)::integer as cents from refund
        where refund.charge_id = charge.charge_id and state <> 'failed') as given
    where session_id = $1 and state = 'captured' and capture_cents > given.cents
      and not exists (select from dispute where dispute.charge_id = charge.charge_id and dispute.state <> 'won')
    order by asked_at desc, charge_id desc`,
)

export const findRefund = sql.first<RefundRow, [refundId: string]>(
  'refund_find',
  `select ${columns} from refund where refund_id = $1`,
)

const refundLock = sql<RefundRow>(
  'refund_lock',
  `select ${columns} from refund where refund_id::text = $1 or provider_reference = $2 for update`,
)
/** Locks it until the transaction ends: its state changes one step at a time. */
export const lockRefund = async (
  tx: Queryable,
  { refundId, reference }: { refundId: string | null; reference: string },
): Promise<RefundRow | null> => refundLock.first(tx, [refundId, reference])

export const markSent = sql.run<[refundId: string, reference: string, at: Temporal.Instant]>(
  'refund_set_sent',
  `update refund set state = 'sent', provider_reference = $2, sent_at = $3 where refund_id = $1`,
)

export const settle = sql.run<[refundId: string, state: 'arrived' | 'failed', at: Temporal.Instant]>(
  'refund_settle',
  'update refund set state = $2, settled_at = $3 where refund_id = $1',
)

/** Without refunds of plans: those go to drivers whose accounts are deleted. */
export type ListedRow = RefundRow & { purpose: Exclude<RefundRow['purpose'], 'plan'>; method_id: string | null }

const refundList = sql<ListedRow>(
  'refund_list',
  `select ${columns
    .split(/,\s*/)
    .map(column => `refund.${column}`)
    .join(', ')}, method_id
       from refund left join charge using (charge_id)
      where refund.driver_id = $1 and refund.purpose <> 'plan' and ($2::text is null or refund.session_id = $2) and ($3::uuid is null or decision_id = $3)
      order by requested_at desc, refund_id limit 100`,
)
export const listRefunds = async (
  db: Queryable,
  driverId: string,
  { sessionId = null, decisionId = null }: { sessionId?: string | null | undefined; decisionId?: string | null },
): Promise<ListedRow[]> => refundList(db, [driverId, sessionId, decisionId])

const refundLockDecision = sql('refund_lock_decision', 'select pg_advisory_xact_lock(hashtextextended($1, 0))')
/** Locks a decision until the transaction ends, whichever session it is about. */
export const holdDecision = async (tx: Queryable, decisionId: string): Promise<void> => {
  await refundLockDecision(tx, [`refund ${decisionId}`])
}

/** Locks the session until the transaction ends. */
export const holdSession = sql.run<[sessionId: string]>(
  'session_lock_for_refund',
  'select from session where session_id = $1 and started_at = session_started_at($1) for update',
)

export const listDecided = sql.list<RefundRow, [decisionId: string]>(
  'refund_list_by_decision',
  `select ${columns} from refund where decision_id = $1`,
)

const refundListStates = sql<Pick<RefundRow, 'refund_id' | 'state' | 'due_at'>>(
  'refund_list_states',
  'select refund_id, state, due_at from refund where refund_id = any($1)',
)
/** Which state each of these is in, and by when it is there. */
export const selectStates = async (
  db: Queryable,
  refundIds: string[],
): Promise<Map<string, Pick<RefundRow, 'state' | 'due_at'>>> => {
  if (refundIds.length === 0) return new Map()
  return new Map(
    (await refundListStates(db, [refundIds])).map(({ refund_id, state, due_at }) => [refund_id, { state, due_at }]),
  )
}

const refundFindPayment = sql<{ payment_id: string } & CardKeys>(
  'refund_find_payment',
  `select provider_reference as payment_id, provider, mode from charge where charge_id = $1
     union all
    select paid.payment_reference, provider, mode
      from subscription_payment as paid join subscription using (subscription_id) where paid.payment_reference = $2`,
)
/** The payment that a refund goes back to, as the provider names it; none where it went to the wallet. */
export const findPayment = (
  db: Queryable,
  { charge_id, payment_reference }: Pick<RefundRow, 'charge_id' | 'payment_reference'>,
) => refundFindPayment.first(db, [charge_id, payment_reference])
