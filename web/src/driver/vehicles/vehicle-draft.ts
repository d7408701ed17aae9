// The draft of a new vehicle: cached on this device until it is saved or the driver signs out.
import type { addVehicle } from '@parkit/contract/driver/vehicles'
import type { Input } from '@parkit/contract/platform/call'
import { readCache, removeCached, writeCache } from '#platform/local-cache.ts'

export type VehicleDraft = { form: Input<typeof addVehicle>['body']; asDefault: boolean }

const name = 'newVehicle'

export const saveDraft = (draft: VehicleDraft): void => void writeCache(name, draft)

export const findDraft = (): VehicleDraft | undefined => readCache<VehicleDraft>(name)

export const removeDraft = (): void => removeCached(name)
