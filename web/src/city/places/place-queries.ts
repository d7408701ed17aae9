// What Find Parking reads: places around, a place's forecast, the price of a stay.

import * as contract from '@parkit/contract/city/places'
import type { Answer } from '@parkit/contract/platform/call'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CallError, send } from '#platform/client.ts'
import { useIsOnline } from '#platform/connectivity.ts'
import { readCache, writeCache } from '#platform/local-cache.ts'
import type { Spot } from '#platform/position.ts'
import { findInput, type PlaceFilters } from './place-filters.ts'

/** Counts of free spaces change: an open list is refetched this often. */
const refetchMs = 60_000

/**
 * Shows the previous list until the next is loaded; offline, the last list on this device, for any filters.
 * `wait`: until the driver's position is known.
 */
export function useFound(filters: PlaceFilters, position: Spot | null, wait: boolean) {
  const input = findInput(filters, position)
  const isOnline = useIsOnline()
  const query = useQuery({
    queryKey: ['places.find', input.query],
    queryFn: async ({ signal }) => writeCache('found', await send(contract.find, input, signal)),
    placeholderData: keepPreviousData,
    refetchInterval: refetchMs,
    enabled: !wait,
  })
  const { failureReason: failure } = query
  const lost = !isOnline || (failure instanceof CallError && failure.status === 0)
  const last = query.data || !lost ? undefined : readCache<Answer<typeof contract.find>>('found')
  return last ? ({ ...query, data: last, isPending: false, isError: false } as typeof query) : query
}

export const useForecast = (zone: string) =>
  useQuery({
    queryKey: ['places.forecast', { zone }],
    queryFn: ({ signal }) => send(contract.forecast, { params: { zone } }, signal),
    enabled: zone !== '',
    staleTime: refetchMs,
  })

/** What a stay at one place costs, fee included; undefined until it is known. */
export function useStayPrice(zone: string, stayMinutes: number): contract.Found | undefined {
  const input = { query: { Query: zone, Minutes: stayMinutes, Limit: 1 } }
  const { data } = useQuery({
    queryKey: ['places.find', input.query],
    queryFn: ({ signal }) => send(contract.find, input, signal),
    placeholderData: keepPreviousData,
    refetchInterval: refetchMs,
  })
  return data?.Items.find(place => place.ZoneNumber === zone)
}
