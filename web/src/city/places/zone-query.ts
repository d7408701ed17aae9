// One zone's facts: read by number, the last ones seen cached on this device.
import { type Zone, zone } from '@parkit/contract/city/places'
import { readZoneRef, zoneRef } from '@parkit/contract/platform/zone-number'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { send } from '#platform/client.ts'
import { readCache, writeCache } from '#platform/local-cache.ts'
import { position } from '#platform/position.ts'

const refetchMs = 60_000
const maxCachedZones = 20

/** The zones seen last: a start while offline needs them. */
const cacheZone = (seen: Zone): Zone => {
  const others = recentZones().filter(other => zoneRef(other) !== zoneRef(seen))
  writeCache('zones', [seen, ...others].slice(0, maxCachedZones))
  return seen
}
/** Latest first; without those of a version of ParkIt that cached no rules. */
export const recentZones = (): Zone[] =>
  (readCache<Partial<Zone>[]>('zones') ?? []).filter((zone): zone is Zone => zone.Rules !== undefined)
const findCachedZone = (ref: string) => recentZones().find(zone => zoneRef(zone) === ref)

/** Of the driver, where it is known: a number alone means the zone of the city around. */
const here = () => {
  const { spot } = position.get()
  return spot ? { Latitude: spot.latitude, Longitude: spot.longitude } : {}
}

/** `ref`: as `zoneRef` writes it. */
export const zoneOptions = (ref: string) =>
  queryOptions({
    refetchOnReconnect: 'always',
    queryKey: ['places.zone', { zone: ref }],
    queryFn: async ({ signal }) => {
      const { ZoneNumber, ...query } = readZoneRef(ref)
      return cacheZone(await send(zone, { params: { zone: ZoneNumber }, query: query.City ? query : here() }, signal))
    },
    initialData: () => findCachedZone(ref),
    initialDataUpdatedAt: 0,
    staleTime: 60_000,
  })

export const useZone = (ref: string | null) =>
  useQuery({ ...zoneOptions(ref ?? ''), enabled: ref !== null, refetchInterval: refetchMs })
