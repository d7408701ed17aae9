// The query of the driver's trusted person, and how its answers are kept.
import { type TrustedPerson, trusted } from '@parkit/contract/driver/trusted'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { send } from '#platform/client.ts'

const key = ['account.trusted']

export const useTrusted = () => useQuery({ queryKey: key, queryFn: ({ signal }) => send(trusted, {}, signal) })

export function useKeepTrusted() {
  const queries = useQueryClient()
  return (answer: { Person: TrustedPerson | null }) => queries.setQueryData(key, { Person: answer.Person })
}
