// Queries of sessions, their cache for offline use, and what a change invalidates.

import * as contract from '@parkit/contract/parking/sessions'
import type { Answer } from '@parkit/contract/platform/call'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { send } from '#platform/client.ts'
import { now } from '#platform/clock.ts'
import { rememberParked } from '#platform/first-view-cookie.ts'
import { readCache, useCachedQuery, writeCache } from '#platform/local-cache.ts'
import { useSession } from '#platform/session.ts'
import { findNextEnd } from './session-text.ts'

type CachedReceipt = { atMs: number; receipt: contract.SessionDetail }

/** The oldest are dropped first: older receipts can be read again. */
const maxCachedReceipts = 20

export function cacheActive(sessions: contract.Session[]): contract.Session[] {
  rememberParked(sessions.length > 0)
  return writeCache('active', sessions)
}

/** Undefined where nothing was running: an empty list must come from the server. */
export const findCachedActive = (): contract.Session[] | undefined => {
  const cached = readCache<contract.Session[]>('active')
  return Array.isArray(cached) && cached.length > 0 ? cached : undefined
}

/** True if the server's last answer was that no session runs. */
export const hadNoSession = (): boolean => readCache<contract.Session[]>('active')?.length === 0

const cachedReceipts = () => readCache<CachedReceipt[]>('receipts') ?? []

export function cacheReceipt(receipt: contract.SessionDetail): contract.SessionDetail {
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

const activeKey = ['parking.active']

/** The running sessions, as last known on this device until the server has answered. */
export function useActive() {
  const query = useQuery({
    refetchOnReconnect: 'always',
    queryKey: activeKey,
    queryFn: async ({ signal }) => cacheActive(await send(contract.active, {}, signal)),
    enabled: useSession().isSignedIn(),
    initialData: findCachedActive,
    initialDataUpdatedAt: 0,
    refetchOnWindowFocus: 'always',
  })
  const { data, refetch } = query
  useEffect(() => {
    const end = findNextEnd(data ?? [], now())
    if (end === undefined) return
    // a moment after the end, so that the server has passed it too
    const timer = setTimeout(refetch, end - now() + 500)
    return () => clearTimeout(timer)
  }, [data, refetch])
  return query
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

/** Shows a started, extended or stopped session at once, and invalidates what it affects. */
export function useSessionChanged(): (session: contract.Session) => Promise<void> {
  const queries = useQueryClient()
  return session => sessionChanged(queries, session)
}

async function sessionChanged(queries: QueryClient, session: contract.Session) {
  // a list requested before the change must not arrive after it
  await queries.cancelQueries({ queryKey: activeKey })
  const others = (queries.getQueryData<contract.Session[]>(activeKey) ?? []).filter(
    other => other.SessionId !== session.SessionId,
  )
  queries.setQueryData(activeKey, cacheActive(session.Status === 'running' ? [...others, session] : others))
  // refetches the first page only
  queries.resetQueries({ queryKey: ['parking.past'] })
  for (const key of ['parking.sessions', 'parking.usual', 'parking.session', 'account.details', 'wallet.activity'])
    queries.invalidateQueries({ queryKey: [key] })
}
