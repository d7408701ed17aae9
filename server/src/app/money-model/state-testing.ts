// What the model knows of drivers, sessions, charges, and refunds, and the requests that it judges. Pure.
import type { Attempt, Card, Found } from './charges-testing.ts'
import { minuteMs, type Zone } from './rules-testing.ts'

/** One card payment of a session. `captured`: decided at its end. */
export type Hold = { key: string; card: Card; cents: number; heldAt: number; captured: number | null }

export type Session = {
  id: string
  driver: number
  plate: string
  zone: Zone
  startedAt: number
  endsAt: number
  stoppedAt: number | null
  parking: number
  fee: number
  refunded: number
  /** null: the wallet pays */
  card: Card | null
  holds: Hold[]
  isFreeCancel: boolean
  /** when its present zone began to be paid, and the minutes before that */
  paidFrom: number
  before: number
  /** nothing of it is refunded any more */
  keepsUnused: boolean
  moves: number
  /** by closures, beyond the one */
  movesGiven: number
  /** under another plate than at its start */
  isReplated: boolean
  /** where it was before, until when */
  left: { plate: string; zone: Zone; at: number }[]
  /** of the card, as last seen */
  payment: 'Pending' | 'Paid' | 'Failed'
}

/** Money on its way to a card; `source`: the key of the charge that it comes from. */
export type Refund = { id: string; driver: number; source: string; card: Card; cents: number; state: string }

/** The second plate is in both accounts. */
export const plateOf = (driver: number, plate: number): string => (plate === 0 ? `own ${driver}` : 'shared')

export type Driver = {
  balance: number
  /** the default first */
  cards: Card[]
  topUps: { key: string; card: Card; cents: number; at: number }[]
}

type Common = { key: string; driver: number }
export type Request = Common &
  (
    | { call: 'start'; plate: string; zone: Zone; minutes: number; payWith: Card | 'wallet' }
    | { call: 'extend'; session: string; minutes: number }
    | { call: 'stop'; session: string }
    | { call: 'move'; session: string; zone: Zone }
    | { call: 'changePlate'; session: string; plate: string }
    | { call: 'addMoney'; cents: number; card: Card | null }
    | { call: 'withdraw'; cents: number | null }
    | { call: 'refund'; session: string; cents: number }
  )
export type RequestOf<Call extends Request['call']> = Extract<Request, { call: Call }>

/** `code`: `ok`, `asked` where the bank asks first, or the refusal's. */
export type Outcome = { code: string; body: Record<string, unknown> }

export type State = {
  now: number
  drivers: Driver[]
  sessions: Session[]
  attempts: Attempt[]
  refunds: Refund[]
  /** requests that were answered `ok` */
  answered: { request: Request; body: Outcome['body'] }[]
}

/** The server and the model differ. */
export class Disagreement extends Error {}
export const differ = (what: string): never => {
  throw new Disagreement(what)
}
export const requireThat = (isSo: boolean, what: () => string): void => {
  if (!isSo) differ(what())
}

export const dollars = (cents: number): number => cents / 100
export const sum = (numbers: number[]): number => numbers.reduce((total, each) => total + each, 0)

export const isRunning = ({ stoppedAt, endsAt }: Session, now: number): boolean => stoppedAt === null && endsAt > now
export const costOf = ({ parking, fee, refunded }: Session): number => parking + fee - refunded
export const paidMinutes = ({ startedAt, endsAt }: Session): number => (endsAt - startedAt) / minuteMs

export const findSession = (state: State, id: string): Session => state.sessions.find(session => session.id === id)!
export const findAttempt = (state: State, key: string): Attempt | undefined =>
  state.attempts.find(attempt => attempt.key === key)

/** What is left of a payment: not refunded, or the refund came back. */
export const leftOf = (state: State, key: string, cents: number): number =>
  cents -
  sum(state.refunds.filter(({ source, state }) => source === key && state !== 'failed').map(({ cents }) => cents))

/** When a session has ended, the oldest authorizations pay it first. */
export const settleEnds = (state: State): void => {
  for (const session of state.sessions) {
    if (isRunning(session, state.now) || session.holds.every(({ captured }) => captured !== null)) continue
    let left = costOf(session)
    for (const hold of session.holds) {
      hold.captured = Math.min(left, hold.cents)
      left -= hold.captured
    }
  }
}

export const takeAttempt = (state: State, made: Omit<Attempt, 'at' | 'charges'>): Attempt => {
  const known = findAttempt(state, made.key)
  if (known) return known
  const attempt = { ...made, at: state.now, charges: [] }
  state.attempts.push(attempt)
  return attempt
}

export type Result = Found | 'ok' | 'price_changed'
/** `refusals`: every reason that the rules give; `change`: what happens where there is none. */
export type Judged = { refusals: Set<string>; change: () => Result; attempt?: Attempt | undefined }
