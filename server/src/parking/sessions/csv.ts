// A table as comma-separated text that no spreadsheet takes for formulas.

/** What a spreadsheet would compute instead of show, blanks before it left aside. */
const formula = /^\s*[=+\-@|]|^[\t\r\n]/

const cell = (value: string | number): string =>
  typeof value === 'number' ? String(value) : `"${(formula.test(value) ? `'${value}` : value).replaceAll('"', '""')}"`

/** Marks the text as UTF-8. */
export const csvStart = '\uFEFF'

/** Lines end as RFC 4180 has them. */
export const csvLines = (rows: readonly (readonly (string | number)[])[]): string =>
  rows.map(row => `${row.map(cell).join(',')}\r\n`).join('')
