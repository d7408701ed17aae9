// Mounts the calls of vehicles and of the lists they are chosen from.
import * as contract from '@parkit/contract/driver/vehicles'
import type { Mount } from '#platform/http.ts'
import type { Vehicles } from './vehicles.ts'
import { en } from './words.en.ts'
import { es } from './words.es.ts'
import { hi } from './words.hi.ts'

const words = { en, es, hi }

export const mountVehicles = (mount: Mount, vehicles: Vehicles): void => {
  mount(contract.listVehicles, ({ caller }) => vehicles.list(caller.driverId))
  mount(contract.addVehicle, ({ body, caller, now }) => vehicles.add(caller.driverId, body, now))
  mount(contract.addRental, ({ body, caller, now }) => vehicles.addRental(caller.driverId, body, now))
  mount(contract.updateVehicle, ({ body: { VehicleId, ...form }, caller, now }) =>
    vehicles.update(caller.driverId, VehicleId, form, now),
  )
  mount(contract.correctPlate, ({ body: { VehicleId, ...form }, caller }) =>
    vehicles.correctPlate(caller.driverId, VehicleId, form),
  )
  mount(contract.deleteVehicle, async ({ params, caller }) => {
    await vehicles.remove(caller.driverId, params.id)
    return { Message: words[caller.language].deleted }
  })
  mount(contract.defaultVehicle, async ({ body, caller }) => {
    await vehicles.setDefault(caller.driverId, body.VehicleId)
    return { Message: words[caller.language].isDefault }
  })
  mount(contract.makes, async () => vehicles.makes())
  mount(contract.models, async ({ params }) => vehicles.models(params.makeId))
  mount(contract.searchVehicles, async ({ query, now }) => vehicles.search(query.Query, now))
  mount(contract.colors, async () => vehicles.colors())
  mount(contract.states, async () => vehicles.states())
}
