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
  meaningOf,
  type PlaceOfRows,
  type ReadBook,
  type Reading,
  RowFault,
  takeRow,
  UnreadableFile,
} from './shape.ts'

const Reference = z.looseObject({ id: z.string() })
const Position = z.tuple([z.number(), z.number()], z.number())
const Point = z.looseObject({ type: z.literal('Point'), coordinates: Position })
const Area = z.looseObject({
  type: z.literal('MultiPolygon'),
  coordinates: z.array(z.array(z.array(Position).check(z.minLength(4))).check(z.minLength(1))),
})
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
  indicativePlacePointLocation: z.optional(z.array(Point)),
  placeBoundedZone: z.optional(z.array(Area)),
  hierarchyElementReference: z.optional(
    z.looseObject({ supply: z.optional(z.array(z.looseObject({ supplyQuantity: z.int() }))) }),
  ),
})
type Element = z.infer<typeof Element>

const List = z.looseObject({
  meta: z.optional(z.looseObject({ total: z.optional(z.number()) })),
  data: z.array(
    z.looseObject({
      id: z.string(),
      parentId: z.optional(Reference),
      hierarchyElements: z.optional(z.array(Reference)),
      rateEligibility: z.optional(z.array(z.looseObject({ rateTable: z.optional(Reference) }))),
      rateLineCollections: z.optional(z.array(z.looseObject({ applicableCurrency: z.optional(z.string()) }))),
    }),
  ),
})
type Item = z.infer<typeof List>['data'][number]

/** What lists of answers hold, by what each entry is. Throws where a list is a page of more than is there. */
const listsOf = (files: unknown[]) => {
  const lists = files.map(file => {
    const read = List.safeParse(file)
    if (read.success) return read.data
    const { path, message } = read.error.issues[0]!
    throw new UnreadableFile(`The file is no list of APDS v4: ${path.join('.') || 'data'}: ${message}.`)
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
  const kind = meaningOf(structures, characteristics?.structureType ?? 'offStreetSurface')
  if (!kind)
    throw new RowFault('characteristics.structureType', `“${characteristics!.structureType}” is none of APDS v4`)
  const areas = (element.placeBoundedZone ?? []) as Geometry[]
  const points = (element.indicativePlacePointLocation ?? []) as Geometry[]
  const [at] = [...points, ...areas]
  const position = at ? centerOf(at) : null
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
    outline: outlineOf(kind, [...areas, ...points]),
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
    tables: new Map(
      tables.flatMap(one => [[one.id, one] as const, [`${one.id} ${JSON.stringify(one.version)}`, one] as const]),
    ),
  }
  const rowOf = new Map(elements.map((item, i) => [item, i + 1]))
  const childrenOf = Map.groupBy(
    elements.filter(({ type }) => type !== 'place'),
    ({ parentId }) => parentId?.id ?? '',
  )
  const rightsById = new Map(rights.map(right => [right.id, right]))
  const rightsByPlace = new Map<string, Set<Item>>()
  for (const right of rights)
    for (const { id } of right.hierarchyElements ?? [])
      rightsByPlace.getOrInsertComputed(id, () => new Set()).add(right)
  const rightsAt = (id: string, own: readonly { id: string }[] = []): Item[] => [
    ...new Set([...(rightsByPlace.get(id) ?? []), ...own.flatMap(one => rightsById.get(one.id) ?? [])]),
  ]
  const tablesById = new Map(tables.map(table => [table.id, table]))
  const tablesOf = (right: Item): Item[] =>
    (right.rateEligibility ?? []).flatMap(({ rateTable }) => tablesById.get(rateTable?.id ?? '') ?? [])
  const isOurs = (right: Item) =>
    tablesOf(right).every(({ rateLineCollections = [] }) =>
      rateLineCollections.every(({ applicableCurrency }) => applicableCurrency === options.currency),
    )
  const books = new Map<string, ReadBook>()

  const inPlaces = new Set<number>()
  // places first: what they are made of is in their rows
  for (const given of elements.toSorted((a, b) => Number(b.type === 'place') - Number(a.type === 'place'))) {
    const row = rowOf.get(given)!
    takeRow(reading.refused, row, given.id, () => {
      const element = parsedAs(Element, given)
      if (element.type !== 'place') {
        if (element.type === 'subplaceElement' && kindsOf(element)) {
          if (inPlaces.has(row)) return
          throw new RowFault('parentId', `is ${element.parentId!.id}, which is no place that is taken`)
        }
        throw new RowFault('type', `“${element.type}” is no place of its own, and no spaces of a kind ParkIt knows`)
      }
      const parts = childrenOf.get(element.id) ?? []
      const children = parts.map(child => parsedAs(Element, child))
      const place = placeOf(element, children, row, options)
      place.rows.push(...parts.filter((_, i) => kindsOf(children[i]!)).map(part => rowOf.get(part)!))
      for (const taken of place.rows) inPlaces.add(taken)
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
      const isKnown = children.every(kindsOf)
      if (!isKnown) place.warning = { field: 'childIds', reason: 'has sub-places of no kind ParkIt knows' }
      if (isKnown && !hasHours && sold.length > 0 && sold.every(isOurs))
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
        const words = [...new Set(sold.flatMap(tablesOf))].flatMap(table => wordsOfTable(table) ?? [])
        const warnings = groups.flatMap(({ restrictions }) =>
          restrictions.flatMap(({ operatingRestrictionContext: said }) => englishOf(said) || []),
        )
        const en = [...words, ...warnings].join('; ').slice(0, 2_000)
        if (en !== '') place.ratesText = { en }
      }
      reading.places.push(place)
    })
  }
  reading.books = [...books.values()]
  return reading
}
