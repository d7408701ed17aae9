// The desk's queries and mutations, and the event stream that refetches the queries.
import * as contract from '@parkit/contract/staff/desk'
import * as drivers from '@parkit/contract/staff/desk-drivers'
import { unclaimed } from '@parkit/contract/staff/desk-money'
import { proposals } from '@parkit/contract/staff/desk-proposals'
import { staffList } from '@parkit/contract/staff/desk-staff'
import {
  type InfiniteData,
  type QueryClient,
  type QueryKey,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { send } from '#platform/client.ts'
import { follow, followEvents } from '#platform/events.ts'
import { failureText } from '#ui/failure-text.ts'
import { toast } from '#ui/toast.ts'

const slowRefetch = { refetchInterval: 60_000 }

export const useStaff = () =>
  useQuery({ queryKey: ['desk.staff'], queryFn: ({ signal }) => send(staffList, {}, signal), ...slowRefetch })

type Page<Item> = { Items: Item[]; NextCursor: string | null }
type ReadPage<P> = (query: { Limit: number; Cursor?: string }, signal: AbortSignal) => Promise<P>

/** A list read page by page, refetched every minute. */
const usePages = <P extends Page<unknown>>(queryKey: readonly unknown[], read: ReadPage<P>) =>
  useInfiniteQuery({
    queryKey,
    queryFn: ({ signal, pageParam }) => read({ Limit: 50, ...(pageParam && { Cursor: pageParam }) }, signal),
    initialPageParam: '',
    getNextPageParam: (page: P) => page.NextCursor,
    ...slowRefetch,
  })
export type Pages<Item> = UseInfiniteQueryResult<InfiniteData<Page<Item>>>

/** An item that moved from one page to another between two reads is listed once. */
export const itemsOf = <Item>(pages: readonly Page<Item>[], id: (item: Item) => string): Item[] => [
  ...new Map(pages.flatMap(({ Items }) => Items).map(item => [id(item), item])).values(),
]

export const useConversations = (Show: contract.Show) =>
  usePages(['desk.conversations', Show], (query, signal) =>
    send(contract.conversations, { query: { Show, ...query } }, signal),
  )

export const useFound = (Query: string) =>
  useQuery({
    queryKey: ['desk.find', Query],
    queryFn: ({ signal }) => send(drivers.findDrivers, { query: { Query } }, signal),
    enabled: Query !== '',
  })

/** Latest page first. */
export const useConversation = (driverId: string) =>
  useInfiniteQuery({
    queryKey: ['desk.conversation', driverId],
    queryFn: ({ signal, pageParam }) =>
      send(
        contract.conversation,
        { params: { driverId }, query: { Limit: 50, ...(pageParam && { Cursor: pageParam }) } },
        signal,
      ),
    initialPageParam: '',
    getNextPageParam: page => page.NextCursor,
  })

export const useFacts = (driverId: string) =>
  useQuery({
    queryKey: ['desk.facts', driverId],
    queryFn: ({ signal }) => send(drivers.driverFacts, { params: { driverId } }, signal),
    ...slowRefetch,
  })

export const useCanned = () =>
  useQuery({ queryKey: ['desk.canned'], queryFn: ({ signal }) => send(contract.cannedAnswers, {}, signal) })
export const useDeskCallbacks = () =>
  usePages(['desk.calls'], (query, signal) => send(drivers.deskCallbacks, { query }, signal))
export const useDeskEmails = () =>
  usePages(['desk.emails'], (query, signal) => send(drivers.deskEmails, { query }, signal))
export const useDeskFeedback = () =>
  usePages(['desk.feedback'], (query, signal) => send(drivers.deskFeedback, { query }, signal))
export const useUnclaimed = () => usePages(['desk.unclaimed'], (query, signal) => send(unclaimed, { query }, signal))
export const useProposals = () => usePages(['desk.proposals'], (query, signal) => send(proposals, { query }, signal))
export const useActs = () => usePages(['desk.acts'], (query, signal) => send(drivers.acts, { query }, signal))

const older = (driverId: string, Cursor: string) => ({ params: { driverId }, query: { Cursor, Limit: 50 } })
export const readSessions = (driverId: string, cursor: string) => send(drivers.driverSessions, older(driverId, cursor))
export const readActivity = (driverId: string, cursor: string) => send(drivers.driverActivity, older(driverId, cursor))

export const useSession = (driverId: string, id: string) =>
  useQuery({
    queryKey: ['desk.session', driverId, id],
    queryFn: ({ signal }) => send(drivers.driverSession, { params: { driverId, id } }, signal),
  })

/** Refetches the queries under `keys` afterwards; a failure is shown as a toast. */
export function useDeskMutation<Input = void>(mutationFn: (input: Input) => Promise<unknown>, ...keys: QueryKey[]) {
  const queries = useQueryClient()
  const refetch = () => Promise.all(keys.map(queryKey => queries.invalidateQueries({ queryKey })))
  return useMutation({
    mutationFn,
    onSuccess: refetch,
    onError: error => {
      toast.error(failureText(error))
      void refetch()
    },
  })
}

/**
 * Refetches changed conversations, one refetch at a time: changes during a refetch are joined in the next one, so that a
 * busy chat neither aborts a refetch nor causes one for each message.
 */
const createRefetch = (queries: QueryClient) => {
  let changed = new Set<string | null>()
  let isFetching = false
  const refetch = async () => {
    isFetching = true
    while (changed.size > 0) {
      const drivers = changed.has(null) ? [[]] : [...changed].map(driverId => [driverId])
      changed = new Set()
      const keys = [['desk.conversations'], ...drivers.map(of => ['desk.conversation', ...of])]
      await Promise.all(keys.map(queryKey => queries.invalidateQueries({ queryKey })))
    }
    isFetching = false
  }
  return (driverId: string | null) => {
    changed.add(driverId)
    if (!isFetching) void refetch()
  }
}

/** Follows the desk's event stream; returns whether it is connected. */
export function useDeskStream(): boolean {
  const queries = useQueryClient()
  const [connected, setConnected] = useState(true)
  useEffect(() => {
    const refetch = createRefetch(queries)
    return followEvents({
      open: signal => follow(contract.deskStream, {}, signal),
      onEvent: ({ event, data }) => {
        if (event === 'changed') refetch((JSON.parse(data) as { DriverId: string | null }).DriverId)
      },
      onState: live => {
        setConnected(live)
        // tells a lost network from an ended sign-in
        if (!live) void queries.invalidateQueries({ queryKey: ['desk.staff'] })
      },
    })
  }, [queries])
  return connected
}
