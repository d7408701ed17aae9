// The filters and order of Find Parking, stored in the address for Back, a reload, and the other view.

import { features as allFeatures, type FilterFeature, type Found, type find } from '@parkit/contract/city/places'
import type { Input } from '@parkit/contract/platform/call'
import { near } from '@parkit/contract/platform/limits'
import { readZoneRef, zoneRefForm } from '@parkit/contract/platform/zone-number'
import type { Spot } from '#platform/position.ts'

export const orders = ['nearest', 'price', 'space'] as const
export type Order = (typeof orders)[number]

export type PlaceFilters = {
  /** A place, street, ZIP or zone number; empty for none. */
  text: string
  /** Around the driver's position. */
  nearMe: boolean
  /** The part of the map that was searched; beside a text, where what was chosen is. */
  area: (Spot & { radiusMetres: number }) | null
  stayMinutes: number
  /** Only places whose first hour costs less. */
  underDollars: number | null
  features: readonly FilterFeature[]
  openNow: boolean
  order: Order
  /** Selected in list and map. */
  zone: string | null
}

export const usualStayMinutes = 60
export const maxStayMinutes = 24 * 60
/** What the price chip offers; the middle of the city costs $6 an hour on the street. */
export const priceCaps = [3, 5, 7, 10, 15] as const
export const usualCap = 7
/** More would crowd a map of one part of the city. */
export const shownPlaces = 40

export const noFilters: PlaceFilters = {
  text: '',
  nearMe: false,
  area: null,
  stayMinutes: usualStayMinutes,
  underDollars: null,
  features: [],
  openNow: false,
  order: 'nearest',
  zone: null,
}

const whole = (text: string | null, least: number, most: number): number | null =>
  text && /^\d{1,5}$/.test(text) && Number(text) >= least && Number(text) <= most ? Number(text) : null

function areaOf(text: string | null): PlaceFilters['area'] {
  const numbers = text?.split(',').map(part => (part.trim() === '' ? Number.NaN : Number(part))) ?? []
  const [latitude = Number.NaN, longitude = Number.NaN, radius = near.radiusMetres] = numbers
  if (numbers.length > 3 || !(Math.abs(latitude) <= 90) || !(Math.abs(longitude) <= 180) || !(radius >= 1)) return null
  return { latitude, longitude, radiusMetres: Math.min(near.mostRadiusMetres, Math.round(radius)) }
}

/** Reads an address; invalid values count as absent. */
export function parseFilters(address: URLSearchParams): PlaceFilters {
  const wantedFeatures = address.get('with')?.split(',') ?? []
  const order = address.get('sort')
  const zone = address.get('zone')
  return {
    text: (address.get('q') ?? '').slice(0, 120),
    nearMe: address.get('near') === 'me',
    area: areaOf(address.get('at')),
    stayMinutes: whole(address.get('stay'), 1, maxStayMinutes) ?? usualStayMinutes,
    underDollars: whole(address.get('under'), 1, 100),
    features: allFeatures.filter(feature => wantedFeatures.includes(feature)),
    openNow: address.get('open') === 'now',
    order: orders.find(known => known === order) ?? 'nearest',
    zone: zone && zoneRefForm.test(zone) ? zone : null,
  }
}

/** For the address: only what differs from the defaults, always in the same order. */
export function formatFilters(filters: PlaceFilters): URLSearchParams {
  const { text, nearMe, area, stayMinutes, underDollars, features, openNow, order, zone } = filters
  const params: Record<string, string | null> = {
    q: text || null,
    near: nearMe ? 'me' : null,
    at: area && `${area.latitude.toFixed(5)},${area.longitude.toFixed(5)},${area.radiusMetres}`,
    stay: stayMinutes === usualStayMinutes ? null : String(stayMinutes),
    under: underDollars === null ? null : String(underDollars),
    with: features.join(',') || null,
    open: openNow ? 'now' : null,
    sort: order === 'nearest' ? null : order,
    zone,
  }
  return new URLSearchParams(Object.entries(params).flatMap(([name, value]) => (value === null ? [] : [[name, value]])))
}

/** Of the list and of the map. */
export const filterInput = ({ stayMinutes, underDollars, features, openNow }: PlaceFilters) => ({
  Minutes: stayMinutes,
  // the server's limit includes its end, the chip's does not
  MaxPrice: underDollars === null ? undefined : underDollars - 0.01,
  Features: features.join(',') || undefined,
  OpenNow: openNow ? ('true' as const) : undefined,
})

/**
 * For the server. A text is searched from where it was chosen, all else around the map's area or the driver, or where neither is known in
 * the `city` that was chosen.
 */
export function findInput(filters: PlaceFilters, position: Spot | null, city?: string): Input<typeof find> {
  const { text, area, zone } = filters
  const around = area ?? position
  const selected = readZoneRef(zone ?? '')
  return {
    query: {
      Query: text || undefined,
      City: text && selected.ZoneNumber === text ? selected.City : around ? undefined : city,
      Latitude: around?.latitude,
      Longitude: around?.longitude,
      Radius: !text && area ? area.radiusMetres : undefined,
      ...filterInput(filters),
      Limit: shownPlaces,
    },
  }
}

export const toggleFeature = (filters: PlaceFilters, feature: FilterFeature): PlaceFilters => ({
  ...filters,
  features: allFeatures.filter(one => (one === feature) !== filters.features.includes(one)),
})

/** True where a filter may have emptied the list. */
export const isFiltered = ({ underDollars, features, openNow }: PlaceFilters): boolean =>
  underDollars !== null || features.length > 0 || openNow

export const withoutFilters = (filters: PlaceFilters): PlaceFilters => ({
  ...filters,
  underDollars: null,
  features: [],
  openNow: false,
})

type Place = Pick<Found, 'ZoneNumber' | 'Price' | 'PriceMinutes' | 'Free' | 'Availability'>

/** Places without a count come last, and by price those that never open. */
const freeSpaces = ({ Free, Availability }: Place) => (Availability === 'unknown' ? -1 : (Free ?? -1))
const cost = ({ Price, PriceMinutes }: Place) => (PriceMinutes === 0 ? Number.POSITIVE_INFINITY : Price)
const compare = (a: number, b: number) => (a === b ? 0 : a < b ? -1 : 1)

/** `places` come nearest first, and keep that order where they are equal. */
export function sortPlaces<P extends Place>(places: readonly P[], order: Order): P[] {
  if (order === 'price') return places.toSorted((a, b) => compare(cost(a), cost(b)))
  if (order === 'space') return places.toSorted((a, b) => compare(freeSpaces(b), freeSpaces(a)))
  return [...places]
}
