// The demo city as a source: what was prepared at build, and how full its places usually are (invented).
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CitySource } from '#city/bundled/bundled.ts'
import type { Place } from '#city/places/places.ts'
import { metresBetween } from '#platform/plane.ts'
import { gridOrigin } from './grid-origin.ts'
import { hash } from './hash.ts'
import { livelyAtNight } from './neighbourhoods.ts'
import { type Ring, ringOf } from './tariffs.ts'

/** Where prepare.ts writes and the server reads; also the map's tiles. */
export const prepared = join(import.meta.dirname, '../../../../../build/chicago')

/** Throws where `npm run build` has not run. */
export const chicago = (): CitySource => ({
  code: 'chicago',
  hash: readFileSync(join(prepared, 'hash'), 'utf8'),
  read: () => readFileSync(join(prepared, 'city.json')),
})

/** Share of the spaces usually taken at 00:00, 03:00, … 21:00 and 24:00. */
type Day = [number, number, number, number, number, number, number, number, number]

const usual: Record<Ring, { workday: Day; weekend: Day }> = {
  centre: {
    workday: [0.22, 0.12, 0.2, 0.72, 0.88, 0.84, 0.62, 0.42, 0.22],
    weekend: [0.35, 0.18, 0.12, 0.3, 0.55, 0.66, 0.7, 0.55, 0.35],
  },
  inner: {
    workday: [0.5, 0.45, 0.42, 0.55, 0.62, 0.6, 0.7, 0.66, 0.5],
    weekend: [0.55, 0.48, 0.42, 0.45, 0.6, 0.66, 0.72, 0.7, 0.55],
  },
  outer: {
    workday: [0.4, 0.4, 0.42, 0.5, 0.52, 0.5, 0.48, 0.42, 0.4],
    weekend: [0.42, 0.42, 0.4, 0.4, 0.48, 0.52, 0.48, 0.44, 0.42],
  },
}

/** range of popularity between neighboring places, a share of the spaces */
const popularity = 0.3

/** Streets fill before garages. */
const fullerByKind: Record<Place['kind'], number> = { street: 0.08, lot: 0, garage: -0.04 }
/** added on Friday and Saturday evenings in nightlife neighborhoods */
const nightOut = 0.2

const isNightOut = ({ dayOfWeek, hour }: Temporal.ZonedDateTime) => (dayOfWeek === 5 || dayOfWeek === 6) && hour >= 19

/** Share of a place's spaces usually taken, 0 to 1, by its kind, part of the city, weekday and hour on its own clock. Invented. */
export const usualAt = (place: Place, at: Temporal.Instant): number => {
  const local = at.toZonedDateTimeISO(place.timeZone)
  const ring = usual[ringOf(metresBetween(gridOrigin, [place.longitude, place.latitude]))]
  const day = local.dayOfWeek > 5 ? ring.weekend : ring.workday
  const step = (local.hour + local.minute / 60) / 3
  const before = Math.floor(step)
  const share = day[before]! + (day[before + 1]! - day[before]!) * (step - before)
  const more =
    (hash(place.zoneNumber) / 2 ** 32 - 0.5) * popularity +
    fullerByKind[place.kind] +
    (livelyAtNight.has(place.neighbourhood) && isNightOut(local) ? nightOut : 0)
  return Math.min(1, Math.max(0, share + more))
}
