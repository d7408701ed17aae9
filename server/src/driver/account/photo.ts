// A driver's photo: stored as one small square picture, without the file's metadata.
import { hash } from 'node:crypto'
import { photo as photoCall } from '@parkit/contract/driver/profile'
import { photo as limits } from '@parkit/contract/platform/limits'
import type { Database, Queryable } from '#platform/db.ts'
import { refuse, refuseField } from '#platform/errors.ts'
import { makePicture } from '#platform/pictures.ts'
import * as store from './profile-store.ts'

/** Another photo has another address. */
const addressOf = (digest: Buffer) => `${photoCall.path}?v=${digest.toString('hex', 0, 8)}`

export const findPhotoUrl = async (db: Queryable, driverId: string): Promise<string | null> => {
  const digest = await store.findPhotoDigest(db, driverId)
  return digest && addressOf(digest)
}

const shape = { sidePixels: limits.sidePixels, fit: 'cover', mostPixels: limits.mostPixels } as const

export const createPhoto = ({ db }: { db: Database }) => ({
  /** Throws `not_found` where the driver has none. */
  get: async (driverId: string): Promise<store.PhotoRow> =>
    (await store.findPhoto(db.pool, driverId)) ?? refuse('not_found'),

  /** Throws at `photo` unless it is a picture that can be read. */
  change: async (driverId: string, uploaded: Buffer) => {
    const bytes = (await makePicture(uploaded, shape)) ?? refuseField('photo', 'photo')
    const digest = hash('sha256', bytes, 'buffer')
    await store.savePhoto(db.pool, driverId, 'image/webp', bytes, digest)
    return { PhotoUrl: addressOf(digest) }
  },

  remove: async (driverId: string) => {
    await store.deletePhoto(db.pool, driverId)
    return { PhotoUrl: null }
  },
})
export type Photo = ReturnType<typeof createPhoto>
