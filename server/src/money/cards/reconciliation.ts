// Our ledger compared with the card provider's records, day by day: on demand, and each night for the two days before.
import { cityTimeZone } from '@parkit/contract/platform/time'
import type { Clock } from '#platform/clock.ts'
import { dailyJob } from '#platform/daily-job.ts'
import type { Database, Queryable } from '#platform/db.ts'
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

type Pair = { at: Temporal.Instant; id: string; providerCents: number; booksCents: number; state: string | null }
type Found = { kind: 'payment' | 'refund' | 'dispute'; pair: Pair }

const dayOf = (at: Temporal.Instant) => at.toZonedDateTimeISO(cityTimeZone).toPlainDate().toString()
const isDuring = (at: Temporal.Instant, from: Temporal.Instant, to: Temporal.Instant) =>
  Temporal.Instant.compare(from, at) <= 0 && Temporal.Instant.compare(at, to) < 0

const difference = ({ kind, pair }: Found): Difference | null => {
  const { id, providerCents, booksCents, state } = pair
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
const sumOf = (found: Found[], kind: Found['kind'], side: 'providerCents' | 'booksCents'): Sums => {
  const moved = found.filter(one => one.kind === kind && one.pair[side] !== 0)
  return { count: moved.length, cents: moved.reduce((sum, { pair }) => sum + pair[side], 0) }
}

type Deps = { db: Queryable; provider: Pick<CardProvider, 'listPayments' | 'listRefunds' | 'listDisputes'> }

/** Every day of the city's calendar from `first` to `last`. Throws where the provider does not answer. */
export const reconcile = async (
  { db, provider }: Deps,
  first: Temporal.PlainDate,
  last: Temporal.PlainDate,
): Promise<ReconciledDay[]> => {
  const from = first.toZonedDateTime(cityTimeZone).toInstant()
  const to = last.add({ days: 1 }).toZonedDateTime(cityTimeZone).toInstant()
  const around = [from.subtract({ hours: marginHours }), to.add({ hours: marginHours })] as const
  const [payments, refunds, disputes] = await Promise.all([
    provider.listPayments(...around),
    provider.listRefunds(...around),
    provider.listDisputes(...around),
  ])
  const inside = <Made extends { at: Temporal.Instant }>(made: Made[]) =>
    made.filter(({ at }) => isDuring(at, from, to))

  const found = [
    ...pairPayments(
      payments,
      await store.listPayments(
        db,
        from,
        to,
        inside(payments).map(({ id }) => id),
      ),
    ),
    ...pairRefunds(
      refunds,
      await store.listRefunds(
        db,
        from,
        to,
        inside(refunds).flatMap(({ id, refundId }) => (refundId ? [id, refundId] : [id])),
      ),
    ),
    ...pairDisputes(
      disputes,
      await store.listDisputes(
        db,
        from,
        to,
        inside(disputes).map(({ id }) => id),
      ),
    ),
  ].filter(({ pair }) => isDuring(pair.at, from, to))

  const days: ReconciledDay[] = []
  for (let date = first; Temporal.PlainDate.compare(date, last) <= 0; date = date.add({ days: 1 })) {
    const day = date.toString()
    const ofDay = found.filter(({ pair }) => dayOf(pair.at) === day)
    days.push({
      day,
      taken: { provider: sumOf(ofDay, 'payment', 'providerCents'), books: sumOf(ofDay, 'payment', 'booksCents') },
      givenBack: { provider: sumOf(ofDay, 'refund', 'providerCents'), books: sumOf(ofDay, 'refund', 'booksCents') },
      differences: ofDay.flatMap(one => difference(one) ?? []),
    })
  }
  return days
}

/** Dated by the provider where it has the payment, else by us. */
const pairPayments = (made: ProviderPayment[], booked: store.BookedPayment[]): Found[] => {
  const byId = new Map(made.map(payment => [payment.id, payment]))
  const known = new Set(booked.map(({ payment_id }) => payment_id))
  return [
    ...booked.map(({ payment_id, state, booked_cents, at }) => {
      const payment = byId.get(payment_id)
      const [providerCents, day] = [payment?.takenCents ?? 0, payment?.at ?? at]
      return { id: payment_id, at: day, providerCents, booksCents: booked_cents, state }
    }),
    ...made
      .filter(({ id }) => !known.has(id))
      .map(({ id, at, takenCents }) => ({ id, at, providerCents: takenCents, booksCents: 0, state: null })),
  ].map(pair => ({ kind: 'payment', pair }))
}

/** A dispute that was won has returned everything. */
const pairDisputes = (made: ProviderDispute[], booked: store.BookedDispute[]): Found[] => {
  const taken = (dispute: ProviderDispute | undefined) =>
    dispute && dispute.status !== 'won' ? dispute.amountCents : 0
  const known = new Set(booked.map(({ dispute_id }) => dispute_id))
  return [
    ...booked.map(({ dispute_id: id, state, booked_cents, at }) => {
      const dispute = made.find(one => one.id === id)
      return { id, at: dispute?.at ?? at, providerCents: taken(dispute), booksCents: booked_cents, state }
    }),
    ...made
      .filter(({ id }) => !known.has(id))
      .map(dispute => ({ id: dispute.id, at: dispute.at, providerCents: taken(dispute), booksCents: 0, state: null })),
  ].map(pair => ({ kind: 'dispute', pair }))
}

const pairRefunds = (made: ProviderRefund[], booked: store.BookedRefund[]): Found[] => {
  const given = ({ status, amountCents }: ProviderRefund) => (status === 'failed' ? 0 : amountCents)
  const ofOurs = (row: store.BookedRefund) =>
    made.find(({ id, refundId }) => id === row.reference || refundId === row.refund_id)
  const known = new Set(booked.flatMap(row => ofOurs(row)?.id ?? []))
  return [
    ...booked.map(row => {
      const refund = ofOurs(row)
      return {
        id: refund?.id ?? row.reference ?? row.refund_id,
        at: refund?.at ?? row.at,
        providerCents: refund ? given(refund) : 0,
        booksCents: row.booked_cents,
        state: row.state,
      }
    }),
    ...made
      .filter(({ id }) => !known.has(id))
      .map(refund => ({ id: refund.id, at: refund.at, providerCents: given(refund), booksCents: 0, state: null })),
  ].map(pair => ({ kind: 'refund', pair }))
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
    const today = now.toZonedDateTimeISO(cityTimeZone).toPlainDate()
    const days = await reconcile({ db: db.pool, provider }, today.subtract({ days: 2 }), today.subtract({ days: 1 }))
    const differences = days.flatMap(({ day, differences }) => differences.map(found => ({ day, ...found })))
    note(differences.length)
    if (differences.length > 0) log.error({ differences }, 'the books and the card provider differ')
    await daily.reschedule(db.pool, now)
  },
})
