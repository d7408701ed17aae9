// The driver's vehicles and the lists they are chosen from. Field names as recorded.
import { call } from '../platform/call.ts'
import type * as schemas from './vehicles-schemas.ts'

export type * from './vehicles-schemas.ts'

export const listVehicles = call<typeof schemas.listVehicles>()('GET', '/api/Vehicle/List', 'driver')
export const addVehicle = call<typeof schemas.addVehicle>()('POST', '/api/Vehicle/Add', 'driver', { form: 'taken' })

export const addRental = call<typeof schemas.addRental>()('POST', '/api/Vehicle/Rental', 'driver', { form: 'taken' })

export const updateVehicle = call<typeof schemas.updateVehicle>()('POST', '/api/Vehicle/Update', 'driver', {
  form: 'taken',
})

export const correctPlate = call<typeof schemas.correctPlate>()('POST', '/api/Vehicle/Plate', 'driver', {
  form: 'taken',
})
export const deleteVehicle = call<typeof schemas.deleteVehicle>()('DELETE', '/api/Vehicle/:id', 'driver')
export const defaultVehicle = call<typeof schemas.defaultVehicle>()('POST', '/api/Vehicle/Default', 'driver')
export const makes = call<typeof schemas.makes>()('GET', '/api/Vehicle/Makes', 'anyone')
export const models = call<typeof schemas.models>()('GET', '/api/Vehicle/Models/:makeId', 'anyone')
export const searchVehicles = call<typeof schemas.searchVehicles>()('GET', '/api/Vehicle/Search', 'anyone')
export const colors = call<typeof schemas.colors>()('GET', '/api/Vehicle/Colors', 'anyone')
export const states = call<typeof schemas.states>()('GET', '/api/Core/States', 'anyone')
