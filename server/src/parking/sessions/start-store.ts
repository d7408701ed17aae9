// SQL of the driver for a quote or a start: the vehicle, the plan, and the placard in one statement.

import type { Plan } from '#money/subscription/subscription.ts'
import { type Queryable, sql } from '#platform/db.ts'

export type DriverForStart = {
  /** null if it is not the driver's, or none was named */
  vehicle: { make: string; model: string; plate: string; state: string; plate_key: string } | null
  /** a plan may waive the service fee */
  plan: Plan | null
  /** of the disability placard that the driver has stated; null: none is */
  placardUntil: Temporal.Instant | null
}
export const anonymous: DriverForStart = { vehicle: null, plan: null, placardUntil: null }

type Row = {
  make: string | null
  model: string
  plate: string
  plate_state: string
  plate_key: string
  plan_state: Plan['state'] | null
  paid_until: Plan['paid_until']
  placard_until: Temporal.Instant | null
}
// a driver has one active plan at most, of the keys that the servers run with
const driverForStartFind = sql<Row>(
  'driver_for_start_find',
  `select make, model, plate, vehicle.state as plate_state, plate_key, plan.state as plan_state, paid_until, benefit.until_at as placard_until
     from (select $1::uuid as driver_id) as driver
     left join vehicle on vehicle.driver_id = driver.driver_id and vehicle_id = $2 and not removed
     left join benefit on benefit.driver_id = driver.driver_id and class = 'placard'
     left join subscription as plan on plan.driver_id = driver.driver_id and plan.state in ('active', 'grace', 'cancelling')
      and (plan.provider, plan.mode) = (select provider, mode from card_keys)`,
)
export const findDriverForStart = async (
  from: Queryable,
  driverId: string,
  vehicleId: string | null,
): Promise<DriverForStart> => {
  const [{ make, model, plate, plate_state, plate_key, plan_state, paid_until, placard_until }] =
    (await driverForStartFind(from, [driverId, vehicleId])) as [Row]
  return {
    vehicle: make === null ? null : { make, model, plate, state: plate_state, plate_key },
    plan: plan_state && { state: plan_state, paid_until },
    placardUntil: placard_until,
  }
}
