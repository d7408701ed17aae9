// Queries of the latest sessions and of receipts, and their cache for offline use.
import * as contract from '@parkit/contract/parking/sessions'
import type { Answer } from '@parkit/contract/platform/call'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { send } from '#platform/client.ts'
import { now } from '#platform/clock.ts'
import { readCache, useCachedQuery, writeCache } from '#platform/local-cache.ts'
import { useSession } from '#platform/session.ts'
import { useActive } from './session-queries.ts'

type CachedReceipt = { atMs: number; receipt: contract.SessionDetail }

/** The oldest are dropped first: older receipts can be read again. */
const maxCachedReceipts = 20

const cachedReceipts = () => readCache<CachedReceipt[]>('receipts') ?? []

function cacheReceipt(receipt: contract.SessionDetail): contract.SessionDetail {
  const others = cachedReceipts().filter(cached => cached.receipt.SessionId !== receipt.SessionId)
  writeCache('receipts', [{ atMs: now(), receipt }, ...others].slice(0, maxCachedReceipts))
  return receipt
}

export const findCachedReceipt = (sessionId: string): CachedReceipt | undefined =>
  cachedReceipts().find(cached => cached.receipt.SessionId === sessionId)

/** The one named in the address, else that of the latest session as last known on this device. */
export const findWantedReceipt = (sessionId: string | null): contract.SessionDetail | undefined => {
  const id = sessionId ?? readCache<{ Items: { SessionId: string }[] }>('latest.1')?.Items[0]?.SessionId
  return id === undefined ? undefined : findCachedReceipt(id)?.receipt
}

export const useLatestSessions = (Limit: number, isEnabled = true) =>
  useCachedQuery<Answer<typeof contract.sessions>>(`latest.${Limit}`, {
    refetchOnReconnect: 'always',
    queryKey: ['parking.sessions', { Limit }],
    queryFn: async ({ signal }) =>
      writeCache(`latest.${Limit}`, await send(contract.sessions, { query: { Limit } }, signal)),
    enabled: useSession().isSignedIn() && isEnabled,
  })

/** One session with its receipt; a cached one opens offline. */
export function useReceipt(sessionId: string | undefined) {
  const signedIn = useSession().isSignedIn()
  return useQuery({
    refetchOnReconnect: 'always',
    queryKey: ['parking.session', { id: sessionId }],
    queryFn: async ({ signal }) =>
      cacheReceipt(await send(contract.session, { params: { id: sessionId ?? '' } }, signal)),
    enabled: sessionId !== undefined && signedIn,
    initialData: () => (sessionId === undefined ? undefined : findCachedReceipt(sessionId)?.receipt),
    initialDataUpdatedAt: 0,
  })
}

/** Caches the receipts of running sessions, so that they open offline. */
export function useCachedReceipts(): void {
  const { data: running } = useActive()
  useEffect(() => {
    for (const { SessionId, EndsAt, Changes } of running ?? []) {
      const known = findCachedReceipt(SessionId)?.receipt
      if (known?.EndsAt === EndsAt && known.Changes?.length === Changes?.length) continue
      send(contract.session, { params: { id: SessionId } })
        .then(cacheReceipt)
        .catch(() => undefined)
    }
  }, [running])
}
