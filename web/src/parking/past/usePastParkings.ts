// What both views of Past Parkings show: what is asked for, as the address says it, and what was read.
import { useEffect } from 'react'
import { askPosition, askWherePermitted, usePosition } from '#city/places/position.ts'
import { useSearchParams } from '#platform/address.tsx'
import { type Asked, isByDistance, readAsked, writeAsked } from './asking.ts'
import { useMonths, usePast, useVisits } from './reads.ts'

export type Past = {
  asked: Asked
  /** Replaces the address: only a change of view is a step Back leads back to. */
  ask: (change: Partial<Asked>) => void
  query: ReturnType<typeof usePast>
  months: ReturnType<typeof useMonths>
  visits: ReturnType<typeof useVisits>
  /** The order that was asked for, and can be had. */
  sort: Asked['sort']
}

/** `withMap`: the visits, which the map alone shows, are read too. */
export function usePastParkings(withMap: boolean): Past {
  const [address, setAddress] = useSearchParams()
  const asked = readAsked(address)
  const byDistance = isByDistance(asked.sort)
  const position = usePosition()
  useEffect(() => {
    if (byDistance) askPosition()
    else askWherePermitted()
  }, [byDistance])
  const locating = position.state === 'unasked' || position.state === 'asking'
  return {
    asked,
    ask: change => setAddress(before => writeAsked({ ...readAsked(before), ...change }), { replace: true }),
    query: usePast(asked, position.spot, byDistance && locating),
    months: useMonths(asked),
    visits: useVisits(asked, withMap),
    sort: byDistance && !position.spot ? 'newest' : asked.sort,
  }
}
