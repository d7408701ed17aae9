// Tables as spreadsheets write them: what they add is left out, and what may mean two things is refused with its row, field, and reason.
import { expect, test } from 'vitest'
import { columns, dryRun, mappingWith, smallMapping, smallRows } from './testing.ts'

const text = [columns, ...smallRows].join('\n')
const read = (bytes: Uint8Array | string, mapping = mappingWith()) =>
  dryRun({ format: 'csv', bytes: Buffer.from(bytes as string), mapping })
const semicolons = text.replaceAll(',', ';')
const latin = Buffer.from(text.replace('Main St North', 'Rúa São João – 1ª').replace('–', '-'), 'latin1')

test.each<[name: string, bytes: Uint8Array | string, mapping?: string]>([
  ['a first line that says its delimiter', `sep=;\r\n${semicolons.replaceAll('\n', '\r\n')}`],
  ['such a line after a byte order mark', `\ufeffsep=;\n${semicolons}`],
  ['a mark of byte order within it', text.replace('\n4101', '\n\ufeff4101')],
  ['a mark of UTF-8 where the mapping says another', `\ufeff${text}`, mappingWith({ encoding: 'windows-1252' })],
  ['numbers that are kept as text', text.replaceAll(/^(\d+),/gm, '="$1",')],
  ['numbers that are kept as text, in quotes', text.replaceAll(/^(\d+),/gm, '"=""$1""",')],
  ['columns without a name at its end', text.replaceAll('\n', ',,\n').replace(/$/, ',,')],
  ['rows without content', `\n${text.replace('\n4103', '\n,,,,,,,,,,,\n\n4103')}\n,,,,,,,,,,,\n , ,\n`],
  ['line ends of two kinds', text.replace('\n4103', '\r\n4103').replace('\n4104', '\r\n4104')],
  ['line ends within quotes', text.replace('Oak St', '"Oak St,\nwest side"')],
  ['N/A where there is no longest stay', text.replace('8:00AM-8:00PM,,', '8:00AM-8:00PM,N/A,')],
  ['thousands with a comma', text.replace(',12,2.00', ',"1,201","2.00"')],
  ['thousands with a point', text.replace(',12,2.00', ',1.201,2')],
  ['lengths as on a clock, with their unit', text.replace('2 hours', '1:30 hours').replace('4 hour', '2:00:00')],
])('a table with %s is read', (_, bytes, mapping) => {
  const { counters, kept } = read(bytes, mapping)
  expect(counters).toMatchObject({ read: 12, refused: 0 })
  expect(kept.map(({ ref }) => ref)).toEqual(smallRows.map(row => row.split(',')[0]))
})

test('Windows-1252 is read where the mapping says so', () => {
  const { kept } = read(latin, mappingWith({ encoding: 'windows-1252' }))
  expect(kept[0]!.name).toBe('Rúa São João - 1ª')
  expect(() => read(latin)).toThrow('Name its encoding in the mapping, as windows-1252.')
})

test('rows count as in the spreadsheet, those without content too', () => {
  const { rows } = read(text.replace('\n4103', '\n,,,\n\n4103').replace('$1.25', 'see sign'))
  expect(rows.filter(({ change }) => change === 'refused').map(({ rowNo, key }) => [rowNo, key])).toEqual([[5, '4103']])
})

const bookOf = (row: string) => {
  const { checked } = read([columns, row].join('\n'))
  return checked.books[0]!.book.rules[0]!
}
const [first] = smallRows as [string]
test('what is written with separators and as on a clock means what it says', () => {
  const price = (amount: string) => bookOf(first.replace('2.00', `"${amount}"`)).price!.lines[0]!.cents
  expect(['1,200.00', '1.200,00', '1 200,00', '1’200.00', '$1,200.00', '1200'].map(price)).toEqual(
    Array(6).fill(30_000),
  )
  const longest = (length: string) => bookOf(first.replace('2 hours', length)).limits!.maxStaySeconds
  expect([longest('1:30'), longest('01:30 h'), longest('90:00 minutes'), longest('1:30:00')]).toEqual(
    Array(4).fill(5400),
  )
  expect(read(text.replace(',12,2.00', ',"1,201",2.00')).kept[0]!.spaces).toEqual({ general: 1201 })
})

test.each<[cell: string, by: string, field: string, reason: string]>([
  ['2 hours', '1:75 hours', 'most', '“1:75 hours” is no length of time'],
  [',12,', ',1.000,', 'spaces', '“1.000” may be 1000 or 1: write it without a separator'],
  ['2.00', '1.200', 'rate', '“1.200” may be 1200 or 1.200: write 1200.00, or two decimals'],
  [',12,', ',#REF!,', 'spaces', '“#REF!” is an error of the spreadsheet'],
  ['2.00', 'N/A', 'rate', 'is empty'],
  ['service,', 'service,11/24/2026', 'from', '“11/24/2026” is no date as 2027-01-31: year, month, day'],
  ['4101', 'n/a', 'zone', 'is empty'],
  ['39.7401', '4398234.1', 'lat', '4398234.1 are no degrees: save the layer in EPSG:4326, degrees of WGS 84 (in QGIS: Export, Save Features As, CRS EPSG:4326)'],
])('%s as %s is refused with its field and reason', (cell, by, field, reason) => {
  const { rows } = read([columns, first.replace(cell, by)].join('\n'))
  expect(rows.map(({ rowNo, field, reason }) => [rowNo, field, reason])).toEqual([[1, field, reason]])
}) // biome-ignore format: a table

test('a unit of the mapping says nothing where its column is empty', () => {
  const [rule] = smallMapping.book.rules
  const rules = [{ ...rule, limits: { maxStay: '{most} hours', counts: 'paid' } }]
  const longest = (cell: string) =>
    read([columns, first.replace('2 hours', cell)].join('\n'), mappingWith({ book: { rules } })).checked.books[0]!.book
      .rules[0]!.limits?.maxStaySeconds
  expect(['1:30', '2', '', 'N/A'].map(longest)).toEqual([5400, 7200, undefined, undefined])
  const { rows } = read([columns, first.replace(',15,', ',,')].join('\n'))
  expect(rows.map(({ field, reason }) => [field, reason])).toEqual([['minutes', 'is empty']])
})

test.each<[what: string, change: Record<string, unknown>, says: string]>([
  ['of a place', { place: { nmae: '{name}' } }, 'wrong at place: no such key: “nmae”. There are: ref, name,'],
  ['of a name', { book: { rules: [{ id: 'a', priority: 1, name: { en: 'A', fr: 'A' } }] } }, 'wrong at book.rules.0.name: has an unknown field: fr. There are: en, es, hi.'],
])('a mapping with a wrong key %s is refused with the keys that there are', (_, change, says) => {
  expect(() => read(text, mappingWith(change))).toThrow(says)
}) // biome-ignore format: a table
