// What the desk reads of the server, and the stream that says when to read again.
import * as contract from '@parkit/contract/desk'
import * as drivers from '@parkit/contract/desk-drivers'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { follow, send } from '../platform/client.ts'
import { followEvents } from '../platform/events.ts'

const idle = { refetchInterval: 60_000 }

export const useStaff = () =>
  useQuery({ queryKey: ['desk.staff'], queryFn: ({ signal }) => send(contract.staffList, {}, signal), ...idle })

export const useConversations = (Show: contract.Show) =>
  useQuery({
    queryKey: ['desk.conversations', Show],
    queryFn: ({ signal }) => send(contract.conversations, { query: { Show } }, signal),
    ...idle,
  })

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
  useQuery({ queryKey: ['desk.calls'], queryFn: ({ signal }) => send(drivers.deskCallbacks, {}, signal), ...idle })
export const useDeskEmails = () =>
  useQuery({ queryKey: ['desk.emails'], queryFn: ({ signal }) => send(drivers.deskEmails, {}, signal), ...idle })
export const useDeskFeedback = () =>
  useQuery({ queryKey: ['desk.feedback'], queryFn: ({ signal }) => send(drivers.deskFeedback, {}, signal), ...idle })
export const useActs = () =>
  useQuery({ queryKey: ['desk.acts'], queryFn: ({ signal }) => send(drivers.acts, {}, signal), ...idle })

/** Reads anew what has moved, while the desk is open; answers whether it hears of it. */
export function useDeskStream(): boolean {
  const queries = useQueryClient()
  const [connected, setConnected] = useState(true)
  useEffect(
    () =>
      followEvents({
        open: signal => follow(contract.deskStream, {}, signal),
        onEvent: ({ event, data }) => {
          if (event !== 'changed') return
          const { DriverId } = JSON.parse(data) as { DriverId: string | null }
          void queries.invalidateQueries({ queryKey: ['desk.conversations'] })
          void queries.invalidateQueries({ queryKey: ['desk.conversation', ...(DriverId ? [DriverId] : [])] })
        },
        onState: live => {
          setConnected(live)
          // whether it is the network, or the sign-in that has ended
          if (!live) void queries.invalidateQueries({ queryKey: ['desk.staff'] })
        },
      }),
    [queries],
  )
  return connected
}
