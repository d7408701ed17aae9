// In which order places are shown: as the server found them, cheapest first, or most room first.
import type { Found } from '@parkit/contract/city/places'
import type { Order } from './asking.ts'

type Place = Pick<Found, 'ZoneNumber' | 'Price' | 'PriceMinutes' | 'Free' | 'Availability'>

/** Where nothing is counted nobody knows of room; a place that never opens costs nothing, yet is not cheap. */
const room = ({ Free, Availability }: Place) => (Availability === 'unknown' ? -1 : (Free ?? -1))
const cost = ({ Price, PriceMinutes }: Place) => (PriceMinutes === 0 ? Number.POSITIVE_INFINITY : Price)
const compare = (a: number, b: number) => (a === b ? 0 : a < b ? -1 : 1)

/** `places` come nearest first, and stay so where they are equal. */
export function ordered<P extends Place>(places: readonly P[], order: Order): P[] {
  if (order === 'price') return places.toSorted((a, b) => compare(cost(a), cost(b)))
  if (order === 'space') return places.toSorted((a, b) => compare(room(b), room(a)))
  return [...places]
}
