// The driver's vehicles and the lists they are chosen from. Field names as recorded.
import * as z from 'zod/mini'
import { call } from '../platform/call.ts'
import { says } from '../platform/field-errors.ts'
import { Done, requiredText, VehicleId } from '../platform/fields.ts'

export const Plate = z
  .string(says('plate_required'))
  .check(z.trim(), z.minLength(1, says('plate_required')), z.regex(/^[A-Za-z0-9][A-Za-z0-9 -]{0,9}$/, says('plate')))

export const VehicleFields = {
  VehicleMake: requiredText(60, 'make_required'),
  VehicleModel: requiredText(60, 'model_required'),
  PlateNumber: Plate,
  PlateState: requiredText(40, 'state_required'),
  VehicleColor: requiredText(40, 'color_required'),
  VehicleYear: z.string(says('year_required')).check(z.regex(/^\d{4}$/, says('year_required'))),
}
export const VehicleForm = z.object(VehicleFields)
export type VehicleForm = z.infer<typeof VehicleForm>

export const Vehicle = z.object({
  VehicleID: z.string(),
  VehicleMake: z.string(),
  VehicleModel: z.string(),
  PlateNumber: z.string(),
  /** the state's name, as in Core/States */
  PlateState: z.string(),
  VehicleColor: z.string(),
  VehicleYear: z.string(),
  IsDefault: z.boolean(),
})
export type Vehicle = z.infer<typeof Vehicle>

export const listVehicles = call({
  summary: 'The driver’s vehicles, oldest first',
  method: 'GET',
  path: '/api/Vehicle/List',
  who: 'driver',
  answer: z.array(Vehicle),
  errors: [],
})

export const addVehicle = call({
  summary: 'Add a vehicle; the first becomes the default',
  method: 'POST',
  path: '/api/Vehicle/Add',
  who: 'driver',
  form: 'taken',
  body: VehicleForm,
  answer: Vehicle,
  errors: ['vehicle_exists', 'vehicles_many'],
})

export const updateVehicle = call({
  summary: 'Change a vehicle',
  method: 'POST',
  path: '/api/Vehicle/Update',
  who: 'driver',
  form: 'taken',
  body: z.object({ VehicleId, ...VehicleFields }),
  answer: Vehicle,
  errors: ['vehicle_exists', 'vehicle_parked'],
})

export const deleteVehicle = call({
  summary: 'Delete a vehicle that is not parked',
  method: 'DELETE',
  path: '/api/Vehicle/:id',
  who: 'driver',
  params: z.object({ id: VehicleId }),
  answer: Done,
  errors: ['vehicle_parked'],
})

export const defaultVehicle = call({
  summary: 'Make a vehicle the default',
  method: 'POST',
  path: '/api/Vehicle/Default',
  who: 'driver',
  body: z.object({ VehicleId }),
  answer: Done,
  errors: [],
})

export const makes = call({
  summary: 'Makes, from NHTSA vPIC',
  method: 'GET',
  path: '/api/Vehicle/Makes',
  who: 'anyone',
  answer: z.array(z.object({ PVID: z.int(), PvValue: z.string() })),
  errors: [],
})

export const models = call({
  summary: 'Models of a make',
  method: 'GET',
  path: '/api/Vehicle/Models/:makeId',
  who: 'anyone',
  params: z.object({ makeId: z.coerce.number(says('from_list')).check(z.int(says('from_list'))) }),
  answer: z.array(z.object({ PvValue: z.string() })),
  errors: [],
})

export const colors = call({
  summary: 'Vehicle colours',
  method: 'GET',
  path: '/api/Vehicle/Colors',
  who: 'anyone',
  answer: z.array(z.object({ PvDescription: z.string() })),
  errors: [],
})

export const states = call({
  summary: 'States and territories of the United States, by name',
  method: 'GET',
  path: '/api/Core/States',
  who: 'anyone',
  answer: z.array(z.string()),
  errors: [],
})
