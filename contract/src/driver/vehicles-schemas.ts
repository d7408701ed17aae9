// What the server checks and documents of the calls in vehicles.ts: schemas, limits, errors.
import * as z from 'zod/mini'
import type { CallSchemas } from '../platform/call.ts'
import { withMessage } from '../platform/field-errors.ts'
import { Done, Instant, requiredText, text, textLike, VehicleId } from '../platform/fields.ts'

export const VehicleFields = {
  VehicleMake: requiredText(60, 'make_required'),
  VehicleModel: requiredText(60, 'model_required'),
  PlateNumber: textLike(/^[A-Za-z0-9 -]{1,10}$/, 'plate_required', 'plate').check(
    z.regex(/^[^-]/, withMessage('plate_start')),
  ),
  PlateState: requiredText(40, 'state_required'),
  VehicleColor: requiredText(40, 'color_required'),
  VehicleYear: z.string(withMessage('year_required')).check(z.regex(/^\d{4}$/, withMessage('year_required'))),
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
  /** a rental or borrowed car: it leaves the account then, or once it is no longer parked */
  RentalUntil: z.optional(Instant),
})
export type Vehicle = z.infer<typeof Vehicle>

export const listVehicles = {
  summary: 'The driver’s vehicles, oldest first',
  answer: z.array(Vehicle),
} satisfies CallSchemas

export const addVehicle = {
  summary: 'Add a vehicle; the first becomes the default',
  body: VehicleForm,
  answer: Vehicle,
  errors: ['vehicle_exists', 'vehicles_many'],
} satisfies CallSchemas

export const PlateForm = z.pick(VehicleForm, { PlateNumber: true, PlateState: true })

export const addRental = {
  summary: 'Add a rental or borrowed car by its plate alone, for 24 hours',
  body: PlateForm,
  answer: Vehicle,
  errors: ['vehicle_exists', 'vehicles_many'],
} satisfies CallSchemas

export const updateVehicle = {
  summary: 'Change a vehicle',
  body: z.object({ VehicleId, ...VehicleFields }),
  answer: Vehicle,
  errors: ['vehicle_exists', 'vehicle_parked'],
} satisfies CallSchemas

export const correctPlate = {
  summary: 'Correct the plate of a vehicle, and nothing else of it',
  body: z.extend(PlateForm, { VehicleId }),
  answer: Vehicle,
  errors: ['vehicle_exists', 'vehicle_parked'],
} satisfies CallSchemas

export const deleteVehicle = {
  summary: 'Delete a vehicle that is not parked',
  params: z.object({ id: VehicleId }),
  answer: Done,
  errors: ['vehicle_parked'],
} satisfies CallSchemas

export const defaultVehicle = {
  summary: 'Make a vehicle the default',
  body: z.object({ VehicleId }),
  answer: Done,
} satisfies CallSchemas

export const makes = {
  summary: 'Makes, from NHTSA vPIC',
  answer: z.array(z.object({ PVID: z.int(), PvValue: z.string() })),
} satisfies CallSchemas

export const models = {
  summary: 'Models of a make',
  params: z.object({ makeId: z.coerce.number(withMessage('from_list')).check(z.int(withMessage('from_list'))) }),
  answer: z.array(z.object({ PvValue: z.string() })),
} satisfies CallSchemas

export const VehicleFound = z.object({
  VehicleMake: z.string(),
  VehicleModel: z.string(),
  /** empty where none was typed */
  VehicleYear: z.string(),
  /** the text leaves no choice between models */
  IsExact: z.boolean(),
})
export type VehicleFound = z.infer<typeof VehicleFound>

export const searchVehicles = {
  summary: 'Make, model and year from one line of text, such as 2022 Subaru Ascent; the best first',
  perMinute: 600,
  query: z.object({ Query: text(80) }),
  answer: z.array(VehicleFound),
} satisfies CallSchemas

export const colors = {
  summary: 'Vehicle colours',
  answer: z.array(z.object({ PvDescription: z.string() })),
} satisfies CallSchemas

export const states = {
  summary: 'States and territories of the United States, by name',
  answer: z.array(z.string()),
} satisfies CallSchemas
