// Adding, changing and deleting a vehicle, the screen that follows, and the draft of a new one.
import * as contract from '@parkit/contract/driver/vehicles'
import type { Input } from '@parkit/contract/platform/call'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { navigate } from '#platform/address.tsx'
import { send } from '#platform/client.ts'
import { readCache, removeCached, writeCache } from '#platform/local-cache.ts'
import { nextPath } from '#platform/next.ts'
import { rememberVehicle, session } from '#platform/session.ts'
import { failureText } from '#ui/failure-text.ts'
import { toast } from '#ui/toast.ts'
import { vehiclesKey } from './vehicle-queries.ts'
import { vehicleWords } from './words.ts'

/** A new vehicle, cached on this device until it is saved or the driver signs out. */
type VehicleDraft = { form: Input<typeof contract.addVehicle>['body']; asDefault: boolean; isRental?: boolean }
const draftName = 'newVehicle'
export const saveDraft = (draft: VehicleDraft): void => void writeCache(draftName, draft)
export const findDraft = (): VehicleDraft | undefined => readCache<VehicleDraft>(draftName)

/** Awaited, so that the list is current when its screen opens. */
const refetchVehicles = (queries: QueryClient) =>
  queries.invalidateQueries({ queryKey: vehiclesKey, refetchType: 'all' })

const makeDefault = (VehicleId: string) => send(contract.defaultVehicle, { body: { VehicleId } })

/** The screen to park on takes the vehicle that was just added. */
function parkPath(path: string, { VehicleID }: contract.Vehicle): string {
  const [pathname = '', search = ''] = path.split('?')
  const params = new URLSearchParams(search)
  if (pathname.toLowerCase() !== '/selectvehicle' || !params.has('zone')) return path
  params.set('vehicle', VehicleID)
  return `${pathname}?${params}`
}

/** Adds a vehicle or changes `vehicle`, then goes to `next`, else to the vehicle list, or home after a first vehicle. */
export function useSave(vehicle: contract.Vehicle | undefined, next: string | null, onError: (error: unknown) => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ form, asDefault, isRental }: VehicleDraft) => {
      const { PlateNumber, PlateState } = form
      const saved = vehicle
        ? await send(contract.updateVehicle, { body: { VehicleId: vehicle.VehicleID, ...form } })
        : isRental
          ? await send(contract.addRental, { body: { PlateNumber, PlateState } })
          : await send(contract.addVehicle, { body: form })
      // not an error of the save: a second save would be refused, as the plate exists
      if (asDefault && !saved.IsDefault)
        await makeDefault(saved.VehicleID).catch(error =>
          toast.error(`${vehicleWords().defaultFailed} ${failureText(error)}`),
        )
      await refetchVehicles(queries)
      return saved
    },
    onSuccess: saved => {
      const hadVehicle = session.hasVehicle()
      rememberVehicle(true)
      if (!vehicle) removeCached(draftName)
      const words = vehicleWords()
      toast.success(vehicle ? words.edited : words.added)
      const usual = vehicle || hadVehicle ? '/myvehicles' : '/homepage'
      navigate(next ? parkPath(nextPath(next), saved) : usual, { replace: true })
    },
    onError,
  })
}

/** Deletes; undo in the toast adds the vehicle again. */
export function useDelete(vehicle: contract.Vehicle, onError: (error: unknown) => void) {
  const queries = useQueryClient()
  const { VehicleID, IsDefault, RentalUntil, ...form } = vehicle
  const undo = async () => {
    try {
      const { PlateNumber, PlateState } = form
      const back = RentalUntil
        ? await send(contract.addRental, { body: { PlateNumber, PlateState } })
        : await send(contract.addVehicle, { body: form })
      rememberVehicle(true)
      if (IsDefault && !back.IsDefault) await makeDefault(back.VehicleID)
    } catch {
      toast.error(vehicleWords().undoFailed)
    }
    await refetchVehicles(queries)
  }
  return useMutation({
    mutationFn: async () => {
      await send(contract.deleteVehicle, { params: { id: VehicleID } })
      const left = (queries.getQueryData<contract.Vehicle[]>(vehiclesKey) ?? []).filter(
        other => other.VehicleID !== VehicleID,
      )
      rememberVehicle(left.length > 0)
      await refetchVehicles(queries)
    },
    onSuccess: () => {
      const words = vehicleWords()
      toast.success(words.deleted(vehicle.PlateNumber), { action: { label: words.undo, onClick: undo } })
      navigate('/myvehicles', { replace: true })
    },
    onError,
  })
}
