// Reads APDS v4: places of the hierarchy with the rights and rate tables that belong to them, and what is counted there.
import { SpaceKind } from '@parkit/contract/city/calendar-schemas'
import type { Geometry } from 'geojson'
import * as z from 'zod/mini'
import { bookOfPlace, type Group, type Known, parsedAs, Restriction, SourceFault } from './apds-books.ts'
import { wordsOfTable } from './apds-rates.ts'
import { englishOf, Multilingual } from './apds-times.ts'
import type { CdsOptions } from './cds.ts'
import { centerOf, outlineOf } from './geometry.ts'
import { digestOf } from './mapped.ts'
import {
  emptyReading,
  type PlaceOfRows,
  type ReadBook,
  type Reading,
  RowFault,
  takeRow,
  UnreadableFile,
} from './shape.ts'

const Reference = z.looseObject({ id: z.string() })
const Element = z.looseObject({
  id: z.string().check(z.minLength(1)),
  type: z.string(),
  name: Multilingual,
  parentId: z.optional(Reference),
  timeZone: z.optional(z.string()),
  rightSpecifications: z.optional(z.array(Reference)),
  operatingRestrictions: z.optional(z.array(Restriction)),
  times: z.optional(z.looseObject({ available24hours: z.boolean() })),
  characteristics: z.optional(
    z.looseObject({
      structureType: z.optional(z.string()),
      spacesTotal: z.optional(z.int()),
      evChargingPoints: z.optional(z.int()),
    }),
  ),
  placeStreetAddress: z.optional(
    z.looseObject({
      addressLines: z.optional(z.array(z.looseObject({ type: z.optional(z.string()), text: Multilingual }))),
    }),
  ),
  indicativePlacePointLocation: z.optional(z.array(z.unknown())),
  placeBoundedZone: z.optional(z.array(z.unknown())),
  hierarchyElementReference: z.optional(
    z.looseObject({ supply: z.optional(z.array(z.looseObject({ supplyQuantity: z.int() }))) }),
  ),
})
type Element = z.infer<typeof Element>

const List = z.looseObject({
  meta: z.optional(z.looseObject({ total: z.optional(z.number()) })),
  data: z.array(z.looseObject({ id: z.optional(z.string()) })),
})
type Item = z.infer<typeof List>['data'][number]

/** What lists of answers hold, by what each entry is. Throws where a list is a page of more than is there. */
const listsOf = (files: unknown[]) => {
  const lists = files.map(file => {
    const read = List.safeParse(file)
    if (!read.success) throw new UnreadableFile('The file is no list of APDS v4: it has no data.')
    return read.data
  })
  const kindOf = (item: Item) =>
    'rateLineCollections' in item ? 'table' : 'layer' in item || 'hierarchyElementRecord' in item ? 'element' : 'right'
  const items = lists.flatMap(({ data }) => data)
  const kinds = Map.groupBy(items, kindOf)
  for (const { meta, data } of lists) {
    const given = data[0] ? kinds.get(kindOf(data[0]))!.length : 0
    if ((meta?.total ?? 0) > given)
      throw new UnreadableFile(
        `It is a page of ${meta!.total}, of which ${given} are there. Name the other pages with --with.`,
      )
  }
  return { elements: kinds.get('element') ?? [], tables: kinds.get('table') ?? [], rights: kinds.get('right') ?? [] }
}

const structures: Record<string, PlaceOfRows['kind']> = {
  onStreet: 'street',
  offStreetSurface: 'lot',
  offStreetStructure: 'garage',
}

const supplyOf = ({ hierarchyElementReference, characteristics }: Element): number => {
  const supply = hierarchyElementReference?.supply ?? []
  if (supply.length > 1)
    throw new RowFault('hierarchyElementReference.supply', 'has several: which of them holds is not said')
  return supply[0]?.supplyQuantity ?? characteristics?.spacesTotal ?? 0
}

/** A sub-place of spaces of some kinds has their names after its place's own id, as in `4101-loading`; null: of none ParkIt knows. */
const kindsOf = ({ id, parentId }: Element): SpaceKind[] | null => {
  const names = parentId && id.startsWith(`${parentId.id}-`) ? id.slice(parentId.id.length + 1).split('-') : []
  const kinds = names.flatMap(name => SpaceKind.safeParse(name).data ?? [])
  return kinds.length > 0 && kinds.length === names.length ? kinds : null
}

const isSameZone = (one: string, other: string): boolean => {
  const at = Temporal.Instant.fromEpochMilliseconds(0)
  try {
    return at.toZonedDateTimeISO(one).equals(at.toZonedDateTimeISO(other))
  } catch {
    return false
  }
}

const placeOf = (
  element: Element,
  children: Element[],
  row: number,
  { timeZone, attribution }: CdsOptions,
): PlaceOfRows => {
  const { id, characteristics } = element
  if (element.timeZone && !isSameZone(element.timeZone, timeZone))
    throw new RowFault('timeZone', `“${element.timeZone}” is not the city’s, ${timeZone}`)
  const kind = structures[characteristics?.structureType ?? 'offStreetSurface']
  if (!kind)
    throw new RowFault('characteristics.structureType', `“${characteristics!.structureType}” is none of APDS v4`)
  const geometries = [
    ...(element.placeBoundedZone ?? []),
    ...(element.indicativePlacePointLocation ?? []),
  ] as Geometry[]
  const point = element.indicativePlacePointLocation?.[0] as Geometry | undefined
  const position = point ? centerOf(point) : geometries[0] ? centerOf(geometries[0]) : null
  if (!position) throw new RowFault('indicativePlacePointLocation', 'is missing')
  const general = supplyOf(element)
  const spaces: PlaceOfRows['spaces'] = general > 0 ? { general } : {}
  for (const child of children) {
    const [of] = kindsOf(child) ?? []
    const count = supplyOf(child)
    if (of && count > 0) spaces[of] = (spaces[of] ?? 0) + count
  }
  if (Object.keys(spaces).length === 0)
    throw new RowFault('hierarchyElementReference.supply', 'is missing: how many spaces it has')
  const lines = element.placeStreetAddress?.addressLines ?? []
  const lineOf = (type: string) => englishOf(lines.find(line => line.type === type)?.text)
  const name = (englishOf(element.name) || id).slice(0, 120)
  return {
    rows: [row],
    ref: id,
    number: /^\d{4,6}$/.test(id) ? id : null,
    name,
    kind,
    side: null,
    address: (lineOf('street') || name).slice(0, 200),
    neighborhood: lineOf('region').slice(0, 120),
    ...position,
    outline: outlineOf(kind, geometries),
    spaces,
    clearanceCm: null,
    features: [],
    evChargers: characteristics?.evChargingPoints ?? 0,
    refundsUnused: true,
    bookId: null,
    ratesText: null,
    attribution,
  }
}

/**
 * `files`: the list of places, and those of rates and rights, in any order. A place is payable where all that its rates and restrictions say
 * is understood and in the city's currency; else it has a warning with the field that is not, and its rates in words. Throws
 * `UnreadableFile`.
 */
export const readApds = (files: unknown[], options: CdsOptions): Reading => {
  const reading = emptyReading()
  const { elements, tables, rights } = listsOf(files)
  reading.rowsRead = elements.length
  const known: Known = {
    ...options,
    tables: new Map(tables.flatMap(one => [[one.id ?? '', one] as const, [`${one.id} ${one.version}`, one] as const])),
  }
  const childrenOf = Map.groupBy(elements, item => (item as { parentId?: { id?: string } }).parentId?.id ?? '')
  const rightsAt = (id: string, own: readonly { id: string }[] = []) =>
    rights.filter(
      right =>
        own.some(one => one.id === right.id) ||
        (right.hierarchyElements as { id?: string }[] | undefined)?.some(one => one.id === id),
    )
  const isOurs = (right: Item) =>
    ((right.rateEligibility ?? []) as { rateTable?: { id?: string } }[]).every(({ rateTable }) => {
      const lines = (known.tables.get(rateTable?.id ?? '') as Item | undefined)?.rateLineCollections
      return !Array.isArray(lines) || lines.every(({ applicableCurrency }) => applicableCurrency === options.currency)
    })
  const books = new Map<string, ReadBook>()

  elements.forEach((given, i) => {
    const row = i + 1
    takeRow(reading.refused, row, given.id ?? '', () => {
      const element = parsedAs(Element, given)
      if (element.type !== 'place') {
        if (element.type === 'subplaceElement' && kindsOf(element)) return
        throw new RowFault('type', `“${element.type}” is no place of its own, and no spaces of a kind ParkIt knows`)
      }
      const children = (childrenOf.get(element.id) ?? []).map(child => parsedAs(Element, child))
      const place = placeOf(element, children, row, options)
      const groups = [element, ...children].map(
        (one): Group => ({
          ref: one.id,
          kinds: one === element ? null : kindsOf(one),
          rights: rightsAt(one.id, one.rightSpecifications),
          restrictions: one.operatingRestrictions ?? [],
        }),
      )
      const sold = groups.flatMap(group => group.rights as Item[])
      const hasHours = element.times?.available24hours === false
      if (hasHours) place.warning = { field: 'times', reason: 'has hours of operation, which no rule says' }
      const isWhole = children.every(kindsOf) && !hasHours
      if (isWhole && sold.length > 0 && sold.every(isOurs))
        try {
          const { book, since } = bookOfPlace(groups, known)
          const inForceFrom = since === null ? null : Temporal.Instant.from(since)
          const bookId = `apds-${digestOf([book, since])}`
          place.bookId = bookId
          if (!books.has(bookId)) books.set(bookId, { bookId, name: place.name, inForceFrom, book, row })
        } catch (error) {
          if (!(error instanceof SourceFault)) throw error
          const { field, message: reason } = error.fault
          place.warning = { field: error.of === element.id ? field : `${error.of}, ${field}`, reason }
        }
      if (place.bookId === null) {
        const ids = sold.flatMap(right =>
          ((right.rateEligibility ?? []) as { rateTable?: { id?: string } }[]).map(
            ({ rateTable }) => rateTable?.id ?? '',
          ),
        )
        const words = [...new Set(ids)].flatMap(id => wordsOfTable(known.tables.get(id)) ?? [])
        const warnings = groups.flatMap(({ restrictions }) =>
          restrictions.flatMap(({ operatingRestrictionContext: said }) => englishOf(said) || []),
        )
        const en = [...words, ...warnings].join('; ').slice(0, 2_000)
        if (en !== '') place.ratesText = { en }
      }
      reading.places.push(place)
    })
  })
  reading.books = [...books.values()]
  return reading
}
