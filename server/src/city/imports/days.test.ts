// Lists of days as a city publishes them: what is free on a holiday, what a running stay keeps, and what is refused.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { evaluateStay, federalHolidays } from '#city/calendar/calendar.ts'
import { anyCar } from '#city/calendar/testing.ts'
import { listCities } from '#city/cities/cities.ts'
import { source, startPlaces, testCity, tuesday } from '#city/places/testing.ts'
import { type DayListRefused, daysRunningOut, listDays, publishDays, removeDays } from '#city/rules/rules.ts'
import { asOwner } from '#platform/testing.ts'
import { readDays } from './day-file.ts'
import { createImports } from './imports.ts'
import { mappingWith, smallFacts, smallFile, smallMapping, smallRows } from './testing.ts'

let city: Awaited<ReturnType<typeof startPlaces>>
let imports: ReturnType<typeof createImports>
let small: Awaited<ReturnType<typeof listCities>>[number]
beforeAll(async () => {
  city = await startPlaces()
  imports = createImports(city)
  await city.loadCity(
    source({ ...testCity(), facts: smallFacts, places: [], names: [], tariffs: [] }, 'import', 'small'),
  )
  await asOwner(city.db.connectionString, `update city set state = 'setup' where code = 'small'`)
  small = (await listCities(city.db.pool)).find(({ code }) => code === 'small')!
})
afterAll(() => city.stop())

const [meter] = smallMapping.book.rules
const mapping = mappingWith({
  book: { rules: [{ ...meter, when: { ...meter!.when, notOnDays: ['holidays'] } }] },
})
const check = () => imports.check(small, { ...smallFile(smallRows, mapping), sourceId: 'meters', by: 'Ana' })
const own = () => ({ city: small.id, timeZone: small.timeZone })
type List = Parameters<typeof publishDays>[1]['list']
const publish = (list: List, listId = 'holidays') =>
  city.db.transaction(tx => publishDays(tx, { ...own(), listId, name: 'Holidays', list }, city.clock.now()))
const remove = (listId: string, days?: string[]) =>
  city.db.transaction(tx => removeDays(tx, { ...own(), listId, ...(days && { days }) }, city.clock.now()))
const centsOn = (day: string, asOf = city.clock.now()) => {
  const start = Temporal.PlainDateTime.from(`${day}T10:00`).toZonedDateTime(small.timeZone).toInstant()
  const calendar = city.places.resolvePlace({ ZoneNumber: '4101', City: 'small' }).calendarAt(start, asOf)!
  const { refusal, totalCents } = evaluateStay({ calendar, facts: anyCar, start, seconds: 3600 })
  return refusal?.code ?? totalCents
}
const refusedAt = (field: keyof DayListRefused, value: string) => expect.objectContaining({ [field]: value })

test('rules that name a list that the city has not are refused, and say which', async () => {
  const run = await check()
  expect(run.counters).toMatchObject({ added: 0, refused: 12 })
  const [reason] = await imports.reasons(run.import_id)
  expect(reason).toMatchObject({ reason: 'no list of days is called holidays' })
})

test('case 16: a holiday by its list is free; after what is known of the list a stay is refused, and charged nothing', async () => {
  const years = [2026, 2027].flatMap(federalHolidays)
  const added = years.filter(({ day }) => day >= '2026-04-14').length
  expect(await publish({ days: years, knownUntil: '2027-12-31' })).toEqual({ added, removed: 0, same: 0 })
  await imports.publish(small, (await check()).import_id, { by: 'Ana' })
  city.clock.set(tuesday.add({ minutes: 5 }))
  await city.places.start()
  // Friday, July 3, on which Independence Day is observed, and the Friday before
  expect([centsOn('2026-07-03'), centsOn('2026-06-26')]).toEqual([0, 200])
  expect(centsOn('2028-01-03')).toBe('rules_unknown')
})

test('every server follows a list; a stay that began before keeps what it knew', async () => {
  const before = city.clock.now()
  city.clock.set(before.add({ minutes: 5 }))
  const { list } = (await listDays(city.db.pool, own(), city.clock.now()))[0]!
  const days = [...list.days.filter(({ day }) => day !== '2026-07-03'), { day: '2026-06-26', name: 'Founders’ Day' }]
  expect(await publish({ ...list, days })).toEqual({ added: 1, removed: 1, same: days.length - 1 })
  await expect.poll(() => [centsOn('2026-07-03'), centsOn('2026-06-26')]).toEqual([200, 0])
  expect([centsOn('2026-07-03', before), centsOn('2026-06-26', before)]).toEqual([0, 200])
  expect(await publish({ ...list, days })).toEqual({ added: 0, removed: 0, same: days.length })
  expect(await remove('holidays', ['2026-06-26'])).toBe(1)
  await expect.poll(() => centsOn('2026-06-26')).toBe(200)
})

test('a list that rules name stays; another goes, and rules cannot name it any more', async () => {
  await expect(remove('holidays')).rejects.toEqual(refusedAt('field', 'listId'))
  await publish({ days: [{ day: '2026-05-01', name: 'Fair', from: '17:00', to: '23:30' }], knownUntil: '2026-12-31' }, 'fairs') // biome-ignore format: one line
  expect(await remove('fairs')).toBe(1)
  await expect(remove('fairs')).rejects.toEqual(refusedAt('message', 'no list of days is called fairs'))
  expect((await listDays(city.db.pool, own(), city.clock.now())).map(({ listId }) => listId)).toEqual(['holidays'])
})

test('60 days before the end of what is known, it is said', async () => {
  expect(await daysRunningOut(city.db.pool, Temporal.Instant.from('2027-10-01T00:00:00Z'))).toEqual([])
  expect(await daysRunningOut(city.db.pool, Temporal.Instant.from('2027-11-15T00:00:00Z'), small.id)).toEqual([
    expect.stringContaining('Small City’s list of days “holidays” is known until 2027-12-31'),
  ])
})

test('a list that is wrong is refused at its field', async () => {
  const list: List = { days: [{ day: '2027-02-01', name: 'A day' }], knownUntil: '2026-12-31' }
  await expect(publish(list)).rejects.toEqual(refusedAt('field', 'days[0].day'))
  await expect(publish({ ...list, knownUntil: '2027-12-31' }, 'two words')).rejects.toEqual(
    refusedAt('field', 'listId'),
  )
})

test('a file of days: every row is a day, or refused with its field', () => {
  const read = (text: string) => readDays(new TextEncoder().encode(text))
  const rows = ['2026-12-24,Christmas Eve,12:00,24:00', '2026-12-24,Again', '2026-02-30,No day', '2026-12-31,', '2026-12-30,Half,9:00,12:00', '2026-12-29,Open,,12:00', '2026-04-20,Patriots’ Day'] // biome-ignore format: one line
  const { days, refused } = read(['day,name,from,to', ...rows].join('\n'))
  expect(days).toEqual([
    { day: '2026-04-20', name: 'Patriots’ Day' },
    { day: '2026-12-24', name: 'Christmas Eve', from: '12:00', to: '24:00' },
  ])
  expect(refused.map(({ row, field }) => [row, field])).toEqual([
    [2, 'day'],
    [3, 'day'],
    [4, 'name'],
    [5, 'from'],
    [6, 'from'],
  ])
  expect(() => read('date,name\n2026-01-01,New Year')).toThrow('no column “day”')
})
