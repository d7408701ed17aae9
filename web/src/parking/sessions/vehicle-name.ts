// A vehicle's name as people say it: make and model.
import type { Vehicle } from '@parkit/contract/driver/vehicles'

export const vehicleName = ({ VehicleMake, VehicleModel }: Pick<Vehicle, 'VehicleMake' | 'VehicleModel'>): string =>
  `${VehicleMake} ${VehicleModel}`.trim()
