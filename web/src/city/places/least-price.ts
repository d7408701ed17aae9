// What several places cost at least.
import type { Found } from '@parkit/contract/city/places'

/** Dollars; null where none of them is paid in ParkIt and ever open: what has no price is not free. */
export function leastPrice(places: readonly Pick<Found, 'Payable' | 'Price' | 'PriceMinutes'>[]): number | null {
  const prices = places.flatMap(({ Payable, Price, PriceMinutes }) => (Payable && PriceMinutes > 0 ? [Price] : []))
  return prices.length > 0 ? Math.min(...prices) : null
}
