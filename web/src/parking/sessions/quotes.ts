// The price of a stay: quoted again when the input changes and before a quote's 120 seconds are over.
import * as contract from '@parkit/contract/parking/sessions'
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { send } from '#platform/client.ts'
import { now } from '#platform/clock.ts'

/** Time for a call with the quote to reach the server. */
const marginMs = 3_000

export const isQuoteExpired = (quote: Pick<contract.Quote, 'ExpiresAt'>, nowMs: number): boolean =>
  Date.parse(quote.ExpiresAt) - marginMs <= nowMs

/** Until the quote must be renewed; at least one second, so that a wrong clock causes no loop. */
export const quoteTimeLeftMs = (quote: Pick<contract.Quote, 'ExpiresAt'>, nowMs: number): number =>
  Math.max(1_000, Date.parse(quote.ExpiresAt) - marginMs - nowMs)

type QuoteInput = {
  ZoneNumber: string
  City?: string | undefined
  Minutes: number
  VehicleId?: string
  SpaceKind?: 'general' | 'accessible'
  SessionId?: string
  StartAt?: string
}

/**
 * `held`: the outcome of a payment with this quote is unknown, so it stays as it is.
 * `since` is what else the price depends on: the current end of the session to be extended.
 */
export const quoteOptions = (input: QuoteInput, held = false, since = '') =>
  queryOptions({
    queryKey: ['parking.quote', input, since],
    queryFn: ({ signal }) => send(contract.quote, { body: input }, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: held ? false : 'always',
    refetchInterval: ({ state }) => (held || !state.data ? false : quoteTimeLeftMs(state.data, now())),
  })

/** The value once it has not changed for `delayMs`: a drag is not quoted at every step. */
function useDebounced<T>(value: T, delayMs: number): T {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(setDebounced, delayMs, value)
    return () => clearTimeout(timer)
  }, [value, delayMs])
  return debounced
}

export function useQuote(input: QuoteInput, held: boolean) {
  const queries = useQueryClient()
  const minutes = useDebounced(input.Minutes, 120)
  const options = quoteOptions({ ...input, Minutes: minutes }, held)
  const query = useQuery({ ...options, placeholderData: keepPreviousData })
  return {
    /** The previous one while a new one loads: shown, never paid. */
    quote: query.isError ? undefined : query.data,
    /** The shown quote is for this input and current. */
    isFirm: minutes === input.Minutes && query.data !== undefined && !query.isPlaceholderData && !query.isError,
    error: query.error,
    refetch: query.refetch,
    isExpired: (quote: contract.Quote) => isQuoteExpired(quote, now()),
    /** Shows the quote that came with a refusal. */
    put: (quote: contract.Quote) => queries.setQueryData(options.queryKey, quote),
  }
}
