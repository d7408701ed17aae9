// What the wallet's screens read, each under one key, and what is read anew once money was added.
import type { details } from '@parkit/contract/driver/account'
import { listMethods } from '@parkit/contract/money/cards'
import { activity, type addMoney } from '@parkit/contract/money/wallet'
import type { Answer } from '@parkit/contract/platform/call'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { send } from '#platform/client.ts'
import { useSession } from '#platform/session.ts'
import { detailsKey } from './balance.ts'

export const useActivity = () =>
  useInfiniteQuery({
    refetchOnReconnect: 'always',
    queryKey: ['wallet.activity'],
    queryFn: ({ pageParam, signal }) => send(activity, { query: { Cursor: pageParam } }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: page => page.NextCursor ?? undefined,
    enabled: useSession().isSignedIn(),
  })

export const methodsKey = ['cards.listMethods']

export const useMethods = () =>
  useQuery({
    refetchOnReconnect: 'always',
    queryKey: methodsKey,
    queryFn: ({ signal }) => send(listMethods, {}, signal),
    enabled: useSession().isSignedIn(),
  })

/** Shows the new balance at once, and reads anew what the money touched. */
export function useMoneyAdded(): (answer: Answer<typeof addMoney>) => void {
  const queries = useQueryClient()
  return answer => {
    queries.setQueryData<Answer<typeof details>>(detailsKey, old => old && { ...old, Balance: answer.Balance })
    for (const key of [detailsKey, ['wallet.activity']]) queries.invalidateQueries({ queryKey: key })
  }
}
