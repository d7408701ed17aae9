// Reads ParkAPI v3: car parks of a city, their spaces, and their prices in words; and its live counts.

import type { SpaceKind } from '@parkit/contract/city/calendar-schemas'
import type { Point } from 'geojson'
import * as z from 'zod/mini'
import { centerOf, geometryOf, outlineOf } from './geometry.ts'
import { emptyReading, meaningOf, type PlaceOfRows, type Reading, RowFault, takeRow, UnreadableFile } from './shape.ts'
import { featuresOf } from './tables.ts'

const text = z.nullish(z.string())
/** some write numbers as texts */
const count = z.nullish(
  z.coerce.number('is no number').check(z.refine(n => Number.isInteger(n) && n >= 0, 'is no whole number')),
)
export const Site = z.looseObject({
  uid: z.string().check(z.minLength(1)),
  name: z.string().check(z.minLength(1)),
  type: text,
  address: text,
  lat: z.nullish(z.coerce.number()),
  lon: z.nullish(z.coerce.number()),
  capacity: count,
  capacity_disabled: count,
  capacity_charging: count,
  capacity_woman: count,
  capacity_women: count,
  capacity_family: count,
  capacity_carsharing: count,
  capacity_bus: count,
  capacity_truck: count,
  max_height: count,
  has_fee: z.nullish(z.boolean()),
  fee_description: text,
  opening_hours: text,
  is_covered: z.nullish(z.boolean()),
  restrictions: z.nullish(z.array(z.looseObject({ type: text, capacity: count }))),
})
type Site = z.infer<typeof Site>

const kinds: Record<string, PlaceOfRows['kind']> = {
  ON_STREET: 'street',
  OFF_STREET_PARKING_GROUND: 'lot',
  UNDERGROUND: 'garage',
  CAR_PARK: 'garage',
}
const restrictionKinds: Record<string, SpaceKind> = {
  DISABLED: 'accessible',
  CHARGING: 'electric',
  FAMILY: 'family',
  CARSHARING: 'carshare',
  BUS: 'bus',
  RESIDENT: 'permit',
}

/** Spaces of each kind are parts of the whole capacity. */
const spacesOf = (site: Site): PlaceOfRows['spaces'] => {
  if (!site.capacity) throw new RowFault('capacity', 'is missing: how many spaces it has')
  const own: Partial<Record<SpaceKind, number | null | undefined>> = {
    accessible: site.capacity_disabled,
    electric: site.capacity_charging,
    family: site.capacity_family,
    carshare: site.capacity_carsharing,
    bus: site.capacity_bus,
  }
  for (const { type, capacity } of site.restrictions ?? []) {
    const kind = meaningOf(restrictionKinds, type ?? '')
    if (kind && capacity) own[kind] ??= capacity
  }
  const counted = Object.entries(own).filter((entry): entry is [SpaceKind, number] => Boolean(entry[1]))
  const special = counted.reduce((sum, [, n]) => sum + n, 0)
  if (special > site.capacity)
    throw new RowFault('capacity', `is ${site.capacity}, and ${special} spaces of it are of a kind`)
  return Object.fromEntries([...(special < site.capacity ? [['general', site.capacity - special]] : []), ...counted])
}

/** GeoJSON features, or `items` with `lat` and `lon`. */
const rowsOf = (json: unknown): { own: Record<string, unknown>; geometry: unknown }[] => {
  const { items } = (json ?? {}) as { items?: unknown }
  if (Array.isArray(items))
    return items.map((own: Record<string, unknown> | null) => ({ own: own ?? {}, geometry: null }))
  return featuresOf(json).map(({ properties, geometry }) => ({ own: properties ?? {}, geometry: geometry ?? null }))
}

const siteOf = (given: unknown): Site => {
  const read = Site.safeParse(given)
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw new RowFault(issue!.path.join('.') || 'row', issue!.message)
}

const pointOf = ({ lat, lon }: Site): Point | null =>
  typeof lat === 'number' && typeof lon === 'number' ? { type: 'Point', coordinates: [lon, lat] } : null

const placeOf = (site: Site, drawn: unknown, row: number, attribution: string): PlaceOfRows => {
  const kind = meaningOf(kinds, site.type ?? 'CAR_PARK')
  if (!kind) throw new RowFault('type', `“${site.type}” is none of ${Object.keys(kinds).join(', ')}`)
  const geometry = drawn === null ? pointOf(site) : geometryOf(drawn)
  const position = geometry && centerOf(geometry)
  if (!position) throw new RowFault('lat', 'is missing: it has no position')
  const rates = [site.fee_description, site.has_fee === false ? 'kostenfrei · free' : null].find(Boolean)
  const spaces = spacesOf(site)
  return {
    rows: [row],
    ref: site.uid,
    number: /^\d{4,6}$/.test(site.uid) ? site.uid : null,
    name: site.name,
    kind,
    side: null,
    address: site.address || site.name,
    neighborhood: '',
    ...position,
    outline: outlineOf(kind, [geometry]),
    spaces,
    clearanceCm: site.max_height || null,
    features: [
      ...(spaces.electric ? (['ev'] as const) : []),
      ...(site.is_covered || kind === 'garage' ? (['covered'] as const) : []),
      ...(spaces.accessible ? (['accessible'] as const) : []),
    ],
    evChargers: spaces.electric ?? 0,
    refundsUnused: true,
    // prices are words there, which no driver can be charged by
    bookId: null,
    ratesText: rates ? { en: rates.slice(0, 2_000) } : null,
    attribution,
  }
}

/** `patches`: further files whose items add to or take the place of fields of the same `uid`. */
export const readParkApi = (json: unknown, patches: unknown[], attribution: string): Reading => {
  const reading = emptyReading()
  const rows = json === null ? [] : rowsOf(json)
  const changes = patches.flatMap(patch => {
    const { items = [] } = (patch ?? {}) as { items?: ({ uid?: unknown } | null)[] }
    if (!Array.isArray(items)) throw new UnreadableFile('The patch has no list of items.')
    return items.map((own): [string, object] => {
      if (typeof own?.uid !== 'string') throw new UnreadableFile('The patch has an item without a uid.')
      return [own.uid, own]
    })
  })
  const changed = new Map(changes)
  reading.rowsRead = rows.length
  rows.forEach(({ own, geometry }, i) => {
    const uid = typeof own.uid === 'string' ? own.uid : ''
    takeRow(reading.refused, i + 1, uid, () => {
      reading.places.push(placeOf(siteOf({ ...own, ...changed.get(uid) }), geometry, i + 1, attribution))
    })
  })
  return reading
}
