// SQL of drivers' vehicles; every statement is scoped to the owner.
import { type Queryable, sql } from '#platform/db.ts'

export type VehicleRow = {
  vehicle_id: string
  make: string
  model: string
  plate: string
  plate_key: string
  state: string
  color: string
  /** none, and nothing in make, model and color: known by its plate alone */
  year: number | null
  is_default: boolean
  /** none: it stays */
  rental_until: Temporal.Instant | null
}
export type VehicleValues = Omit<VehicleRow, 'vehicle_id' | 'is_default' | 'rental_until'>

const columns = 'vehicle_id, make, model, plate, plate_key, state, color, year, is_default, rental_until'

const vehicleLockAll = sql('vehicle_lock_all', `select pg_advisory_xact_lock(hashtextextended($1, 0))`)
/** Locks this driver's vehicles until the transaction ends. */
export const lockVehicles = async (tx: Queryable, driverId: string): Promise<void> => {
  await vehicleLockAll(tx, [`vehicle ${driverId}`])
}

export const listVehicles = sql.list<VehicleRow, [driverId: string]>(
  'vehicle_list',
  `select ${columns} from vehicle where driver_id = $1 and not removed order by seq`,
)

/** Waits for a session that is just being started with it. */
export const findVehicleToChange = sql.first<VehicleRow, [driverId: string, vehicleId: string]>(
  'vehicle_lock',
  `select ${columns} from vehicle where driver_id = $1 and vehicle_id = $2 and not removed for update`,
)

export type Holder = { driver_id: string; vehicle_id: string; plate: string }
/** Not scoped to an owner: what a gate sees is a plate alone. */
export const listHolders = sql.list<Holder, [plateKey: string]>(
  'vehicle_holders',
  'select driver_id, vehicle_id, plate from vehicle where plate_key = $1 and not removed',
)

export const hasVehicle = sql.matches<[driverId: string]>(
  'vehicle_exists',
  'select from vehicle where driver_id = $1 and not removed limit 1',
)
export const hasPlate = sql.matches<[driverId: string, plateKey: string]>(
  'vehicle_plate_exists',
  'select from vehicle where driver_id = $1 and plate_key = $2 and not removed',
)

export const countVehicles = sql.value<number, [driverId: string]>(
  'vehicle_count',
  'select count(*)::integer as count from vehicle where driver_id = $1 and not removed',
)

const valuesOf = (v: VehicleValues) => [v.make, v.model, v.plate, v.plate_key, v.state, v.color, v.year]

const vehicleDeleteRemoved = sql(
  'vehicle_delete_removed',
  `delete from vehicle where driver_id = $1 and removed and plate_key <> $2
     and not exists (select from session where session.vehicle_id = vehicle.vehicle_id)`,
)
const vehicleInsert = sql<VehicleRow>(
  'vehicle_insert',
  `with back as (
       update vehicle set make = $3, model = $4, plate = $5, state = $7, color = $8, year = $9, removed = false, rental_until = $10,
              is_default = not exists (select from vehicle where driver_id = $1 and is_default)
        where vehicle_id = (select vehicle_id from vehicle
                             where driver_id = $1 and plate_key = $6 and removed order by seq desc limit 1)
       returning ${columns}),
     added as (
       insert into vehicle (driver_id, vehicle_id, make, model, plate, plate_key, state, color, year, rental_until, is_default)
       select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10::timestamptz, not exists (select from vehicle where driver_id = $1 and is_default)
        where not exists (select from back)
       returning ${columns})
     select * from back union all select * from added`,
)
/**
 * A vehicle with this plate that was removed comes back under its old id; else a new one. The first is the default.
 * Deletes other removed ones that never parked, so that adding and removing in turn does not fill the table.
 */
export const insertVehicle = async (
  tx: Queryable,
  driverId: string,
  newId: string,
  values: VehicleValues,
  rentalUntil: Temporal.Instant | null = null,
): Promise<VehicleRow> => {
  await vehicleDeleteRemoved(tx, [driverId, values.plate_key])
  return (await vehicleInsert(tx, [driverId, newId, ...valuesOf(values), rentalUntil]))[0]!
}

const vehicleUpdate = sql<VehicleRow>(
  'vehicle_update',
  `update vehicle set make = $2, model = $3, plate = $4, plate_key = $5, state = $6, color = $7, year = $8, rental_until = null
    where vehicle_id = $1 returning ${columns}`,
)
export const updateVehicle = async (tx: Queryable, vehicleId: string, values: VehicleValues): Promise<VehicleRow> =>
  (await vehicleUpdate(tx, [vehicleId, ...valuesOf(values)]))[0]!

const vehicleUpdatePlate = sql<VehicleRow>(
  'vehicle_update_plate',
  `update vehicle set plate = $2, plate_key = $3, state = $4 where vehicle_id = $1 returning ${columns}`,
)
export const updatePlate = async (
  tx: Queryable,
  vehicleId: string,
  { plate, plate_key, state }: Pick<VehicleValues, 'plate' | 'plate_key' | 'state'>,
): Promise<VehicleRow> => (await vehicleUpdatePlate(tx, [vehicleId, plate, plate_key, state]))[0]!

/** Whose rental it is, if its day is over. */
export const findOwnerOfOverdueRental = sql.first<{ driver_id: string }, [vehicleId: string, now: Temporal.Instant]>(
  'vehicle_find_overdue_rental',
  'select driver_id from vehicle where vehicle_id = $1 and not removed and rental_until <= $2',
)

const vehicleRemove = sql(
  'vehicle_remove',
  'update vehicle set removed = true, is_default = false where vehicle_id = $1',
)
const vehicleSetNextDefault = sql(
  'vehicle_set_next_default',
  `update vehicle set is_default = true
    where vehicle_id = (select vehicle_id from vehicle where driver_id = $1 and not removed order by seq limit 1)
      and not exists (select from vehicle where driver_id = $1 and is_default)`,
)
/** Where it was the default, the oldest other becomes it. */
export const removeVehicle = async (tx: Queryable, driverId: string, vehicleId: string): Promise<void> => {
  await vehicleRemove(tx, [vehicleId])
  await vehicleSetNextDefault(tx, [driverId])
}

const vehicleClearDefault = sql(
  'vehicle_clear_default',
  'update vehicle set is_default = false where driver_id = $1 and is_default',
)
const vehicleSetDefault = sql('vehicle_set_default', 'update vehicle set is_default = true where vehicle_id = $1')
/** In two steps, for at no moment may there be two defaults. */
export const setDefault = async (tx: Queryable, driverId: string, vehicleId: string): Promise<void> => {
  await vehicleClearDefault(tx, [driverId])
  await vehicleSetDefault(tx, [vehicleId])
}
