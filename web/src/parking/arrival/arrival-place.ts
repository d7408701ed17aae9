// At which place a driver has arrived, and which arrivals were answered in this visit.
import type { Found } from '@parkit/contract/city/places'

/** As near as a phone tells one side of a street from the next lot. */
export const arrivedMetres = 50

const answered = new Set<string>()

/** The nearest place within reach, unless the driver was asked there already; `places` nearest first. */
export const findArrival = <Place extends Pick<Found, 'ZoneNumber' | 'Distance'>>(
  places: readonly Place[],
): Place | null => {
  const nearest = places[0]
  if (!nearest || nearest.Distance > arrivedMetres || answered.has(nearest.ZoneNumber)) return null
  return nearest
}

/** Nobody is asked twice for the same place in one visit. */
export const answerArrival = (zone: string): void => {
  answered.add(zone)
}
