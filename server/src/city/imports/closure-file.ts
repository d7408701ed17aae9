// Reads dated changes from a table: which zones are closed between two instants, and why. Pure.
import { parse } from 'yaml'
import * as z from 'zod/mini'
import { fieldOf, fill } from './fill.ts'
import type { FileToRead } from './readers.ts'
import { type RefusedRow, RowFault, takeRow, UnreadableFile } from './shape.ts'
import { readTable } from './tables.ts'

const ClosuresMapping = z.strictObject({
  format: z.enum(['csv', 'geojson']),
  encoding: z.optional(z.string()),
  delimiter: z.optional(z.string()),
  /** the row's own id, the same in the next file */
  id: z.string(),
  /** numbers on signs, or what the source calls its places, with commas, semicolons, or spaces between */
  zones: z.string(),
  /** instants, or the city's local time; a date alone is its midnight */
  from: z.string(),
  to: z.string(),
  reason: z.string(),
  tow: z.optional(z.string()),
})
/** Of a file whose columns bear these names. */
const plain = { id: '{id}', zones: '{zones}', from: '{from}', to: '{to}', reason: '{reason}', tow: '{tow}' }

export type ReadClosure = {
  row: number
  id: string
  zones: string[]
  from: Temporal.Instant
  to: Temporal.Instant
  reason: string
  tow: boolean
}

const mappingOf = ({ mapping, format }: FileToRead): z.infer<typeof ClosuresMapping> => {
  if (format !== 'csv' && format !== 'geojson')
    throw new UnreadableFile('Closures are read from tables: --format csv or geojson.')
  if (!mapping) return { format, ...plain }
  const read = ClosuresMapping.safeParse(parse(mapping, { schema: 'core' }))
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw new UnreadableFile(`The mapping is wrong at ${issue!.path.join('.') || 'its top'}: ${issue!.message}.`)
}

const instantOf = (text: string, field: string, timeZone: string): Temporal.Instant => {
  try {
    return Temporal.Instant.from(text)
  } catch {
    try {
      return Temporal.PlainDateTime.from(text).toZonedDateTime(timeZone).toInstant()
    } catch {
      throw new RowFault(field, text === '' ? 'is empty' : `“${text}” is no time as 2026-11-26T15:00`)
    }
  }
}

const yes = /^(yes|true|1|y|tow)$/i
const no = /^(no|false|0|n|)$/i

/** Throws `UnreadableFile`. */
export const readClosures = (
  file: FileToRead,
  timeZone: string,
): { rowsRead: number; closures: ReadClosure[]; refused: RefusedRow[] } => {
  const mapping = mappingOf(file)
  const rows = readTable(file.bytes, { ...mapping, withoutPositions: true })
  const closures: ReadClosure[] = []
  const refused: RefusedRow[] = []
  const seen = new Set<string>()
  for (const row of rows) {
    const id = fill(mapping.id, row)
    takeRow(refused, row.row, id, () => {
      const [from, to, reason] = [fill(mapping.from, row), fill(mapping.to, row), fill(mapping.reason, row)] as const
      const zones = fill(mapping.zones, row)
        .split(/[,;\s]+/)
        .filter(Boolean)
      const tow = fill(mapping.tow ?? '', row)
      if (id === '') throw new RowFault(fieldOf(mapping.id), 'is empty')
      if (seen.has(id)) throw new RowFault(fieldOf(mapping.id), 'is given twice')
      seen.add(id)
      if (zones.length === 0) throw new RowFault(fieldOf(mapping.zones), 'is empty')
      if (!yes.test(tow) && !no.test(tow))
        throw new RowFault(fieldOf(mapping.tow ?? ''), `“${tow}” is neither yes nor no`)
      closures.push({
        row: row.row,
        id,
        zones,
        from: instantOf(from, fieldOf(mapping.from), timeZone),
        to: instantOf(to, fieldOf(mapping.to), timeZone),
        reason,
        tow: yes.test(tow),
      })
    })
  }
  return { rowsRead: rows.length, closures, refused }
}
