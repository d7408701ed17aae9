// The states of a plan that is charged monthly, and when to look next. Pure: (our row, what the provider says, now) → what holds.
import { plan } from '@parkit/contract/platform/limits'
import type { PlanStanding } from '#money/cards/cards.ts'

/** These go on; of them a driver has one at most. */
type LiveState = 'pending' | 'active' | 'grace' | 'cancelling' | 'ending'
/** `void`: it never began, and nothing was taken. */
export type State = LiveState | 'ended' | 'void'

export const isLive = (state: State): state is LiveState => state !== 'ended' && state !== 'void'

/** what happened that the driver should hear of */
export type News = 'begun' | 'renewed' | 'failed' | 'ended'

type Row = { state: State; paid_until: Temporal.Instant | null }

const later = (one: Temporal.Instant | null, other: Temporal.Instant): Temporal.Instant =>
  one && Temporal.Instant.compare(one, other) > 0 ? one : other

/** The end of the last month that was paid; none where none was. */
const paidUntil = (before: Temporal.Instant | null, { paid }: PlanStanding): Temporal.Instant | null =>
  paid.reduce((latest, { coversUntil }) => later(latest, coversUntil), before)

export const graceUntil = (paidUntil: Temporal.Instant): Temporal.Instant =>
  paidUntil.add({ hours: plan.graceDays * 24 })

const stateAfter = ({ state }: Row, standing: PlanStanding, until: Temporal.Instant | null): State => {
  if (standing.is === 'ended') return until ? 'ended' : 'void'
  // nothing was paid yet: it has not begun, whatever it is called there
  if (standing.is === 'incomplete' || !until) return state === 'ending' ? 'ending' : 'pending'
  if (standing.is === 'unpaid') return state === 'ending' ? 'ending' : 'grace'
  return standing.endsWithPeriod ? 'cancelling' : 'active'
}

const newsAfter = (row: Row, state: State, until: Temporal.Instant | null): News | null => {
  if (row.state === 'pending' && state !== 'pending') return until ? 'begun' : null
  if (state === 'grace') return row.state === 'grace' ? null : 'failed'
  // who cancelled knows
  if (state === 'ended') return row.state === 'cancelling' ? null : 'ended'
  return row.paid_until && until && Temporal.Instant.compare(until, row.paid_until) > 0 ? 'renewed' : null
}

/** What holds after the provider was asked. What has ended stays so, though money that came in late is still counted. */
export const take = (
  row: Row,
  standing: PlanStanding,
): { state: State; until: Temporal.Instant | null; news: News | null } => {
  const until = paidUntil(row.paid_until, standing)
  if (!isLive(row.state)) return { state: row.state, until, news: null }
  const state = stateAfter(row, standing, until)
  return { state, until, news: newsAfter(row, state, until) }
}

/** Until when a start costs no service fee; none where it does. A renewal whose outcome is not known yet counts as grace. */
export const coveredUntil = ({ state, paid_until }: Row): Temporal.Instant | null => {
  if (!paid_until) return null
  if (state === 'active' || state === 'grace') return graceUntil(paid_until)
  return state === 'cancelling' ? paid_until : null
}

export const isCoveredAt = (row: Row, at: Temporal.Instant): boolean => {
  const until = coveredUntil(row)
  return until !== null && Temporal.Instant.compare(at, until) < 0
}

/** Whether the grace is over, so that the plan is to be ended. */
export const isOverdue = (row: Row, now: Temporal.Instant): boolean =>
  (row.state === 'active' || row.state === 'grace') && !isCoveredAt(row, now)

const sweepSeconds = 30
/** a provider may take an hour or so to charge for a month that has begun */
const renewalHours = 2
const lookAgainHours = 6

/** When to ask the provider next, should it send no message; none where there is nothing to learn. */
export const nextLook = ({ state, paid_until }: Row, now: Temporal.Instant): Temporal.Instant | null => {
  if (!isLive(state)) return null
  if (state === 'pending' || state === 'ending' || !paid_until) return now.add({ seconds: sweepSeconds })
  const renewed = paid_until.add({ hours: renewalHours })
  if (Temporal.Instant.compare(now, renewed) < 0) return renewed
  const again = now.add({ hours: lookAgainHours })
  const end = graceUntil(paid_until)
  return Temporal.Instant.compare(now, end) < 0 && Temporal.Instant.compare(end, again) < 0 ? end : again
}

export type Shown = 'free' | 'pending' | 'active' | 'grace' | 'cancelling' | 'ended'

/** As the driver sees it at `now`, also before the job came by that writes it down. */
export const shownAt = (row: Row | null, now: Temporal.Instant): Shown => {
  if (!row || row.state === 'void') return 'free'
  if (row.state === 'pending') return 'pending'
  if (row.state === 'ending' || row.state === 'ended') return row.paid_until ? 'ended' : 'free'
  return isCoveredAt(row, now) ? row.state : 'ended'
}
