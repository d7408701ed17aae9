// Lends a table's rows the columns of other tables, as its mapping says. Pure but for the reader it is given.
import type { Mapping } from './mapping-file.ts'
import { readTable, type TableRow } from './tables.ts'

/** Of several matching rows each different value is listed, after a semicolon. `open` reads a file beside the one imported. */
export const joinTables = (rows: TableRow[], mapping: Mapping, open: (file: string) => Uint8Array): void => {
  for (const { file, field, to, take } of mapping.join ?? []) {
    const table = readTable(open(file), { ...mapping, format: file.endsWith('json') ? 'geojson' : 'csv' })
    const matching = Map.groupBy(table, other => other.fields.get(to) ?? '')
    for (const row of rows) {
      const keys = [...new Set((row.fields.get(field) ?? '').split('; '))]
      const found = keys.flatMap(key => (key === '' ? [] : (matching.get(key) ?? [])))
      for (const column of take) {
        const values = new Set(found.map(other => (other.fields.get(column) ?? '').trim()))
        row.fields.set(column, [...values].filter(value => value !== '').join('; '))
      }
    }
  }
}
