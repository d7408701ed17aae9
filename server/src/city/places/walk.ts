// Distances on foot: great-circle metres, and the minutes a walk takes.
import { near } from '@parkit/contract/platform/limits'
import { distance } from 'geokdbush'

export type Position = { latitude: number; longitude: number }

export const distanceMetres = (from: Position, to: Position): number =>
  distance(from.longitude, from.latitude, to.longitude, to.latitude) * 1000

/** Streets are no beelines: the detour is counted in. */
export const walkMinutes = (metres: number): number => Math.ceil((metres * near.detour) / near.walkMetresPerMinute)
