// Publishing and undoing imports on a real database, and finding the places over HTTP.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listCities } from '#city/cities/cities.ts'
import { source, startPlaces, testCity, tuesday } from '#city/places/testing.ts'
import { asOwner } from '#platform/testing.ts'
import { takeCounts } from './counts.ts'
import { createImports, ImportRefused } from './imports.ts'
import { mappingWith, smallFacts, smallFile, smallRows } from './testing.ts'

let city: Awaited<ReturnType<typeof startPlaces>>
let imports: ReturnType<typeof createImports>
let small: Awaited<ReturnType<typeof listCities>>[number]
beforeAll(async () => {
  city = await startPlaces()
  imports = createImports(city)
  await city.loadCity(
    source({ ...testCity(), facts: smallFacts, places: [], names: [], tariffs: [] }, 'import', 'small'),
  )
  // in setup, where one person is enough for prices
  await asOwner(city.db.connectionString, `update city set state = 'setup' where code = 'small'`)
  small = (await listCities(city.db.pool)).find(({ code }) => code === 'small')!
})
afterAll(() => city.stop())

const check = (file = smallFile()) => imports.check(small, { ...file, sourceId: 'meters', by: 'Ana' })
const publish = (importId: string, confirmed?: string) => imports.publish(small, importId, { by: 'Ben', confirmed })
const checkAndPublish = async (file = smallFile(), confirmed?: string) =>
  publish((await check(file)).import_id, confirmed)
const zones = async () =>
  (
    await asOwner<{ zone_number: string; state: string; capacity: number; version: number }>(
      city.db.connectionString,
      `select zone_number, state, capacity, version from zone where city = ${small.id} order by zone_number`,
    )
  ).map(row => [row.zone_number, row.state, row.capacity, row.version])
const find = () => city.get('/api/Parking/Find?Latitude=39.7405&Longitude=-104.9905&Limit=50')
const edited = (row: number, from: string, to: string) =>
  smallRows.map((text, i) => (i + 1 === row ? text.replace(from, to) : text))
const refusedWith = (code: string) => expect.objectContaining({ code })

test('a check changes nothing; publishing puts the places on the map of every server', async () => {
  const run = await check()
  expect(run).toMatchObject({ state: 'checked', made_by: 'Ana', counters: { added: 12 } })
  expect(await zones()).toEqual([])
  expect(await publish(run.import_id)).toMatchObject({ state: 'published', published_by: 'Ben' })
  expect(await zones()).toHaveLength(12)
  await city.places.start()
  const { status, body } = await find()
  expect(status).toBe(200)
  expect(body.Items.map(({ Name }: { Name: string }) => Name)).toContain('Main St North')
  await expect(publish(run.import_id)).rejects.toEqual(refusedWith('import_state'))
})

test.each([
  ['4103', 'Oak St', /^4103$/],
  ['A007', 'Mill St', /^\d{6}$/],
  ['Main St Nroth', 'Main St North', /^4101$/],
  ['9 Lake St', 'Lake St', /^410910$/],
])('the search of an imported city finds %s', async (Query, Name, number) => {
  const { body } = await city.get(`/api/Parking/Suggest?${new URLSearchParams({ Query, City: 'small' })}`)
  expect(body.Items[0]).toMatchObject({ Name, Kind: 'zone', ZoneNumber: expect.stringMatching(number), City: 'small' })
})

test('every row of the file has a row here', async () => {
  const run = await check(smallFile(edited(3, '$1.25', 'see sign')))
  const rows = await imports.rows(run.import_id, ['added', 'changed', 'same', 'refused'], null, 100)
  expect(rows.map(({ rowNo }) => rowNo)).toEqual(smallRows.map((_, i) => i + 1))
  expect(await imports.reasons(run.import_id)).toEqual([{ field: 'rate', reason: '“see sign” is no amount', count: 1 }])
})

test('case 57: an import that is published while another was checked is stale', async () => {
  const [one, other] = [
    await check(smallFile(edited(2, ',8,', ',9,'))),
    await check(smallFile(edited(2, ',8,', ',7,'))),
  ]
  await publish(one.import_id)
  await expect(publish(other.import_id)).rejects.toEqual(refusedWith('import_stale'))
  expect((await zones())[1]).toEqual(['4102', 'live', 9, 2])
})

test('case 52: an empty file withdraws all in the dry run, and is published under the city’s name alone', async () => {
  const before = await zones()
  const run = await check(smallFile([]))
  expect(run.counters).toMatchObject({ read: 0, withdrawn: 12 })
  for (const name of [undefined, 'small', 'Big City'])
    await expect(publish(run.import_id, name)).rejects.toEqual(refusedWith('name_needed'))
  expect(await zones()).toEqual(before)
  await publish(run.import_id, 'Small City')
  expect((await zones()).every(([, state]) => state === 'withdrawn')).toBe(true)
  // undone, they are what they were
  expect(await imports.undo(small, run.import_id, { actor: { command: 'Ana' } })).toMatchObject({
    restored: 12,
    refused: [],
  })
  expect((await zones()).map(row => row.slice(0, 3))).toEqual(before.map(row => row.slice(0, 3)))
})

test('case 57: undo takes back all but what was edited later, which it names', async () => {
  const before = await zones()
  const rows = [
    ...edited(5, ',10,0.50', ',11,0.50'),
    '4113,New St,13 New St,39.7413,-104.9913,3,1.00,15,8 to 6,,In service,',
  ]
  const run = await checkAndPublish(smallFile(rows.map(row => row.replace('Elm St,', 'Elm Street,'))))
  await asOwner(
    city.db.connectionString,
    `update zone set name = 'Pine Street' where city = ${small.id} and zone_number = '4105'`,
  )
  expect(await imports.undo(small, run.import_id, { actor: { command: 'Ana' } })).toMatchObject({
    restored: 3,
    refused: ['4105'],
  })
  const after = new Map((await zones()).map(([zone, ...row]) => [zone, row]))
  expect(after.get('4105')!.slice(0, 2)).toEqual(['live', 11])
  expect(after.get('4113')![0]).toBe('withdrawn')
  expect(after.size).toBe(before.length + 1)
  await expect(imports.undo(small, run.import_id, { actor: { command: 'Ana' } })).rejects.toBeInstanceOf(ImportRefused)
})

test('case 51: a rate that starts in 2027 is accepted, the place opens on January 1, and Find near it answers', async () => {
  await checkAndPublish(
    smallFile([...smallRows, '4120,Later St,20 Later St,39.7420,-104.9920,3,1.00,15,8 to 6,,In service,2027-01-01']),
  )
  await city.places.start()
  const { status, body } = await find()
  expect(status).toBe(200)
  expect(body.Items.map(({ ZoneNumber }: { ZoneNumber: string }) => ZoneNumber)).toContain('4120')
  expect((await city.get('/api/Parking/Zone/4120?City=small')).body).toMatchObject({
    OpenNow: false,
    OpensAt: '2027-01-01T07:00:00Z',
    Hours: null,
  })
})

const bookSt = (rate: string, from: string, spaces = 3) =>
  `4130,Book St,30 Book St,39.7430,-104.9930,${spaces},${rate},15,8 to 6,,In service,${from}`
const bookMapping = mappingWith({ book: { id: 'book-st-{zone}' } })
const versionsOf = async (bookId: string) =>
  (
    await asOwner<{ version: number; in_force_from: Date }>(
      city.db.connectionString,
      `select version, in_force_from from rule_book where city = ${small.id} and book_id = '${bookId}' order by version`,
    )
  ).map(({ version, in_force_from }) => [version, in_force_from.toISOString()])
const publishBookSt = (rate: string, spaces?: number) =>
  checkAndPublish(
    smallFile([...smallRows, bookSt(rate, '', spaces), bookSt('2.00', '2027-01-01', spaces)], bookMapping),
    'Small City',
  )
const stepCentsAt = (at: string) => {
  const place = city.places.listPlaces(0, 100).find(({ zoneNumber }) => zoneNumber === '4130')!
  return place.calendarAt(Temporal.Instant.from(at))!.book.rules[0]!.price!.lines[0]!.cents
}

test('case 53: with a rate of now and one of 2027, a capacity changes: the zone gets a version, no book does, and the rise comes on its day', async () => {
  await publishBookSt('1.00')
  const before = [await versionsOf('book-st-4130'), await zones()] as const
  expect(before[0]).toEqual([
    [1, expect.any(String)],
    [2, '2027-01-01T07:00:00.000Z'],
  ])
  const run = await publishBookSt('1.00', 4)
  expect(run.counters).toMatchObject({ changed: 1, added: 0, withdrawn: 0 })
  expect(await versionsOf('book-st-4130')).toEqual(before[0])
  expect(await zones()).toEqual(
    before[1].map(row => (row[0] === '4130' ? ['4130', 'live', 4, Number(row[3]) + 1] : row)),
  )
  await city.places.start()
  expect([stepCentsAt('2026-12-31T18:00:00Z'), stepCentsAt('2027-01-01T18:00:00Z')]).toEqual([25, 50])
})

test('of two versions of a book the one whose day has come holds, whatever their numbers', async () => {
  await publishBookSt('1.20')
  // version 3 holds from now on, and version 2 on its day again: nothing of 2027 is written twice
  expect((await versionsOf('book-st-4130')).map(([version]) => version)).toEqual([1, 2, 3])
  await city.places.start()
  expect([stepCentsAt('2026-06-01T18:00:00Z'), stepCentsAt('2027-06-01T18:00:00Z')]).toEqual([30, 50])
})

test('case 54: another city’s book of the same id stays what it is', async () => {
  const own = mappingWith({ book: { id: 'shared' } })
  const row = (rate: string) => [`4130,Book St,30 Book St,39.7430,-104.9930,3,${rate},15,8 to 6,,In service,`]
  await checkAndPublish(smallFile(row('1.00'), own), 'Small City')
  await city.loadCity(
    source(
      { ...testCity(), facts: { ...smallFacts, name: 'Other' }, places: [], names: [], tariffs: [] },
      'import',
      'other',
    ),
  )
  await asOwner(city.db.connectionString, `update city set state = 'setup' where code = 'other'`)
  const other = (await listCities(city.db.pool)).find(({ code }) => code === 'other')!
  const run = await imports.check(other, { ...smallFile(row('9.00'), own), sourceId: 'meters', by: 'Ana' })
  await imports.publish(other, run.import_id, { by: 'Ana' })
  const books = await asOwner<{ code: string; version: number }>(
    city.db.connectionString,
    `select code, version from rule_book join city on city_id = city where book_id = 'shared' order by code`,
  )
  expect(books).toEqual([
    { code: 'other', version: 1 },
    { code: 'small', version: 1 },
  ])
})

test('a place in another currency is found and read with its rates in words, without a price', async () => {
  const facts = { ...smallFacts, name: 'Loonie', currency: 'CAD' }
  await city.loadCity(source({ ...testCity(), facts, places: [], names: [], tariffs: [] }, 'import', 'loonie'))
  await asOwner(city.db.connectionString, `update city set state = 'setup' where code = 'loonie'`)
  const loonie = (await listCities(city.db.pool)).find(({ code }) => code === 'loonie')!
  const ratesText = { en: '{rate} Canadian dollars an hour' }
  const file = smallFile([smallRows[0]!.replace('4101', '7701')], mappingWith({ place: { ratesText } }))
  const run = await imports.check(loonie, { ...file, sourceId: 'meters', by: 'Ana' })
  await imports.publish(loonie, run.import_id, { by: 'Ana' })
  await city.places.start()
  const { body } = await find()
  expect(body.Items.find(({ ZoneNumber }: { ZoneNumber: string }) => ZoneNumber === '7701')).toMatchObject({
    Payable: false,
    OpenNow: true,
    PriceMinutes: 0,
  })
  const zone = await city.get('/api/Parking/Zone/7701')
  expect(zone.body).toMatchObject({ Payable: false, Rules: [], RatesText: { En: '2.00 Canadian dollars an hour' } })
  const view = await city.get('/api/Parking/Map?West=-104.991&South=39.739&East=-104.989&North=39.741&Zoom=17')
  expect(view.status).toBe(200)
})

test('a place of a rule book alone has its price on the sign, and its rules in words', async () => {
  city.clock.set(tuesday.add({ hours: 1 }))
  const { body } = await city.get('/api/Parking/Zone/4130?City=small')
  expect(body).toMatchObject({ Payable: true, RatesText: null, HourlyRate: 1, RateKind: 'hourly' })
  expect(body.Rules[0]).toMatchObject({
    Now: true,
    En: ['Parking', '8 AM–6 PM Mon–Sat', '$1.00/hr', 'In 15 min increments'],
    Es: ['Estacionamiento', '8 AM–6 PM lun–sáb', '$1.00/h', 'Se cobra cada 15 min'],
    Hi: ['पार्किंग', '8 AM–6 PM सोम–शनि', '$1.00/घंटा', 'हर 15 मिनट पर पैसे लगते हैं'],
  })
  // free at other times
  expect(body.Hours).toEqual([])
})

test('live counts: what is taken is the capacity less what is free; impossible ones are refused and tallied by source', async () => {
  await checkAndPublish(smallFile(), 'Small City')
  await city.places.start()
  const item = (uid: string, free: number | null) => ({
    uid,
    realtime_free_capacity: free,
    realtime_data_updated_at: city.clock.now().toString(),
  })
  const items = [
    item('4101', 5),
    item('4102', -1),
    item('4103', 700),
    item('4101', 4),
    item('nowhere', 1),
    item('13', 0),
    item('4104', null),
  ]
  const file = { format: 'parkapi' as const, bytes: Buffer.from(JSON.stringify({ items })), sourceId: 'meters' }
  const { accepted, refused } = await takeCounts(city, small, file, city.clock.now())
  expect(accepted).toBe(2)
  expect(refused.map(({ row, key, reason }) => [row, key, reason.split(':')[0]])).toEqual([
    [2, '4102', 'negative'],
    [3, '4103', 'over_capacity'],
    [4, '4101', 'doubled'],
    [5, 'nowhere', 'unknown_zone'],
    [7, '4104', 'not_counted'],
  ])
  expect((await city.get('/api/Parking/Zone/4101?City=small')).body).toMatchObject({ Free: 5, Capacity: 12 })
  await takeCounts(city, small, file, city.clock.now())
  const [kept] = await asOwner<{ refused: object }>(
    city.db.connectionString,
    `select refused from source where city = ${small.id} and source_id = 'meters'`,
  )
  expect(kept!.refused).toEqual({ negative: 2, over_capacity: 2, doubled: 2, unknown_zone: 2, not_counted: 2 })
})

test('case 55: numbers that another city has come in all the same, and one that is typed asks which city', async () => {
  const numbers = ['5001', '5002', '5003', '5004', '5005', '5006']
  const rows = smallRows.map((row, i) => (numbers[i] ? row.replace(/^\d+/, numbers[i]) : row))
  const run = await checkAndPublish(smallFile(rows), 'Small City')
  expect(run.counters).toMatchObject({ read: 12, refused: 0 })
  await city.places.start()
  const typed = await city.get('/api/Parking/Zone/5001')
  expect([typed.status, typed.body.Code]).toEqual([409, 'zone_ambiguous'])
  expect(typed.body.Cities).toEqual([
    { City: 'small', Name: 'Small City' },
    { City: 'test', Name: expect.any(String) },
  ])
  expect((await city.get('/api/Parking/Zone/5001?City=small')).body.Name).toBe('Main St North')
})
