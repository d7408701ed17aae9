// Which zone a number means: of the city that is named, else of the one around the driver, else of the only one that has it. Pure, over
// the place index.
import type * as contract from '@parkit/contract/city/places'
import { toDollars } from '@parkit/contract/platform/money'
import { zoneDigits } from '@parkit/contract/platform/zone-number'
import { refuse, refuseField } from '#platform/errors.ts'
import type { Facts, PlaceIndex } from './place-index.ts'
import { readSign } from './sign.ts'
import { distanceMetres, type Position } from './walk.ts'
import { ratesTextOf } from './zone-rules.ts'

/** As calls name it. */
export type NamedZone = { ZoneNumber: string; City?: string; Latitude?: number; Longitude?: number }

/** Those it may mean: one, or several of which the driver chooses. `zoneNumber` is what was typed. */
export const listMeant = (
  index: PlaceIndex,
  zoneNumber: string,
  city: string | undefined,
  position: Position | null,
): number[] => {
  const found = index.listCalled(zoneNumber)
  if (city !== undefined) return found.filter(at => index.facts(at).terms.city === city)
  if (found.length < 2 || !position) return found
  const around = index.cityAround(position)
  const here = found.filter(at => index.facts(at).terms.cityId === around)
  return here.length > 0 ? here : found
}

const partOf = (index: PlaceIndex, at: number, stayMinutes: number, now: Temporal.Instant) => {
  const { zoneNumber, name, terms } = index.facts(at)
  const { priceCents, priceMinutes } = readSign(terms, now, stayMinutes)
  return {
    ZoneNumber: zoneNumber,
    Name: name,
    Side: index.sideOf(at),
    Payable: terms.payable,
    Price: toDollars(priceCents),
    PriceMinutes: priceMinutes,
    RatesText: ratesTextOf(terms, now),
  }
}

/**
 * Returns what finds its position in the place index. That throws `unknown_zone`, `zone_ambiguous` with the cities to choose from, and `zone_parts` with the parts
 * of a zone whose spaces have different rates, each with the price of a stay; the nearest first, where the driver is known.
 */
export const createMeant =
  (
    getIndex: () => PlaceIndex,
    inCity: (place: Facts) => Pick<contract.ZonePart, 'City' | 'CityName'>,
    stayMinutes: number,
  ) =>
  (named: NamedZone, now: Temporal.Instant): number => {
    const index = getIndex()
    const { ZoneNumber, City, Latitude, Longitude } = named
    const position =
      Latitude === undefined || Longitude === undefined ? null : { latitude: Latitude, longitude: Longitude }
    const found = listMeant(index, ZoneNumber, City, position)
    const [at] = found
    if (at === undefined) return zoneDigits.test(ZoneNumber) ? refuse('unknown_zone') : refuseField('zone', 'zone')
    if (found.length === 1) return at
    const ids = new Set(found.map(other => index.facts(other).terms.cityId))
    if (ids.size > 1) {
      const Cities = index.cities.filter(({ id }) => ids.has(id)).map(({ code, name }) => ({ City: code, Name: name }))
      return refuse('zone_ambiguous', { extra: { Cities } })
    }
    const metres = (one: number) => (position ? distanceMetres(position, index.facts(one)) : 0)
    const Parts: contract.ZonePart[] = found
      .toSorted((a, b) => metres(a) - metres(b) || (index.facts(a).zoneNumber < index.facts(b).zoneNumber ? -1 : 1))
      .map(part => ({ ...inCity(index.facts(part)), ...partOf(index, part, stayMinutes, now) }))
    return refuse('zone_parts', { extra: { Parts } })
  }
