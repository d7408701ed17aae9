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
}
export type VehicleValues = Omit<VehicleRow, 'vehicle_id' | 'is_default'>

const columns = 'vehicle_id, make, model, plate, plate_key, state, color, year, is_default'

/** Until the transaction ends, nobody else changes this driver's vehicles. */
export const lockVehicles = async (tx: Queryable, driverId: string): Promise<void> => {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended($1, 0))`, [`vehicle ${driverId}`])
}

const selectVehicles = sql<VehicleRow>(
  'vehicle_list',
  `select ${columns} from vehicle where driver_id = $1 and not removed order by seq`,
)
export const listVehicles = (db: Queryable, driverId: string): Promise<VehicleRow[]> => selectVehicles(db, [driverId])

/** Waits for a session that is just being started with it. */
export const findVehicleToChange = async (
  tx: Queryable,
  driverId: string,
  vehicleId: string,
): Promise<VehicleRow | null> => {
  const { rows } = await tx.query<VehicleRow>(
    `select ${columns} from vehicle where driver_id = $1 and vehicle_id = $2 and not removed for update`,
    [driverId, vehicleId],
  )
  return rows[0] ?? null
}

export type Holder = { driver_id: string; vehicle_id: string; plate: string; is_default: boolean }
const selectHolders = sql<Holder>(
  'vehicle_holders',
  'select driver_id, vehicle_id, plate, is_default from vehicle where plate_key = $1 and not removed',
)
/** Not scoped to an owner: what a gate sees is a plate alone. */
export const listHolders = (db: Queryable, plateKey: string): Promise<Holder[]> => selectHolders(db, [plateKey])

export const hasVehicle = async (db: Queryable, driverId: string): Promise<boolean> => {
  const { rows } = await db.query('select from vehicle where driver_id = $1 and not removed limit 1', [driverId])
  return rows.length > 0
}

export const hasPlate = async (db: Queryable, driverId: string, plateKey: string): Promise<boolean> => {
  const { rows } = await db.query('select from vehicle where driver_id = $1 and plate_key = $2 and not removed', [
    driverId,
    plateKey,
  ])
  return rows.length > 0
}

export const countVehicles = async (db: Queryable, driverId: string): Promise<number> => {
  const { rows } = await db.query<{ count: number }>(
    'select count(*)::integer as count from vehicle where driver_id = $1 and not removed',
    [driverId],
  )
  return rows[0]!.count
}

const valuesOf = ({ make, model, plate, plate_key, state, color, year }: VehicleValues) => [
  make,
  model,
  plate,
  plate_key,
  state,
  color,
  year,
]

/**
 * A vehicle with this plate that was removed comes back under its old id; else a new one. The first is the default.
 * Other removed ones that never parked go, so that adding and removing in turn fills no table.
 */
export const insertVehicle = async (
  tx: Queryable,
  driverId: string,
  newId: string,
  values: VehicleValues,
): Promise<VehicleRow> => {
  await tx.query(
    `delete from vehicle where driver_id = $1 and removed and plate_key <> $2
        and not exists (select from session where session.vehicle_id = vehicle.vehicle_id)`,
    [driverId, values.plate_key],
  )
  const { rows } = await tx.query<VehicleRow>(
    `with back as (
       update vehicle set make = $3, model = $4, plate = $5, state = $7, color = $8, year = $9, removed = false,
              is_default = not exists (select from vehicle where driver_id = $1 and is_default)
        where vehicle_id = (select vehicle_id from vehicle
                             where driver_id = $1 and plate_key = $6 and removed order by seq desc limit 1)
       returning ${columns}),
     added as (
       insert into vehicle (driver_id, vehicle_id, make, model, plate, plate_key, state, color, year, is_default)
       select $1, $2, $3, $4, $5, $6, $7, $8, $9, not exists (select from vehicle where driver_id = $1 and is_default)
        where not exists (select from back)
       returning ${columns})
     select * from back union all select * from added`,
    [driverId, newId, ...valuesOf(values)],
  )
  return rows[0]!
}

export const updateVehicle = async (tx: Queryable, vehicleId: string, values: VehicleValues): Promise<VehicleRow> => {
  const { rows } = await tx.query<VehicleRow>(
    `update vehicle set make = $2, model = $3, plate = $4, plate_key = $5, state = $6, color = $7, year = $8
      where vehicle_id = $1 returning ${columns}`,
    [vehicleId, ...valuesOf(values)],
  )
  return rows[0]!
}

/** Where it was the default, the oldest other becomes it. */
export const removeVehicle = async (tx: Queryable, driverId: string, vehicleId: string): Promise<void> => {
  await tx.query('update vehicle set removed = true, is_default = false where vehicle_id = $1', [vehicleId])
  await tx.query(
    `update vehicle set is_default = true
      where vehicle_id = (select vehicle_id from vehicle where driver_id = $1 and not removed order by seq limit 1)
        and not exists (select from vehicle where driver_id = $1 and is_default)`,
    [driverId],
  )
}

/** In two steps, for at no moment may there be two defaults. */
export const setDefault = async (tx: Queryable, driverId: string, vehicleId: string): Promise<void> => {
  await tx.query('update vehicle set is_default = false where driver_id = $1 and is_default', [driverId])
  await tx.query('update vehicle set is_default = true where vehicle_id = $1', [vehicleId])
}
