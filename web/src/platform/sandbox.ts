// Whether this server is a sandbox: its cards are test cards, and no real money moves.
import { config } from '@parkit/contract/money/provider'
import { useQuery } from '@tanstack/react-query'
import { send } from './client.ts'

/** Taken for real until known. */
export const useIsSandbox = (): boolean =>
  useQuery({
    queryKey: ['cards.config'],
    queryFn: ({ signal }) => send(config, {}, signal),
    staleTime: Number.POSITIVE_INFINITY,
  }).data?.Sandbox ?? false
