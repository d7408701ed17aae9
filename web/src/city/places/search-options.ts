// What the search field offers: near me, saved places, what was chosen or opened lately, and what the typed letters may mean.

import { type NameKind, type Suggestion, suggest } from '@parkit/contract/city/places'
import type { SavedPlace } from '@parkit/contract/city/saved'
import { near } from '@parkit/contract/platform/limits'
import { type ZoneName, zoneRef } from '@parkit/contract/platform/zone-number'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useChosenCity } from '#city/cities/cities.ts'
import { savedName, useSaved, useSavedWords } from '#city/saved/saved.ts'
import { send } from '#platform/client.ts'
import { readCache, writeCache } from '#platform/local-cache.ts'
import { askPosition, usePosition } from '#platform/position.ts'
import type { PlaceFilters } from './place-filters.ts'
import { usePlacesWords } from './words.ts'
import { recentZones } from './zone-query.ts'

/** What the row shows and what choosing it searches for. */
export type Option =
  | { kind: 'nearMe' }
  | { kind: 'saved'; place: SavedPlace; Name: string }
  | (Pick<Suggestion, 'Name' | 'Detail' | 'ZoneNumber' | 'City' | 'CityName' | 'Latitude' | 'Longitude' | 'Outside'> & {
      kind: NameKind
      /** null: where the driver is is not known, or was another place then */
      metres: number | null
      isRecent: boolean
    })

const leastLetters = 2
const mostRecent = 5
const mostShown = 8
/** A pause in typing after which the server is asked. */
const pauseMs = 80

type Chosen = Omit<Suggestion, 'Distance'>
const recentSearches = (): Chosen[] => readCache<Chosen[]>('searches') ?? []

/** A row that names a place. */
type Named = Exclude<Option, { kind: 'nearMe' }>
const recentOption = ({ Kind, ...rest }: Chosen): Named => ({ ...rest, kind: Kind, metres: null, isRecent: true })

const refOf = ({ ZoneNumber, City, CityName }: Chosen) =>
  zoneRef({ ZoneNumber: ZoneNumber ?? '', CityName, ...(City && { City }) })

/** Selected too where ParkIt has several cities: the search is for the zone of that one. */
const ofZone = (zone: ZoneName): Partial<PlaceFilters> => ({
  text: zone.ZoneNumber,
  area: null,
  zone: zone.CityName ? zoneRef(zone) : null,
})

/** Searches first, then zones that were opened. */
const recentOptions = (): Named[] => {
  const searches = recentSearches()
  const zones = recentZones().filter(zone => searches.every(one => !one.ZoneNumber || refOf(one) !== zoneRef(zone)))
  const opened = zones.map((zone): Chosen => ({ ...zone, Kind: 'zone', Detail: zone.Address, Outside: false }))
  return [...searches, ...opened].slice(0, mostRecent).map(recentOption)
}

/** Remembers on this device what was chosen, and returns the filters that search for it. */
export function choose(option: Option): Partial<PlaceFilters> {
  if (option.kind === 'nearMe') {
    askPosition()
    return { nearMe: true, text: '', area: null, zone: null }
  }
  if (option.kind === 'saved') return ofZone(option.place)
  const { kind, metres: _, isRecent: __, ...rest } = option
  const { Name, Detail, ZoneNumber, City, CityName, Latitude, Longitude, Outside } = rest
  const chosen: Chosen = { Name, Kind: kind, Detail, ZoneNumber, City, CityName, Latitude, Longitude, Outside }
  const isSame = (one: Chosen) => one.Name === Name && one.Latitude === Latitude && one.Longitude === Longitude
  writeCache('searches', [chosen, ...recentSearches().filter(one => !isSame(one))].slice(0, mostRecent))
  return ZoneNumber
    ? ofZone({ ZoneNumber, CityName, ...(City && { City }) })
    : { text: Name, area: { latitude: Latitude, longitude: Longitude, radiusMetres: near.radiusMetres }, zone: null }
}

const useDelayed = <T>(value: T, ms: number): T => {
  const [delayed, setDelayed] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDelayed(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return delayed
}

const begins = (text: string, typed: string) => text.toLowerCase().startsWith(typed.toLowerCase())

export function useOptions(text: string, isOpen: boolean): Option[] {
  const words = usePlacesWords()
  const savedWords = useSavedWords()
  const { data: places = [] } = useSaved()
  const { spot } = usePosition()
  const typed = useDelayed(text, pauseMs)
  const city = useChosenCity()
  const query = {
    Query: typed,
    Latitude: spot?.latitude,
    Longitude: spot?.longitude,
    City: spot ? undefined : (city ?? undefined),
  }
  const { data } = useQuery({
    queryKey: ['places.suggest', query],
    queryFn: ({ signal }) => send(suggest, { query }, signal),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    enabled: isOpen && typed.length >= leastLetters,
  })
  if (!isOpen) return []
  const saved = places.map((place): Named => ({ kind: 'saved', place, Name: savedName(place, savedWords) }))
  const nearMe: Option[] = begins(words.nearMe, text) ? [{ kind: 'nearMe' }] : []
  const own = (options: Named[]) => [...nearMe, ...options.filter(({ Name }) => begins(Name, text))]
  if (text.length < leastLetters) return own([...saved, ...recentOptions()])
  const found = (data?.Items ?? []).map(
    ({ Kind, Distance, ...rest }): Option => ({ ...rest, kind: Kind, metres: Distance, isRecent: false }),
  )
  return [...own(saved), ...found].slice(0, mostShown)
}
