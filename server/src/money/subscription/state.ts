// The states of a monthly plan, and when to sync it next. Pure: (our row, the provider's plan, now) → the new state.
import { plan } from '@parkit/contract/platform/limits'
import type { ProviderPlan } from '#money/cards/cards.ts'

/** A driver has one of these at most. */
type LiveState = 'pending' | 'active' | 'grace' | 'cancelling' | 'ending'
/** `void`: it never began, and nothing was charged. */
export type State = LiveState | 'ended' | 'void'

export const isLive = (state: State): state is LiveState => state !== 'ended' && state !== 'void'

/** what the driver is notified of */
export type News = 'begun' | 'renewed' | 'failed' | 'ended'

type Row = { state: State; paid_until: Temporal.Instant | null }

const later = (one: Temporal.Instant | null, other: Temporal.Instant): Temporal.Instant =>
  one && Temporal.Instant.compare(one, other) > 0 ? one : other

/** The end of the last paid month; null if no month was paid. */
const paidUntil = (before: Temporal.Instant | null, { paid }: ProviderPlan): Temporal.Instant | null =>
  paid.reduce((latest, { coversUntil }) => later(latest, coversUntil), before)

export const graceUntil = (paidUntil: Temporal.Instant): Temporal.Instant =>
  paidUntil.add({ hours: plan.graceDays * 24 })

const stateAfter = ({ state }: Row, found: ProviderPlan, until: Temporal.Instant | null): State => {
  if (found.status === 'ended') return until ? 'ended' : 'void'
  // without a paid month it has not begun, whatever its status at the provider
  if (found.status === 'incomplete' || !until) return state === 'ending' ? 'ending' : 'pending'
  if (found.status === 'unpaid') return state === 'ending' ? 'ending' : 'grace'
  return found.endsWithPeriod ? 'cancelling' : 'active'
}

const newsAfter = (row: Row, state: State, until: Temporal.Instant | null): News | null => {
  if (row.state === 'pending' && state !== 'pending') return until ? 'begun' : null
  if (state === 'grace') return row.state === 'grace' ? null : 'failed'
  // the driver canceled it himself
  if (state === 'ended') return row.state === 'cancelling' ? null : 'ended'
  return row.paid_until && until && Temporal.Instant.compare(until, row.paid_until) > 0 ? 'renewed' : null
}

/** An ended plan stays ended, but a month that was paid late still counts. */
export const nextState = (
  row: Row,
  found: ProviderPlan,
): { state: State; until: Temporal.Instant | null; news: News | null } => {
  const until = paidUntil(row.paid_until, found)
  if (!isLive(row.state)) return { state: row.state, until, news: null }
  const state = stateAfter(row, found, until)
  return { state, until, news: newsAfter(row, state, until) }
}

/** Until when the service fee is waived; null if it is not. A renewal whose outcome is unknown counts as grace. */
export const coveredUntil = ({ state, paid_until }: Row): Temporal.Instant | null => {
  if (!paid_until) return null
  if (state === 'active' || state === 'grace') return graceUntil(paid_until)
  return state === 'cancelling' ? paid_until : null
}

export const isCoveredAt = (row: Row, at: Temporal.Instant): boolean => {
  const until = coveredUntil(row)
  return until !== null && Temporal.Instant.compare(at, until) < 0
}

/** Whether the grace period is over. */
export const isOverdue = (row: Row, now: Temporal.Instant): boolean =>
  (row.state === 'active' || row.state === 'grace') && !isCoveredAt(row, now)

const sweepSeconds = 30
/** a provider may take about an hour to charge for a month that has begun */
const renewalHours = 2
const syncHours = 6

/** When to sync next if the provider sends no event before; null if the plan can't change any more. */
export const nextSyncAt = ({ state, paid_until }: Row, now: Temporal.Instant): Temporal.Instant | null => {
  if (!isLive(state)) return null
  if (state === 'pending' || state === 'ending' || !paid_until) return now.add({ seconds: sweepSeconds })
  const renewed = paid_until.add({ hours: renewalHours })
  if (Temporal.Instant.compare(now, renewed) < 0) return renewed
  const nextRoutineAt = now.add({ hours: syncHours })
  const end = graceUntil(paid_until)
  return Temporal.Instant.compare(now, end) < 0 && Temporal.Instant.compare(end, nextRoutineAt) < 0
    ? end
    : nextRoutineAt
}

export type Shown = 'free' | 'pending' | 'active' | 'grace' | 'cancelling' | 'ended'

/** As shown to the driver at `now`, also before the job has written the change. */
export const shownAt = (row: Row | null, now: Temporal.Instant): Shown => {
  if (!row || row.state === 'void') return 'free'
  if (row.state === 'pending') return 'pending'
  if (row.state === 'ending' || row.state === 'ended') return row.paid_until ? 'ended' : 'free'
  return isCoveredAt(row, now) ? row.state : 'ended'
}
