// One zone's facts: read by number, the last ones seen cached on this device.
import { type Zone, zone } from '@parkit/contract/city/places'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { send } from '#platform/client.ts'
import { readCache, writeCache } from '#platform/local-cache.ts'

const refetchMs = 60_000
const maxCachedZones = 20

/** The zones seen last: a start while offline needs them. */
const cacheZone = (seen: Zone): Zone => {
  const others = recentZones().filter(({ ZoneNumber }) => ZoneNumber !== seen.ZoneNumber)
  writeCache('zones', [seen, ...others].slice(0, maxCachedZones))
  return seen
}
/** Latest first. */
export const recentZones = (): Zone[] => readCache<Zone[]>('zones') ?? []
const findCachedZone = (zoneNumber: string) => recentZones().find(({ ZoneNumber }) => ZoneNumber === zoneNumber)

export const zoneOptions = (zoneNumber: string) =>
  queryOptions({
    refetchOnReconnect: 'always',
    queryKey: ['places.zone', { zone: zoneNumber }],
    queryFn: async ({ signal }) => cacheZone(await send(zone, { params: { zone: zoneNumber } }, signal)),
    initialData: () => findCachedZone(zoneNumber),
    initialDataUpdatedAt: 0,
    staleTime: 60_000,
  })

export const useZone = (zoneNumber: string | null) =>
  useQuery({ ...zoneOptions(zoneNumber ?? ''), enabled: zoneNumber !== null, refetchInterval: refetchMs })
