// Keeps what was pressed without a signal, sends it once there is one, and tells every screen how it stands.
import * as contract from '@parkit/contract/parking/sessions'
import { useEffect, useSyncExternalStore } from 'react'
import { CallError, send, sendKept } from '#platform/client.ts'
import { now } from '#platform/clock.ts'
import { isOnline, onConnectivityChange } from '#platform/connectivity.ts'
import { retryDelayMs } from '#platform/retry-delay.ts'
import { onSession, session } from '#platform/session.ts'
import { haveAttempts } from './any.ts'
import { type Attempt, advance, afterConsent, afterWithdrawal, isOpen } from './attempt.ts'
import { dropAttempt, handOver, keepAttempt, listKept } from './attempt-store.ts'
import { findSpot } from './spot.ts'
import { tell } from './telling.ts'

let items: readonly Attempt[] = []
let member: string | undefined
let sending = false
let failures = 0
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()
const hearers = new Set<(settled: Attempt) => void>()

const show = (next: readonly Attempt[]) => {
  items = next
  if (items.length > 0) haveAttempts()
  for (const listener of listeners) listener()
}

const replace = (attempt: Attempt) => show(items.map(item => (item.id === attempt.id ? attempt : item)))

const findItem = (id: string) => items.find(item => item.id === id)

/** Shown at once, and kept before it goes on. The position may have come meanwhile. */
const change = async (next: Attempt): Promise<void> => {
  const spot = next.spot ?? findItem(next.id)?.spot
  const attempt = spot ? { ...next, spot } : next
  replace(attempt)
  if (member) await keepAttempt(member, attempt).catch(() => undefined)
}

/** What goes on being sent, unless the driver withdrew it meanwhile. */
const goOn = async (next: Attempt): Promise<void> => {
  if (isOpen(next) && findItem(next.id)?.state === 'withdrawn') throw new Error('Withdrawn.')
  await change(next)
}

const quote = ({ kind, zone, vehicleId, sessionId, minutes = 0 }: Attempt): Promise<contract.Quote> =>
  send(contract.quote, {
    body: {
      ZoneNumber: zone.number,
      Minutes: minutes,
      ...(kind === 'extend' ? { SessionId: sessionId } : { VehicleId: vehicleId }),
    },
  })

const deliver = (attempt: Attempt): Promise<contract.Started> => {
  const { kind, zone, vehicleId = '', sessionId: SessionId = '', minutes: Minutes = 0, quoteId: QuoteId, key } = attempt
  if (kind === 'stop') return sendKept(contract.stop, { body: { SessionId } }, key)
  if (kind === 'extend') return sendKept(contract.extend, { body: { SessionId, Minutes, QuoteId } }, key)
  const PayWith = attempt.payWith ?? 'wallet'
  const body = { ZoneNumber: zone.number, VehicleId: vehicleId, Minutes, QuoteId, PayWith }
  return sendKept(contract.start, { body }, key)
}

const parts = {
  quote,
  send: deliver,
  keep: goOn,
  newKey: () => crypto.randomUUID(),
  now,
  failureOf: (error: unknown) => (error instanceof CallError ? error : undefined),
}

/** Evidence only: what cannot be told now is told with the next sending. */
const tellAll = async (mine: string): Promise<void> => {
  for (const attempt of items.filter(({ told, state }) => told !== state)) {
    if (session.memberId() !== mine) return
    try {
      const receivedAtMs = await tell(attempt)
      const known = findItem(attempt.id)
      if (known) await change({ ...known, told: attempt.state, receivedAtMs })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.status === 0) return
    }
  }
}

/** One after the other, oldest first, and in one tab at a time. */
export async function flushAttempts(): Promise<void> {
  clearTimeout(timer)
  if (sending || !member) return
  sending = true
  const mine = member
  let unanswered = false
  const work = async () => {
    // another tab may have sent it
    const kept = await listKept(mine)
    for (const item of items) {
      const other = kept.find(({ id }) => id === item.id)
      if (other && (other.key !== item.key || other.state !== item.state))
        replace({ ...other, ...(item.spot && { spot: item.spot }) })
    }
    const waiting = items.filter(({ state }) => state === 'waiting').reverse()
    for (const { id } of waiting) {
      // the driver may have withdrawn it meanwhile
      const known = findItem(id)
      if (known?.state !== 'waiting' || session.memberId() !== mine) continue
      const next = await advance(known, parts)
      if (next.state === 'waiting') {
        unanswered = true
        break
      }
      failures = 0
      for (const hear of hearers) hear(next)
    }
  }
  try {
    await (navigator.locks?.request('parkit-attempts', work) ?? work())
  } catch {
    unanswered = true
  } finally {
    sending = false
  }
  if (!unanswered) await tellAll(mine)
  const more = items.some(({ state }) => state === 'waiting')
  if (more && session.memberId() === mine)
    timer = setTimeout(flushAttempts, unanswered ? retryDelayMs(++failures, Math.random()) : 0)
}

/** Takes up what this member left, and lets go of everybody else's. */
async function startAttempts(): Promise<void> {
  const memberId = session.memberId()
  if (memberId !== member) {
    member = memberId
    show([])
    await handOver(memberId)
    if (memberId === '') return
    const kept = await listKept(memberId)
    if (member !== memberId) return
    show([...items, ...kept.filter(({ id }) => !items.some(item => item.id === id))])
    await flushAttempts()
  }
}

export type Wish = Pick<Attempt, 'kind' | 'zone' | 'plate'> & Partial<Attempt>

/** On the phone before it is sent, should the app be closed before the answer; shown once no answer came. */
export async function draft(wish: Wish, key: string): Promise<Attempt | undefined> {
  const atMs = now()
  const attempt: Attempt = { id: crypto.randomUUID(), atMs, agreedAtMs: atMs, lost: 0, state: 'waiting', key, ...wish }
  try {
    await keepAttempt(session.memberId(), attempt)
    return attempt
  } catch {
    // this browser keeps nothing: then nothing is sent later
    return undefined
  }
}

/** It got its answer at once. */
export const dropDraft = ({ id }: Attempt): Promise<void> => dropAttempt(session.memberId(), id)

/** No answer came, or it could not even be asked: from now on it is sent until there is one. */
export function adopt(attempt: Attempt): void {
  const known = startAttempts()
  show([attempt, ...items.filter(({ id }) => id !== attempt.id)])
  findSpot()
    .then(spot => {
      const item = findItem(attempt.id)
      if (spot && item) return change({ ...item, spot })
    })
    .catch(() => undefined)
  void known.then(flushAttempts)
}

/** Keeps what is pressed without a signal. Answers false where this browser keeps nothing. */
export async function keepForLater(wish: Wish): Promise<boolean> {
  const attempt = await draft(wish, crypto.randomUUID())
  if (attempt) adopt(attempt)
  return attempt !== undefined
}

/** The driver's yes to what he was asked. */
export async function consent(id: string): Promise<void> {
  const attempt = findItem(id)
  if (attempt?.state !== 'asks') return
  await change(afterConsent(attempt, crypto.randomUUID(), now()))
  await flushAttempts()
}

/** The driver's no: it is not sent any more. */
export async function withdraw(id: string): Promise<void> {
  const attempt = findItem(id)
  if (!attempt || !isOpen(attempt)) return
  const withdrawn = afterWithdrawal(attempt, now())
  await change(withdrawn)
  for (const hear of hearers) hear(withdrawn)
}

/** Said to the driver, on whichever screen: not once more. Answers whether it is new to him. */
export function markHeard({ id, state }: Attempt): boolean {
  const attempt = findItem(id)
  if (!attempt || attempt.heard === state) return false
  void change({ ...attempt, heard: state })
  return true
}

/** Hears of each attempt that came to its end. */
export function onSettled(hear: (settled: Attempt) => void): () => void {
  hearers.add(hear)
  return () => hearers.delete(hear)
}

/** All of this driver's on this device, the latest first. */
export function useAttempts(): readonly Attempt[] {
  useEffect(() => void startAttempts(), [])
  return useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => items,
  )
}

onConnectivityChange(() => {
  if (isOnline()) void flushAttempts()
})
onSession(() => void startAttempts())
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') void flushAttempts()
})
