// The city to look in: the one around the driver, else the one that was chosen on this device.
import type { City } from '@parkit/contract/city/cities'
import { readZoneRef } from '@parkit/contract/platform/zone-number'
import { readCache, writeCache } from '#platform/local-cache.ts'
import { type Spot, usePosition } from '#platform/position.ts'
import { createStore, useStore } from '#platform/store.ts'
import { useCities } from './city-queries.ts'

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
