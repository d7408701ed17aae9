// Reads CDS Curbs 1.0 and 1.1: zones with the policies that hold there, and their free spaces.
import type { RuleBook } from '@parkit/contract/city/calendar-schemas'
import * as z from 'zod/mini'
import { bookOfPolicies, Policy } from './cds-policies.ts'
import { centerOf, geometryOf, outlineOf } from './geometry.ts'
import { digestOf } from './mapped.ts'
import {
  emptyReading,
  type PlaceOfRows,
  PriceUnknown,
  parsed,
  type ReadBook,
  type Reading,
  RowFault,
  takeRow,
  UnreadableFile,
} from './shape.ts'

export const Zone = z.looseObject({
  curb_zone_id: z.string(),
  geometry: z.unknown(),
  curb_policy_ids: z.optional(z.array(z.string())),
  user_zone_id: z.nullish(z.string()),
  name: z.nullish(z.string()),
  street_name: z.nullish(z.string()),
  cross_street_start_name: z.nullish(z.string()),
  cross_street_end_name: z.nullish(z.string()),
  street_side: z.nullish(z.string()),
  num_spaces: z.nullish(z.int()),
  end_date: z.nullish(z.number()),
})
export type Zone = z.infer<typeof Zone>

const Envelope = z.looseObject({
  version: z.string(),
  currency: z.nullish(z.string()),
  data: z.looseObject({ zones: z.optional(z.array(z.unknown())), policies: z.optional(z.array(z.unknown())) }),
})
export type CdsOptions = { timeZone: string; currency: string; otherwise: RuleBook['otherwise']; attribution: string }

/** What an answer holds. Throws `UnreadableFile`. */
export const envelopeOf = (json: unknown) => {
  const read = Envelope.safeParse(json)
  if (!read.success) throw new UnreadableFile('The file is no answer of CDS Curbs: it has no version, or no data.')
  if (!/^1\.[01](\.|$)/.test(read.data.version))
    throw new UnreadableFile(`The file is of CDS ${read.data.version}; ParkIt reads 1.0 and 1.1.`)
  return read.data
}

/** The number on its sign, else its id: what the source calls it. */
export const refOf = ({ user_zone_id, curb_zone_id }: Pick<Zone, 'user_zone_id' | 'curb_zone_id'>): string =>
  user_zone_id || curb_zone_id

const placeOf = (zone: Zone, row: number, attribution: string): PlaceOfRows => {
  const given = zone.geometry as { type?: unknown; geometry?: unknown } | null
  const geometry = geometryOf(given?.type === 'Feature' ? given.geometry : given)
  const position = centerOf(geometry)
  if (!position) throw new RowFault('geometry', 'is missing')
  if (!zone.num_spaces || zone.num_spaces < 1) throw new RowFault('num_spaces', 'is missing: how many spaces it has')
  const ref = refOf(zone)
  const crossing = [zone.cross_street_start_name, zone.cross_street_end_name].filter(Boolean).join(' – ')
  return {
    rows: [row],
    ref,
    number: /^\d{4,6}$/.test(ref) ? ref : null,
    name: (zone.name || zone.street_name || ref).slice(0, 120),
    kind: 'street',
    side: zone.street_side?.slice(0, 20) || null,
    address: [zone.street_name || zone.name || ref, crossing].filter(Boolean).join(', ').slice(0, 200),
    neighborhood: '',
    ...position,
    outline: outlineOf('street', [geometry]),
    spaces: { general: zone.num_spaces },
    clearanceCm: null,
    features: [],
    evChargers: 0,
    refundsUnused: true,
    bookId: null,
    ratesText: null,
    attribution,
  }
}

/** Null where the policies do not say what parking costs, which the place then says. Throws a fault. */
const bookOf = (place: PlaceOfRows, policies: Policy[], options: { version: string } & CdsOptions): RuleBook | null => {
  try {
    return bookOfPolicies(policies, options)
  } catch (error) {
    if (!(error instanceof PriceUnknown)) throw error
    place.warning = { field: error.field, reason: error.message }
    return null
  }
}

/** `beside`: answers with the policies, where the file has zones alone. Throws `UnreadableFile`. */
export const readCds = (json: unknown, beside: unknown[], options: CdsOptions): Reading => {
  const reading = emptyReading()
  if (json === null) return reading
  const { version, currency, data } = envelopeOf(json)
  const rows = data.zones ?? []
  const given = data.policies ?? beside.flatMap(one => envelopeOf(one).data.policies ?? [])
  const known = new Map(given.map(policy => [(policy as { curb_policy_id?: unknown } | null)?.curb_policy_id, policy]))
  const books = new Map<string, ReadBook>()
  const isOurs = !currency || currency.toUpperCase() === options.currency
  reading.rowsRead = rows.length
  rows.forEach((given, i) => {
    const row = i + 1
    const { user_zone_id, curb_zone_id } = (given ?? {}) as { user_zone_id?: unknown; curb_zone_id?: unknown }
    const key = [user_zone_id, curb_zone_id].find(id => typeof id === 'string' && id !== '') ?? ''
    takeRow(reading.refused, row, key as string, () => {
      const zone = parsed(Zone, given)
      const place = placeOf(zone, row, options.attribution)
      const own = (zone.curb_policy_ids ?? []).map(id => {
        const policy = known.get(id)
        if (!policy) throw new RowFault('curb_policy_ids', `no policy ${id} is in the file`)
        return parsed(Policy, policy)
      })
      const book = own.length > 0 && isOurs ? bookOf(place, own, { version, ...options }) : null
      if (book) {
        const bookId = `cds-${digestOf(book)}`
        place.bookId = bookId
        if (!books.has(bookId)) {
          const name = own.map(policy => policy.name).find(Boolean) ?? place.name
          books.set(bookId, { bookId, name: name.slice(0, 120), inForceFrom: null, book, row })
        }
      }
      reading.places.push(place)
    })
  })
  reading.books = [...books.values()]
  return reading
}
