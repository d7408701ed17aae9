// Reads a file of any format ParkIt knows into one shape, by the city it is of.
import type { RuleBook } from '@parkit/contract/city/calendar-schemas'
import type { CityFacts } from '#city/cities/cities.ts'
import { readApds } from './apds.ts'
import { readCds } from './cds.ts'
import { readCityFile } from './city-file.ts'
import { joinTables } from './join.ts'
import { readMapped } from './mapped.ts'
import { readMapping } from './mapping-file.ts'
import { readOsm } from './osm.ts'
import { readParkApi } from './park-api.ts'
import { emptyReading, type Reading, UnreadableFile } from './shape.ts'
import { jsonOf, readTable } from './tables.ts'

export const formats = ['csv', 'geojson', 'cds', 'apds', 'parkapi', 'osm', 'parkit'] as const
export type Format = (typeof formats)[number]

export type FileToRead = {
  format: Format
  bytes: Uint8Array
  /** of CSV and GeoJSON: the mapping file's text */
  mapping?: string | undefined
  /** further files of the same source: policies of CDS, rates and rights of APDS, patches of ParkAPI */
  beside?: Uint8Array[] | undefined
  attribution?: string | undefined
  /** what holds when no rule of a source does, where the source cannot say it */
  otherwise?: RuleBook['otherwise'] | undefined
  /** reads a file that the mapping names */
  open?: (file: string) => Uint8Array
}

const cannotOpen = (file: string): never => {
  throw new UnreadableFile(`The mapping joins ${file}, which cannot be read here.`)
}

/** Every row is taken or refused with its field and reason. An empty file has no rows. Throws `UnreadableFile`. */
export const readFile = (file: FileToRead, city: Pick<CityFacts, 'timeZone' | 'currency'>): Reading => {
  const { format, bytes, beside = [], attribution = '', otherwise = 'unknown' } = file
  const isEmpty = bytes.length === 0
  switch (format) {
    case 'csv':
    case 'geojson': {
      if (!file.mapping)
        throw new UnreadableFile(
          `A file of ${format} needs a mapping. If it has closures, say so: --kind closures, or Kind in the form.`,
        )
      const mapping = readMapping(file.mapping)
      if (mapping.format !== format) throw new UnreadableFile(`The mapping is for ${mapping.format}.`)
      const rows = readTable(bytes, mapping)
      joinTables(rows, mapping, file.open ?? cannotOpen)
      return readMapped(rows, mapping, city.timeZone)
    }
    case 'cds':
      return isEmpty ? emptyReading() : readCds(jsonOf(bytes), beside.map(jsonOf), { ...city, otherwise, attribution })
    case 'apds':
      return isEmpty ? emptyReading() : readApds([bytes, ...beside].map(jsonOf), { ...city, otherwise, attribution })
    case 'osm':
      return isEmpty ? emptyReading() : readOsm(bytes)
    case 'parkit':
      return isEmpty ? emptyReading() : readCityFile(bytes, city.timeZone)
    case 'parkapi':
      return isEmpty ? emptyReading() : readParkApi(jsonOf(bytes), beside.map(jsonOf), attribution)
  }
}
