// Where, when, and for how long a driver usually parks, for one press on Home; learned anew on each request, never stored.
import type { UsualStay } from '@parkit/contract/parking/usual'
import { usualStays as limits } from '@parkit/contract/platform/limits'
import type { Database } from '#platform/db.ts'
import { learnHabits } from './learn.ts'
import * as store from './store.ts'

const dayHours = 24

const answer = (
  row: store.StayRow,
  plate: string,
  own: Pick<UsualStay, 'VehicleId' | 'Minutes' | 'When'>,
): UsualStay => ({
  ZoneNumber: row.zone_number,
  Name: row.name,
  Latitude: row.latitude,
  Longitude: row.longitude,
  TimeZone: row.time_zone,
  PlateNumber: plate,
  ...own,
})

export const createUsual = ({ db }: { db: Pick<Database, 'pool'> }) => ({
  list: async (driverId: string, now: Temporal.Instant): Promise<UsualStay[]> => {
    const rows = await store.listStays(db.pool, driverId, now.subtract({ hours: limits.days * dayHours }), limits.stays)
    const [last] = rows
    if (!last) return []
    const byZone = new Map(rows.map(row => [row.zone_number, row]))
    const plates = new Map(rows.map(row => [row.vehicle_id, row.plate]))
    const stays = rows.map(row => ({
      zoneNumber: row.zone_number,
      vehicleId: row.vehicle_id,
      at: row.started_at.toZonedDateTimeISO(row.time_zone),
      minutes: row.minutes,
    }))
    return [
      ...learnHabits(stays, now).map(({ zoneNumber, vehicleId, minutes, days, minute }) =>
        answer(byZone.get(zoneNumber)!, plates.get(vehicleId)!, {
          VehicleId: vehicleId,
          Minutes: minutes,
          When: { Days: days, Minute: minute },
        }),
      ),
      answer(last, last.plate, { VehicleId: last.vehicle_id, Minutes: last.minutes, When: null }),
    ]
  },

  clear: (driverId: string, now: Temporal.Instant): Promise<void> => store.clear(db.pool, driverId, now),
})
export type Usual = ReturnType<typeof createUsual>
