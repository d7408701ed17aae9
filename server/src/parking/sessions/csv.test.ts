// CSV cells as spreadsheets read them.
import { expect, test } from 'vitest'
import { csvLines } from './csv.ts'

const cellOf = (value: string | number) => csvLines([[value]]).slice(0, -2)

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '  =HYPERLINK("x")', '|cmd'])(
  '%j is shown as text, not as a formula',
  value => expect(cellOf(value)).toBe(`"'${value.replaceAll('"', '""')}"`),
)

test.each([
  ['Brazos St', '"Brazos St"'],
  ['a "quoted" name', '"a ""quoted"" name"'],
  ['two\nlines', '"two\nlines"'],
  ['', '""'],
  [-1.5, '-1.5'],
] as const)('%j is written as %s', (value, text) => expect(cellOf(value)).toBe(text))

test('lines end with CRLF', () =>
  expect(
    csvLines([
      ['a', 1],
      ['b', 2],
    ]),
  ).toBe('"a",1\r\n"b",2\r\n'))
