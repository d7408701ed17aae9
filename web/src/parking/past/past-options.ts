// Which past sessions to show, stored in the address, so that the other view, Back, and a reload show the same.

import { type PastFilter, type PastSort, pastSorts } from '@parkit/contract/parking/past'
import { zoneRefForm } from '@parkit/contract/platform/zone-number'

export const statusFilters = ['running', 'ended'] as const

export type PastOptions = {
  sort: PastSort
  /** Days as `2026-04-11`; empty for none. */
  from: string
  to: string
  vehicle: string
  text: string
  status: '' | (typeof statusFilters)[number]
  /** Selected on the map. */
  zone: string | null
}
export type Filters = Pick<PastOptions, 'from' | 'to' | 'vehicle' | 'text' | 'status'>

export const noFilters: Filters = { from: '', to: '', vehicle: '', text: '', status: '' }

export const isByDistance = (sort: PastSort): boolean => sort === 'less-distance' || sort === 'more-distance'

/** A valid calendar day, else empty. */
const dayOf = (text: string | null): string => {
  if (!text || !/^\d{4}-\d\d-\d\d$/.test(text)) return ''
  const ms = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text) ? text : ''
}

/** Reads an address; invalid values count as absent. */
export function parseOptions(address: URLSearchParams): PastOptions {
  const zone = address.get('zone')
  const vehicle = address.get('vehicle') ?? ''
  const from = dayOf(address.get('from'))
  const to = dayOf(address.get('to'))
  return {
    sort: pastSorts.find(sort => sort === address.get('sort')) ?? 'newest',
    from,
    to: from && to && to < from ? '' : to,
    vehicle: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(vehicle) ? vehicle : '',
    text: (address.get('q') ?? '').trim().slice(0, 120),
    status: statusFilters.find(status => status === address.get('status')) ?? '',
    zone: zone && zoneRefForm.test(zone) ? zone : null,
  }
}

/** For the address: only what differs from the defaults, always in the same order. */
export function formatOptions({ sort, from, to, vehicle, text, status, zone }: PastOptions): URLSearchParams {
  const params = { sort: sort === 'newest' ? '' : sort, from, to, vehicle, q: text, status, zone: zone ?? '' }
  return new URLSearchParams(Object.entries(params).filter(([, value]) => value !== ''))
}

/** Both days are one filter. */
export const countFilters = ({ from, to, vehicle, text, status }: Filters): number =>
  [from || to, vehicle, text, status].filter(Boolean).length

/** For the server; equal filters give equal objects, so that queries are shared. */
export const filterInput = ({ from, to, vehicle, text, status }: Filters): PastFilter => ({
  ...(from && { From: from }),
  ...(to && { To: to }),
  ...(vehicle && { VehicleId: vehicle }),
  ...(text && { Query: text }),
  ...(status && { Status: status }),
})
