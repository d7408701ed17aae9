// What a driver needs without a connection: the running sessions as last known, and the receipts seen on this device.
import type { Session, SessionDetail } from '@parkit/contract/parking/sessions'
import { now } from '#platform/clock.ts'
import { rememberParked } from '#platform/first-view-cookie.ts'
import { readCache, writeCache } from '#platform/local-cache.ts'

type KeptReceipt = { atMs: number; receipt: SessionDetail }

/** The oldest go first: a phone's storage is small, and older receipts are one call away. */
const mostReceipts = 20

export function keepActive(sessions: Session[]): Session[] {
  rememberParked(sessions.length > 0)
  return writeCache('active', sessions)
}

/** None where nothing was running: an empty list must come from the server. */
export const findKeptActive = (): Session[] | undefined => {
  const kept = readCache<Session[]>('active')
  return Array.isArray(kept) && kept.length > 0 ? kept : undefined
}

/** Nothing ran when the server was last asked: likely still so, until it answers again. */
export const wasIdle = (): boolean => readCache<Session[]>('active')?.length === 0

const receipts = () => readCache<KeptReceipt[]>('receipts') ?? []

export function keepReceipt(receipt: SessionDetail): SessionDetail {
  const others = receipts().filter(kept => kept.receipt.SessionId !== receipt.SessionId)
  writeCache('receipts', [{ atMs: now(), receipt }, ...others].slice(0, mostReceipts))
  return receipt
}

export const findKeptReceipt = (sessionId: string): KeptReceipt | undefined =>
  receipts().find(kept => kept.receipt.SessionId === sessionId)

/** The one that is asked for, else that of the session that was the last when this device last heard. */
export const findWantedReceipt = (sessionId: string | null): SessionDetail | undefined => {
  const wanted = sessionId ?? readCache<{ Items: { SessionId: string }[] }>('latest.1')?.Items[0]?.SessionId
  return wanted === undefined ? undefined : findKeptReceipt(wanted)?.receipt
}
