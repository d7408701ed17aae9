// The entry of cities: those of this ParkIt, as last read on this device.
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
    initialData: () => readCache<City[]>('cities') ?? undefined,
    initialDataUpdatedAt: 0,
    staleTime: staleMs,
    enabled,
  }).data
