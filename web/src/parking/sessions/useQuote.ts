// A quote that is always alive: asked for anew when the wish changes and before its 120 seconds are over.
import * as contract from '@parkit/contract/parking/sessions'
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { send } from '#platform/client.ts'
import { now } from '#platform/clock.ts'
import { isQuoteDead, quoteRestMs } from './quoting.ts'

export type Wish = { ZoneNumber: string; Minutes: number; VehicleId?: string; SessionId?: string }

/**
 * `held`: the outcome of a payment with this quote is unknown, so it stays as it is.
 * `since` is what the price rests on beside the wish: the present end of the session to be extended.
 */
export const quoteOptions = (wish: Wish, held = false, since = '') =>
  queryOptions({
    queryKey: ['parking.quote', wish, since],
    queryFn: ({ signal }) => send(contract.quote, { body: wish }, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: held ? false : 'always',
    refetchInterval: ({ state }) => (held || !state.data ? false : quoteRestMs(state.data, now())),
  })

/** Lets a drag come to rest before it is asked about. */
function useRested<T>(value: T, restMs: number): T {
  const [rested, rest] = useState(value)
  useEffect(() => {
    const timer = setTimeout(rest, restMs, value)
    return () => clearTimeout(timer)
  }, [value, restMs])
  return rested
}

export function useQuote(wish: Wish, held: boolean) {
  const queries = useQueryClient()
  const minutes = useRested(wish.Minutes, 120)
  const asked = { ...wish, Minutes: minutes }
  const options = quoteOptions(asked, held)
  const query = useQuery({ ...options, placeholderData: keepPreviousData })
  return {
    /** While a new one is on its way, the one before: shown, never paid. */
    quote: query.isError ? undefined : query.data,
    /** What is shown is what this wish costs, now. */
    isFirm: minutes === wish.Minutes && query.data !== undefined && !query.isPlaceholderData && !query.isError,
    error: query.error,
    refetch: query.refetch,
    isDead: (quote: contract.Quote) => isQuoteDead(quote, now()),
    /** Shows the quote that came with a refusal. */
    put: (quote: contract.Quote) => queries.setQueryData(options.queryKey, quote),
  }
}
