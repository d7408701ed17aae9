// What Find Parking reads: places around, a place's forecast, the price of a stay.

import * as contract from '@parkit/contract/city/places'
import { rules } from '@parkit/contract/city/zone-rules'
import type { Answer } from '@parkit/contract/platform/call'
import { readZoneRef, zoneRef } from '@parkit/contract/platform/zone-number'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useChosenCity } from '#city/cities/cities.ts'
import { CallError, send } from '#platform/client.ts'
import { useIsOnline } from '#platform/connectivity.ts'
import { readCache, writeCache } from '#platform/local-cache.ts'
import type { Spot } from '#platform/position.ts'
import { filterInput, findInput, type PlaceFilters } from './place-filters.ts'

/** Counts of free spaces change: an open list is refetched this often. */
const refetchMs = 60_000

/**
 * Shows the previous list until the next is loaded; offline, the last list on this device, for any filters.
 * `wait`: until the driver's position is known.
 */
export function useFound(filters: PlaceFilters, position: Spot | null, wait: boolean) {
  const input = findInput(filters, position, useChosenCity() ?? undefined)
  const isOnline = useIsOnline()
  const query = useQuery({
    queryKey: ['places.find', input.query],
    queryFn: async ({ signal }) => {
      const found = await send(contract.find, input, signal)
      // offline, an empty list of another search would say that there is nothing here
      return found.Items.length > 0 ? writeCache('found', found) : found
    },
    placeholderData: keepPreviousData,
    refetchInterval: refetchMs,
    enabled: !wait,
  })
  const { failureReason: failure } = query
  const lost = !isOnline || (failure instanceof CallError && failure.status === 0)
  const last = query.data || !lost ? undefined : readCache<Answer<typeof contract.find>>('found')
  return last ? ({ ...query, data: last, isPending: false, isError: false } as typeof query) : query
}

export const useForecast = (ref: string) =>
  useQuery({
    queryKey: ['places.forecast', { zone: ref }],
    queryFn: ({ signal }) => {
      const { ZoneNumber, ...query } = readZoneRef(ref)
      return send(contract.forecast, { params: { zone: ZoneNumber }, query }, signal)
    },
    enabled: ref !== '',
    staleTime: refetchMs,
  })

/** What holds in the next seven days, and what is dated after them. */
export const useRulesAhead = (ref: string) =>
  useQuery({
    queryKey: ['places.rules', { zone: ref }],
    queryFn: ({ signal }) => {
      const { ZoneNumber, ...query } = readZoneRef(ref)
      return send(rules, { params: { zone: ZoneNumber }, query }, signal)
    },
    staleTime: refetchMs,
    refetchInterval: refetchMs,
  })

/** A part of the map, in degrees. */
export type MapPart = { West: number; South: number; East: number; North: number; Zoom: number }

/** All places in a part of the map; those of the part before until they are known, undefined where they can't be. */
export function useMapView(
  filters: PlaceFilters,
  part: MapPart | undefined,
): Answer<typeof contract.mapView> | undefined {
  const query = part && { ...part, ...filterInput(filters) }
  const { data } = useQuery({
    queryKey: ['places.map', query],
    queryFn: ({ signal }) => send(contract.mapView, { query: query! }, signal),
    enabled: query !== undefined,
    placeholderData: keepPreviousData,
    staleTime: refetchMs,
    refetchInterval: refetchMs,
  })
  return data
}

/** One place with the price of a stay, fee included; undefined until it is known, and for no zone. */
export function useStayPrice(zone: string | null, stayMinutes: number): contract.Found | undefined {
  const { ZoneNumber: Query, ...city } = readZoneRef(zone ?? '')
  const input = { query: { Query, ...city, Minutes: stayMinutes, Limit: 1 } }
  const { data } = useQuery({
    queryKey: ['places.find', input.query],
    queryFn: ({ signal }) => send(contract.find, input, signal),
    placeholderData: keepPreviousData,
    refetchInterval: refetchMs,
    enabled: zone !== null,
  })
  return data?.Items.find(place => zoneRef(place) === zone)
}

/** The selected place: in the list, or anywhere on the map. */
export function useSelected(
  { zone, stayMinutes }: PlaceFilters,
  places: readonly contract.Found[],
): contract.Found | undefined {
  const listed = places.find(place => zoneRef(place) === zone)
  const other = useStayPrice(listed ? null : zone, stayMinutes)
  return listed ?? other
}
