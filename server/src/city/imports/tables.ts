// Reads tables: CSV with any encoding and delimiter, and GeoJSON, as rows of named texts with a geometry.
import { parse } from 'csv-parse/sync'
import type { FeatureCollection } from 'geojson'
import { saveInDegrees } from './geometry.ts'
import { UnreadableFile } from './shape.ts'

/** A row's texts by column. */
type Fields = Pick<Map<string, string>, 'get' | 'has'> & {
  set: (column: string, text: string) => unknown
  keys: () => Iterable<string>
}
/** `geometry`: as the file gives it */
export type TableRow = { row: number; fields: Fields; geometry: unknown }
/** One of a file, of which nothing is known yet. */
export type GivenFeature = { properties?: Record<string, unknown> | null; geometry?: unknown }
export type TableFormat = {
  format: 'csv' | 'geojson'
  encoding?: string | undefined
  delimiter?: string | undefined
  /** where positions do not matter */
  withoutPositions?: boolean
  /** of CSV: a file of more is not read */
  mostRows?: number
}

/** The first bytes, in hexadecimal digits, of files that are no text, and what to do with them. */
const foreign: [begins: string, what: string][] = [
  ['504b0304', 'a ZIP archive or an Excel workbook (.xlsx): unpack it, or save it as “CSV UTF-8”'],
  ['d0cf11e0', 'an old Excel workbook (.xls): save it as “CSV UTF-8”'],
  ['1f8b', 'packed with gzip: unpack it'],
  ['255044462d', 'a PDF: ask for the table it was made from'],
  ['fffe', 'in UTF-16: save it as “CSV UTF-8”, or name its encoding in the mapping, as utf-16le'],
  ['feff', 'in UTF-16: save it as “CSV UTF-8”, or name its encoding in the mapping, as utf-16be'],
]
const requireText = (bytes: Uint8Array, encoding: string) => {
  const begins = Buffer.from(bytes.subarray(0, 64))
  const found = foreign.find(([first]) => begins.toString('hex').startsWith(first))
  if (found && !/^utf-?16/i.test(encoding)) throw new UnreadableFile(`The file is ${found[1]}.`)
  if (/^\s*<(!doctype|html)/i.test(begins.toString('latin1')))
    throw new UnreadableFile('The file is a web page: download the file that the page links to.')
}

/** Throws where the file is not in this encoding. A byte order mark is none of the text. */
export const textOf = (bytes: Uint8Array, encoding = 'utf-8'): string => {
  requireText(bytes, encoding)
  // a mark of UTF-8 says more than a mapping that was written for an earlier file
  const isMarked = Buffer.from(bytes.subarray(0, 3)).toString('hex') === 'efbbbf'
  try {
    return new TextDecoder(isMarked ? 'utf-8' : encoding, { fatal: true }).decode(bytes)
  } catch (error) {
    if (error instanceof RangeError) throw new UnreadableFile(`There is no encoding ${encoding}.`)
    throw new UnreadableFile(`The file is not in ${encoding}. Name its encoding in the mapping, as windows-1252.`)
  }
}

/** Throws where it is no JSON. */
export const jsonOf = (bytes: Uint8Array): unknown => {
  try {
    return JSON.parse(textOf(bytes))
  } catch (error) {
    if (error instanceof UnreadableFile) throw error
    throw new UnreadableFile(`The file is no JSON: ${(error as Error).message}.`)
  }
}

/** Excel's first line `sep=;` names the delimiter, and a number in its formula `="0042"` keeps its zeros. Marks of byte order are left out. */
const plainCsv = (given: string): { text: string; delimiter?: string } => {
  const text = given.replaceAll('\ufeff', '')
  const [line = '', delimiter] = /^"?sep=([^"\r\n]+)"?\r?\n/i.exec(text) ?? []
  const plain = text.slice(line.length).replace(/(^|[,;|\t])="([^"\r\n]*)"(?=[,;|\t\r\n]|$)/gm, '$1"$2"')
  return { text: plain, ...(delimiter && { delimiter }) }
}

/** The same formula in quotes. */
const cellOf = (text: string) => /^="(.*)"$/s.exec(text)?.[1] ?? text
const isFilled = (record: string[]) => record.some(cell => cell.trim() !== '')

/** All rows share the places of their columns, because 100,000 maps of a dozen columns take 50 MB. */
class CsvFields implements Fields {
  readonly #columns: readonly string[]
  readonly #placeOf: ReadonlyMap<string, number>
  readonly #cells: string[]
  /** columns that no row of the file has */
  #added: Map<string, string> | null = null

  constructor(columns: readonly string[], placeOf: ReadonlyMap<string, number>, cells: string[]) {
    this.#columns = columns
    this.#placeOf = placeOf
    this.#cells = cells
  }

  get(column: string): string | undefined {
    const at = this.#placeOf.get(column)
    return at === undefined ? this.#added?.get(column) : this.#cells[at]
  }
  has(column: string): boolean {
    return this.get(column) !== undefined
  }
  set(column: string, text: string): void {
    const at = this.#placeOf.get(column)
    if (at !== undefined) {
      this.#cells[at] = text
      return
    }
    this.#added ??= new Map()
    this.#added.set(column, text)
  }
  keys(): string[] {
    const own = this.#columns.slice(0, this.#cells.length).filter(column => this.has(column))
    return [...own, ...(this.#added?.keys() ?? [])]
  }
}

/** Rows count as in a spreadsheet: one without content counts and is passed over, as is a column without a name. */
const readCsv = (bytes: Uint8Array, { encoding, mostRows = Infinity, ...table }: TableFormat): TableRow[] => {
  const { text, delimiter = table.delimiter } = plainCsv(textOf(bytes, encoding))
  let columns: string[] = []
  let records: string[][]
  try {
    records = parse(text, {
      delimiter: delimiter ?? ',',
      relax_column_count: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      ...(mostRows < Infinity && { to: mostRows + 2 }),
    })
  } catch (error) {
    throw new UnreadableFile(`The file is no CSV: ${(error as Error).message}.`)
  }
  const top = records.findIndex(isFilled)
  columns = (records[top] ?? []).map(name => cellOf(name.trim()))
  if (records.length > mostRows + 1) throw new UnreadableFile(`The file has more than ${mostRows} rows.`)
  const twice = columns.find((name, i) => name !== '' && columns.indexOf(name) !== i)
  if (twice !== undefined) throw new UnreadableFile(`Two columns are called “${twice}”.`)
  const other =
    columns.length === 1 && [';', '\t', '|', ','].find(sign => sign !== delimiter && columns[0]!.includes(sign))
  if (other)
    throw new UnreadableFile(
      `The file has one column, “${columns[0]!.slice(0, 80)}”: write its delimiter in the mapping, as delimiter: ${JSON.stringify(other)}.`,
    )
  const placeOf = new Map(columns.flatMap((name, at): [string, number][] => (name === '' ? [] : [[name, at]])))
  return records
    .slice(top + 1)
    .map((record, i) => ({ record, row: i + 1 }))
    .filter(({ record }) => isFilled(record))
    .map(({ record, row }, i) => {
      // a short row holds no more than it says: thousands of columns would be as many in each. The first names all of them
      const cells = i === 0 ? columns.map((_, at) => record[at] ?? '') : record
      return { row, fields: new CsvFields(columns, placeOf, cells.map(cellOf)), geometry: null }
    })
}

const textOfValue = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)

/** Throws where it is no collection of features, or not in degrees of WGS 84. */
export const featuresOf = (json: unknown, withoutPositions = false): GivenFeature[] => {
  const { type, features, crs } = (json ?? {}) as FeatureCollection & { crs?: { properties?: { name?: string } } }
  if (type !== 'FeatureCollection' || !Array.isArray(features))
    throw new UnreadableFile('The file is no GeoJSON FeatureCollection.')
  const system = crs?.properties?.name
  if (!withoutPositions && system && !/CRS84$|EPSG:+4326$/.test(system))
    throw new UnreadableFile(`Its positions are in ${system}: ${saveInDegrees}.`)
  return features.map(feature => feature ?? {})
}

const readFeatures = (bytes: Uint8Array, withoutPositions?: boolean): TableRow[] =>
  featuresOf(jsonOf(bytes), withoutPositions).map(({ geometry, properties }, i) => ({
    row: i + 1,
    fields: new Map(Object.entries(properties ?? {}).map(([name, value]) => [name, textOfValue(value)])),
    geometry: geometry ?? null,
  }))

/** Every row of the file; an empty file has none. Throws `UnreadableFile`. */
export const readTable = (bytes: Uint8Array, table: TableFormat): TableRow[] => {
  if (bytes.length === 0) return []
  return table.format === 'csv' ? readCsv(bytes, table) : readFeatures(bytes, table.withoutPositions)
}
