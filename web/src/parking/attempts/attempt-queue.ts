// The presses that have no answer yet: stored on the device, sent once the server can be reached, reported as evidence.
import * as contract from '@parkit/contract/parking/sessions'
import { del, entries, get, set } from 'idb-keyval'
import { useEffect } from 'react'
import { CallError, send, sendKept } from '#platform/client.ts'
import { now } from '#platform/clock.ts'
import { createDurableQueue } from '#platform/durable-queue.ts'
import { session } from '#platform/session.ts'
import { createEvent, useStore } from '#platform/store.ts'
import { type Attempt, advance, afterConsent, afterWithdrawal, isAttempt, isOpen, upgradeAttempt } from './attempt.ts'
import { database, hasAttempts, ownerKey } from './attempt-database.ts'
import { reportAttempt } from './attempt-reports.ts'

const queue = createDurableQueue<Attempt>({
  name: 'parkit-attempts',
  database,
  idOf: ({ id }) => id,
  isItem: isAttempt,
  upgrade: upgradeAttempt,
  isPending: ({ state }) => state === 'waiting',
  deliver,
  reconcile: (attempt, stored) =>
    stored.key === attempt.key && stored.state === attempt.state
      ? attempt
      : { ...stored, ...(attempt.position && { position: attempt.position }) },
  onOwnerChange: handOver,
  onDelivered: reportAll,
})
queue.items.subscribe(() => {
  if (queue.items.get().length > 0) hasAttempts.set(true)
})

/** Emits each attempt that is over. */
export const settledAttempts = createEvent<Attempt>()

export const { listStored, flush: flushAttempts } = queue

export const countOpenAttempts = async (memberId: string): Promise<number> =>
  (await listStored(memberId)).filter(isOpen).length

/**
 * After a Logout, what is over is removed and what was not answered waits for the same driver (D-85).
 * When another driver signs in, everything of the one before is removed, with the map tiles he looked at.
 */
export async function handOver(memberId: string): Promise<void> {
  const owner = await get<string>(ownerKey, database()).catch(() => undefined)
  if (owner === memberId) return
  await globalThis.caches?.delete('parkit-tiles').catch(() => false)
  const all = await entries<string, unknown>(database()).catch(() => [])
  for (const [key, stored] of all) {
    if (key === ownerKey) continue
    const stays =
      isAttempt(stored) && (memberId === '' ? isOpen(upgradeAttempt(stored)) : key.startsWith(`${memberId} `))
    if (!stays) await del(key, database()).catch(() => undefined)
  }
  await set(ownerKey, memberId, database()).catch(() => undefined)
}

/** Keeps a position that was found since `next` was read. */
const update = (next: Attempt): Promise<void> => {
  const position = next.position ?? queue.find(next.id)?.position
  return queue.update(position ? { ...next, position } : next)
}

const quote = ({ kind, zone, vehicleId, sessionId, minutes = 0 }: Attempt): Promise<contract.Quote> =>
  send(contract.quote, {
    body: {
      ZoneNumber: zone.number,
      City: zone.city,
      Minutes: minutes,
      ...(kind === 'extend' ? { SessionId: sessionId } : { VehicleId: vehicleId }),
    },
  })

const sendAttempt = (attempt: Attempt): Promise<contract.Started> => {
  const { kind, zone, vehicleId = '', sessionId: SessionId = '', minutes: Minutes = 0, quoteId: QuoteId, key } = attempt
  if (kind === 'stop') return sendKept(contract.stop, { body: { SessionId } }, key)
  if (kind === 'extend') return sendKept(contract.extend, { body: { SessionId, Minutes, QuoteId } }, key)
  const PayWith = attempt.payWith ?? 'wallet'
  const body = { ZoneNumber: zone.number, City: zone.city, VehicleId: vehicleId, Minutes, QuoteId, PayWith }
  return sendKept(contract.start, { body }, key)
}

async function deliver(attempt: Attempt): Promise<boolean> {
  const next = await advance(attempt, {
    quote,
    send: sendAttempt,
    store: async changed => {
      // the driver may have withdrawn it meanwhile
      if (isOpen(changed) && queue.find(changed.id)?.state === 'withdrawn') throw new Error('Withdrawn.')
      await update(changed)
    },
    newKey: () => crypto.randomUUID(),
    now,
    failureOf: error => (error instanceof CallError ? error : undefined),
  })
  if (next.state === 'waiting') return false
  settledAttempts.emit(next)
  return true
}

/** Evidence only: what cannot be reported now is reported with the next delivery. */
async function reportAll(memberId: string): Promise<void> {
  for (const attempt of queue.items.get().filter(({ reported, state }) => reported !== state)) {
    if (session.memberId() !== memberId) return
    try {
      const receivedAtMs = await reportAttempt(attempt)
      const known = queue.find(attempt.id)
      if (known) await update({ ...known, reported: attempt.state, receivedAtMs })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.status === 0) return
    }
  }
}

const maxLocateMs = 10_000
const maxPositionAgeMs = 30_000
const round = (degrees: number) => Math.round(degrees * 1e5) / 1e5

/** Only where the driver has already allowed it: shows no permission prompt. */
async function findPosition(): Promise<Attempt['position']> {
  const allowed = await navigator.permissions?.query({ name: 'geolocation' }).catch(() => undefined)
  if (allowed?.state !== 'granted') return undefined
  return new Promise(resolve =>
    navigator.geolocation.getCurrentPosition(
      ({ coords }) =>
        resolve({
          latitude: round(coords.latitude),
          longitude: round(coords.longitude),
          accuracyMetres: Math.round(coords.accuracy),
        }),
      () => resolve(undefined),
      { enableHighAccuracy: true, timeout: maxLocateMs, maximumAge: maxPositionAgeMs },
    ),
  )
}

export type AttemptInput = Pick<Attempt, 'kind' | 'zone' | 'plate'> & Partial<Attempt>

/** Stored before it is sent, in case the app is closed before the answer; shown only once no answer came. */
export async function storeDraft(input: AttemptInput, key: string): Promise<Attempt | undefined> {
  const atMs = now()
  const draft = { id: crypto.randomUUID(), atMs, agreedAtMs: atMs, unansweredSends: 0, key, ...input }
  const attempt: Attempt = { state: 'waiting', ...draft }
  try {
    await queue.store(session.memberId(), attempt)
    return attempt
  } catch {
    // this browser stores nothing, so nothing can be sent later
    return undefined
  }
}

/** For a press that was answered at once. */
export const removeDraft = ({ id }: Attempt): Promise<void> => queue.unstore(session.memberId(), id)

/** No answer came, or it could not be sent: it is sent until there is an answer. */
export function enqueue(attempt: Attempt): void {
  void queue.add(attempt)
  findPosition()
    .then(position => {
      const known = queue.find(attempt.id)
      if (position && known) return update({ ...known, position })
    })
    .catch(() => undefined)
}

/** For a press while offline. False where this browser stores nothing. */
export async function enqueueOffline(input: AttemptInput): Promise<boolean> {
  const attempt = await storeDraft(input, crypto.randomUUID())
  if (attempt) enqueue(attempt)
  return attempt !== undefined
}

/** The driver accepts the changed terms. */
export async function consent(id: string): Promise<void> {
  const attempt = queue.find(id)
  if (attempt?.state !== 'needsConfirmation') return
  await update(afterConsent(attempt, crypto.randomUUID(), now()))
  await queue.flush()
}

/** Stops sending it. */
export async function withdraw(id: string): Promise<void> {
  const attempt = queue.find(id)
  if (!attempt || !isOpen(attempt)) return
  const withdrawn = afterWithdrawal(attempt, now())
  await update(withdrawn)
  settledAttempts.emit(withdrawn)
}

/** Records that a screen has shown this state. Returns whether it was shown for the first time. */
export function acknowledge({ id, state }: Attempt): boolean {
  const attempt = queue.find(id)
  if (!attempt || attempt.acknowledged === state) return false
  void update({ ...attempt, acknowledged: state })
  return true
}

/** This driver's attempts on this device, the latest first. */
export function useAttempts(): readonly Attempt[] {
  useEffect(() => void queue.start(), [])
  return useStore(queue.items).toReversed()
}
