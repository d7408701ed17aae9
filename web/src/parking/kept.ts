// What a driver needs without a connection: the running sessions as last known, and the receipts seen on this device.
import type { Session, SessionDetail } from '@parkit/contract/parking'
import { rememberParked } from '../platform/first-look.ts'

const activeKey = 'active_sessions'
const receiptsKey = 'receipts'
/** The oldest go first: a phone's storage is small, and older receipts are one call away. */
const mostReceipts = 20

function read<T>(key: string): T | undefined {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? 'null') as T | null) ?? undefined
  } catch {
    return undefined
  }
}

function write(key: string, value: unknown) {
  try {
    localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // a full or refused storage only costs the view without a connection
  }
}

export function keepActive(sessions: Session[]): Session[] {
  rememberParked(sessions.length > 0)
  write(activeKey, sessions)
  return sessions
}

/** None where nothing was running: an empty list must come from the server. */
export const findKeptActive = (): Session[] | undefined => {
  const kept = read<Session[]>(activeKey)
  return Array.isArray(kept) && kept.length > 0 ? kept : undefined
}

/** Nothing ran when the server was last asked: likely still so, until it answers again. */
export const wasIdle = (): boolean => read<Session[]>(activeKey)?.length === 0

export function keepReceipt(receipt: SessionDetail): SessionDetail {
  const others = (read<SessionDetail[]>(receiptsKey) ?? []).filter(kept => kept.SessionId !== receipt.SessionId)
  write(receiptsKey, [receipt, ...others].slice(0, mostReceipts))
  return receipt
}

export const findKeptReceipt = (sessionId: string): SessionDetail | undefined =>
  read<SessionDetail[]>(receiptsKey)?.find(kept => kept.SessionId === sessionId)
