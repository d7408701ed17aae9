// Corrects the plate of a vehicle, and nothing else of it.
import { correctPlate, type Vehicle } from '@parkit/contract/driver/vehicles'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { send } from '#platform/client.ts'
import { vehiclesKey } from './vehicle-queries.ts'

/** The list has the corrected plate before `onSuccess`. */
export function useCorrectPlate(onSuccess: (vehicle: Vehicle) => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({
      VehicleID,
      PlateNumber,
      PlateState,
    }: Pick<Vehicle, 'VehicleID' | 'PlateNumber' | 'PlateState'>) => {
      const corrected = await send(correctPlate, { body: { VehicleId: VehicleID, PlateNumber, PlateState } })
      await queries.invalidateQueries({ queryKey: vehiclesKey, refetchType: 'all' })
      return corrected
    },
    onSuccess,
  })
}
