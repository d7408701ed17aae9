// The expected free spaces of the coming 24 hours: an expectation, never a count. Pure.
import type { forecast } from '@parkit/contract/city/places'
import type { Answer } from '@parkit/contract/platform/call'

/** Share of the spaces that is usually taken at an instant, 0 to 1: what a source knows of its city. */
export type Expectation = (at: Temporal.Instant) => number

// how far the day is off the usual fades by half in this time
const halfLifeHours = 2

const share = (value: number) => Math.min(1, Math.max(0, value))

/**
 * From the hour that runs now in the place's zone. The first hour says what was counted, where there is a live count (`takenNow`, 0 to 1);
 * later ones come ever closer to what is usual.
 */
export const forecastOf = (
  place: { capacity: number; timeZone: string },
  expectation: Expectation,
  takenNow: number | null,
  now: Temporal.Instant,
): Answer<typeof forecast> => {
  const hour = now.toZonedDateTimeISO(place.timeZone).round({ smallestUnit: 'hour', roundingMode: 'floor' })
  const off = takenNow === null ? 0 : share(takenNow) - share(expectation(now))
  const Hours = Array.from({ length: 24 }, (_, i) => {
    const at = hour.add({ hours: i }).toInstant()
    const usual = i === 0 ? share(expectation(now)) : share(expectation(at))
    const taken = share(usual + off * 0.5 ** (i / halfLifeHours))
    return { At: at.toString(), Free: Math.round(place.capacity * (1 - taken)), Taken: Math.round(taken * 100) / 100 }
  })
  return { Hours, Capacity: place.capacity }
}
