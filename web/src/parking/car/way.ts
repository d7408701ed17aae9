// The way to the car as the crow flies: its bearing, the name of that, and how long the walk takes.
import type { Spot } from '#platform/position.ts'

const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Degrees clockwise from north, 0 up to 360; exact enough within a city. */
export function bearing(from: Spot, to: Spot): number {
  const east = (to.longitude - from.longitude) * Math.cos(radians(from.latitude))
  const north = to.latitude - from.latitude
  return ((Math.atan2(east, north) * 180) / Math.PI + 360) % 360
}

/** 0 is north, 1 northeast, … 7 northwest. */
export const compassPoint = (degrees: number): number => Math.round(degrees / 45) % 8

/** Streets are a third longer than the straight line, and people walk 80 m a minute. */
export const walkMinutes = (metres: number): number => Math.max(1, Math.round((metres * 1.3) / 80))
