// What the wallet's screens read, each under one key, and what is read anew once money was added.
import { details } from '@parkit/contract/driver/account'
import type { addMoney } from '@parkit/contract/money/wallet'
import type { Answer } from '@parkit/contract/platform/call'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { send } from '#platform/client.ts'
import { readCache, useCachedQuery, writeCache } from '#platform/local-cache.ts'
import { useSession } from '#platform/session.ts'

type Details = Answer<typeof details>

const detailsKey = ['account.details']

const useDetailsOptions = () => ({
  refetchOnReconnect: 'always' as const,
  queryKey: detailsKey,
  queryFn: async ({ signal }: { signal: AbortSignal }) => writeCache('balance', await send(details, {}, signal)),
  enabled: useSession().isSignedIn(),
})

/** The last balance on this device stands in until the server has answered, as Home shows it too. */
export const useDetails = () =>
  useQuery({ ...useDetailsOptions(), placeholderData: () => readCache<Details>('balance') })

/** The same on screens that show the last balance while offline. */
export const useBalance = () => useCachedQuery<Details>('balance', useDetailsOptions())

/** Shows the new balance at once, and reads anew what the money touched. */
export function useMoneyAdded(): (answer: Answer<typeof addMoney>) => void {
  const queries = useQueryClient()
  return answer => {
    queries.setQueryData<Details>(detailsKey, old => old && { ...old, Balance: answer.Balance })
    for (const key of [detailsKey, ['wallet.activity']]) queries.invalidateQueries({ queryKey: key })
  }
}
