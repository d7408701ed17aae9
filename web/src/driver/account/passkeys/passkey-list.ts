// The account's passkeys as they were last read.
import { passkeys } from '@parkit/contract/driver/passkeys'
import type { Answer } from '@parkit/contract/platform/call'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { send } from '#platform/client.ts'

const key = ['account.passkeys']

export const usePasskeys = (enabled = true) =>
  useQuery({ enabled, queryKey: key, queryFn: ({ signal }) => send(passkeys, {}, signal) })

export const useSetPasskeys = () => {
  const queries = useQueryClient()
  return (list: Answer<typeof passkeys>) => queries.setQueryData(key, list)
}
