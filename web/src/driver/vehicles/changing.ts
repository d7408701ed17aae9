// What changes a driver's vehicles, and where the screen goes from there.

import * as contract from '@parkit/contract/driver/vehicles'
import type { Input } from '@parkit/contract/platform/call'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { navigate } from '#platform/address.tsx'
import { send } from '#platform/client.ts'
import { nextPath } from '#platform/next.ts'
import { rememberVehicle, session } from '#platform/session.ts'
import { failureText } from '#ui/form-errors.ts'
import { toast } from '#ui/toast.ts'
import { dropBegun } from './begun.ts'
import { vehiclesKey } from './vehicles.ts'
import { vehicleWords } from './words.ts'

type Form = Input<typeof contract.addVehicle>['body']
export type Filled = { form: Form; asDefault: boolean }

/** The list is read before the screen that shows it opens. */
const readAnew = async (queries: QueryClient) => {
  await queries.invalidateQueries({ queryKey: vehiclesKey, refetchType: 'all' })
}

const makeDefault = (VehicleId: string) => send(contract.defaultVehicle, { body: { VehicleId } })

/** Adds, or changes the one that is given; then goes to `next`, or where it was recorded to go. */
export function useSave(vehicle: contract.Vehicle | undefined, next: string | null, onError: (error: unknown) => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ form, asDefault }: Filled) => {
      const saved = vehicle
        ? await send(contract.updateVehicle, { body: { VehicleId: vehicle.VehicleID, ...form } })
        : await send(contract.addVehicle, { body: form })
      // the vehicle is saved whatever becomes of this: saving again would find its plate taken
      if (asDefault && !saved.IsDefault)
        await makeDefault(saved.VehicleID).catch(error =>
          toast.error(`${vehicleWords().defaultFailed} ${failureText(error)}`),
        )
      await readAnew(queries)
    },
    onSuccess: () => {
      const hadVehicle = session.hasVehicle()
      rememberVehicle(true)
      if (!vehicle) dropBegun()
      const words = vehicleWords()
      toast.success(vehicle ? words.edited : words.added)
      const usual = vehicle || hadVehicle ? '/myvehicles' : '/homepage'
      navigate(next ? nextPath(next) : usual, { replace: true })
    },
    onError,
  })
}

/** Deletes, and for as long as the toast stands brings it back: the server knows the plate again. */
export function useDelete(vehicle: contract.Vehicle, onError: (error: unknown) => void) {
  const queries = useQueryClient()
  const { VehicleID, IsDefault, ...form } = vehicle
  const undo = async () => {
    try {
      const back = await send(contract.addVehicle, { body: form })
      rememberVehicle(true)
      if (IsDefault && !back.IsDefault) await makeDefault(back.VehicleID)
    } catch {
      toast.error(vehicleWords().undoFailed)
    }
    await readAnew(queries)
  }
  return useMutation({
    mutationFn: async () => {
      await send(contract.deleteVehicle, { params: { id: VehicleID } })
      const left = (queries.getQueryData<contract.Vehicle[]>(vehiclesKey) ?? []).filter(
        other => other.VehicleID !== VehicleID,
      )
      rememberVehicle(left.length > 0)
      await readAnew(queries)
    },
    onSuccess: () => {
      const words = vehicleWords()
      toast.success(words.deleted(vehicle.PlateNumber), { action: { label: words.undo, onClick: undo } })
      navigate('/myvehicles', { replace: true })
    },
    onError,
  })
}
