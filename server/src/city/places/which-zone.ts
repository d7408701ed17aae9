// Which zone a number means: of the city that is named, else of the one around the driver, else of the only one that has it. Pure, over
// the place index.
import { refuse } from '#platform/errors.ts'
import type { PlaceIndex } from './place-index.ts'
import type { Position } from './walk.ts'

/** As calls name it. */
export type NamedZone = { ZoneNumber: string; City?: string; Latitude?: number; Longitude?: number }

/** Those it may mean: one, or several of which the driver chooses. */
export const listMeant = (
  index: PlaceIndex,
  zoneNumber: string,
  city: string | undefined,
  position: Position | null,
): number[] => {
  const found = index.listNumbered(zoneNumber)
  if (city !== undefined) return found.filter(at => index.facts(at).terms.city === city)
  if (found.length < 2 || !position) return found
  const around = index.cityAround(position)
  const here = found.filter(at => index.facts(at).terms.cityId === around)
  return here.length > 0 ? here : found
}

/** Its position in the place index. Throws `unknown_zone`, and `zone_ambiguous` with the cities to choose from. */
export const requireMeant = (index: PlaceIndex, { ZoneNumber, City, Latitude, Longitude }: NamedZone): number => {
  const position =
    Latitude === undefined || Longitude === undefined ? null : { latitude: Latitude, longitude: Longitude }
  const [at = refuse('unknown_zone'), ...others] = listMeant(index, ZoneNumber, City, position)
  if (others.length === 0) return at
  const ids = [at, ...others].map(other => index.facts(other).terms.cityId)
  const Cities = index.cities.filter(({ id }) => ids.includes(id)).map(({ code, name }) => ({ City: code, Name: name }))
  return refuse('zone_ambiguous', { extra: { Cities } })
}
