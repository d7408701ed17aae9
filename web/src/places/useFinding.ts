// What both views of Find Parking show: what is asked for, as the address says it, and what was found.
import type { Answer } from '@parkit/contract/call'
import type { Found, find } from '@parkit/contract/places'
import { useEffect } from 'react'
import { useSearchParams } from '../platform/address.tsx'
import { type Asked, readAsked, writeAsked } from './asking.ts'
import { ordered } from './ordering.ts'
import { askPosition, askWherePermitted, usePosition } from './position.ts'
import { useFound } from './reads.ts'

export type Finding = {
  asked: Asked
  /** Replaces the address: only a change of view is a step Back leads back to. */
  ask: (change: Partial<Asked>) => void
  query: ReturnType<typeof useFound>
  centre: Answer<typeof find>['Centre'] | undefined
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
  return {
    asked,
    ask: change => setAddress(before => writeAsked({ ...readAsked(before), ...change }), { replace: true }),
    query,
    centre: query.data?.Centre,
    places: ordered(query.data?.Items ?? [], asked.order),
  }
}
