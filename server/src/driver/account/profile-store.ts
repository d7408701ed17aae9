// The SQL of a driver's name, address, and photo.
import { type Queryable, sql } from '#platform/db.ts'
import { type DriverRow, driverColumns } from './store.ts'

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

const profileUpdate = sql.one<DriverRow, string[]>(
  'driver_profile_update',
  `update driver set first_name = $2, last_name = $3, address_line_1 = $4, address_line_2 = $5, city = $6, state = $7, zip_code = $8
    where driver_id = $1
   returning ${driverColumns}`,
)
export const updateProfile = async (db: Queryable, driverId: string, values: ProfileValues): Promise<DriverRow> => {
  const { firstName, lastName, addressLine1, addressLine2, city, state, zipCode } = values
  return profileUpdate(db, driverId, firstName, lastName, addressLine1, addressLine2, city, state, zipCode)
}

export type PhotoRow = { content_type: string; bytes: Buffer }

export const findPhoto = sql.first<PhotoRow, [driverId: string]>(
  'driver_photo_find',
  'select content_type, bytes from driver_photo where driver_id = $1',
)

export const findPhotoDigest = sql.value<Buffer | null, [driverId: string]>(
  'driver_photo_digest',
  'select digest from driver_photo where driver_id = $1',
)

export const savePhoto = sql.run<[driverId: string, contentType: string, bytes: Buffer, digest: Buffer]>(
  'driver_photo_upsert',
  `insert into driver_photo (driver_id, content_type, bytes, digest) values ($1, $2, $3, $4)
     on conflict (driver_id) do update
       set content_type = excluded.content_type, bytes = excluded.bytes, digest = excluded.digest`,
)

export const deletePhoto = sql.run<[driverId: string]>(
  'driver_photo_delete',
  'delete from driver_photo where driver_id = $1',
)
