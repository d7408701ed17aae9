// Our ledger compared with the card provider's records, day by day: on demand, and each night for the two days before.

import type { Clock } from '#platform/clock.ts'
import { dailyJob } from '#platform/daily-job.ts'
import type { Database, Queryable } from '#platform/db.ts'
import { houseTimeZone } from '#platform/house-time.ts'
import type { CardProvider, ProviderDispute, ProviderPayment, ProviderRefund } from './provider.ts'
import * as store from './reconcile-store.ts'

type Difference = {
  what:
    | 'payment unknown to us'
    | 'payment missing at the provider'
    | 'payment of another amount'
    | 'refund unknown to us'
    | 'refund missing at the provider'
    | 'refund of another amount'
    | 'dispute unknown to us'
    | 'dispute missing at the provider'
    | 'dispute of another amount'
  /** the provider's id, or ours where the provider has none */
  id: string
  providerCents: number
  booksCents: number
  /** our state of it; null where it is unknown to us */
  state: string | null
}

type Sums = { count: number; cents: number }
export type ReconciledDay = {
  /** `2026-04-14`, in the city's time */
  day: string
  taken: { provider: Sums; books: Sums }
  givenBack: { provider: Sums; books: Sums }
  differences: Difference[]
}

/** our row and the provider's payment may be on either side of midnight */
const marginHours = 1

type Pair = Omit<Difference, 'what'> & { kind: 'payment' | 'refund' | 'dispute'; at: Temporal.Instant }

const dayOf = (at: Temporal.Instant) => at.toZonedDateTimeISO(houseTimeZone).toPlainDate().toString()
const isDuring = (at: Temporal.Instant, from: Temporal.Instant, to: Temporal.Instant) =>
  Temporal.Instant.compare(from, at) <= 0 && Temporal.Instant.compare(at, to) < 0

const difference = ({ kind, id, providerCents, booksCents, state }: Pair): Difference | null => {
  if (providerCents === booksCents) return null
  const what =
    state === null
      ? (`${kind} unknown to us` as const)
      : providerCents === 0
        ? (`${kind} missing at the provider` as const)
        : (`${kind} of another amount` as const)
  return { what, id, providerCents, booksCents, state }
}

/** Rows without an amount are not counted. */
const sumOf = (pairs: Pair[], kind: Pair['kind'], side: 'providerCents' | 'booksCents'): Sums => {
  const moved = pairs.filter(pair => pair.kind === kind && pair[side] !== 0)
  return { count: moved.length, cents: moved.reduce((sum, pair) => sum + pair[side], 0) }
}

type Matching<Made, Booked> = {
  kind: Pair['kind']
  /** the ids by which the other side may name it */
  idsOf: (made: Made) => string[]
  idsOfBooked: (row: Booked) => string[]
  centsOf: (made: Made) => number
}

const payments: Matching<ProviderPayment, store.BookedPayment> = {
  kind: 'payment',
  idsOf: ({ id }) => [id],
  idsOfBooked: row => [row.payment_id],
  centsOf: payment => payment.takenCents,
}

const refunds: Matching<ProviderRefund, store.BookedRefund> = {
  kind: 'refund',
  idsOf: ({ id, refundId }) => (refundId ? [id, refundId] : [id]),
  idsOfBooked: ({ reference, refund_id }) => (reference ? [reference, refund_id] : [refund_id]),
  centsOf: ({ status, amountCents }) => (status === 'failed' ? 0 : amountCents),
}

/** A dispute that was won has returned everything. */
const disputes: Matching<ProviderDispute, store.BookedDispute> = {
  kind: 'dispute',
  idsOf: ({ id }) => [id],
  idsOfBooked: row => [row.dispute_id],
  centsOf: ({ status, amountCents }) => (status === 'won' ? 0 : amountCents),
}

type AtProvider = { id: string; at: Temporal.Instant }
type InBooks = { state: string; booked_cents: number; at: Temporal.Instant }

/** Dated by the provider if it has a row, else by us. */
const pairUp = <Made extends AtProvider, Booked extends InBooks>(
  { kind, idsOf, idsOfBooked, centsOf }: Matching<Made, Booked>,
  made: Made[],
  booked: Booked[],
): Pair[] => {
  const byId = new Map(made.flatMap(one => idsOf(one).map(id => [id, one])))
  const unbooked = new Set(made)
  const pairs = booked.map((row): Pair => {
    const ids = idsOfBooked(row)
    const match = ids.flatMap(id => byId.get(id) ?? [])[0]
    if (match) unbooked.delete(match)
    const { id, at } = match ?? { id: ids[0]!, at: row.at }
    const [providerCents, booksCents] = [match ? centsOf(match) : 0, row.booked_cents]
    return { kind, id, at, providerCents, booksCents, state: row.state }
  })
  for (const one of unbooked)
    pairs.push({ kind, id: one.id, at: one.at, providerCents: centsOf(one), booksCents: 0, state: null })
  return pairs
}

type Deps = {
  db: Queryable
  provider: Pick<CardProvider, 'name' | 'mode' | 'listPayments' | 'listRefunds' | 'listDisputes'>
}

/** Every day of the city's calendar from `first` to `last`. Throws where the provider does not answer. */
export const reconcile = async (
  { db, provider }: Deps,
  first: Temporal.PlainDate,
  last: Temporal.PlainDate,
): Promise<ReconciledDay[]> => {
  const from = first.toZonedDateTime(houseTimeZone).toInstant()
  const to = last.add({ days: 1 }).toZonedDateTime(houseTimeZone).toInstant()
  const around = [from.subtract({ hours: marginHours }), to.add({ hours: marginHours })] as const
  const made = await Promise.all([
    provider.listPayments(...around),
    provider.listRefunds(...around),
    provider.listDisputes(...around),
  ])
  const compare = async <Made extends AtProvider, Booked extends InBooks>(
    matching: Matching<Made, Booked>,
    made: Made[],
    listBooked: store.ListBooked<Booked>,
  ) => {
    const ids = made.filter(({ at }) => isDuring(at, from, to)).flatMap(matching.idsOf)
    return pairUp(matching, made, await listBooked(db, from, to, ids, { provider: provider.name, mode: provider.mode }))
  }
  const pairs = [
    ...(await compare(payments, made[0], store.listPayments)),
    ...(await compare(refunds, made[1], store.listRefunds)),
    ...(await compare(disputes, made[2], store.listDisputes)),
  ].filter(({ at }) => isDuring(at, from, to))

  const days: ReconciledDay[] = []
  for (let date = first; Temporal.PlainDate.compare(date, last) <= 0; date = date.add({ days: 1 })) {
    const day = date.toString()
    const ofDay = pairs.filter(({ at }) => dayOf(at) === day)
    days.push({
      day,
      taken: { provider: sumOf(ofDay, 'payment', 'providerCents'), books: sumOf(ofDay, 'payment', 'booksCents') },
      givenBack: { provider: sumOf(ofDay, 'refund', 'providerCents'), books: sumOf(ofDay, 'refund', 'booksCents') },
      differences: ofDay.flatMap(pair => difference(pair) ?? []),
    })
  }
  return days
}

const job = 'reconcile'
// late enough for what began the day before to be final
const daily = dailyJob({ kind: job, ref: 'nightly', hour: 4, minute: 30 })

export const startReconciliation = daily.start

type JobDeps = {
  db: Database
  clock: Clock
  provider: CardProvider
  log: { error: (what: { differences: (Difference & { day: string })[] }, message: string) => void }
  /** receives the number of differences, also when it is zero */
  note: (found: number) => void
}

export const createReconciliation = ({ db, clock, provider, log, note }: JobDeps) => ({
  /** The job. Throws where the provider does not answer, to be run again. */
  [job]: async (): Promise<void> => {
    const now = clock.now()
    const today = now.toZonedDateTimeISO(houseTimeZone).toPlainDate()
    const days = await reconcile({ db: db.pool, provider }, today.subtract({ days: 2 }), today.subtract({ days: 1 }))
    const differences = days.flatMap(({ day, differences }) => differences.map(found => ({ day, ...found })))
    note(differences.length)
    if (differences.length > 0) log.error({ differences }, 'the books and the card provider differ')
    await daily.reschedule(db.pool, now)
  },
})
