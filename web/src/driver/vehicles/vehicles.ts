// What other features use of vehicles.

export { useStates } from './choice-queries.ts'
export { useCorrectPlate } from './vehicle-plate.ts'
export { defaultVehicle, useVehicles, vehicleName } from './vehicle-queries.ts'
export { useVehicleWords } from './words.ts'
