// What both views of Find Parking show: the filters in the address, and the places found.

import type { City } from '@parkit/contract/city/cities'
import type { Found, find } from '@parkit/contract/city/places'
import type { Answer } from '@parkit/contract/platform/call'
import { useEffect } from 'react'
import { useChosenCity, useCities } from '#city/cities/cities.ts'
import { useSearchParams } from '#platform/address.tsx'
import { askPosition, askWherePermitted, isExpected, usePosition } from '#platform/position.ts'
import { formatFilters, type PlaceFilters, parseFilters, sortPlaces } from './place-filters.ts'
import { useFound } from './place-queries.ts'
import { usePlaceChanges } from './usePlaceChanges.ts'

export type PlaceSearch = {
  filters: PlaceFilters
  /** Replaces the address: only a change of view adds an entry to the history. */
  setFilters: (change: Partial<PlaceFilters>) => void
  /** Opens the sheet of the stay and its price. */
  openStay: () => void
  query: ReturnType<typeof useFound>
  centre: Answer<typeof find>['Centre'] | undefined
  /** What the places are around: by the answer, or before it what the answer is expected to be. */
  source: Answer<typeof find>['Centre']['Source']
  /** In the chosen order. */
  places: readonly Found[]
  /** those to choose from, where it is not known in which one the driver is; else none */
  citiesAsked: readonly City[]
}

export function usePlaceSearch(openStay: () => void): PlaceSearch {
  const [address, setAddress] = useSearchParams()
  const filters = parseFilters(address)
  const position = usePosition()
  usePlaceChanges()
  const { nearMe } = filters
  useEffect(() => {
    if (nearMe) askPosition()
    else askWherePermitted()
  }, [nearMe])
  const locating = position.state === 'unasked' || position.state === 'asking'
  const query = useFound(filters, position.spot, nearMe && locating && !filters.text && !filters.area)
  const centre = query.data?.Centre
  const isNowhere = centre?.Source === 'default'
  const cities = useCities(isNowhere) ?? []
  const asksCity = useChosenCity() === null && cities.length > 1 && isNowhere && !filters.text
  const around = filters.area || position.spot || isExpected(position)
  const source = !centre || (centre.Source === 'default' && isExpected(position)) ? undefined : centre.Source
  return {
    filters,
    setFilters: change =>
      setAddress(before => formatFilters({ ...parseFilters(before), ...change }), { replace: true }),
    openStay,
    query,
    centre,
    source: source ?? (filters.text ? 'query' : around ? 'position' : 'default'),
    places: sortPlaces(query.data?.Items ?? [], filters.order),
    citiesAsked: asksCity ? cities : [],
  }
}
