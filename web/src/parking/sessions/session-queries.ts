// The query of the running sessions, its cache for offline use, and what a change of one invalidates.

import * as contract from '@parkit/contract/parking/sessions'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { send } from '#platform/client.ts'
import { now } from '#platform/clock.ts'
import { rememberParked } from '#platform/first-view-cookie.ts'
import { readCache, writeCache } from '#platform/local-cache.ts'
import { useSession } from '#platform/session.ts'
import { findNextEnd } from './session-text.ts'

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
