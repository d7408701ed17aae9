// Which zone is on the other side of the street. Pure, from what Find Parking says of the places around.

import type { Found, Zone } from '@parkit/contract/city/places'
import { type ZoneName, zoneRef } from '@parkit/contract/platform/zone-number'
import { metresToZone } from './place-check.ts'

type Side = ZoneName & Pick<Found, 'Kind' | 'Address' | 'Latitude' | 'Longitude' | 'OpenNow'>

/** no street is wider from curb to curb */
const widestMetres = 45

/** `53 S State St` is number 53 of S State St. */
const numberOn = (address: string): { number: number; street: string } | null => {
  const [, number, street] = /^(\d+) (\S.*)$/.exec(address) ?? []
  return number && street ? { number: Number(number), street } : null
}

/**
 * Across from `zone`: of the same hundred block of the same street, with odd house numbers where this side has even ones, no farther
 * than a street is wide. Null where addresses don't say it.
 */
export const findOtherSide = <Place extends Side>(
  zone: ZoneName & Pick<Zone, 'Kind' | 'Address' | 'Latitude' | 'Longitude' | 'Outline'>,
  around: readonly Place[],
): Place | null => {
  const own = numberOn(zone.Address)
  if (zone.Kind !== 'street' || !own) return null
  const isAcross = (place: Place) => {
    const other = numberOn(place.Address)
    return (
      zoneRef(place) !== zoneRef(zone) &&
      place.Kind === 'street' &&
      place.OpenNow &&
      other?.street === own.street &&
      Math.floor(other.number / 100) === Math.floor(own.number / 100) &&
      other.number % 2 !== own.number % 2 &&
      metresToZone({ latitude: place.Latitude, longitude: place.Longitude }, zone) <= widestMetres
    )
  }
  return around.find(isAcross) ?? null
}
