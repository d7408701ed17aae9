// What could be withdrawn, withdrawing it, and what went back for one session.
import type { details } from '@parkit/contract/driver/account'
import { listRefunds, withdraw, withdrawal } from '@parkit/contract/money/refunds'
import type { Answer } from '@parkit/contract/platform/call'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { send } from '#platform/client.ts'

export const useWithdrawal = (wanted: boolean) =>
  useQuery({
    queryKey: ['refunds.withdrawal'],
    queryFn: ({ signal }) => send(withdrawal, {}, signal),
    // what may be taken out changes with every payment
    staleTime: 0,
    enabled: wanted,
  })

export function useWithdraw() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (Amount: number) => send(withdraw, { body: { Amount } }),
    onSuccess: ({ Balance }) => {
      queries.setQueryData<Answer<typeof details>>(['account.details'], old => old && { ...old, Balance })
      for (const key of [['account.details'], ['wallet.activity'], ['refunds.withdrawal']])
        queries.invalidateQueries({ queryKey: key })
    },
  })
}

export const useSessionRefunds = (SessionId: string) =>
  useQuery({
    queryKey: ['refunds.list', { SessionId }],
    queryFn: ({ signal }) => send(listRefunds, { query: { SessionId } }, signal),
  })
