// What the screens of past sessions read: pages of sessions, each month's total, each place once.

import * as contract from '@parkit/contract/parking/past'
import * as parking from '@parkit/contract/parking/sessions'
import {
  type InfiniteData,
  keepPreviousData,
  replaceEqualDeep,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query'
import { send } from '#platform/client.ts'
import type { Spot } from '#platform/position.ts'
import { useSession } from '#platform/session.ts'
import { filterInput, isByDistance, type PastOptions } from './past-options.ts'

const onReconnect = { refetchOnReconnect: 'always', refetchOnWindowFocus: false } as const
/** All queries under this key are reset when a session changes. */
const pastKey = 'parking.past'
/** Two phone screens and a half: the next page is read when a driver scrolls, not before. */
const pageSize = 30
const isFirstPage = (data: unknown) => (data as InfiniteData<unknown>).pages.length === 1

/** By distance only where `spot` is known, else by newest. */
export function usePast(options: PastOptions, spot: Spot | null, wait: boolean) {
  const byDistance = isByDistance(options.sort)
  const query = {
    ...filterInput(options),
    Sort: byDistance && !spot ? ('newest' as const) : options.sort,
    ...(byDistance && spot && { Latitude: spot.latitude, Longitude: spot.longitude }),
    Limit: pageSize,
  }
  return useInfiniteQuery({
    ...onReconnect,
    queryKey: [pastKey, 'sessions', query],
    queryFn: ({ pageParam, signal }) => send(parking.sessions, { query: { ...query, Cursor: pageParam } }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: page => page.NextCursor ?? undefined,
    placeholderData: keepPreviousData,
    // rows of an equal first page are not rendered again; comparing ten years of sessions is slower than rendering a page
    structuralSharing: (before, after) => (isFirstPage(after) ? replaceEqualDeep(before, after) : after),
    // a remount must not refetch every page of a long list
    refetchOnMount: ({ state }) => (state.data?.pages.length ?? 0) <= 1,
    enabled: useSession().isSignedIn() && !wait,
  })
}

export function useMonths(options: PastOptions) {
  const query = filterInput(options)
  return useQuery({
    ...onReconnect,
    queryKey: [pastKey, 'months', query],
    queryFn: ({ signal }) => send(contract.months, { query }, signal),
    enabled: useSession().isSignedIn(),
  })
}

export function useVisits(options: PastOptions, isEnabled: boolean) {
  const query = filterInput(options)
  return useQuery({
    ...onReconnect,
    queryKey: [pastKey, 'visits', query],
    queryFn: ({ signal }) => send(contract.visits, { query }, signal),
    placeholderData: keepPreviousData,
    enabled: useSession().isSignedIn() && isEnabled,
  })
}
