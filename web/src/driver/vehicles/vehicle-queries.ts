// The driver's own vehicles.
import { listVehicles, type Vehicle } from '@parkit/contract/driver/vehicles'
import { send } from '#platform/client.ts'
import { useCachedQuery, writeCache } from '#platform/local-cache.ts'
import { useSession } from '#platform/session.ts'

export const vehiclesKey = ['vehicles.list']

/** Oldest first; asks nothing for a guest. */
export const useVehicles = () =>
  useCachedQuery<Vehicle[]>('vehicles', {
    refetchOnReconnect: 'always',
    queryKey: vehiclesKey,
    queryFn: async ({ signal }) => writeCache('vehicles', await send(listVehicles, {}, signal)),
    enabled: useSession().isSignedIn(),
  })

/** The first vehicle is the default until the driver chose another. */
export const defaultVehicle = (vehicles: readonly Vehicle[]): Vehicle | undefined =>
  vehicles.find(vehicle => vehicle.IsDefault) ?? vehicles[0]

/** Make and model. */
export const vehicleName = ({ VehicleMake, VehicleModel }: Pick<Vehicle, 'VehicleMake' | 'VehicleModel'>): string =>
  `${VehicleMake} ${VehicleModel}`.trim()
