// What other features use of vehicles.

export { useStates } from './choice-queries.ts'
export { defaultVehicle, useVehicles, vehicleName } from './vehicle-queries.ts'
