// The SQL of drivers' photos.
import { type Queryable, sql } from '#platform/db.ts'

export type PhotoRow = { content_type: string; bytes: Buffer }

const driverPhotoFind = sql<PhotoRow>(
  'driver_photo_find',
  'select content_type, bytes from driver_photo where driver_id = $1',
)
export const findPhoto = async (db: Queryable, driverId: string): Promise<PhotoRow | null> =>
  driverPhotoFind.first(db, [driverId])

const digestOf = sql<{ digest: Buffer }>('driver_photo_digest', 'select digest from driver_photo where driver_id = $1')
export const findPhotoDigest = async (db: Queryable, driverId: string): Promise<Buffer | null> =>
  (await digestOf(db, [driverId]))[0]?.digest ?? null

const driverPhotoUpsert = sql(
  'driver_photo_upsert',
  `insert into driver_photo (driver_id, content_type, bytes, digest) values ($1, $2, $3, $4)
     on conflict (driver_id) do update
       set content_type = excluded.content_type, bytes = excluded.bytes, digest = excluded.digest`,
)
export const savePhoto = async (db: Queryable, driverId: string, photo: PhotoRow, digest: Buffer): Promise<void> => {
  await driverPhotoUpsert(db, [driverId, photo.content_type, photo.bytes, digest])
}

const driverPhotoDelete = sql('driver_photo_delete', 'delete from driver_photo where driver_id = $1')
export const deletePhoto = async (db: Queryable, driverId: string): Promise<void> => {
  await driverPhotoDelete(db, [driverId])
}
