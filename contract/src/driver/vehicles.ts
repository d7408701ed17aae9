// The driver's vehicles and the lists they are chosen from. Field names as recorded.
import { call } from '../platform/call.ts'
import type * as schemas from './vehicles-schemas.ts'

export type * from './vehicles-schemas.ts'

export const listVehicles = call<typeof schemas.listVehicles>()({
  method: 'GET',
  path: '/api/Vehicle/List',
  who: 'driver',
})

export const addVehicle = call<typeof schemas.addVehicle>()({
  method: 'POST',
  path: '/api/Vehicle/Add',
  who: 'driver',
  form: 'taken',
})

export const updateVehicle = call<typeof schemas.updateVehicle>()({
  method: 'POST',
  path: '/api/Vehicle/Update',
  who: 'driver',
  form: 'taken',
})

export const deleteVehicle = call<typeof schemas.deleteVehicle>()({
  method: 'DELETE',
  path: '/api/Vehicle/:id',
  who: 'driver',
})

export const defaultVehicle = call<typeof schemas.defaultVehicle>()({
  method: 'POST',
  path: '/api/Vehicle/Default',
  who: 'driver',
})

export const makes = call<typeof schemas.makes>()({ method: 'GET', path: '/api/Vehicle/Makes', who: 'anyone' })

export const models = call<typeof schemas.models>()({
  method: 'GET',
  path: '/api/Vehicle/Models/:makeId',
  who: 'anyone',
})

export const colors = call<typeof schemas.colors>()({ method: 'GET', path: '/api/Vehicle/Colors', who: 'anyone' })

export const states = call<typeof schemas.states>()({ method: 'GET', path: '/api/Core/States', who: 'anyone' })
