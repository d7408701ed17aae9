// Each session's price by a second tariff engine that shares no code with the server's.
import { walk } from '../../server/src/city/tariff/testing.ts'
import type { Facts, SessionFact } from './facts-store.ts'

const minuteMs = 60_000
/** the rules' own figures, written again */
const feeCents = 35
/** a stop sooner than this pays everything back */
export const regretMs = 60_000

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
  if (endedAt - startedAt < regretMs) return parkingCents + feeCents
  if (!refundsUnused) return 0
  const paid = Math.round((endsAt - startedAt) / minuteMs)
  const used = Math.min(paid, Math.max(1, Math.ceil((endedAt - startedAt) / minuteMs)))
  return Math.min(parkingCents, parkingCents - priceOf(facts, session, used))
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
