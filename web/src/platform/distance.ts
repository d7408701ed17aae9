// The distance between two places of a city.
type Spot = { latitude: number; longitude: number }

const metresPerDegree = 111_195

/** In meters; exact enough within a city. */
export const metresBetween = (one: Spot, other: Spot): number =>
  metresPerDegree *
  Math.hypot(
    one.latitude - other.latitude,
    (one.longitude - other.longitude) * Math.cos((one.latitude * Math.PI) / 180),
  )
