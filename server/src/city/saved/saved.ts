// Places that a driver saved: Home, Work, and others.
import type { SavedPlace, savePlace } from '@parkit/contract/city/saved'
import type { Input } from '@parkit/contract/platform/call'
import { savedPlaces as limits } from '@parkit/contract/platform/limits'
import type { Places } from '#city/places/places.ts'
import type { Database } from '#platform/db.ts'
import { refuse } from '#platform/errors.ts'
import * as store from './store.ts'

type Deps = { db: Pick<Database, 'pool' | 'transaction'>; places: Pick<Places, 'requirePlace'> }

const answer = (row: store.SavedRow): SavedPlace => ({
  ZoneNumber: row.zone_number,
  Name: row.name,
  TimeZone: row.time_zone,
  Kind: row.kind,
  Label: row.label,
})

export const createSaved = ({ db, places }: Deps) => {
  const list = async (driverId: string): Promise<{ Items: SavedPlace[] }> => ({
    Items: (await store.listSaved(db.pool, driverId)).map(answer),
  })
  return {
    list,

    /** Throws `unknown_zone`, and `saved_many` where the list is full. */
    save: async (driverId: string, body: Input<typeof savePlace>['body'], now: Temporal.Instant) => {
      const { zoneNumber } = places.requirePlace(body.ZoneNumber)
      const label = body.Kind === 'other' ? (body.Label ?? '').trim() : ''
      await db.transaction(async tx => {
        await store.lockSaved(tx, driverId)
        await store.removeKind(tx, driverId, body.Kind, zoneNumber)
        if ((await store.countOthers(tx, driverId, zoneNumber)) >= limits.most) refuse('saved_many')
        await store.upsertSaved(tx, driverId, zoneNumber, body.Kind, label, now)
      })
      return list(driverId)
    },

    remove: async (driverId: string, zoneNumber: string) => {
      await store.removeSaved(db.pool, driverId, zoneNumber)
      return list(driverId)
    },
  }
}
export type Saved = ReturnType<typeof createSaved>
