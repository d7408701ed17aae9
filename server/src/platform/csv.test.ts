// CSV cells as spreadsheets read them.
import { expect, test } from 'vitest'
import { csvLines } from './csv.ts'

const cellOf = (value: string | number) => csvLines([[value]]).slice(0, -2)

/** What spreadsheets compute, each also behind what they skip. */
const signs = ['=', '+', '-', '@', '|', '＝', '＋', '－', '＠', '﹦', '﹢', '﹣', '﹫', '−']
const skipped = [
  '',
  '\t',
  '\r',
  '\n',
  ' ',
  '\u00A0',
  '\u3000',
  '\uFEFF',
  '\u200B',
  '\u200D',
  '\u2060',
  '\u00AD',
  '\u202E',
  '\0',
]

test.each(signs)('a cell that begins with %s, also behind what shows nothing, is shown as text', sign => {
  for (const before of [...skipped, ' \u200B\uFEFF']) {
    expect(cellOf(`${before}${sign}1+1`)).toBe(`"'${before}${sign}1+1"`)
  }
})

test.each(['=HYPERLINK("x")', '\t1', '\r1', '\n1'])('%j is shown as text, not as a formula', value =>
  expect(cellOf(value)).toBe(`"'${value.replaceAll('"', '""')}"`),
)

test.each([';', '\t', '\r', '\n', '\r\n'])(
  'a formula after %j, which may end a cell elsewhere, is text too',
  separator => expect(cellOf(`Lot${separator} =1+1${separator}end`)).toBe(`"Lot${separator}' =1+1${separator}end"`),
)

test.each([
  ['Brazos St', '"Brazos St"'],
  ['a "quoted" name', '"a ""quoted"" name"'],
  ['two\nlines', '"two\nlines"'],
  ['Lot 5 - level 2; open', '"Lot 5 - level 2; open"'],
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
