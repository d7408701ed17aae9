// Places that a driver saved: Home, Work, and others.
import type { SavedPlace, savePlace } from '@parkit/contract/city/saved'
import type { Input } from '@parkit/contract/platform/call'
import { savedPlaces as limits } from '@parkit/contract/platform/limits'
import type { Places } from '#city/places/places.ts'
import type { Database } from '#platform/db.ts'
import { refuse } from '#platform/errors.ts'
import * as store from './store.ts'

type Deps = {
  db: Pick<Database, 'pool' | 'transaction'>
  places: Pick<Places, 'resolvePlace' | 'requirePlace' | 'inCity'>
}

export const createSaved = ({ db, places }: Deps) => {
  const answer = (row: store.SavedRow): SavedPlace => ({
    ZoneNumber: row.zone_number,
    ...places.inCity(places.requirePlace(row)),
    Name: row.name,
    TimeZone: row.time_zone,
    Kind: row.kind,
    Label: row.label,
  })
  const list = async (driverId: string): Promise<{ Items: SavedPlace[] }> => ({
    Items: (await store.listSaved(db.pool, driverId)).map(answer),
  })
  return {
    list,

    /** Throws `unknown_zone`, `zone_ambiguous`, `zone_parts`, and `saved_many` where the list is full. */
    save: async (driverId: string, body: Input<typeof savePlace>['body'], now: Temporal.Instant) => {
      const { cityId, zoneNumber } = places.resolvePlace(body)
      const label = body.Kind === 'other' ? (body.Label ?? '').trim() : ''
      await db.transaction(async tx => {
        await store.lockSaved(tx, driverId)
        await store.removeKind(tx, driverId, body.Kind, zoneNumber, cityId)
        if ((await store.countOthers(tx, driverId, zoneNumber, cityId)) >= limits.most) refuse('saved_many')
        await store.upsertSaved(tx, driverId, zoneNumber, body.Kind, label, now, cityId)
      })
      return list(driverId)
    },

    remove: async (driverId: string, zoneNumber: string, city: string | undefined) => {
      await store.removeSaved(db.pool, driverId, zoneNumber, city ?? null)
      return list(driverId)
    },
  }
}
export type Saved = ReturnType<typeof createSaved>
