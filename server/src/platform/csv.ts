// Comma-separated values that no spreadsheet reads as formulas. Every table of ParkIt is written here.

/** What begins a formula, also as the wide and small forms that East Asian spreadsheets read as the same signs. */
const sign = '[=+\\-@|＝＋－＠｜﹦﹢﹣﹫−]'
/** Blanks, control characters, and what shows nothing: spreadsheets skip or drop them. */
const unseen = '[\\s\\p{Z}\\p{C}\\p{Default_Ignorable_Code_Point}]'

/** At the start, or after what a spreadsheet of another country takes for the end of a cell. */
const formulas = new RegExp(`^(?=[\\t\\r\\n])|(^|[;\\t\\n]|\\r\\n?)(?=${unseen}*${sign})`, 'gu')

const cell = (value: string | number): string =>
  typeof value === 'number' ? String(value) : `"${value.replace(formulas, "$1'").replaceAll('"', '""')}"`

/** The UTF-8 byte order mark. */
export const csvStart = '\uFEFF'

/** Line ends by RFC 4180. */
export const csvLines = (rows: readonly (readonly (string | number)[])[]): string =>
  rows.map(row => `${row.map(cell).join(',')}\r\n`).join('')
