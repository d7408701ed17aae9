// The entry of cities: those of this ParkIt as last read on this device, the one that was chosen, and their units.
import { type City, cities } from '@parkit/contract/city/cities'
import { useQuery } from '@tanstack/react-query'
import { CallError, send } from '#platform/client.ts'
import { readCache, writeCache } from '#platform/local-cache.ts'
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

/** Those that a number may mean, where the server asks which. */
export const citiesAsked = (error: unknown): Pick<City, 'City' | 'Name'>[] | null =>
  error instanceof CallError && error.code === 'zone_ambiguous'
    ? (error.body as unknown as { Cities: Pick<City, 'City' | 'Name'>[] }).Cities
    : null
