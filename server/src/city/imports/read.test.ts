// Tables of a small city: every row is in a place or refused with its field and reason, and the dry run says what would change.
import { expect, test } from 'vitest'
import { testFacts } from '#city/places/testing.ts'
import { columns, dryRun, mappingWith, smallFile, smallMapping, smallRows } from './testing.ts'
import { centsOf, wholeOf } from './values.ts'

const changed = (row: number, from: string, to: string) =>
  smallRows.map((text, i) => (i + 1 === row ? text.replace(from, to) : text))
const refusals = (run: ReturnType<typeof dryRun>) =>
  run.rows.filter(({ change }) => change === 'refused').map(({ rowNo, field, reason }) => [rowNo, field, reason])
const numberOf = (run: ReturnType<typeof dryRun>, ref: string) => run.kept.find(place => place.ref === ref)?.zoneNumber

test('a dozen places come in, priced as their rows say', () => {
  const run = dryRun(smallFile())
  expect(run.counters).toMatchObject({ read: 12, added: 12, refused: 0, withdrawn: 0, unpayable: 0 })
  const bookOf = (zone: string) => {
    const { bookId } = run.kept.find(({ zoneNumber }) => zoneNumber === zone)!
    return run.checked.books.find(book => book.bookId === bookId)!.book.rules[0]!
  }
  // spellings of the same hours are the same book
  expect(run.kept[0]!.bookId).toBe(run.kept[1]!.bookId)
  expect(bookOf('4101')).toMatchObject({
    when: [{ weekdays: [1, 2, 3, 4, 5, 6], from: '08:00', to: '18:00' }],
    price: { lines: [{ type: 'step', stepSeconds: 900, cents: 50 }] },
    limits: { maxStaySeconds: 7200, maxStayCounts: 'paid' },
  })
  // 25 cents for 7.5 minutes, Monday to Friday alone, an end in the afternoon, no longest stay
  expect(bookOf('4104').price!.lines[0]).toMatchObject({ stepSeconds: 450, cents: 25 })
  expect(bookOf('4104').limits).toBeUndefined()
  expect(bookOf('4103').when).toEqual([{ weekdays: [1, 2, 3, 4, 5], from: '09:00', to: '18:00', dateOf: 'start' }])
  expect(bookOf('4105').when[0]).toMatchObject({ from: '10:00', to: '16:00' })
})

test('a number that is no sign’s is kept as reference, and gets six digits that stay', () => {
  const run = dryRun(smallFile())
  for (const ref of ['13', 'A007']) expect(numberOf(run, ref)).toMatch(/^[1-9]\d{5}$/)
  const again = dryRun(smallFile(smallRows.toReversed()))
  expect([numberOf(again, '13'), numberOf(again, 'A007')]).toEqual([numberOf(run, '13'), numberOf(run, 'A007')])
  // kept from the import before, whatever the hash says
  const moved = run.kept.map(place => (place.ref === '13' ? { ...place, zoneNumber: '777777' } : place))
  expect(numberOf(dryRun(smallFile(), moved), '13')).toBe('777777')
})

test('each row that cannot be taken says its field and why', () => {
  const cases: [row: string[], field: string, reason: string][] = [
    [changed(3, '$1.25', 'see sign'), 'rate', '“see sign” is no amount'],
    [changed(3, '9 am – 6 pm (Mon-Fri)', 'office hours'), 'hours', '“office hours” is not understood as hours'],
    [changed(3, ',1 hour,', ',a while,'), 'most', '“a while” is no length of time'],
    [changed(3, '39.7403,-104.9903', '-104.9903,39.7403'), 'latitude', 'between -90 and 90'],
    [changed(3, '39.7403,-104.9903', '0,0'), 'position', 'km from the city’s center'],
    [changed(3, ',6,', ',0,'), 'spaces', 'no space is counted'],
    [changed(3, ',6,', ',six,'), 'spaces', '“six” is no whole number'],
    [changed(3, '12,9 am', '7,9 am'), 'minutes', 'not whole cents'],
    [changed(3, 'In service', 'Out of service'), 'status', 'the meter is out of service'],
    [changed(3, '4103,', ','), 'zone', 'is empty'],
    [changed(3, 'Oak St', ''), 'name', ''],
  ]
  for (const [rows, field, reason] of cases) {
    const run = dryRun(smallFile(rows))
    expect(run.counters, reason).toMatchObject({ read: 12, added: 11, refused: 1 })
    expect(refusals(run)).toEqual([[3, field, expect.stringContaining(reason)]])
  }
})

test('rows of one number are one place, and their spaces add up', () => {
  const run = dryRun(smallFile([...smallRows, smallRows[0]!.replace('39.7401', '39.7403')]))
  expect(run.counters).toMatchObject({ read: 13, added: 12 })
  expect(run.kept[0]).toMatchObject({ zoneNumber: '4101', spaces: { general: 24 }, latitude: 39.7402 })
  expect(run.rows.filter(({ key }) => key === '4101').map(({ rowNo, after }) => [rowNo, after !== null])).toEqual([
    [1, true],
    [13, false],
  ])
})

test('a zone of mixed rates is refused, or split by the mapping into numbers that stay', () => {
  const mixed = [...smallRows, smallRows[0]!.replace('2.00', '1.00')]
  const refused = dryRun(smallFile(mixed))
  expect(refused.counters).toMatchObject({ added: 11, refused: 2 })
  expect(refusals(refused)[0]).toEqual([1, 'rules', expect.stringMatching(/^mixed_rules: /)])

  const split = dryRun(smallFile(mixed, mappingWith({ split: true })))
  expect(split.counters).toMatchObject({ added: 13, refused: 0 })
  const parts = (run: typeof split) =>
    new Map(run.kept.filter(({ ref }) => ref.startsWith('4101/')).map(place => [place.ref, place.zoneNumber]))
  expect([...parts(split).values()].sort()).toEqual(['410101', '410102'])
  // a third rate comes, the first goes: those that stay keep their numbers
  const later = [mixed.at(-1)!, smallRows[0]!.replace('2.00', '3.00'), ...smallRows.slice(1)]
  const again = dryRun(smallFile(later, mappingWith({ split: true })), split.kept)
  const [kept, added] = [...parts(again)]
  expect(parts(split).get(kept![0])).toBe(kept![1])
  expect(added![1]).toBe('410103')
})

test('imported again: nothing changes; then what changed says old and new, and what is gone is withdrawn', () => {
  const first = dryRun(smallFile())
  expect(dryRun(smallFile(), first.kept).counters).toMatchObject({ same: 12, added: 0, changed: 0, withdrawn: 0 })
  const run = dryRun(smallFile(changed(1, ',12,2.00', ',14,2.00').slice(0, 11)), first.kept)
  expect(run.counters).toMatchObject({ same: 10, changed: 1, withdrawn: 1, withdrawnShare: 1 / 12 })
  expect(run.rows.find(({ change }) => change === 'changed')).toMatchObject({
    key: '4101',
    before: { spaces: { general: 12 } },
    after: { spaces: { general: 14 } },
  })
  expect(run.rows.at(-1)).toMatchObject({ rowNo: 12, key: '4112', change: 'withdrawn', before: { name: 'Dale St' } })
})

test('an empty file withdraws all in the dry run, and says that it read nothing', () => {
  const { kept } = dryRun(smallFile())
  for (const file of [smallFile([]), { ...smallFile(), bytes: new Uint8Array() }])
    expect(dryRun(file, kept).counters).toMatchObject({ read: 0, withdrawn: 12, withdrawnShare: 1, refused: 0 })
})

test('without known prices, or in another currency, a place is shown with its rates as text, and not payable', () => {
  const ratesText = { en: '{rate} dollars an hour, {hours}' }
  const unknown = dryRun(smallFile(smallRows, mappingWith({ book: undefined, place: { ratesText } })))
  expect(unknown.counters).toMatchObject({ added: 12, unpayable: 12 })
  expect(unknown.kept[0]).toMatchObject({
    bookId: null,
    payable: false,
    ratesText: { en: '2.00 dollars an hour, 8:00AM-6:00PM' },
  })
  expect(dryRun(smallFile(), [], testFacts({ currency: 'CAD' })).counters).toMatchObject({ added: 12, unpayable: 12 })
})

test('a file that is not what it says is refused whole, in words', () => {
  const read = (file: object) => () => dryRun({ ...smallFile(), ...file })
  expect(read({ bytes: new Uint8Array([0x61, 0xe9]) })).toThrow('The file is not in utf-8')
  expect(read({ mapping: 'format: xls' })).toThrow('at format: it has to be one of “csv”, “geojson”.')
  const wrong = (mapping: Parameters<typeof mappingWith>[0]) => expect(read({ mapping: mappingWith(mapping) }))
  wrong({ plaec: {} }).toThrow('The mapping is wrong at its top: no such key: “plaec”. There are: format, encoding,')
  wrong({ place: { name: undefined } }).toThrow('at place.name: it is missing.')
  wrong({ skip: 'Removed' }).toThrow('at skip: it has to be a list.')
  const [rule] = smallMapping.book.rules
  wrong({ book: { rules: [{ ...rule, price: { perHuor: '2', every: '15 min' } }] } }).toThrow(
    'at book.rules.0.price: no such key: “perHuor”. There are: perHour, every, maxPerPeriod.',
  )
  expect(read({ mapping: mappingWith({ place: { name: '{nmae}' } }) })).toThrow('the column “nmae”, which no row has')
  expect(read({ mapping: undefined })).toThrow('needs a mapping')
  expect(read({ format: 'cds', bytes: new TextEncoder().encode('{') })).toThrow('The file is no JSON')
})

const text = [columns, ...smallRows].join('\n')
const readBytes = (bytes: Uint8Array | string, mapping = mappingWith()) =>
  dryRun({ format: 'csv', bytes: Buffer.from(bytes as string), mapping })

test.each<[name: string, bytes: Uint8Array | string]>([
  ['a byte order mark', `\ufeff${text}`],
  ['lines that end as in Windows', text.replaceAll('\n', '\r\n')],
  ['quotes around each cell', text.replaceAll(/[^,\n]+/g, '"$&"')],
  ['prices with a comma and a sign', text.replaceAll(',2.00,', ',"2,00 €",')],
  ['lengths such as “2 h”', text.replaceAll('2 hours', '2 h')],
  ['lengths such as “1h30”', text.replaceAll('2 hours', '1h30')],
  ['lengths such as “1 h 30 min”', text.replaceAll('2 hours', '1 h 30 min')],
  ['lengths such as “1:30”', text.replaceAll('2 hours', '1:30')],
  ['the line with which Excel names the delimiter', `sep=;\r\n${text.replaceAll(',', ';')}`],
  ['numbers in formulas of Excel', text.replace(/^\d+/gm, '="$&"')],
  ['empty rows and columns at its end', `${text.replaceAll('\n', ',,\n')},,\n,,,\n`],
])('a table with %s is read', (_, bytes) => {
  expect(readBytes(bytes).kept).toHaveLength(12)
})

test.each<[name: string, bytes: Uint8Array | string, says: string | RegExp]>([
  ['an Excel workbook', 'PK\x03\x04\x14', 'an Excel workbook (.xlsx): unpack it, or save it as “CSV UTF-8”'],
  ['an old workbook', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'old Excel workbook'],
  ['a packed file', Buffer.from('1f8b080000', 'hex'), 'packed with gzip'],
  ['a PDF', '%PDF-1.4', 'is a PDF'],
  ['a web page', '<!DOCTYPE html><html></html>', 'is a web page'],
  ['UTF-16', Buffer.from(`\ufeff${text}`, 'utf16le'), 'in UTF-16'],
  ['Latin-1', Buffer.from(text.replace('Oak', 'Cañón'), 'latin1'), 'is not in utf-8. Name its encoding in the mapping'],
  ['semicolons', text.replaceAll(',', ';'), 'write its delimiter in the mapping, as delimiter: ";"'],
  ['tabs', text.replaceAll(',', '\t'), 'as delimiter: "\\t"'],
  [
    'a column of another name',
    text.replace('rate,', 'price,'),
    /“rate”, which no row has\. The columns are: zone, .*price/,
  ],
])('%s is refused whole, and what to do is said', (_, bytes, says) => {
  expect(() => readBytes(bytes)).toThrow(says)
})

test.each<[name: string, row: (row: string) => string, field: string, reason: RegExp]>([
  [
    'latitude for longitude',
    row => row.replace(/(39[.\d]+),([-.\d]+)/, '$2,$1'),
    'latitude',
    /between -90 and 90: .*latitude for longitude/,
  ],
  [
    'meters',
    row => row.replace(/39[.\d]+,[-.\d]+/, '4824660,-11688546'),
    'lat',
    /are no degrees: save the layer in EPSG:4326/,
  ],
  ['a huge cell', row => row.replace('Main St North', 'x'.repeat(1_000_000)), 'name', /is longer than 120 characters/],
  ['months', row => row.replace('2 hours', '2 months'), 'most', /“2 months” is no length of time/],
  ['“2 mo”', row => row.replace('2 hours', '2 mo'), 'most', /“2 mo” is no length of time/],
])('%s in one row refuses that row with its field, and the others are taken', (_, edit, field, reason) => {
  const { kept, checked } = readBytes([columns, edit(smallRows[0]!), ...smallRows.slice(1)].join('\n'))
  expect(checked.refused).toEqual([{ row: 1, key: '4101', field, reason: expect.stringMatching(reason) }])
  expect(kept).toHaveLength(11)
})

test('amounts and counts are read with the separators of either continent', () => {
  const amounts = ['1,200.00', '1.200,00', '$12,345.5', '0,5', '2'].map(text => centsOf(text, 'rate'))
  expect(amounts).toEqual([120_000, 120_000, 1_234_550, 50, 200])
  expect(['1,200', '1.200', '1 200', '12.0'].map(text => wholeOf(text, 'spaces'))).toEqual([1_200, 1_200, 1_200, 12])
  expect(() => centsOf('1,200', 'rate')).toThrow('may be 1200 or 1.200')
  for (const text of ['1.2.3', '1,20,000.00']) expect(() => centsOf(text, 'rate')).toThrow('is no amount')
  for (const text of ['1.5', '0,250', '1,2']) expect(() => wholeOf(text, 'spaces')).toThrow('is no whole number')
})
