// The SQL of a driver's name and address.
import { type Queryable, sql } from '#platform/db.ts'
import type { DriverRow } from './store.ts'

type ProfileValues = {
  firstName: string
  lastName: string
  addressLine1: string
  addressLine2: string
  city: string
  /** by name */
  state: string
  zipCode: string
}

const profileUpdate = sql<DriverRow>(
  'driver_profile_update',
  `update driver set first_name = $2, last_name = $3, address_line_1 = $4, address_line_2 = $5, city = $6, state = $7, zip_code = $8
    where driver_id = $1
   returning driver_id, first_name, last_name, email, phone, user_name, address_line_1, address_line_2, city, state, zip_code,
             language, min_balance_cents, default_add_cents`,
)
export const updateProfile = async (db: Queryable, driverId: string, values: ProfileValues): Promise<DriverRow> => {
  const { firstName, lastName, addressLine1, addressLine2, city, state, zipCode } = values
  const [row] = await profileUpdate(db, [
    driverId,
    firstName,
    lastName,
    addressLine1,
    addressLine2,
    city,
    state,
    zipCode,
  ])
  if (!row) throw new Error(`There is no driver ${driverId}`)
  return row
}
