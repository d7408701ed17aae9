// The entry of cities: those of this ParkIt as last read on this device, the one that was chosen, and their units.
import { type City, cities } from '@parkit/contract/city/cities'
import { readZoneRef } from '@parkit/contract/platform/zone-number'
import { useQuery } from '@tanstack/react-query'
import { send } from '#platform/client.ts'
import { readCache, writeCache } from '#platform/local-cache.ts'
import { type Spot, usePosition } from '#platform/position.ts'
import { createStore, useStore } from '#platform/store.ts'

export { WhichCity } from './WhichCity.tsx'
export { useCityWords } from './words.ts'

const staleMs = 3_600_000

/** By name; undefined until they are known. */
export const useCities = (enabled = true): City[] | undefined =>
  useQuery({
    queryKey: ['cities'],
    queryFn: async ({ signal }) => writeCache('cities', (await send(cities, { query: {} }, signal)).Items),
    initialData: () => readCache<City[]>('cities'),
    initialDataUpdatedAt: 0,
    staleTime: staleMs,
    enabled,
  }).data

/** Of lengths in a city, by its code; of the only one, where none is named. */
export function useUnits(code?: string): City['Units'] {
  const known = useCities() ?? []
  return (known.find(({ City }) => City === code) ?? known[0])?.Units ?? 'mi'
}

/** Undefined: not read from the device yet. */
const chosen = createStore<string | null | undefined>(undefined)
const lastChosen = () => {
  if (chosen.get() === undefined) chosen.set(readCache<string | null>('city') ?? null)
  return chosen.get() ?? null
}
/** Where to look while the driver's position is unknown: by its code, remembered on this device. */
export const useChosenCity = (): string | null => useStore({ get: lastChosen, subscribe: chosen.subscribe }, () => null)
export const chooseCity = (code: string | null): void => chosen.set(writeCache('city', code))

const holds = ({ Bounds }: City, { latitude, longitude }: Spot): boolean =>
  Bounds !== null &&
  latitude >= Bounds.South &&
  latitude <= Bounds.North &&
  longitude >= Bounds.West &&
  longitude <= Bounds.East

/**
 * The state of plates in the city of the zone to which `next`, a path, leads; else in the city around the driver, in the one that was
 * chosen, or in the only one. Undefined: not known.
 */
export function useRegion(next: string | null): string | undefined {
  const known = useCities() ?? []
  const { spot } = usePosition()
  const chosen = useChosenCity()
  const { City: named } = readZoneRef(new URLSearchParams(next?.split('?')[1]).get('zone') ?? '')
  const city =
    known.find(({ City }) => City === named) ??
    (spot && known.find(one => holds(one, spot))) ??
    known.find(({ City }) => City === chosen) ??
    (known.length === 1 ? known[0] : undefined)
  return city?.Region
}
