// Reads a list of days from a table: a day, its name, and the window of its own that a match has. Pure.
import type { DayList } from '@parkit/contract/city/calendar-schemas'
import { type RefusedRow, RowFault, takeRow, UnreadableFile } from './shape.ts'
import { readTable } from './tables.ts'

type Days = DayList['days']

const dayOf = (text: string): string => {
  try {
    return Temporal.PlainDate.from(text).toString()
  } catch {
    throw new RowFault('day', text === '' ? 'is empty' : `“${text}” is no date as 2027-01-31: year, month, day`)
  }
}
const timeOf = (text: string, field: string): string => {
  if (/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/.test(text)) return text
  throw new RowFault(field, `“${text}” is no time as 17:30`)
}

/** CSV in UTF-8 with the columns `day`, `name`, and, where there are any, `from` and `to`. Throws `UnreadableFile`. */
export const readDays = (bytes: Uint8Array): { days: Days; refused: RefusedRow[] } => {
  const days: Days = []
  const refused: RefusedRow[] = []
  const rows = readTable(bytes, { format: 'csv' })
  const missing = ['day', 'name'].find(column => rows.length > 0 && !rows[0]!.fields.has(column))
  if (missing) throw new UnreadableFile(`The file has no column “${missing}”.`)
  for (const { row, fields } of rows) {
    const [day, name, from, to] = ['day', 'name', 'from', 'to'].map(column => fields.get(column)?.trim() ?? '') as [
      string,
      string,
      string,
      string,
    ]
    takeRow(refused, row, day, () => {
      const date = dayOf(day)
      if (name === '') throw new RowFault('name', 'is empty')
      if ((from === '') !== (to === '')) throw new RowFault(from === '' ? 'from' : 'to', 'is empty: a window has both')
      if (days.some(other => other.day === date)) throw new RowFault('day', `${date} is listed twice`)
      days.push({ day: date, name, ...(from !== '' && { from: timeOf(from, 'from'), to: timeOf(to, 'to') }) })
    })
  }
  return { days: days.toSorted((a, b) => (a.day < b.day ? -1 : 1)), refused }
}
