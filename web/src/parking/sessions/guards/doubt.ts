// What may be wrong with a start, the likeliest first: the zone is far away, or the plate is mistyped. At most one is asked.

import type { Zone } from '@parkit/contract/city/places'
import type { Vehicle } from '@parkit/contract/driver/vehicles'
import { zoneRef } from '@parkit/contract/platform/zone-number'
import type { Position } from '#platform/position.ts'
import { isPlaceAnswered, isPlateAnswered } from './answers.ts'
import { metresAway } from './place-check.ts'
import { checkPlate, type PlateDoubt } from './plate-check.ts'

export type Doubt = { kind: 'place'; metres: number } | ({ kind: 'plate' } & PlateDoubt)

type Input = { position: Position; zone: Zone; vehicle: Vehicle; vehicles: readonly Vehicle[]; nowMs: number }

export function findDoubt({ position, zone, vehicle, vehicles, nowMs }: Input): Doubt | undefined {
  const metres = isPlaceAnswered(zoneRef(zone)) ? null : metresAway(position, zone, nowMs)
  if (metres !== null) return { kind: 'place', metres }
  const own = { plate: vehicle.PlateNumber, state: vehicle.PlateState }
  const doubt = checkPlate(vehicle, vehicles)
  return doubt && !isPlateAnswered(own, doubt) ? { kind: 'plate', ...doubt } : undefined
}
