// What the app reads of vehicles: the driver's own, and the lists they are chosen from.
import { colors, listVehicles, makes, models, states, type Vehicle } from '@parkit/contract/driver/vehicles'
import { useQuery } from '@tanstack/react-query'
import { send } from '#platform/client.ts'
import { useCachedQuery, writeCache } from '#platform/local-cache.ts'
import { useSession } from '#platform/session.ts'

/** The lists are as old as the server's build. */
const forVisit = { refetchOnReconnect: 'always', staleTime: Number.POSITIVE_INFINITY } as const

export const vehiclesKey = ['vehicles.list']

/** Oldest first; asks nothing for a guest. */
export const useVehicles = () =>
  useCachedQuery<Vehicle[]>('vehicles', {
    refetchOnReconnect: 'always',
    queryKey: vehiclesKey,
    queryFn: async ({ signal }) => writeCache('vehicles', await send(listVehicles, {}, signal)),
    enabled: useSession().isSignedIn(),
  })

export const useMakes = () =>
  useQuery({ ...forVisit, queryKey: ['vehicles.makes'], queryFn: ({ signal }) => send(makes, {}, signal) })

/** Asks nothing until a make is chosen. */
export const useModels = (makeId: number | undefined) =>
  useQuery({
    ...forVisit,
    queryKey: ['vehicles.models', { makeId }],
    queryFn: ({ signal }) => send(models, { params: { makeId: makeId ?? 0 } }, signal),
    enabled: makeId !== undefined,
  })

export const useColors = () =>
  useQuery({ ...forVisit, queryKey: ['vehicles.colors'], queryFn: ({ signal }) => send(colors, {}, signal) })

export const useStates = () =>
  useQuery({ ...forVisit, queryKey: ['vehicles.states'], queryFn: ({ signal }) => send(states, {}, signal) })

/** The first vehicle is the default until the driver chose another. */
export const defaultVehicle = (vehicles: readonly Vehicle[]): Vehicle | undefined =>
  vehicles.find(vehicle => vehicle.IsDefault) ?? vehicles[0]

/** Make and model. */
export const vehicleName = ({ VehicleMake, VehicleModel }: Pick<Vehicle, 'VehicleMake' | 'VehicleModel'>): string =>
  `${VehicleMake} ${VehicleModel}`.trim()
