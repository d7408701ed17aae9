// The driver's auto top-up settings and their mutation.
import { settings } from '@parkit/contract/driver/account'
import { type TopUpAnswer, topUpStanding } from '@parkit/contract/money/topup'
import type { Answer } from '@parkit/contract/platform/call'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CallError, send } from '#platform/client.ts'
import { useSession } from '#platform/session.ts'
import { toast } from '#ui/toast.ts'
import { topUpWords } from './words.ts'

/** The amounts that a driver may type. */
export type TopUpField = 'DefaultAddAmount' | 'MinBalance' | 'TopUpCeiling'

const key = ['wallet.topUp']

export const useTopUp = () =>
  useQuery({
    queryKey: key,
    queryFn: ({ signal }) => send(topUpStanding, {}, signal),
    enabled: useSession().isSignedIn(),
  })

export function useChangeTopUp() {
  const queries = useQueryClient()
  return useMutation({
    scope: { id: 'wallet.topUp' },
    mutationFn: (change: Partial<TopUpAnswer>) => send(settings, { body: change }),
    onSuccess: ({ AutoTopUp, MinBalance, DefaultAddAmount, TopUpCeiling }) => {
      const now = { AutoTopUp, MinBalance, DefaultAddAmount, TopUpCeiling }
      queries.setQueryData<Answer<typeof topUpStanding>>(
        key,
        old => old && { ...old, ...now, Paused: AutoTopUp ? null : old.Paused },
      )
    },
    onError: error => {
      if (error instanceof CallError && Object.keys(error.fields).length > 0) return
      toast.error((error instanceof CallError && error.message) || topUpWords().notSaved, { id: 'top-up' })
    },
    onSettled: () => {
      for (const read of [key, ['account.details'], ['account.profile']]) queries.invalidateQueries({ queryKey: read })
    },
  })
}
