// The query of the driver's placard, and how its answers are kept.
import { placard } from '@parkit/contract/driver/placard'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { send } from '#platform/client.ts'

const key = ['account.placard']

export const usePlacard = () => useQuery({ queryKey: key, queryFn: ({ signal }) => send(placard, {}, signal) })

/** Prices that were quoted before are quoted again. */
export function useKeepPlacard() {
  const queries = useQueryClient()
  return (answer: { Until: string | null }) => {
    queries.setQueryData(key, answer)
    queries.removeQueries({ queryKey: ['parking.quote'] })
  }
}
