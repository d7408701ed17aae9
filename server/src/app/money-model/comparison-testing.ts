// Compares what a driver sees, and our rows of charges, with the model; takes over what may have happened in the background. Pure.
import { isOpen, mayBe } from './charges-testing.ts'
import { placeOf } from './rules-testing.ts'
import {
  costOf,
  dollars,
  isRunning,
  type Refund,
  requireThat,
  type Session,
  type State,
  settleEnds,
  sum,
} from './state-testing.ts'
import { creditTopUp } from './wallet-testing.ts'

export type SeenSession = {
  SessionId: string
  Status: string
  ZoneNumber: string
  StartedAt: string
  EndsAt: string
  EndedAt: string | null
  Parking: number
  ServiceFee: number
  AmountPaid: number
  Refunded: number
  PaidVia: string
  PaymentStatus: string
}

/** Of one driver. */
export type Seen = {
  balance: number
  sessions: SeenSession[]
  refunds: { Id: string; State: string; To: string; ChargeKey: string | null; cents: number }[]
  /** key and state */
  charges: { key: string; state: string }[]
}

/** The longest that a bank keeps an authorization. */
const authorizationMs = 7 * 24 * 60 * 60_000

const keyOf = (key: string, index: number) => (index === 0 ? key : `${key} card ${index + 1}`)

const compareCharges = (state: State, who: number, { charges }: Seen, isFinal: boolean): void => {
  const rows = new Map(charges.map(({ key, state }) => [key, state]))
  for (const attempt of state.attempts.filter(({ driver }) => driver === who)) {
    for (const [i, charge] of attempt.charges.entries()) {
      const row = rows.get(keyOf(attempt.key, i))
      rows.delete(keyOf(attempt.key, i))
      const isSound =
        row !== undefined && mayBe(attempt, charge, row) && !(isFinal && /pending|capturing|held/.test(row))
      requireThat(isSound, () => `A charge is ${row}: ${JSON.stringify([attempt, charge])}`)
      if (!isOpen(charge) || row === 'pending') continue
      if (row === 'succeeded') creditTopUp(state, attempt)
      else charge.stage = row === 'declined' ? 'declined' : 'over'
    }
  }
  for (const [key, row] of rows) {
    // a lost authorization that was replaced, or one of two calls at once, which was refused
    const isSound =
      key.startsWith('lost ') || /void|capturing|released|declined/.test(row) || (row === 'pending' && !isFinal)
    requireThat(isSound, () => `A charge that nobody made is ${row}: ${key}`)
  }
}

const later: Record<string, string[]> = { requested: ['sent', 'arrived'], sent: ['arrived'] }

const compareRefund = (state: State, refund: Refund, now: string | undefined, isFinal: boolean): void => {
  const mayFail = refund.card === 'refusesRefunds'
  const isNext = now === refund.state || later[refund.state]?.includes(now!) || (now === 'failed' && mayFail)
  const isDone = !isFinal || (mayFail ? now === 'failed' : now !== 'requested')
  requireThat(now !== undefined && isNext && isDone, () => `A refund is ${now}: ${JSON.stringify(refund)}`)
  if (now === 'failed' && refund.state !== 'failed') state.drivers[refund.driver]!.balance += refund.cents
  refund.state = now!
}

/** What was given back of the money that was added at each moment. */
const compareSources = (state: State, who: number, { refunds }: Seen): void => {
  for (const [at, topUps = []] of Map.groupBy(state.drivers[who]!.topUps, topUp => topUp.at)) {
    const isOf = (chargeKey: string | null) =>
      topUps.some(({ key }) => chargeKey === key || chargeKey?.startsWith(`${key} card `))
    const known = state.refunds.filter(refund => refund.state !== 'failed' && isOf(refund.source))
    const found = refunds.filter(row => row.State !== 'failed' && isOf(row.ChargeKey))
    const [expected, given] = [known, found].map(some => sum(some.map(({ cents }) => cents)))
    requireThat(expected === given, () => `Of what was added at ${at} ${given} is given back, not ${expected}`)
  }
}

const compareRefunds = (state: State, who: number, { refunds }: Seen, isFinal: boolean): void => {
  const mine = state.refunds.filter(({ driver }) => driver === who)
  for (const refund of mine) compareRefund(state, refund, refunds.find(({ Id }) => Id === refund.id)?.State, isFinal)
  const unknown = refunds.filter(({ Id, To }) => To === 'card' && !mine.some(({ id }) => id === Id))
  requireThat(unknown.length === 0, () => `Refunds that nobody decided: ${JSON.stringify(unknown)}`)
}

const iso = (at: number) => Temporal.Instant.fromEpochMilliseconds(at).toString()

const comparePayment = (session: Session, status: string, now: number, isFinal: boolean): void => {
  const { card, payment, parking, fee, refunded, holds } = session
  const wrong = () => `PaymentStatus is ${status}: ${JSON.stringify(session)}`
  if (parking + fee > 0 && refunded === parking + fee) {
    requireThat(status === 'Refunded', wrong)
    return
  }
  const isOver = !isRunning(session, now)
  const mayBeLost = isOver && holds.length > 0 && now > session.startedAt + authorizationMs
  if (!card || payment === 'Paid') requireThat(status === 'Paid', wrong)
  else if (status === 'Failed') requireThat(mayBeLost && (!isFinal || card === 'asks'), wrong)
  else requireThat(status === 'Pending' ? !isFinal : status === 'Paid' && isOver, wrong)
  session.payment = status as Session['payment']
}

const compareSessions = (state: State, who: number, seen: Seen, isFinal: boolean): void => {
  const mine = state.sessions.filter(({ driver }) => driver === who)
  const ids = (of: { toSorted(): string[] }) => of.toSorted().join()
  const known = ids(mine.map(({ id }) => id))
  const found = ids(seen.sessions.map(({ SessionId }) => SessionId))
  requireThat(known === found, () => `The sessions are ${found}, not ${known}`)
  for (const session of mine) {
    const row = seen.sessions.find(({ SessionId }) => SessionId === session.id)!
    const { stoppedAt, startedAt, endsAt, parking, fee, refunded, card } = session
    const isOn = isRunning(session, state.now)
    const expected = {
      Status: isOn ? 'running' : 'ended',
      ZoneNumber: placeOf(session.zone).number,
      StartedAt: iso(startedAt),
      EndsAt: iso(endsAt),
      EndedAt: isOn ? null : iso(stoppedAt ?? endsAt),
      Parking: dollars(parking),
      ServiceFee: dollars(fee),
      AmountPaid: dollars(costOf(session)),
      Refunded: dollars(refunded),
    }
    for (const [name, value] of Object.entries(expected)) {
      const shown = row[name as keyof SeenSession]
      requireThat(shown === value, () => `${name} is ${shown}, not ${value}: ${JSON.stringify(session)}`)
    }
    requireThat((row.PaidVia === 'wallet') === (card === null), () => `Paid via ${row.PaidVia}, not ${card}`)
    comparePayment(session, row.PaymentStatus, state.now, isFinal)
  }
}

/** Throws a `Disagreement`. `isFinal`: everything due was done, and nothing may be open. */
export const compare = (state: State, who: number, seen: Seen, isFinal = false): void => {
  settleEnds(state)
  compareCharges(state, who, seen, isFinal)
  compareRefunds(state, who, seen, isFinal)
  compareSources(state, who, seen)
  compareSessions(state, who, seen, isFinal)
  const { balance } = state.drivers[who]!
  requireThat(seen.balance === dollars(balance), () => `The balance is ${seen.balance}, not ${dollars(balance)}`)
}

/** What the provider and the ledger hold of a driver in the end, in cents. */
export type Sums = { taken: number; givenBack: number; wallet: number; receivable: number; refundsDue: number }

export const expectedSums = ({ drivers, sessions, refunds }: State, who: number): Sums => {
  const { balance, topUps } = drivers[who]!
  const total = (numbers: number[]) => numbers.reduce((sum, each) => sum + each, 0)
  const byCard = sessions.filter(({ driver, holds }) => driver === who && holds.length > 0)
  const [unpaid, paid] = [true, false].map(isLost => byCard.filter(({ payment }) => (payment === 'Failed') === isLost))
  const captured = (some: Session[]) => total(some.flatMap(({ holds }) => holds.map(hold => hold.captured ?? 0)))
  return {
    taken: total(topUps.map(({ cents }) => cents)) + captured(paid!),
    givenBack: total(
      refunds.filter(({ driver, state }) => driver === who && state !== 'failed').map(({ cents }) => cents),
    ),
    wallet: balance,
    receivable: -captured(unpaid!),
    refundsDue: 0,
  }
}
