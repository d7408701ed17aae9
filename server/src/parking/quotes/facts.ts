// What is known of a car and its driver where it parks: the facts that rules ask for. Pure.
import type { Facts, SpaceKind } from '@parkit/contract/city/calendar-schemas'
import { type Place, tellsSpaces } from '#city/places/places.ts'
import { refuseField } from '#platform/errors.ts'

type Stated = {
  /** until when the driver's placard holds; null: none is stated */
  placardUntil: Temporal.Instant | null
  /** which space the car is in */
  spaceKind?: SpaceKind | undefined
}

export const hasPlacardAt = ({ placardUntil }: Pick<Stated, 'placardUntil'>, at: Temporal.Instant): boolean =>
  placardUntil !== null && Temporal.Instant.compare(placardUntil, at) > 0

/** Of a car whose stay begins at `at`. Throws at `SpaceKind` where the place's rules don't tell its spaces apart. */
export const factsAt = (place: Place, stated: Stated, at: Temporal.Instant): Facts => {
  const { spaceKind = 'general' } = stated
  if (spaceKind !== 'general' && !tellsSpaces(place, at)) refuseField('SpaceKind', 'invalid')
  return { spaceKind, vehicleKind: 'car', holds: place.takesPlacard && hasPlacardAt(stated, at) ? ['placard'] : [] }
}

/** Of a stay that moves to another place of its city: in a general space where that place's rules tell none apart. */
export const movedFacts = (place: Place, facts: Facts, at: Temporal.Instant): Facts =>
  facts.spaceKind === 'general' || tellsSpaces(place, at) ? facts : { ...facts, spaceKind: 'general' }
