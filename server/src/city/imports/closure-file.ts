// Reads dated changes from a table, features, or CDS: which zones are closed between two instants, and why. Pure.
import type { Geometry } from 'geojson'
import * as z from 'zod/mini'
import type { CityFacts } from '#city/cities/cities.ts'
import { readCdsClosures } from './cds-closures.ts'
import { fieldOf, fill } from './fill.ts'
import { geometryOf, isInDegrees, saveInDegrees } from './geometry.ts'
import { readMappingText } from './mapping-text.ts'
import type { FileToRead } from './readers.ts'
import { type ReadClosure, type RefusedRow, RowFault, takeRow, UnreadableFile } from './shape.ts'
import { jsonOf, readTable, type TableRow } from './tables.ts'
import { centsOf, instantOf } from './values.ts'

const ClosuresMapping = z.strictObject({
  format: z.enum(['csv', 'geojson']),
  encoding: z.optional(z.string()),
  delimiter: z.optional(z.string()),
  /** the row's own id, the same in the next file */
  id: z.string(),
  /** numbers on signs, or what the source calls its places, with commas, semicolons, or spaces between; left out or empty: by the geometry */
  zones: z.optional(z.string()),
  /** instants, or the city's local time; a date alone is its midnight */
  from: z.string(),
  to: z.string(),
  reason: z.string(),
  tow: z.optional(z.string()),
  /** an amount, for an event rate that is paid by begun hours; left out or empty: closed */
  perHour: z.optional(z.string()),
})
/** Of a file whose columns bear these names. */
const plain = {
  id: '{id}',
  zones: '{zones}',
  from: '{from}',
  to: '{to}',
  reason: '{reason}',
  tow: '{tow}',
  perHour: '{perHour}',
}

const mappingOf = ({ mapping, format }: FileToRead): z.infer<typeof ClosuresMapping> => {
  if (format !== 'csv' && format !== 'geojson')
    throw new UnreadableFile('Closures are read as --format csv, geojson, or cds.')
  if (!mapping) return { format, ...plain }
  const given = readMappingText(ClosuresMapping, mapping)
  if (given.format !== format) throw new UnreadableFile(`The mapping is for ${given.format}.`)
  return given
}

const timeOf = (text: string, field: string, timeZone: string): Temporal.Instant => {
  const at = instantOf(text, timeZone)
  if (!at)
    throw new RowFault(field, text === '' ? 'is empty' : `“${text}” is no time as 2026-11-26T15:00: year, month, day`)
  return at
}

const yes = /^(yes|true|1|y|tow)$/i
const no = /^(no|false|0|n|)$/i

/** What the feature of a row that names no zones covers. Throws a fault. */
const shapeOf = ({ geometry }: TableRow, field: string): Geometry => {
  if (geometry === null) throw new RowFault(field, 'is empty')
  const shape = geometryOf(geometry)
  if (!isInDegrees(shape)) throw new RowFault('geometry', `is not in degrees: ${saveInDegrees}`)
  return shape
}

/** Throws where no row has a column that every closure needs. */
const requireNames = (rows: TableRow[], templates: string[]): void => {
  const known = new Set(rows.flatMap(({ fields }) => [...fields.keys()]))
  const missing = templates
    .filter(name => name.includes('{'))
    .map(fieldOf)
    .find(name => rows.length > 0 && !name.split(', ').some(one => known.has(one)))
  if (missing)
    throw new UnreadableFile(
      `No row has the column “${missing}”. The columns are: ${[...known].slice(0, 40).join(', ')}. If they have other names, say in a mapping which are id, zones, from, to, and reason.`,
    )
}

/** `currency`: the city's. Throws `UnreadableFile`. */
export const readClosures = (
  file: FileToRead,
  { timeZone, currency }: Pick<CityFacts, 'timeZone' | 'currency'>,
): { rowsRead: number; closures: ReadClosure[]; refused: RefusedRow[] } => {
  if (file.format === 'cds')
    return file.bytes.length === 0
      ? { rowsRead: 0, closures: [], refused: [] }
      : readCdsClosures([file.bytes, ...(file.beside ?? [])].map(jsonOf), currency)
  const mapping = mappingOf(file)
  const zonesTemplate = mapping.zones ?? ''
  const zonesField = mapping.zones === undefined ? 'geometry' : fieldOf(mapping.zones)
  const named = readTable(file.bytes, { ...mapping, withoutPositions: true })
  const isAllNamed = named.every(row => fill(zonesTemplate, row) !== '')
  // where positions say which zones are meant, they must be in degrees of WGS 84
  const rows = isAllNamed ? named : readTable(file.bytes, mapping)
  requireNames(rows, [mapping.id, mapping.from, mapping.to, mapping.reason])
  const closures: ReadClosure[] = []
  const refused: RefusedRow[] = []
  const seen = new Set<string>()
  for (const row of rows) {
    const id = fill(mapping.id, row)
    takeRow(refused, row.row, id, () => {
      const [from, to, reason] = [fill(mapping.from, row), fill(mapping.to, row), fill(mapping.reason, row)] as const
      const zones = fill(zonesTemplate, row)
        .split(/[,;\s]+/)
        .filter(Boolean)
      const [tow, perHour] = [fill(mapping.tow ?? '', row), fill(mapping.perHour ?? '', row)]
      if (id === '') throw new RowFault(fieldOf(mapping.id), 'is empty')
      if (seen.has(id)) throw new RowFault(fieldOf(mapping.id), 'is given twice')
      seen.add(id)
      const shape = zones.length === 0 ? shapeOf(row, zonesField) : null
      if (!yes.test(tow) && !no.test(tow))
        throw new RowFault(fieldOf(mapping.tow ?? ''), `“${tow}” is neither yes nor no`)
      if (yes.test(tow) && perHour !== '')
        throw new RowFault(fieldOf(mapping.tow ?? ''), 'is of closures: nobody is towed where an event rate is paid')
      closures.push({
        row: row.row,
        id,
        zones,
        shape,
        from: timeOf(from, fieldOf(mapping.from), timeZone),
        to: timeOf(to, fieldOf(mapping.to), timeZone),
        reason,
        tow: yes.test(tow),
        ...(perHour !== '' && {
          price: { cents: centsOf(perHour, fieldOf(mapping.perHour!)), stepSeconds: 3_600 },
        }),
      })
    })
  }
  return { rowsRead: rows.length, closures, refused }
}
