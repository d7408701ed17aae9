// Lists read page by page: a cursor names the last row of a page by its sort key.
import { page } from '@parkit/contract/platform/limits'
import { refuseField } from './errors.ts'

export type PageQuery = { Cursor?: string | undefined; Limit?: number | undefined }

const id = '[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}'
const shapes = {
  /** the newest first */
  time: new RegExp(`^(\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d{1,9})?Z) (${id})$`),
  /** by a rank, then by a number */
  rank: new RegExp(`^([01]) (-?\\d{1,12}(?:\\.\\d{1,9})?) (${id})$`),
  /** the highest number first */
  number: /^(\d{1,18})$/,
}

/** Whether the database knows such an instant. */
export const isInstant = (text: string): boolean => {
  try {
    return Temporal.Instant.from(text) !== undefined && !text.startsWith('0000')
  } catch {
    return false
  }
}

/** Its parts, none for the first page. Throws at `Cursor` where it is none of this list's. */
export const readCursor = (shape: keyof typeof shapes, cursor: string | undefined): string[] => {
  if (cursor === undefined) return []
  const parts = shapes[shape].exec(cursor)?.slice(1)
  if (!parts || (shape === 'time' && !isInstant(parts[0]!))) return refuseField('Cursor', 'invalid')
  return parts
}

/** Reads one row more than it returns, to know whether there are more. */
export const readPage = async <Row, Item>(
  { Limit = page.usual }: PageQuery,
  read: (most: number) => Promise<Row[]>,
  toItem: (row: Row) => Item,
  cursorOf: (row: Row) => string,
): Promise<{ Items: Item[]; NextCursor: string | null }> => {
  const rows = await read(Limit + 1)
  const shown = rows.slice(0, Limit)
  return { Items: shown.map(toItem), NextCursor: rows.length > Limit ? cursorOf(shown.at(-1)!) : null }
}
