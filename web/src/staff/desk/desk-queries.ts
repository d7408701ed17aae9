// What the desk reads of the server, and the stream that says when to read again.
import * as contract from '@parkit/contract/staff/desk'
import * as drivers from '@parkit/contract/staff/desk-drivers'
import { unclaimed } from '@parkit/contract/staff/desk-money'
import { staffList } from '@parkit/contract/staff/desk-staff'
import {
  type InfiniteData,
  type QueryClient,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { follow, send } from '#platform/client.ts'
import { followEvents } from '#platform/events.ts'

const idle = { refetchInterval: 60_000 }

export const useStaff = () =>
  useQuery({ queryKey: ['desk.staff'], queryFn: ({ signal }) => send(staffList, {}, signal), ...idle })

type Page<Item> = { Items: Item[]; NextCursor: string | null }
type ReadPage<P> = (query: { Limit: number; Cursor?: string }, signal: AbortSignal) => Promise<P>

/** A list that goes on page by page; what is shown is read anew now and then. */
const usePages = <P extends Page<unknown>>(queryKey: readonly unknown[], read: ReadPage<P>) =>
  useInfiniteQuery({
    queryKey,
    queryFn: ({ signal, pageParam }) => read({ Limit: 50, ...(pageParam && { Cursor: pageParam }) }, signal),
    initialPageParam: '',
    getNextPageParam: (page: P) => page.NextCursor,
    ...idle,
  })
export type Pages<Item> = UseInfiniteQueryResult<InfiniteData<Page<Item>>>

/** What moved from one page to another between two readings is listed once. */
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

/** Its pages, the latest first. */
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
    ...idle,
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
export const useActs = () => usePages(['desk.acts'], (query, signal) => send(drivers.acts, { query }, signal))

const older = (driverId: string, Cursor: string) => ({ params: { driverId }, query: { Cursor, Limit: 50 } })
export const readSessions = (driverId: string, cursor: string) => send(drivers.driverSessions, older(driverId, cursor))
export const readActivity = (driverId: string, cursor: string) => send(drivers.driverActivity, older(driverId, cursor))

export const useSession = (driverId: string, id: string) =>
  useQuery({
    queryKey: ['desk.session', driverId, id],
    queryFn: ({ signal }) => send(drivers.driverSession, { params: { driverId, id } }, signal),
  })

/**
 * Reads anew what has moved: one reading at a time and once more where something moved meanwhile, so that a busy chat
 * neither cuts a reading off nor is read for each message.
 */
const createReader = (queries: QueryClient) => {
  let moved = new Set<string | null>()
  let reading = false
  const readAll = async () => {
    reading = true
    while (moved.size > 0) {
      const drivers = moved.has(null) ? [[]] : [...moved].map(driverId => [driverId])
      moved = new Set()
      const keys = [['desk.conversations'], ...drivers.map(of => ['desk.conversation', ...of])]
      await Promise.all(keys.map(queryKey => queries.invalidateQueries({ queryKey })))
    }
    reading = false
  }
  return (driverId: string | null) => {
    moved.add(driverId)
    if (!reading) void readAll()
  }
}

/** Hears what has moved, while the desk is open; answers whether it does. */
export function useDeskStream(): boolean {
  const queries = useQueryClient()
  const [connected, setConnected] = useState(true)
  useEffect(() => {
    const read = createReader(queries)
    return followEvents({
      open: signal => follow(contract.deskStream, {}, signal),
      onEvent: ({ event, data }) => {
        if (event === 'changed') read((JSON.parse(data) as { DriverId: string | null }).DriverId)
      },
      onState: live => {
        setConnected(live)
        // whether it is the network, or the sign-in that has ended
        if (!live) void queries.invalidateQueries({ queryKey: ['desk.staff'] })
      },
    })
  }, [queries])
  return connected
}
