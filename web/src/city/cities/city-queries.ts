// The cities of this ParkIt as last read on this device, and their units.
import { type City, cities } from '@parkit/contract/city/cities'
import { useQuery } from '@tanstack/react-query'
import { send } from '#platform/client.ts'
import { readCache, writeCache } from '#platform/local-cache.ts'

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
