// Where, when, and for how long a driver usually parks, for one press on Home; learned anew on each request, never stored.
import type { UsualStay } from '@parkit/contract/parking/usual'
import { usualStays as limits } from '@parkit/contract/platform/limits'
import { type Places, zoneKey } from '#city/places/places.ts'
import type { Database } from '#platform/db.ts'
import { learnHabits } from './learn.ts'
import * as store from './store.ts'

const dayHours = 24

type Deps = { db: Pick<Database, 'pool'>; places: Pick<Places, 'inCity'> }

const answer = (
  row: store.StayRow,
  inCity: Pick<UsualStay, 'City' | 'CityName'>,
  plate: string,
  own: Pick<UsualStay, 'VehicleId' | 'Minutes' | 'When'>,
): UsualStay => ({
  ZoneNumber: row.zone_number,
  ...inCity,
  Name: row.name,
  Latitude: row.latitude,
  Longitude: row.longitude,
  TimeZone: row.time_zone,
  PlateNumber: plate,
  ...own,
})

export const createUsual = ({ db, places }: Deps) => ({
  list: async (driverId: string, now: Temporal.Instant): Promise<UsualStay[]> => {
    const rows = await store.listStays(db.pool, driverId, now.subtract({ hours: limits.days * dayHours }), limits.stays)
    const [last] = rows
    if (!last) return []
    const keyOf = (row: store.StayRow) => zoneKey({ cityId: row.city, zoneNumber: row.zone_number })
    const inCity = (row: store.StayRow) => places.inCity({ city: row.city_code, cityId: row.city })
    const byZone = new Map(rows.map(row => [keyOf(row), row]))
    const plates = new Map(rows.map(row => [row.vehicle_id, row.plate]))
    const stays = rows.map(row => ({
      zone: keyOf(row),
      vehicleId: row.vehicle_id,
      at: row.started_at.toZonedDateTimeISO(row.time_zone),
      minutes: row.minutes,
    }))
    return [
      ...learnHabits(stays, now).map(({ zone, vehicleId, minutes, days, minute }) =>
        answer(byZone.get(zone)!, inCity(byZone.get(zone)!), plates.get(vehicleId)!, {
          VehicleId: vehicleId,
          Minutes: minutes,
          When: { Days: days, Minute: minute },
        }),
      ),
      answer(last, inCity(last), last.plate, { VehicleId: last.vehicle_id, Minutes: last.minutes, When: null }),
    ]
  },

  clear: (driverId: string, now: Temporal.Instant): Promise<void> => store.clear(db.pool, driverId, now),
})
export type Usual = ReturnType<typeof createUsual>
