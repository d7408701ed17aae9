// A driver's photo: only a real picture of a small size is kept, without what it tells about where it was taken.
import { hash } from 'node:crypto'
import { photo as limits } from '@parkit/contract/limits'
import { photo as photoCall } from '@parkit/contract/profile'
import type { Database, Queryable } from '#platform/db.ts'
import { refuse, refuseField } from '#platform/errors.ts'
import * as store from './photo-store.ts'
import { readPicture } from './picture.ts'

/** Another photo has another address. */
const addressOf = (digest: Buffer) => `${photoCall.path}?v=${digest.toString('hex', 0, 8)}`

export const findPhotoUrl = async (db: Queryable, driverId: string): Promise<string | null> => {
  const digest = await store.findPhotoDigest(db, driverId)
  return digest && addressOf(digest)
}

export const createPhoto = ({ db }: { db: Database }) => ({
  /** Throws `not_found` where the driver has none. */
  get: async (driverId: string): Promise<store.PhotoRow> =>
    (await store.findPhoto(db.pool, driverId)) ?? refuse('not_found'),

  /** Throws at `photo` unless it is a picture of at most 1024 pixels a side. */
  change: async (driverId: string, uploaded: Buffer) => {
    const picture = readPicture(uploaded)
    const sides = picture ? [picture.width, picture.height] : []
    if (!picture || sides.some(side => side < 1 || side > limits.mostSidePixels)) return refuseField('photo', 'photo')
    const digest = hash('sha256', picture.bytes, 'buffer')
    await store.savePhoto(db.pool, driverId, { content_type: picture.contentType, bytes: picture.bytes }, digest)
    return { PhotoUrl: addressOf(digest) }
  },

  remove: async (driverId: string) => {
    await store.deletePhoto(db.pool, driverId)
    return { PhotoUrl: null }
  },
})
export type Photo = ReturnType<typeof createPhoto>
