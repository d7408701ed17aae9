// The model of a session: its start, extension, and stop, by the rules. Pure.
import { type Attempt, advance, type Card, type Fault, release } from './charges-testing.ts'
import {
  feeCents,
  freeCancel,
  graceMinutes,
  leastHoldCents,
  longerStay,
  minuteMs,
  moveTo,
  placeOf,
  startOfDay,
  stayAt,
  usedMinutes,
  type Zone,
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

/** By a stop, its end, or a change. */
const leftTooRecently = (state: State, who: number, plate: string, zone: Zone): boolean => {
  const { noReturnMinutes = 0 } = placeOf(zone)
  const isRecent = (at: number) => at + noReturnMinutes * minuteMs > state.now
  return state.sessions.some(session => {
    if (session.driver !== who || noReturnMinutes === 0) return false
    const leavings = [...session.left]
    if (!session.isFreeCancel && !isRunning(session, state.now))
      leavings.push({ plate: session.plate, zone: session.zone, at: session.stoppedAt ?? session.endsAt })
    return leavings.some(left => left.plate === plate && left.zone === zone && isRecent(left.at))
  })
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
  const { centsFor, keepsUnused = false } = placeOf(zone)
  if (leftTooRecently(state, who, plate, zone)) refusals.add('no_return')
  const parking = refusals.size > 0 ? 0 : centsFor(minutes)
  const fee = parking > 0 ? feeCents : 0
  const cost = parking + fee
  if (!card && cost > driver.balance) refusals.add('insufficient_funds')

  const begin = (holds: Hold[]) => {
    const paidBy = holds[0]?.card ?? card
    const session: Session = {
      ...{ id: String(outcome.body.SessionId), driver: who, plate, zone, parking, fee, card: paidBy, holds },
      ...{ startedAt: state.now, endsAt: state.now + minutes * minuteMs, stoppedAt: null, refunded: 0 },
      ...{ paidFrom: state.now, before: 0, keepsUnused, moves: 0, movesGiven: 0, isReplated: false, left: [] },
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
  const { zone, paidFrom, before, card } = session
  const paid = paidMinutes(session) - before
  const { minutes, refusals } = longerStay(zone, paidFrom, { before, paid, more: added, byCard: card !== null })
  const { centsFor } = placeOf(zone)
  return { minutes: before + minutes, refusals, cost: refusals.size > 0 ? 0 : centsFor(minutes) - centsFor(paid) }
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

/** By the prices of its present zone; `used`: minutes since its start. */
const unusedOf = (session: Session, used: number): number => {
  const { centsFor } = placeOf(session.zone)
  const { before } = session
  return centsFor(paidMinutes(session) - before) - centsFor(Math.max(0, used - before))
}

const moveOf = (state: State, session: Session, zone: Zone) => {
  const { startedAt, parking, fee, keepsUnused } = session
  const paid = paidMinutes(session)
  const used = usedMinutes(startedAt, paid, state.now)
  const from = startedAt + used * minuteMs
  const { minutes, refusals, cents } = moveTo(zone, from, paid - used, used)
  const back = Math.min(unusedOf(session, used), parking, keepsUnused ? cents : Infinity)
  const newFee = parking + fee === 0 && cents > 0 && session.movesGiven === 0 ? feeCents : 0
  return { used, from, minutes, refusals, cents, back, newFee, cost: cents + newFee - back }
}

const takeMove = (state: State, { key, driver }: RequestOf<'move'>, card: Card, cost: number) =>
  takeAttempt(state, { key, driver, kind: 'extend', cents: Math.max(cost, leastHoldCents), cards: [card] })

/** As `authorizeExtend`. */
export const authorizeMove = (state: State, request: RequestOf<'move'>): void => {
  const session = findSession(state, request.session)
  const { cost } = moveOf(state, session, request.zone)
  if (session.card && cost > 0) advance(takeMove(state, request, session.card, cost), null)
}

export const judgeMove = (state: State, request: RequestOf<'move'>, fault: Fault | null): Judged => {
  const { key, driver: who, zone } = request
  const session = findSession(state, request.session)
  const driver = state.drivers[who]!
  const before = findAttempt(state, key)
  if (!isRunning(session, state.now))
    return { refusals: new Set(['session_ended']), change: () => 'ok', attempt: before }
  const { card } = session
  const { used, from, minutes, refusals, cents, back, newFee, cost } = moveOf(state, session, zone)
  if (session.moves > session.movesGiven) refusals.add('change_used')
  if (session.zone === zone) refusals.add('bad_input')
  if (leftTooRecently(state, who, session.plate, zone)) refusals.add('no_return')
  if (!card && cost > driver.balance) refusals.add('insufficient_funds')

  const change = () => {
    if (!card) driver.balance -= cost
    else if (cost > 0) {
      const held = Math.max(cost, leastHoldCents)
      const attempt = takeMove(state, request, card, cost)
      const found = advance(attempt, fault)
      if (found !== 'paid') return found
      if (attempt.cents !== held) return noLonger(attempt)
      attempt.charges.at(-1)!.stage = 'paid'
      session.holds.push({ key, card, cents: held, heldAt: state.now, captured: null })
      session.payment = 'Pending'
    }
    session.left.push({ plate: session.plate, zone: session.zone, at: state.now })
    const keepsUnused = session.keepsUnused || (placeOf(zone).keepsUnused ?? false)
    session.moves++
    Object.assign(session, { zone, before: used, paidFrom: from, keepsUnused })
    session.parking += cents - back
    session.fee += newFee
    session.endsAt = from + minutes * minuteMs
    return 'ok'
  }
  return { refusals, change, attempt: before }
}

export const judgeChangePlate = (state: State, { session: id, driver, plate }: RequestOf<'changePlate'>): Judged => {
  const session = findSession(state, id)
  if (!isRunning(session, state.now)) return { refusals: new Set(['session_ended']), change: () => 'ok' }
  const refusals = new Set<string>()
  const isParked = state.sessions.some(
    other => other.driver === driver && other !== session && other.plate === plate && isRunning(other, state.now),
  )
  if (session.isReplated) refusals.add('change_used')
  if (session.plate === plate) refusals.add('bad_input')
  if (isParked) refusals.add('already_parked')
  if (leftTooRecently(state, driver, plate, session.zone)) refusals.add('no_return')
  const change = () => {
    session.left.push({ plate: session.plate, zone: session.zone, at: state.now })
    Object.assign(session, { plate, isReplated: true })
    return 'ok' as const
  }
  return { refusals, change }
}

/** A closure that begins in so many minutes cuts the session, and returns the rest by its zone's prices, whatever the zone keeps. */
export const cutAtClosure = (state: State, session: Session, inMinutes: number): void => {
  const { startedAt, parking } = session
  const minutes = Math.max(
    Math.floor((state.now + inMinutes * minuteMs - startedAt) / minuteMs),
    Math.ceil((state.now - startedAt) / minuteMs) + graceMinutes,
  )
  if (!isRunning(session, state.now) || minutes >= paidMinutes(session)) return
  const back = Math.min(unusedOf(session, minutes), parking)
  Object.assign(session, { parking: parking - back, movesGiven: session.movesGiven + 1 })
  session.endsAt = startedAt + minutes * minuteMs
  if (!session.card) state.drivers[session.driver]!.balance += back
}

export const judgeStop = (state: State, { session: id, driver }: RequestOf<'stop'>): Judged => {
  const session = findSession(state, id)
  if (!isRunning(session, state.now)) return { refusals: new Set(['session_ended']), change: () => 'ok' }
  const today = state.sessions.filter(
    ({ isFreeCancel, stoppedAt }) => isFreeCancel && stoppedAt! >= startOfDay(state.now),
  )
  const byPlate = today.filter(({ plate, zone }) => plate === session.plate && zone === session.zone)
  const isFree =
    session.moves === 0 &&
    !session.isReplated &&
    state.now - session.startedAt < freeCancel.withinMs &&
    today.filter(other => other.driver === driver).length < freeCancel.perAccount &&
    byPlate.length < freeCancel.perPlateInZone
  const change = () => {
    const { parking, fee, startedAt } = session
    const unused = () => unusedOf(session, usedMinutes(startedAt, paidMinutes(session), state.now))
    const back = isFree ? parking + fee : session.keepsUnused ? 0 : unused()
    Object.assign(session, { stoppedAt: state.now, refunded: back, isFreeCancel: isFree })
    if (!session.card) state.drivers[driver]!.balance += back
    return 'ok' as const
  }
  return { refusals: new Set(), change }
}
