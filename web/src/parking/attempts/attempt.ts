// The states of a press made while offline, up to a clear yes or no: pure rules, no storage, no network.

import type { Quote, Session, Started } from '@parkit/contract/parking/sessions'
import type { ErrorCode } from '@parkit/contract/platform/errors'

export type Kind = 'start' | 'extend' | 'stop'

/** `waiting`: no answer yet; `needsConfirmation`: the driver has to accept what changed; the rest is over. */
export type State = 'waiting' | 'needsConfirmation' | 'accepted' | 'rejected' | 'withdrawn'

/** `unpriced`: no price was known when it was pressed; `changed`: another length than requested. */
export type ConfirmationReason = 'unpriced' | 'dearer' | 'late' | 'changed' | 'full'

export type Attempt = {
  id: string
  kind: Kind
  /** when it was pressed, by the server's clock as far as known */
  atMs: number
  /** `city`: its code */
  zone: { number: string; city?: string | undefined; name: string; timeZone: string }
  plate: { number: string; state: string }
  vehicleId?: string
  /** of the session to be extended or stopped */
  sessionId?: string
  /** requested: of a start the stay, of an extension what is added */
  minutes?: number
  /** of the session before an extension: a quote counts the whole stay */
  minutesBefore?: number
  payWith?: string
  /** dollars that the driver saw and agreed to; none: no price was shown */
  agreed?: number
  /** when he agreed */
  agreedAtMs: number
  /** the driver was asked about a full place once */
  fullIsFine?: boolean
  quoteId?: string
  /** idempotency key of the next call: the same until a clear answer */
  key: string
  /** where the device was, if the driver allows it */
  position?: { latitude: number; longitude: number; accuracyMetres: number }
  /** how often it was sent without an answer */
  unansweredSends: number
  state: State
  answeredAtMs?: number
  confirmation?: { why: ConfirmationReason; total: number; minutes: number; endsAt: string }
  session?: Session
  refusal?: { code: string; message: string }
  /** the state last reported to the server */
  reported?: State
  /** the state that the driver has seen */
  acknowledged?: State
  /** when the server first received it */
  receivedAtMs?: number
}

/** As the server names the states. */
export const outcomes = {
  waiting: 'waiting',
  needsConfirmation: 'asks',
  accepted: 'yes',
  rejected: 'no',
  withdrawn: 'withdrawn',
} as const satisfies Record<State, string>

export const stateOf = (outcome: string): State =>
  (Object.keys(outcomes) as State[]).find(state => outcomes[state] === outcome) ?? 'waiting'

/** As earlier versions of the app stored it. */
type FormerAttempt = Omit<Attempt, 'state' | 'unansweredSends' | 'confirmation' | 'position'> & {
  state: string
  lost: number
  ask?: Attempt['confirmation']
  spot?: Attempt['position']
  told?: string
  heard?: string
}
export type StoredAttempt = Attempt | FormerAttempt

const knownStates = new Set<string>([...Object.keys(outcomes), ...Object.values(outcomes)])

/** Whether an attempt was stored there, of this version or an earlier one. */
export function isAttempt(stored: unknown): stored is StoredAttempt {
  const { id, kind, atMs, key, zone, plate, state } = (stored ?? {}) as Partial<Attempt>
  return (
    ['start', 'extend', 'stop'].includes(kind!) &&
    knownStates.has(state!) &&
    [id, key, zone?.number, zone?.name, plate?.number, plate?.state].every(value => typeof value === 'string') &&
    Number.isFinite(atMs) &&
    isTimeZone(zone?.timeZone)
  )
}

const isTimeZone = (name: unknown): boolean => {
  try {
    return typeof name === 'string' && new Intl.DateTimeFormat('en', { timeZone: name }) !== null
  } catch {
    return false
  }
}

export function upgradeAttempt(stored: StoredAttempt): Attempt {
  if (!('lost' in stored)) return stored
  const { state, lost, ask, spot, told, heard, ...rest } = stored
  return {
    ...rest,
    state: stateOf(state),
    unansweredSends: lost,
    ...(ask && { confirmation: ask }),
    ...(spot && { position: spot }),
    ...(told && { reported: stateOf(told) }),
    ...(heard && { acknowledged: stateOf(heard) }),
  }
}

/** A start or an extension pressed longer ago than this needs confirmation. */
export const lateMs = 10 * 60_000

export type Failure = { code: ErrorCode | 'no_answer'; status: number; message: string; body: Record<string, unknown> }

/** The server's result is unknown: the same call is repeated under the same key. */
const isUnknown = ({ code, status }: Pick<Failure, 'code' | 'status'>): boolean =>
  status === 0 || status >= 500 || status === 401 || status === 408 || status === 429 || code === 'payment_pending'

export const isOpen = ({ state }: Pick<Attempt, 'state'>): boolean =>
  state === 'waiting' || state === 'needsConfirmation'

/** It needs a price before it can be sent. */
const needsQuote = ({ kind, quoteId }: Attempt): boolean => kind !== 'stop' && quoteId === undefined

const afterAnswer = (attempt: Attempt, answer: Started, nowMs: number): Attempt => {
  const { RequiresAction, ...session } = answer
  if (RequiresAction)
    return { ...attempt, state: 'rejected', answeredAtMs: nowMs, refusal: { code: 'bank', message: '' } }
  return { ...attempt, state: 'accepted', answeredAtMs: nowMs, session }
}

const afterRefusal = (attempt: Attempt, { code, message }: Failure, nowMs: number): Attempt => ({
  ...attempt,
  state: 'rejected',
  answeredAtMs: nowMs,
  refusal: { code, message },
})

const findConfirmationReason = (
  attempt: Attempt,
  quote: Quote,
  minutes: number,
  nowMs: number,
): ConfirmationReason | undefined => {
  if (attempt.agreed === undefined) return 'unpriced'
  if (minutes !== attempt.minutes) return 'changed'
  if (quote.Total > attempt.agreed) return 'dearer'
  if (nowMs - attempt.agreedAtMs > lateMs) return 'late'
  if (quote.Warnings.includes('full') && !attempt.fullIsFine) return 'full'
}

/** Sent without confirmation only if the price is not above the one shown, for the same length, soon after the press. */
function afterQuote(attempt: Attempt, quote: Quote, key: string, nowMs: number): Attempt {
  const minutes = quote.Minutes - (attempt.minutesBefore ?? 0)
  const why = findConfirmationReason(attempt, quote, minutes, nowMs)
  if (why) {
    const { quoteId: _, ...rest } = attempt
    return {
      ...rest,
      state: 'needsConfirmation',
      confirmation: { why, total: quote.Total, minutes, endsAt: quote.EndsAt },
    }
  }
  return { ...attempt, quoteId: quote.QuoteId, key }
}

/** The driver accepts: quoted again when it is sent, and never above the price he saw. */
export function afterConsent(attempt: Attempt, key: string, nowMs: number): Attempt {
  if (!attempt.confirmation) return attempt
  // a later price must be confirmed separately
  const { confirmation, quoteId: _, acknowledged: __, ...rest } = attempt
  const { total: agreed, minutes } = confirmation
  return { ...rest, state: 'waiting', agreed, minutes, agreedAtMs: nowMs, fullIsFine: true, key }
}

export const afterWithdrawal = (attempt: Attempt, nowMs: number): Attempt => ({
  ...attempt,
  state: 'withdrawn',
  answeredAtMs: nowMs,
})

type AttemptIo = {
  quote: (attempt: Attempt) => Promise<Quote>
  send: (attempt: Attempt) => Promise<Started>
  /** before the next call, so that its state survives a crash */
  store: (attempt: Attempt) => Promise<void>
  newKey: () => string
  now: () => number
  failureOf: (error: unknown) => Failure | undefined
}

/** Advances one attempt as far as possible; without an answer it stays `waiting`, to be sent later. */
export async function advance(attempt: Attempt, io: AttemptIo): Promise<Attempt> {
  const { quote, send, store, newKey, now, failureOf } = io
  let known = attempt
  const setKnown = async (next: Attempt) => {
    known = next
    await store(known)
  }
  // a quote is valid for minutes: an expired one is renewed a few times
  for (let round = 0; round < 4 && known.state === 'waiting'; round++) {
    try {
      if (needsQuote(known)) await setKnown(afterQuote(known, await quote(known), newKey(), now()))
      else await setKnown(afterAnswer(known, await send(known), now()))
    } catch (error) {
      const failure = failureOf(error)
      if (!failure) throw error
      if (isUnknown(failure)) {
        await setKnown({ ...known, unansweredSends: known.unansweredSends + 1 })
        return known
      }
      const { Quote: fresh } = failure.body
      if (failure.code === 'quote_expired' || failure.code === 'price_changed') {
        const { quoteId: _, ...unquoted } = known
        await setKnown(fresh ? afterQuote(unquoted, fresh as Quote, newKey(), now()) : unquoted)
      } else await setKnown(afterRefusal(known, failure, now()))
    }
  }
  return known
}
