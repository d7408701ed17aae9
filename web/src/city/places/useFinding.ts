// What both views of Find Parking show: what is asked for, as the address says it, and what was found.

import type { Found, find } from '@parkit/contract/city/places'
import type { Answer } from '@parkit/contract/platform/call'
import { useEffect } from 'react'
import { useSearchParams } from '#platform/address.tsx'
import { type Asked, readAsked, writeAsked } from './asking.ts'
import { ordered } from './ordering.ts'
import { askPosition, askWherePermitted, isExpected, usePosition } from './position.ts'
import { useFound } from './reads.ts'

export type Finding = {
  asked: Asked
  /** Replaces the address: only a change of view is a step Back leads back to. */
  ask: (change: Partial<Asked>) => void
  query: ReturnType<typeof useFound>
  centre: Answer<typeof find>['Centre'] | undefined
  /** What the places are around: as the answer says, and until it is there, as it will. */
  source: Answer<typeof find>['Centre']['Source']
  /** In the chosen order. */
  places: readonly Found[]
}

export function useFinding(): Finding {
  const [address, setAddress] = useSearchParams()
  const asked = readAsked(address)
  const position = usePosition()
  const { nearMe } = asked
  useEffect(() => {
    if (nearMe) askPosition()
    else askWherePermitted()
  }, [nearMe])
  const locating = position.state === 'unasked' || position.state === 'asking'
  const query = useFound(asked, position.spot, nearMe && locating && !asked.text && !asked.area)
  const centre = query.data?.Centre
  const around = asked.area || position.spot || isExpected(position)
  const source = !centre || (centre.Source === 'default' && isExpected(position)) ? undefined : centre.Source
  return {
    asked,
    ask: change => setAddress(before => writeAsked({ ...readAsked(before), ...change }), { replace: true }),
    query,
    centre,
    source: source ?? (asked.text ? 'query' : around ? 'position' : 'default'),
    places: ordered(query.data?.Items ?? [], asked.order),
  }
}
