// Makes places and rule books of a table by its mapping: rows of one number are one place, unless their rules differ.
import { createHash } from 'node:crypto'
import { type RuleBook, SpaceKind } from '@parkit/contract/city/calendar-schemas'
import type { Feature } from '@parkit/contract/city/places-schemas'
import { Kind } from '@parkit/contract/city/places-schemas'
import type { Geometry } from 'geojson'
import { bookOfRow, fieldOf, fill, requireColumns, requireComputed } from './fill.ts'
import { centerOf, geometryOf, isInDegrees, outlineOf, saveInDegrees } from './geometry.ts'
import type { Mapping, Template } from './mapping-file.ts'
import {
  emptyReading,
  meaningOf,
  type PlaceOfRows,
  type RatesText,
  type ReadBook,
  type Reading,
  type RefusedRow,
  RowFault,
  takeRow,
} from './shape.ts'
import type { TableRow } from './tables.ts'
import { numberOf, wholeOf } from './values.ts'

/** Eight characters of what a book says. */
export const digestOf = (book: unknown): string =>
  createHash('sha256').update(JSON.stringify(book)).digest('hex').slice(0, 8)

/** What one row says. */
type Said = {
  row: TableRow
  geometry: Geometry | null
  ref: string
  latitude: number
  longitude: number
  spaces: [kind: SpaceKind, count: number][]
  book: (Omit<ReadBook, 'row'> & { digest: string }) | null
}

const positionOf = ({ latitude, longitude }: Mapping['place'], row: TableRow, geometry: Geometry | null) => {
  if (latitude !== undefined && longitude !== undefined) {
    const degreesOf = (template: Template) => {
      const degrees = numberOf(fill(template, row), fieldOf(template))
      if (Math.abs(degrees) <= 360) return degrees
      throw new RowFault(fieldOf(template), `${fill(template, row)} are no degrees: ${saveInDegrees}`)
    }
    return { latitude: degreesOf(latitude), longitude: degreesOf(longitude) }
  }
  if (!geometry) throw new RowFault('geometry', 'is missing')
  if (!isInDegrees(geometry)) throw new RowFault('geometry', `is not in degrees: ${saveInDegrees}`)
  return centerOf(geometry) ?? raise(new RowFault('geometry', 'has no position'))
}
const raise = (error: Error): never => {
  throw error
}

const spacesOf = (spaces: Mapping['place']['spaces'], row: TableRow): Said['spaces'] =>
  Object.entries(spaces).flatMap(([kindTemplate, countTemplate]) => {
    const kind = SpaceKind.safeParse(fill(kindTemplate, row))
    if (!kind.success) throw new RowFault(fieldOf(kindTemplate), `“${fill(kindTemplate, row)}” is no kind of space`)
    const text = fill(countTemplate, row)
    const count = text === '' ? 0 : wholeOf(text, fieldOf(countTemplate))
    return count > 0 ? [[kind.data, count]] : []
  })

const instantOf = (text: string, field: string, timeZone: string): Temporal.Instant | null => {
  if (text === '') return null
  try {
    return Temporal.PlainDate.from(text).toZonedDateTime(timeZone).toInstant()
  } catch {
    throw new RowFault(field, `“${text}” is no date as 2027-01-31: year, month, day`)
  }
}

/** `known`: what rows before said, so that 100,000 rows hold a few books once. */
const bookSaid = (
  book: Mapping['book'],
  row: TableRow,
  timeZone: string,
  known: Map<string, NonNullable<Said['book']>>,
): Said['book'] => {
  if (!book) return null
  const rules: RuleBook = bookOfRow(book, row)
  const from = book.from === undefined ? '' : fill(book.from, row)
  const digest = digestOf(rules)
  // the same rules that hold at once elsewhere are another book
  const bookId =
    (book.id !== undefined && fill(book.id, row)) || `book-${from === '' ? digest : digestOf([rules, from])}`
  const name = fill(book.name, row)
  const key = JSON.stringify([digest, from, bookId, name])
  const said = known.get(key) ?? {
    bookId,
    name,
    inForceFrom: instantOf(from, fieldOf(book.from ?? ''), timeZone),
    book: rules,
    digest,
  }
  known.set(key, said)
  return said
}

const textsOf = (texts: RatesText | undefined, row: TableRow): RatesText | null => {
  if (!texts || fill(texts.en, row) === '') return null
  const filled = Object.entries(texts).map(([language, text]) => [language, fill(text, row)])
  return Object.fromEntries(filled) as RatesText
}

/** One place of the rows that share its number and rules. Throws a fault at a column. */
const placeOf = (mapping: Mapping, said: Said[], part: string | null): PlaceOfRows => {
  const { place } = mapping
  const [{ row, ref, book }] = said as [Said]
  const optional = (template: Template | undefined) => (template === undefined ? '' : fill(template, row))
  const kind = Kind.safeParse(fill(place.kind, row))
  if (!kind.success)
    throw new RowFault(fieldOf(place.kind), `“${fill(place.kind, row)}” is none of street, lot, garage`)
  const spaces: Partial<Record<SpaceKind, number>> = {}
  // rows that say another rate of later count no space again
  for (const { spaces: counted } of said.filter(
    one => one.book?.inForceFrom?.epochMilliseconds === book?.inForceFrom?.epochMilliseconds,
  ))
    for (const [of, count] of counted) spaces[of] = (spaces[of] ?? 0) + count
  const mean = (of: 'latitude' | 'longitude') =>
    Math.round((said.reduce((sum, one) => sum + one[of], 0) / said.length) * 1e6) / 1e6
  const clearance = optional(place.clearanceMeters)
  const chargers = optional(place.evChargers)
  return {
    rows: said.map(one => one.row.row),
    ref: part === null ? ref : `${ref}/${part}`,
    number: part === null && /^\d{4,6}$/.test(ref) ? ref : null,
    ...(part !== null && { splitOf: ref }),
    name: fill(place.name, row),
    kind: kind.data,
    side: optional(place.side) || null,
    address: fill(place.address, row),
    neighborhood: optional(place.neighborhood),
    latitude: mean('latitude'),
    longitude: mean('longitude'),
    outline: outlineOf(
      kind.data,
      said.flatMap(one => one.geometry ?? []),
    ),
    spaces,
    clearanceCm: clearance === '' ? null : Math.round(numberOf(clearance, fieldOf(place.clearanceMeters!)) * 100),
    features: (place.features ?? []).map(name => fill(name, row)).filter(name => name !== '') as Feature[],
    evChargers: chargers === '' ? (spaces.electric ?? 0) : wholeOf(chargers, fieldOf(place.evChargers!)),
    refundsUnused: place.refundsUnused ?? true,
    bookId: book?.bookId ?? null,
    ratesText: textsOf(place.ratesText, row),
    attribution: mapping.attribution ?? '',
  }
}

/** Every row is in a place or among the refused. Throws `UnreadableFile` where the mapping does not fit the table. */
export const readMapped = (rows: TableRow[], mapping: Mapping, timeZone: string): Reading => {
  requireColumns(mapping, rows)
  const reading = emptyReading()
  reading.rowsRead = rows.length
  reading.lists = (mapping.lists ?? []).map(({ id, name, ...list }) => ({ listId: id, name, list }))
  const { refused } = reading
  const said: Said[] = []
  const known = new Map<string, NonNullable<Said['book']>>()
  for (const row of rows) {
    for (const [field, meanings] of Object.entries(mapping.values ?? {})) {
      const meaning = meaningOf(meanings, row.fields.get(field) ?? '')
      if (meaning !== undefined) row.fields.set(field, String(meaning))
    }
    const ref = fill(mapping.place.ref, row)
    takeRow(refused, row.row, ref, () => {
      requireComputed(mapping, row)
      for (const { field, values, reason } of mapping.skip ?? [])
        if (values.some(value => String(value ?? '') === (row.fields.get(field) ?? '')))
          throw new RowFault(field, reason)
      if (ref === '') throw new RowFault(fieldOf(mapping.place.ref), 'is empty')
      const geometry = row.geometry === null ? null : geometryOf(row.geometry)
      said.push({
        row,
        geometry,
        ref,
        ...positionOf(mapping.place, row, geometry),
        spaces: spacesOf(mapping.place.spaces, row),
        book: bookSaid(mapping.book, row, timeZone, known),
      })
    })
  }
  const books = new Map<string, ReadBook & { digest: string }>()
  const addBook = ({ row, book }: Said) => {
    if (!book) return
    const key = `${book.bookId} ${book.inForceFrom}`
    const known = books.get(key)
    if (known && known.digest !== book.digest)
      throw new RowFault('rules', `row ${known.row} says other rules of the same name, ${book.bookId}`)
    if (!known) books.set(key, { ...book, row: row.row })
  }
  for (const [ref, all] of Map.groupBy(said, one => one.ref)) {
    const digests = Map.groupBy(all, one => one.book?.digest ?? '')
    const versions = new Set(all.map(({ book }) => `${book?.inForceFrom}`))
    const isVersioned = versions.size === digests.size && new Set(all.map(({ book }) => book?.bookId)).size === 1
    const isMixed = digests.size > 1 && !isVersioned
    for (const [digest, rowsOfPart] of isMixed && mapping.split ? digests : [['', all] as const]) {
      const faults: RefusedRow[] = []
      takeRow(faults, 0, ref, () => {
        if (isMixed && !mapping.split)
          throw new RowFault(
            'rules',
            `mixed_rules: rows of ${ref} have ${digests.size} different rules, and the mapping does not split`,
          )
        const place = placeOf(mapping, rowsOfPart, digest || null)
        rowsOfPart.forEach(addBook)
        reading.places.push(place)
      })
      // a place that is refused refuses each of its rows
      for (const fault of faults) for (const { row } of rowsOfPart) refused.push({ ...fault, row: row.row })
    }
  }
  reading.books = [...books.values()].map(({ digest: _, ...book }) => book)
  return reading
}
