// What the parking screens read, each under one key, and what is read anew once a session has changed.

import { type Zone, zone } from '@parkit/contract/city/places'
import { details } from '@parkit/contract/driver/account'
import type { Vehicle } from '@parkit/contract/driver/vehicles'
import * as contract from '@parkit/contract/parking/sessions'
import type { Answer } from '@parkit/contract/platform/call'
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { send } from '#platform/client.ts'
import { now } from '#platform/clock.ts'
import { readCache, useCachedQuery, writeCache } from '#platform/local-cache.ts'
import { useSession } from '#platform/session.ts'
import { findKeptActive, findKeptReceipt, keepActive, keepReceipt } from './kept.ts'
import { findNextEnd } from './session-time.ts'

const activeKey = ['parking.active']

/** The running sessions, as last known on this device until the server has answered. */
export function useActive() {
  const query = useQuery({
    refetchOnReconnect: 'always',
    queryKey: activeKey,
    queryFn: async ({ signal }) => keepActive(await send(contract.active, {}, signal)),
    enabled: useSession().isSignedIn(),
    initialData: findKeptActive,
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

const mostZones = 20

/** The places seen last: what a start without a signal needs to know. */
const keepZone = (seen: Zone): Zone => {
  const others = (readCache<Zone[]>('zones') ?? []).filter(({ ZoneNumber }) => ZoneNumber !== seen.ZoneNumber)
  writeCache('zones', [seen, ...others].slice(0, mostZones))
  return seen
}
const findKeptZone = (zoneNumber: string) =>
  readCache<Zone[]>('zones')?.find(({ ZoneNumber }) => ZoneNumber === zoneNumber)

export const zoneOptions = (zoneNumber: string) =>
  queryOptions({
    refetchOnReconnect: 'always',
    queryKey: ['places.zone', { zone: zoneNumber }],
    queryFn: async ({ signal }) => keepZone(await send(zone, { params: { zone: zoneNumber } }, signal)),
    initialData: () => findKeptZone(zoneNumber),
    initialDataUpdatedAt: 0,
    staleTime: 60_000,
  })

export const useBalance = () =>
  useCachedQuery<Answer<typeof details>>('balance', {
    refetchOnReconnect: 'always',
    queryKey: ['account.details'],
    queryFn: async ({ signal }) => writeCache('balance', await send(details, {}, signal)),
    enabled: useSession().isSignedIn(),
  })

export const useLatestSessions = (Limit: number, wanted = true) =>
  useCachedQuery<Answer<typeof contract.sessions>>(`latest.${Limit}`, {
    refetchOnReconnect: 'always',
    queryKey: ['parking.sessions', { Limit }],
    queryFn: async ({ signal }) =>
      writeCache(`latest.${Limit}`, await send(contract.sessions, { query: { Limit } }, signal)),
    enabled: useSession().isSignedIn() && wanted,
  })

/** One session with its receipt; one seen before opens without a connection. */
export function useReceipt(sessionId: string | undefined) {
  const signedIn = useSession().isSignedIn()
  return useQuery({
    refetchOnReconnect: 'always',
    queryKey: ['parking.session', { id: sessionId }],
    queryFn: async ({ signal }) =>
      keepReceipt(await send(contract.session, { params: { id: sessionId ?? '' } }, signal)),
    enabled: sessionId !== undefined && signedIn,
    initialData: () => (sessionId === undefined ? undefined : findKeptReceipt(sessionId)?.receipt),
    initialDataUpdatedAt: 0,
  })
}

/** The receipts of what runs are on this device before anybody asks for them. */
export function useKeepReceipts(): void {
  const { data: running } = useActive()
  useEffect(() => {
    for (const { SessionId, EndsAt } of running ?? []) {
      if (findKeptReceipt(SessionId)?.receipt.EndsAt === EndsAt) continue
      send(contract.session, { params: { id: SessionId } })
        .then(keepReceipt)
        .catch(() => undefined)
    }
  }, [running])
}

/** The first vehicle is the default until the driver chose another. */
export const defaultVehicle = (vehicles: readonly Vehicle[]): Vehicle | undefined =>
  vehicles.find(vehicle => vehicle.IsDefault) ?? vehicles[0]

/** Shows a started, extended or stopped session at once, and reads anew what it touched. */
export function useSessionChanged(): (session: contract.Session) => Promise<void> {
  const queries = useQueryClient()
  return session => sessionChanged(queries, session)
}

async function sessionChanged(queries: QueryClient, session: contract.Session) {
  // a list asked for before the change must not arrive after it
  await queries.cancelQueries({ queryKey: activeKey })
  const others = (queries.getQueryData<contract.Session[]>(activeKey) ?? []).filter(
    other => other.SessionId !== session.SessionId,
  )
  queries.setQueryData(activeKey, keepActive(session.Status === 'running' ? [...others, session] : others))
  // its first page alone is read again
  queries.resetQueries({ queryKey: ['parking.past'] })
  for (const key of ['parking.sessions', 'parking.session', 'account.details', 'wallet.activity'])
    queries.invalidateQueries({ queryKey: [key] })
}
