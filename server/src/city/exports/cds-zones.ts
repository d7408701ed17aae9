// Places as curb zones of CDS 1.1, one for each group of spaces that rules tell apart. Pure.
import type { SpaceKind } from '@parkit/contract/city/calendar-schemas'
import type { Place } from '#city/places/places.ts'
import { type Book, kindGroupsOf } from './books.ts'
import { type CdsPolicy, cdsPoliciesOf } from './cds-policies.ts'
import { geometryOf, type Line } from './geometry.ts'
import { uuidOf } from './ids.ts'

export const cdsVersion = '1.1.0'

/** The first group of kinds has the place's own id. */
export const curbZoneId = (city: string, zoneNumber: string, group = 0, kinds: SpaceKind[] = []): string =>
  group === 0 ? uuidOf('zone', city, zoneNumber) : uuidOf('zone', city, zoneNumber, ...kinds)

export type KindPolicies = { kinds: SpaceKind[]; policies: CdsPolicy[] }
export const kindPoliciesOf = (book: Book): KindPolicies[] =>
  kindGroupsOf(book.book).map(kinds => ({ kinds, policies: cdsPoliciesOf(book, kinds[0]!) }))

/** Spaces by kind, as far as they are known. */
export const countsOf = ({ capacity, accessibleSpaces, evChargers }: Place): [SpaceKind, number][] => [
  ['general', capacity - accessibleSpaces - evChargers],
  ['accessible', accessibleSpaces],
  ['electric', evChargers],
]

export type Counted = { taken: number; observedAt: Temporal.Instant } | null
/** When the zone became known and when its facts were last written. */
export type Known = { publishedAt: Temporal.Instant }

/** Texts alone, as CDS wants them. */
const attributesOf = (place: Place, kinds: SpaceKind[]) => ({
  kind: place.kind,
  neighborhood: place.neighbourhood,
  spaces: countsOf(place)
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => `${kind} ${count}`)
    .join(', '),
  space_kinds: kinds.join(' '),
  features: place.features.join(' '),
  attribution: place.attribution,
})

/** Without an outline the geometry is a line of no length, because CDS knows no points. */
const cdsGeometry = (place: Place, outline: Line) => {
  const geometry = geometryOf(place, outline)
  return geometry.type === 'Point'
    ? { type: 'LineString', coordinates: [geometry.coordinates, geometry.coordinates] }
    : geometry
}

export const curbZonesOf = (place: Place, outline: Line, groups: KindPolicies[], counted: Counted, known: Known) => {
  const at = known.publishedAt.epochMilliseconds
  const named = new Set(groups.slice(1).flatMap(({ kinds }) => kinds))
  return groups.map(({ kinds, policies }, i) => {
    const counts = countsOf(place).filter(([kind]) => (i === 0 ? !named.has(kind) : kinds.includes(kind)))
    const spaces = counts.reduce((sum, [, count]) => sum + count, 0)
    // a count is of the whole place
    const free = counted && groups.length === 1 ? Math.max(0, place.capacity - counted.taken) : null
    return {
      curb_zone_id: curbZoneId(place.city, place.zoneNumber, i, kinds),
      geometry: cdsGeometry(place, outline),
      curb_policy_ids: policies.map(({ curb_policy_id }) => curb_policy_id),
      published_date: at,
      last_updated_date: at,
      start_date: at,
      name: place.name,
      user_zone_id: place.zoneNumber,
      street_name: place.address,
      ...(spaces > 0 && { num_spaces: spaces }),
      ...(free !== null && { available_spaces: free, availability_time: counted!.observedAt.epochMilliseconds }),
      custom_attributes: attributesOf(place, kinds),
    }
  })
}

/** A zone's counter, which may be any machine: ParkIt knows what it reports alone. */
export const curbStatusOf = ({ city, zoneNumber }: Place, isOnline: boolean) => ({
  data_source_device_id: uuidOf('counter', city, zoneNumber),
  data_source_type: 'data_feed',
  sensor_status_is_commissioned: true,
  sensor_status_is_online: isOnline,
})
