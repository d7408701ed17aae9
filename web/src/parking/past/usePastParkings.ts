// What both views of Past Parkings show: the options in the address, and what was read.
import { useEffect } from 'react'
import { useSearchParams } from '#platform/address.tsx'
import { askPosition, askWherePermitted, usePosition } from '#platform/position.ts'
import { formatOptions, isByDistance, type PastOptions, parseOptions } from './past-options.ts'
import { useMonths, usePast, useVisits } from './past-queries.ts'

export type Past = {
  options: PastOptions
  /** Replaces the address: only a change of view adds an entry to the history. */
  setOptions: (change: Partial<PastOptions>) => void
  query: ReturnType<typeof usePast>
  months: ReturnType<typeof useMonths>
  visits: ReturnType<typeof useVisits>
  /** The chosen order; `newest` for an order by distance without a position. */
  sort: PastOptions['sort']
}

/** `withMap`: also reads the visits, which only the map shows. */
export function usePastParkings(withMap: boolean): Past {
  const [address, setAddress] = useSearchParams()
  const options = parseOptions(address)
  const byDistance = isByDistance(options.sort)
  const position = usePosition()
  useEffect(() => {
    if (byDistance) askPosition()
    else askWherePermitted()
  }, [byDistance])
  const locating = position.state === 'unasked' || position.state === 'asking'
  return {
    options,
    setOptions: change =>
      setAddress(before => formatOptions({ ...parseOptions(before), ...change }), { replace: true }),
    query: usePast(options, position.spot, byDistance && locating),
    months: useMonths(options),
    visits: useVisits(options, withMap),
    sort: byDistance && !position.spot ? 'newest' : options.sort,
  }
}
