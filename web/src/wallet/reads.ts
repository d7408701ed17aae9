// What the wallet's screens read, each under one key, and what is read anew once money was added.
import { details } from '@parkit/contract/account'
import type { Answer } from '@parkit/contract/call'
import { config, listMethods } from '@parkit/contract/cards'
import { activity, type addMoney } from '@parkit/contract/wallet'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { send } from '../platform/client.ts'
import { useSession } from '../platform/session.ts'

/** Without a connection a read must fail and say so, not wait in silence. */
const anyNetwork = { networkMode: 'always', refetchOnReconnect: 'always' } as const

const detailsKey = ['account.details']

export const useDetails = () =>
  useQuery({
    ...anyNetwork,
    queryKey: detailsKey,
    queryFn: ({ signal }) => send(details, {}, signal),
    enabled: useSession().isSignedIn(),
  })

export const useActivity = () =>
  useInfiniteQuery({
    ...anyNetwork,
    queryKey: ['wallet.activity'],
    queryFn: ({ pageParam, signal }) => send(activity, { query: { Cursor: pageParam } }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: page => page.NextCursor ?? undefined,
    enabled: useSession().isSignedIn(),
  })

export const useMethods = () =>
  useQuery({
    ...anyNetwork,
    queryKey: ['cards.listMethods'],
    queryFn: ({ signal }) => send(listMethods, {}, signal),
    enabled: useSession().isSignedIn(),
  })

/** Whether cards are a test provider's; taken for real until known. */
export const useIsSandbox = (): boolean =>
  useQuery({
    queryKey: ['cards.config'],
    queryFn: ({ signal }) => send(config, {}, signal),
    staleTime: Number.POSITIVE_INFINITY,
  }).data?.Sandbox ?? false

/** Shows the new balance at once, and reads anew what the money touched. */
export function useMoneyAdded(): (answer: Answer<typeof addMoney>) => void {
  const queries = useQueryClient()
  return answer => {
    queries.setQueryData<Answer<typeof details>>(detailsKey, old => old && { ...old, Balance: answer.Balance })
    for (const key of [detailsKey, ['wallet.activity']]) queries.invalidateQueries({ queryKey: key })
  }
}
