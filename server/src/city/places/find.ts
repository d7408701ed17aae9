// The search for places: where to look, which filters apply, nearest first. Pure, over the place index.
import type { find, suggest } from '@parkit/contract/city/places'
import type { Answer, Input } from '@parkit/contract/platform/call'
import { near, page } from '@parkit/contract/platform/limits'
import { positionIn } from '#city/cities/cities.ts'
import { refuseField } from '#platform/errors.ts'
import type { Offer } from './map-cells.ts'
import type { Facts, PlaceIndex } from './place-index.ts'
import type { Spot } from './search.ts'
import { readSign, type Sign } from './sign.ts'
import { distanceMetres, type Position } from './walk.ts'
import { listMeant } from './which-zone.ts'

export type Query = Input<typeof find>['query']
type Filter = 'StartAt' | 'Minutes' | 'Features' | 'MaxPrice' | 'OpenNow'
export type Centre = Answer<typeof find>['Centre']

/** Positions in the place index, each with the place's sign. */
export type Result = { centre: Centre; places: { at: number; distanceMetres: number; sign: Sign }[] }

export const usualStayMinutes = 60
/** a place this near tells a name's neighborhood */
const neighborhoodMetres = 1_000
// a clock in a browser may be this much behind
const lateMs = 60_000
// a number's beginning is looked up from two digits on, and never for more places than these
const prefix = { pattern: /^\d{2,6}$/, most: 2_000 }

/** The instant that is asked about, now where none is. Throws at the field when it is over. */
export const startOf = (at: string | undefined, field: string, now: Temporal.Instant): Temporal.Instant => {
  if (!at) return now
  const start = Temporal.Instant.from(at)
  if (start.epochMilliseconds < now.epochMilliseconds - lateMs) refuseField(field, 'not_past')
  return Temporal.Instant.compare(start, now) > 0 ? start : now
}

/** `exact`: of each city that may be meant */
type Target = { centre: Centre; exact?: number[]; among?: number[]; nothing?: true }

/** Without a position: the middle of the city that is named, else of the first one loaded. */
const middleOf = ({ cities, served }: PlaceIndex, code: string | undefined): Position & { name: string | null } =>
  cities.find(city => city.code === code) ??
  (served.length > 0 ? served : cities).toSorted((a, b) => a.id - b.id)[0] ?? { latitude: 0, longitude: 0, name: null }

/** What to look around: the zone whose number was typed, a place that was meant, the driver, or the middle of the city. */
const targetOf = async (
  index: PlaceIndex,
  query: string,
  position: Position | null,
  city: string | undefined,
): Promise<Target> => {
  const from = position ? { ...position, name: null } : middleOf(index, city)
  const around = (Name: string | null, { latitude, longitude }: Position, Source: Centre['Source'] = 'query') => ({
    Name,
    Latitude: latitude,
    Longitude: longitude,
    Source,
    Outside: index.isOutside({ latitude, longitude }),
  })
  const here = position ? around(null, from, 'position') : around(from.name, from, 'default')
  if (query === '') return { centre: here }
  const exact = listMeant(index, query, city, position)
    .filter(at => !index.facts(at).withdrawn)
    .sort((a, b) => distanceMetres(from, index.facts(a)) - distanceMetres(from, index.facts(b)))
  if (exact[0] !== undefined) return { centre: around(index.facts(exact[0]).name, index.facts(exact[0])), exact }
  const spot = (await index.search()).findSpot(query, from)
  const isZip = spot?.kind === 'zip' && spot.name === query
  if (!isZip && prefix.pattern.test(query)) {
    const among = index.listPrefixed(query, prefix.most)
    if (among.length > 0) return { centre: around(query, from), among }
  }
  return spot ? { centre: around(spot.name, spot) } : { centre: here, nothing: true }
}

/** Which offers the filters let through, and their signs at the wanted time. Throws at the field that is wrong. */
export const readFilters = (query: Pick<Query, Filter>, now: Temporal.Instant) => {
  const start = startOf(query.StartAt, 'StartAt', now)
  const wanted = (query.Features?.split(',') ?? []) as Offer['features']
  const mostCents = query.MaxPrice === undefined ? Infinity : Math.round(query.MaxPrice * 100)
  const openOnly = query.OpenNow === 'true'
  const signOf = ({ terms }: Pick<Offer, 'terms'>): Sign => readSign(terms, start, query.Minutes ?? usualStayMinutes)
  const accepts = (offer: Offer): boolean =>
    wanted.every(feature => offer.features.includes(feature)) &&
    (mostCents === Infinity || signOf(offer).hourlyCents <= mostCents) &&
    (!openOnly || signOf(offer).open)
  return { signOf, accepts }
}

/** Throws at the field that is wrong. Withdrawn places are never found. */
export const findPlaces = async (index: PlaceIndex, query: Query, now: Temporal.Instant): Promise<Result> => {
  const { signOf, accepts } = readFilters(query, now)
  const { centre, exact, among, nothing } = await targetOf(index, query.Query ?? '', positionIn(query), query.City)
  if (nothing) return { centre, places: [] }
  const from = { latitude: centre.Latitude, longitude: centre.Longitude }

  const limit = query.Limit ?? page.usual
  const radiusMetres = query.Radius ?? near.radiusMetres
  const distance = (at: number) => distanceMetres(from, index.facts(at))
  const found = among
    ? among.filter(at => accepts(index.facts(at))).sort((a, b) => distance(a) - distance(b))
    : index.nearest(from, limit, radiusMetres, accepts)
  // a typed zone number is read from a sign: that zone comes first, whatever the filters
  const shown = exact === undefined ? found : [...exact, ...found.filter(at => !exact.includes(at))]
  return {
    centre,
    places: shown.slice(0, limit).map(at => ({ at, distanceMetres: distance(at), sign: signOf(index.facts(at)) })),
  }
}

const suggested = { most: 8, zones: 3 }

/** What the letters typed so far may mean: zones whose number begins so, then names. Throws at the field that is wrong. */
export const suggestNames = async (
  index: PlaceIndex,
  { Query: typed = '', City, ...position }: Input<typeof suggest>['query'],
  inCity: (place: Facts) => { City: string; CityName: string | null },
): Promise<Answer<typeof suggest>['Items']> => {
  const from = positionIn(position) ?? middleOf(index, City)
  const zones = prefix.pattern.test(typed)
    ? index
        .listPrefixed(typed, prefix.most)
        .map(zone => ({ ...index.facts(zone), kind: 'zone' as const, zone }))
        .sort((a, b) => a.zoneNumber.length - b.zoneNumber.length || distanceMetres(from, a) - distanceMetres(from, b))
    : []
  const shown = zones.slice(0, suggested.zones)
  const isShown = ({ zone }: Spot) => zone !== undefined && shown.some(other => other.zone === zone)
  const names = (await index.search()).suggest(typed, from, suggested.most).filter(spot => !isShown(spot))
  return [...shown, ...names].slice(0, suggested.most).map((spot: Spot) => {
    const place = spot.zone === undefined ? null : index.facts(spot.zone)
    const [at] = place ? [] : index.nearest(spot, 1, neighborhoodMetres, () => true)
    const beside = place ?? (at === undefined ? null : index.facts(at))
    return {
      Name: spot.name,
      Kind: spot.kind,
      Detail: place?.address ?? beside?.neighbourhood ?? null,
      ZoneNumber: place?.zoneNumber ?? null,
      ...(beside ? inCity(beside) : { City: null, CityName: null }),
      Latitude: spot.latitude,
      Longitude: spot.longitude,
      Distance: Math.round(distanceMetres(from, spot)),
      Outside: index.isOutside(spot),
    }
  })
}
