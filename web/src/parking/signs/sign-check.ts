// Asks the server whether a sign's link is real, what a stay there costs, and how far away the sign belongs.
import type { Zone } from '@parkit/contract/city/places'
import { checkSign } from '@parkit/contract/city/signs'
import { quote } from '@parkit/contract/parking/sessions'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { metresToZone, streetMetres } from '#parking/sessions/sessions.ts'
import { CallError, send } from '#platform/client.ts'
import { askWherePermitted, usePosition } from '#platform/position.ts'
import type { SignLink } from './sign-link.ts'

/** Never read from a cache of this device: a sign that can't be checked now is not verified. */
export const useSignCheck = (link: SignLink | null) =>
  useQuery({
    queryKey: ['signs.check', link],
    queryFn: ({ signal }) =>
      send(checkSign, { query: { City: link!.city, ZoneNumber: link!.zone, S: link!.s } }, signal),
    enabled: link !== null,
    staleTime: 0,
    gcTime: 0,
  })

/** The sign is forged, from elsewhere, or out of use: the server says so. */
export const isRefusedSign = (error: unknown): error is CallError =>
  error instanceof CallError && /^(sign_|bad_input)/.test(error.code)

/** shorter than a quote holds */
const refreshMs = 100_000

export const useStayQuotes = ({ ZoneNumber, City }: { ZoneNumber: string; City?: string }, minutes: number[]) =>
  useQueries({
    queries: minutes.map(Minutes => ({
      queryKey: ['parking.quote', { ZoneNumber, City, Minutes }, 'sign'],
      queryFn: ({ signal }: { signal: AbortSignal }) => send(quote, { body: { ZoneNumber, City, Minutes } }, signal),
      refetchInterval: refreshMs,
    })),
  })

/** Where the driver allowed the location before; nobody is asked for it here. */
export function useDistance(zone: Zone | undefined) {
  const { spot } = usePosition()
  useEffect(askWherePermitted, [])
  if (!spot || !zone) return null
  const metres = metresToZone(spot, zone)
  return { metres, isElsewhere: metres > streetMetres }
}
