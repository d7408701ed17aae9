// Comma-separated values that a spreadsheet does not read as formulas.

/** A spreadsheet would compute such a cell, also with leading blanks. */
const formula = /^\s*[=+\-@|]|^[\t\r\n]/

const cell = (value: string | number): string =>
  typeof value === 'number' ? String(value) : `"${(formula.test(value) ? `'${value}` : value).replaceAll('"', '""')}"`

/** The UTF-8 byte order mark. */
export const csvStart = '\uFEFF'

/** Line ends by RFC 4180. */
export const csvLines = (rows: readonly (readonly (string | number)[])[]): string =>
  rows.map(row => `${row.map(cell).join(',')}\r\n`).join('')
