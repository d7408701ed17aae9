// The city whose support the driver reaches, with its hours, as last read on this device.
import { hours, type SupportCity } from '@parkit/contract/support/hours'
import { useQuery } from '@tanstack/react-query'
import { send } from '#platform/client.ts'
import { readCache, writeCache } from '#platform/local-cache.ts'
import { usePosition } from '#platform/position.ts'
import { useSession } from '#platform/session.ts'

/** Undefined until it is known; for a signed-in driver. */
export function useSupportCity(): SupportCity | undefined {
  const { spot } = usePosition()
  // as precise as a city
  const query = spot
    ? { Latitude: Math.round(spot.latitude * 10) / 10, Longitude: Math.round(spot.longitude * 10) / 10 }
    : {}
  return useQuery({
    queryKey: ['support.hours', query],
    queryFn: async ({ signal }) => writeCache('supportCity', await send(hours, { query }, signal)),
    initialData: () => readCache<SupportCity>('supportCity'),
    initialDataUpdatedAt: 0,
    enabled: useSession().isSignedIn(),
  }).data
}
