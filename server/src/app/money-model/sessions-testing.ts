// The model of a session: its start, extension, and stop, by the rules. Pure.
import { type Attempt, advance, type Card, type Fault, release } from './charges-testing.ts'
import {
  feeCents,
  freeCancel,
  leastHoldCents,
  longerStay,
  minuteMs,
  placeOf,
  startOfDay,
  stayAt,
  unusedCents,
} from './rules-testing.ts'
import {
  findAttempt,
  findSession,
  type Hold,
  isRunning,
  type Judged,
  type Outcome,
  paidMinutes,
  type RequestOf,
  type Session,
  type State,
  takeAttempt,
} from './state-testing.ts'

/** It was authorized for another price. */
const noLonger = (attempt: Attempt) => {
  release(attempt)
  return 'price_changed' as const
}

export const judgeStart = (
  state: State,
  request: RequestOf<'start'>,
  outcome: Outcome,
  fault: Fault | null,
): Judged => {
  const { key, driver: who, plate, zone, payWith } = request
  const driver = state.drivers[who]!
  const card = payWith === 'wallet' ? null : payWith
  const { minutes, refusals } = stayAt(zone, state.now, request.minutes, card !== null)
  const mine = state.sessions.filter(session => session.driver === who && session.plate === plate)
  if (mine.some(session => isRunning(session, state.now))) refusals.add('already_parked')
  const { noReturnMinutes = 0, centsFor } = placeOf(zone)
  const leftTooRecently = (session: Session) =>
    session.zone === zone &&
    !session.isFreeCancel &&
    !isRunning(session, state.now) &&
    (session.stoppedAt ?? session.endsAt) + noReturnMinutes * minuteMs > state.now
  if (noReturnMinutes > 0 && mine.some(leftTooRecently)) refusals.add('no_return')
  const parking = refusals.size > 0 ? 0 : centsFor(minutes)
  const fee = parking > 0 ? feeCents : 0
  const cost = parking + fee
  if (!card && cost > driver.balance) refusals.add('insufficient_funds')

  const begin = (holds: Hold[]) => {
    const paidBy = holds[0]?.card ?? card
    const session: Session = {
      ...{ id: String(outcome.body.SessionId), driver: who, plate, zone, parking, fee, card: paidBy, holds },
      ...{ startedAt: state.now, endsAt: state.now + minutes * minuteMs, stoppedAt: null, refunded: 0 },
      ...{ isFreeCancel: false, payment: holds.length > 0 ? 'Pending' : 'Paid' },
    }
    state.sessions.push(session)
    return 'ok' as const
  }
  const change = () => {
    if (!card) {
      driver.balance -= cost
      return begin([])
    }
    if (cost === 0) return begin([])
    // where the default card is declined the next ones are tried
    const cards = card === driver.cards[0] ? driver.cards : [card]
    const cents = Math.max(cost, leastHoldCents)
    const attempt = takeAttempt(state, { key, driver: who, kind: 'start', cents, cards })
    const found = advance(attempt, fault)
    if (found !== 'paid') return found
    if (attempt.cents !== cents) return noLonger(attempt)
    const charge = attempt.charges.at(-1)!
    charge.stage = 'paid'
    return begin([{ key: attempt.key, card: charge.card, cents, heldAt: state.now, captured: null }])
  }
  return { refusals, change, attempt: findAttempt(state, key) }
}

const extensionOf = (session: Session, added: number) => {
  const { zone, startedAt, card } = session
  const paid = paidMinutes(session)
  const { minutes, refusals } = longerStay(zone, startedAt, paid, added, card !== null)
  const { centsFor } = placeOf(zone)
  return { minutes, refusals, cost: refusals.size > 0 ? 0 : centsFor(minutes) - centsFor(paid) }
}

const takeExtension = (state: State, { key, driver }: RequestOf<'extend'>, card: Card, cost: number) =>
  takeAttempt(state, { key, driver, kind: 'extend', cents: Math.max(cost, leastHoldCents), cards: [card] })

/** The card is authorized for the price of this moment, before another call of the same session is done. */
export const authorizeExtend = (state: State, request: RequestOf<'extend'>): void => {
  const session = findSession(state, request.session)
  const { cost } = extensionOf(session, request.minutes)
  if (session.card && cost > 0) advance(takeExtension(state, request, session.card, cost), null)
}

export const judgeExtend = (state: State, request: RequestOf<'extend'>, fault: Fault | null): Judged => {
  const { key, driver: who } = request
  const session = findSession(state, request.session)
  const driver = state.drivers[who]!
  const before = findAttempt(state, key)
  if (!isRunning(session, state.now))
    return { refusals: new Set(['session_ended']), change: () => 'ok', attempt: before }
  const { startedAt, card } = session
  const { minutes, refusals, cost } = extensionOf(session, request.minutes)
  if (!card && cost > driver.balance) refusals.add('insufficient_funds')

  const change = () => {
    if (!card) driver.balance -= cost
    else if (cost > 0) {
      const cents = Math.max(cost, leastHoldCents)
      const attempt = takeExtension(state, request, card, cost)
      const found = advance(attempt, fault)
      if (found !== 'paid') return found
      if (attempt.cents !== cents) return noLonger(attempt)
      attempt.charges.at(-1)!.stage = 'paid'
      session.holds.push({ key, card, cents, heldAt: state.now, captured: null })
      session.payment = 'Pending'
    }
    session.parking += cost
    session.endsAt = startedAt + minutes * minuteMs
    return 'ok'
  }
  return { refusals, change, attempt: before }
}

export const judgeStop = (state: State, { session: id, driver }: RequestOf<'stop'>): Judged => {
  const session = findSession(state, id)
  if (!isRunning(session, state.now)) return { refusals: new Set(['session_ended']), change: () => 'ok' }
  const today = state.sessions.filter(
    ({ isFreeCancel, stoppedAt }) => isFreeCancel && stoppedAt! >= startOfDay(state.now),
  )
  const byPlate = today.filter(({ plate, zone }) => plate === session.plate && zone === session.zone)
  const isFree =
    state.now - session.startedAt < freeCancel.withinMs &&
    today.filter(other => other.driver === driver).length < freeCancel.perAccount &&
    byPlate.length < freeCancel.perPlateInZone
  const change = () => {
    const { parking, fee, zone, startedAt } = session
    const back = isFree ? parking + fee : unusedCents(zone, startedAt, paidMinutes(session), state.now)
    Object.assign(session, { stoppedAt: state.now, refunded: back, isFreeCancel: isFree })
    if (!session.card) state.drivers[driver]!.balance += back
    return 'ok' as const
  }
  return { refusals: new Set(), change }
}
