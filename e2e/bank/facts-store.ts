// What the database holds, read in one snapshot for the checker.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Tariff } from '@parkit/contract/city/tariff-schemas'
import pg from 'pg'
import { prepared } from '../../server/src/city/sources/chicago/chicago.ts'
import { type BrokenBook, brokenBooks } from '../../server/src/money/ledger/books.ts'
import { connectionConfig } from '../../server/src/platform/db.ts'
import type { PaidBack } from './desk-client.ts'

/** A line of a wallet. */
export type Movement = {
  id: string
  driverId: string
  kind: string
  sessionId: string | null
  reference: string | null
  cents: number
  balanceAfterCents: number
}

export type SessionFact = {
  id: string
  driverId: string
  plate: string
  zone: string
  status: string
  /** epoch milliseconds, all three */
  startedAt: number
  endsAt: number
  endedAt: number | null
  timeZone: string
  refundsUnused: boolean
  /** its id */
  tariff: string
  parkingCents: number
  feeCents: number
  refundedCents: number
  /** stopped for free, as one of the day's few */
  freeCancel: boolean
  steps: { kind: string; minutes: number; cents: number }[]
}

export type Facts = {
  broken: BrokenBook[]
  movements: Movement[]
  sessions: SessionFact[]
  /** the answers that were stored with their effects, by the call's key */
  kept: Map<string, unknown>
  /** what the desk paid back, by the reason that it told */
  paidBack: Map<string, PaidBack>
  charges: Map<string, { id: string; state: string; cents: number }>
  /** drivers who paid a month of a plan, and how many */
  months: Map<string, number>
  /** of the demo city's file, by id */
  tariffs: Map<string, Tariff>
  /** strangers' sessions, judged like all others except that nobody was told of them */
  strangerSessions: SessionFact[]
  /** of each stranger: what is in his wallet, and what should be: paid to the provider, less withdrawn, less used */
  strangerMoney: { driverId: string; balanceCents: number; dueCents: number }[]
  /** the provider's own books beside ours */
  provider: { takenCents: number; givenBackCents: number; clearingCents: number; plannedTwice: number }
}

/** The file that the rule books were made of; a book's id is its tariff's with a dash and six digits. */
const readTariffs = (): Map<string, Tariff> => {
  const city = JSON.parse(readFileSync(join(prepared, 'city.json'), 'utf8')) as { tariffs: Tariff[] }
  return new Map(city.tariffs.map(tariff => [tariff.id, tariff]))
}

const movements = `
  select entry_id::text as id, entry.driver_id as "driverId", kind, session_id as "sessionId", reference,
         amount_cents as cents, balance_after_cents as "balanceAfterCents"
    from posting join entry using (entry_id) where account = 'wallet' order by entry_id`

const sessions = `
  select session_id as id, driver_id as "driverId", plate_key as plate, zone_number as zone, status,
         extract(epoch from started_at)::float8 * 1000 as "startedAt", extract(epoch from ends_at)::float8 * 1000 as "endsAt",
         extract(epoch from ended_at)::float8 * 1000 as "endedAt", place ->> 'timeZone' as "timeZone",
         (place ->> 'refundsUnused')::boolean as "refundsUnused", left(rule_book_id, -7) as tariff,
         parking_cents as "parkingCents", fee_cents as "feeCents", refunded_cents as "refundedCents",
         free_cancel as "freeCancel",
         (select json_agg(json_build_object('kind', kind, 'minutes', minutes, 'cents', amount_cents) order by seq)
            from step where step.session_id = session.session_id) as steps
    from session`

const paidBack = `
  select reason, json_agg(json_build_object('Id', refund_id, 'Amount', amount_cents / 100.0,
                                            'To', case when charge_id is null then 'wallet' else 'card' end)
                          order by refund_id) as items
    from refund where purpose = 'session' group by reason`

const provider = `
  select (select coalesce(sum((body ->> 'amount_received')::integer), 0)::integer from sandbox_object
           where object = 'payment_intent' and body ->> 'status' = 'succeeded') as "takenCents",
         (select coalesce(sum((body ->> 'amount')::integer), 0)::integer from sandbox_object
           where object = 'refund' and body ->> 'status' in ('succeeded', 'pending')) as "givenBackCents",
         (select coalesce(sum(amount_cents), 0)::integer from posting where account = 'card_clearing') as "clearingCents",
         (select count(*)::integer from (select from entry where kind = 'planFee' group by reference having count(*) > 1) as twice)
           as "plannedTwice"`

/** What a stranger paid is the provider's word: of ours only which payments are his. */
const strangerMoney = `
  select driver_id as "driverId", balance_cents as "balanceCents",
         ((select coalesce(sum((body ->> 'amount_received')::integer), 0) from charge
             join sandbox_object on id = provider_reference and object = 'payment_intent'
            where charge.driver_id = wallet.driver_id and purpose in ('topUp', 'autoTopUp') and body ->> 'status' = 'succeeded')
          - (select coalesce(sum(amount_cents), 0) from refund
              where refund.driver_id = wallet.driver_id and purpose = 'withdrawal' and state <> 'failed')
          - (select coalesce(sum(parking_cents + fee_cents - refunded_cents), 0) from session
              where session.driver_id = wallet.driver_id and paid_via = 'wallet'))::integer as "dueCents"
    from wallet where driver_id = any($1::uuid[])`

const months = `
  select driver_id as "driverId", count(*)::integer as months
    from subscription_payment join subscription using (subscription_id) group by driver_id`

/** As the owner. Whoever asks hears of a connection that breaks; between two statements nobody needs to. */
const connect = async (connectionString: string): Promise<pg.Client> => {
  const client = new pg.Client({ ...connectionConfig(connectionString), statement_timeout: 120_000 })
  client.on('error', () => {})
  await client.connect()
  return client
}

/** In one transaction that sees one moment. */
const inSnapshot = async <Result>(connectionString: string, work: (client: pg.Client) => Promise<Result>) => {
  const client = await connect(connectionString)
  try {
    await client.query('begin isolation level repeatable read read only')
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

/** `strangers`: drivers whom no client of the history is. */
export const readFacts = (connectionString: string, strangers: string[] = []): Promise<Facts> =>
  inSnapshot(connectionString, async client => {
    const rows = async <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) =>
      (await client.query<Row>(text, values)).rows
    const kept = await rows<{ key: string; answer: unknown }>(
      'select key, answer from idempotency where caller_id <> all($1::uuid[])',
      [strangers],
    )
    const charges = await rows<{ key: string; id: string; state: string; cents: number }>(
      `select key, charge_id as id, state, amount_cents as cents from charge
        where purpose = 'topUp' and driver_id <> all($1::uuid[])`,
      [strangers],
    )
    const isStranger = ({ driverId }: { driverId: string }) => strangers.includes(driverId)
    const all = Map.groupBy(await rows<SessionFact>(sessions), session => isStranger(session))
    const decided = await rows<{ reason: string; items: PaidBack['Items'] }>(paidBack)
    const paid = await rows<{ driverId: string; months: number }>(months)
    return {
      broken: await brokenBooks(client),
      movements: (await rows<Movement>(movements)).filter(movement => !isStranger(movement)),
      sessions: all.get(false) ?? [],
      strangerSessions: all.get(true) ?? [],
      strangerMoney: await rows<Facts['strangerMoney'][number]>(strangerMoney, [strangers]),
      kept: new Map(kept.map(({ key, answer }) => [key, answer])),
      paidBack: new Map(decided.map(({ reason, items: Items }) => [reason, { Items }])),
      charges: new Map(charges.map(({ key, ...charge }) => [key, charge])),
      months: new Map(paid.map(({ driverId, months }) => [driverId, months])),
      tariffs: readTariffs(),
      provider: (await rows<Facts['provider']>(provider))[0]!,
    }
  })

/** The standing sentences alone, in the midst of everything: they hold at each moment. */
export const readBrokenBooks = (connectionString: string) => inSnapshot(connectionString, brokenBooks)

/** How much is due by `now`, as the server's clock has it. */
export const countDue = (connectionString: string, now: Temporal.Instant): Promise<number> =>
  inSnapshot(connectionString, async client => {
    const { rows } = await client.query<{ due: number }>(
      'select count(*)::integer as due from job where run_at <= $1',
      [now.toString()],
    )
    return rows[0]!.due
  })

/** Messages of the provider, once more and in another order: some of those to come move, some that came come again. */
export const stirWebhooks = async (connectionString: string, now: Temporal.Instant, seed: number): Promise<void> => {
  const client = await connect(connectionString)
  try {
    await client.query(`select setseed($1)`, [(seed % 1000) / 1000])
    await client.query(
      `update job set run_at = $1::timestamptz + random() * interval '3 seconds' where kind = 'sandbox-webhook'`,
      [now.toString()],
    )
    await client.query(
      `insert into job (kind, ref, run_at)
         select 'sandbox-webhook', id, $1::timestamptz + random() * interval '2 seconds' from sandbox_object
          where object = 'event' order by random() limit 60
       on conflict do nothing`,
      [now.toString()],
    )
  } finally {
    await client.end().catch(() => {})
  }
}

export const driverIdOf = async (connectionString: string, email: string): Promise<string> =>
  inSnapshot(connectionString, async client => {
    const { rows } = await client.query<{ driver_id: string }>('select driver_id from driver where email = $1', [email])
    return rows[0]!.driver_id
  })
