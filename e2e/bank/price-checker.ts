// Each session's price by a second tariff engine that shares no code with the server's.
import { walk } from '../../server/src/city/calendar/tariff-walk-testing.ts'
import type { Facts, SessionFact } from './facts-store.ts'

const minuteMs = 60_000
/** the rules' own figures, written again */
const feeCents = 35
/** a stop sooner than this may pay everything back */
const freeCancelMs = 60_000
const freeCancelsPerDay = { plateInZone: 1, account: 3 }

const priceOf = ({ tariffs }: Facts, session: SessionFact, minutes: number) =>
  walk(
    tariffs.get(session.tariff)!,
    Temporal.Instant.fromEpochMilliseconds(Math.floor(session.startedAt / minuteMs) * minuteMs),
    minutes,
    session.timeZone,
  )

const refundOf = (facts: Facts, session: SessionFact) => {
  const { startedAt, endsAt, endedAt, parkingCents, feeCents, refundsUnused } = session
  if (endedAt === null || !session.steps.some(({ kind }) => kind === 'stopped')) return 0
  if (session.freeCancel) return parkingCents + feeCents
  if (!refundsUnused) return 0
  const paid = Math.round((endsAt - startedAt) / minuteMs)
  const used = Math.min(paid, Math.max(1, Math.ceil((endedAt - startedAt) / minuteMs)))
  return Math.min(parkingCents, parkingCents - priceOf(facts, session, used))
}

const startOfDay = ({ endedAt, timeZone }: SessionFact) =>
  Temporal.Instant.fromEpochMilliseconds(endedAt!).toZonedDateTimeISO(timeZone).startOfDay().epochMilliseconds

/** Free cancels come within a minute, no more a day than the rules allow, and none is withheld before that. */
export const wrongFreeCancels = ({ sessions }: Facts): string[] => {
  const free = sessions.filter(({ freeCancel }) => freeCancel)
  const early = sessions.filter(
    ({ startedAt, endedAt, steps }) =>
      endedAt !== null && endedAt - startedAt < freeCancelMs && steps.some(({ kind }) => kind === 'stopped'),
  )
  const isUsedUp = (session: SessionFact, before: SessionFact[]) => {
    const since = startOfDay(session)
    const today = before.filter(({ endedAt }) => endedAt! >= since)
    const byAccount = today.filter(({ driverId }) => driverId === session.driverId)
    const byPlate = today.filter(({ plate, zone }) => plate === session.plate && zone === session.zone)
    return byAccount.length >= freeCancelsPerDay.account || byPlate.length >= freeCancelsPerDay.plateInZone
  }
  return [
    ...free
      .filter(session => !early.includes(session))
      .map(({ id }) => `Session ${id} was cancelled for free too late`),
    ...free
      .filter((session, i) =>
        isUsedUp(
          session,
          free.slice(0, i).filter(other => startOfDay(other) === startOfDay(session)),
        ),
      )
      .map(({ id }) => `Session ${id} was cancelled for free once too often`),
    ...early
      .filter(session => !session.freeCancel && !isUsedUp(session, free))
      .map(({ id }) => `Session ${id} was stopped at once, and not for free`),
  ]
}

export const wrongPrices = (facts: Facts, freshIds?: Set<string>): string[] =>
  facts.sessions
    .filter(({ id }) => !freshIds || freshIds.has(id))
    .flatMap(session => {
      const paid = Math.round((session.endsAt - session.startedAt) / minuteMs)
      const parking = priceOf(facts, session, paid)
      const fee = priceOf(facts, session, session.steps[0]!.minutes) > 0 ? feeCents : 0
      const byDesk = session.steps.filter(({ kind }) => kind === 'refunded').reduce((sum, { cents }) => sum - cents, 0)
      const refund = refundOf(facts, session) + byDesk
      const mayBeWaived = session.feeCents === 0 && facts.months.has(session.driverId)
      return parking === session.parkingCents &&
        (fee === session.feeCents || mayBeWaived) &&
        refund === session.refundedCents
        ? []
        : [
            `Session ${session.id} costs ${parking} + ${fee} − ${refund}, and is ${session.parkingCents} + ${session.feeCents} − ${session.refundedCents}`,
          ]
    })
