// Rule books as a city publishes them: converted from tariffs, published in versions, kept as they are, and taken over by every server.
import type { RuleBook } from '@parkit/contract/city/calendar-schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asVersionBefore } from '#city/bundled/version-before-testing.ts'
import { evaluateStay, limitsAt } from '#city/calendar/calendar.ts'
import { anyCar } from '#city/calendar/testing.ts'
import { type City, source, startPlaces, testCity, testPlace, tuesday } from '#city/places/testing.ts'
import { BookRefused, publishBooks } from './rules.ts'

let city: Awaited<ReturnType<typeof startPlaces>>
beforeAll(async () => {
  city = await startPlaces()
})
afterAll(() => city.stop())

const hour = { hours: 1 }
const centsAt = (zone: string, start: Temporal.Instant, at = start) => {
  const calendar = city.places.resolvePlace({ ZoneNumber: zone }).calendarAt(start, at)
  return calendar && evaluateStay({ calendar, facts: anyCar, start, seconds: 3600 }).totalCents
}
const books = async () =>
  (
    await city.db.pool.query(
      'select book_id, version, state, in_force_from, tariff_version from rule_book order by 1, 2',
    )
  ).rows
const cityId = async (): Promise<number> =>
  (await city.db.pool.query(`select city_id from city where code = 'test'`)).rows[0].city_id
const publish = async (book: RuleBook, bookId: string, inForceFrom?: Temporal.Instant) => {
  const id = await cityId()
  const draft = { bookId, name: bookId, book, ...(inForceFrom && { inForceFrom }) }
  return city.db.transaction(tx => publishBooks(tx, id, [draft], city.clock.now()))
}
const hourly = (cents: number): RuleBook => ({
  rules: [
    {
      id: 'meter',
      priority: 10,
      name: { en: 'Meter' },
      when: [],
      who: {},
      activity: 'park',
      price: { lines: [{ type: 'step', fromSeconds: 0, toSeconds: null, stepSeconds: 3600, cents }], count: 'period' },
    },
  ],
  caps: [],
  otherwise: 'unknown',
})
const importWith = async (hash: string, change: (data: City) => void) => {
  const data = testCity()
  change(data)
  return city.loadCity(source(data, hash))
}

test('an import writes a book for each tariff with its terms, and every place has one', async () => {
  const rows = await books()
  expect(rows.map(row => [row.book_id.replace(/-.{6}$/, ''), row.version, row.state])).toEqual([
    ['five-dollars', 1, 'approved'],
    ['free', 1, 'approved'],
    ['one-dollar', 1, 'approved'],
    ['two-dollars', 1, 'approved'],
    ['two-dollars', 1, 'approved'],
    ['two-dollars', 1, 'approved'],
  ])
  expect(rows[0].in_force_from.toString()).toBe('2026-01-01T07:00:00Z')
  expect(centsAt('5002', tuesday)).toBe(100)
  // from 22:00 to 06:00 it is closed
  const closed = city.places.resolvePlace({ ZoneNumber: '5003' }).calendarAt(tuesday)!
  expect(closed.book.rules[0]).toMatchObject({ id: 'closed', activity: 'none' })
})

test('the same data again is no new version; a changed tariff is, and a later one comes on its day', async () => {
  const before = await books()
  await importWith('again', data => data.places.push(testPlace('5100', 50)))
  expect(await books()).toEqual(before)

  const rise = (data: City) => {
    const [one] = data.tariffs
    data.tariffs.push({ ...structuredClone(one!), validFrom: '2027-01-01' })
    data.tariffs.at(-1)!.rates[0]!.lines[0]!.cents = 150
  }
  await importWith('rise', rise)
  const risen = (await books()).filter(row => row.book_id.startsWith('one-dollar'))
  expect(risen.map(row => [row.version, `${row.in_force_from}`])).toEqual([
    [1, '2026-01-01T07:00:00Z'],
    [2, '2027-01-01T07:00:00Z'],
  ])
  // the same again, with another place: no version of today outranks that of 2027
  await importWith('rise again', data => {
    rise(data)
    data.places[0]!.capacity = 31
  })
  expect((await books()).filter(row => row.book_id.startsWith('one-dollar'))).toEqual(risen)
  expect(centsAt('5002', tuesday)).toBe(100)
  const newYear = Temporal.Instant.from('2027-01-01T07:00:00Z')
  expect(centsAt('5002', newYear.subtract(hour))).toBe(100)
  expect(centsAt('5002', newYear)).toBe(150)
})

test('where streets limit paid time alone, their books say so: free time has no maximum', async () => {
  const street = (data: City, cents = 100) => {
    data.streetsLimitPaidTime = true
    const rate = { days: [7], from: '00:00', to: '24:00', name: 'Free' }
    const [one] = data.tariffs
    const line = { fromMinutes: 0, toMinutes: null }
    data.tariffs.push({
      ...one!,
      id: 'sundays',
      rates: [
        { ...rate, lines: [{ ...line, type: 'flatRate', cents: 0 }] },
        { ...one!.rates[0]!, lines: [{ ...line, type: 'incrementingRate', stepMinutes: 60, cents }] },
      ],
    })
    data.places.push(
      testPlace('5300', 80, { kind: 'street', tariffId: 'sundays', maxStayMinutes: 30 }),
      testPlace('5301', 90, { tariffId: 'sundays', maxStayMinutes: 30 }),
    )
  }
  const versions = async () => (await books()).filter(({ book_id }) => book_id.startsWith('sundays'))
  await importWith('streets', data => street(data))
  expect((await versions()).map(row => [row.version, `${row.in_force_from}`])).toEqual([[1, '2026-01-01T07:00:00Z']])
  const longest = (start: Temporal.Instant, zone = '5300') => {
    const calendar = city.places.resolvePlace({ ZoneNumber: zone }).calendarAt(start)!
    return [limitsAt(calendar, anyCar, start).maxMinutes, centsAt(zone, start)]
  }
  const sunday = Temporal.Instant.from('2026-04-19T18:00:00Z')
  expect(longest(tuesday)).toEqual([30, 100])
  expect(longest(sunday)).toEqual([null, 0])

  // the same again is no new version; another price is one, and holds a minute later
  await importWith('streets again', data => street(data))
  expect(await versions()).toHaveLength(1)
  await importWith('streets dearer', data => street(data, 300))
  const soon = tuesday.add({ seconds: 60 })
  expect((await versions()).map(row => [row.version, `${row.in_force_from}`])).toEqual([
    [1, '2026-01-01T07:00:00Z'],
    [2, `${soon}`],
  ])
  expect([longest(tuesday), longest(soon)]).toEqual([
    [30, 100],
    [30, 300],
  ])
  expect(longest(sunday)).toEqual([null, 0])
})

test('a published book is refused whole, kept as it is, and taken over by every server', async () => {
  const other = city.another()
  await other.start()
  await expect(
    publish({ ...hourly(100), rules: [{ ...hourly(100).rules[0]!, priority: 0 }] }, 'wrong'),
  ).rejects.toThrow(BookRefused)
  await expect(publish(hourly(100), 'soon', tuesday.add({ seconds: 59 }))).rejects.toThrow(RangeError)

  const opens = tuesday.add(hour)
  await importWith('own', data => {
    data.books = [{ bookId: 'own', name: 'Own', book: hourly(700), inForceFrom: `${opens}` }]
    data.places.push(testPlace('5200', 60, { ruleBookId: 'own' }))
  })
  expect(await publish(hourly(700), 'own', opens)).toEqual([{ bookId: 'own', version: 1, isNew: false }])
  expect(await publish(hourly(700), 'own', opens.add(hour))).toEqual([{ bookId: 'own', version: 1, isNew: false }])
  // "opens on …" until it holds
  expect(centsAt('5200', tuesday)).toBeNull()
  expect(centsAt('5200', opens)).toBe(700)
  expect(await publish(hourly(900), 'own', opens.add(hour))).toEqual([{ bookId: 'own', version: 2, isNew: true }])
  await expect
    .poll(() => other.resolvePlace({ ZoneNumber: '5200' }).calendarAt(opens.add(hour))?.book)
    .toEqual(hourly(900))
  expect(centsAt('5200', opens.add({ minutes: 59 }))).toBe(700)

  const change = (to: string) => city.db.pool.query(`update rule_book set ${to} where book_id = 'own' and version = 2`)
  await expect(change(`book = '{}'`)).rejects.toThrow('it stays as it is')
  await expect(change(`state = 'withdrawn', withdrawn_at = in_force_from`)).rejects.toThrow('it stays as it is')
  await change(`state = 'withdrawn', withdrawn_at = in_force_from - interval '1 second'`)
  await expect.poll(() => centsAt('5200', opens.add(hour))).toBe(700)
  await other.stop()
})

test('a closure holds for its zones alone, from its publication on and until it is cancelled', async () => {
  const [startsAt, publishedAt] = [tuesday.add(hour), tuesday]
  const rule = { id: 'closure', priority: 0, name: { en: 'Parade' }, when: [], who: {}, activity: 'none' }
  await city.db.pool.query(
    `with added as (
       insert into override (override_id, city, name, kind, rule, starts_at, ends_at, state, published_at)
         values (gen_random_uuid(), $1, 'Parade', 'closed', $2, $3, $4, 'published', $5) returning city, override_id)
     insert into override_zone (city, zone_number, override_id) select city, '5002', override_id from added`,
    [await cityId(), JSON.stringify(rule), `${startsAt}`, `${startsAt.add(hour)}`, `${publishedAt}`],
  )
  const closedBy = (zone: string, bansAsOf: Temporal.Instant) => {
    const calendar = city.places.resolvePlace({ ZoneNumber: zone }).calendarAt(tuesday, tuesday, bansAsOf)!
    const { latestEnd } = evaluateStay({ calendar, facts: anyCar, start: tuesday, seconds: 60 })
    return latestEnd && `${latestEnd}`
  }
  await expect.poll(() => closedBy('5002', tuesday)).toBe(`${startsAt}`)
  expect(closedBy('5001', tuesday)).not.toBe(`${startsAt}`)
  expect(closedBy('5002', tuesday.subtract(hour))).toBeNull()
  await city.db.pool.query(`update override set state = 'cancelled', cancelled_at = $1`, [
    `${tuesday.add({ minutes: 10 })}`,
  ])
  await expect.poll(() => closedBy('5002', tuesday.add({ minutes: 10 }))).toBeNull()
  expect(closedBy('5002', tuesday)).toBe(`${startsAt}`)
})

test('a listed day counts from its publication on, as a list of its city alone', async () => {
  const id = await cityId()
  await city.db.pool.query(
    `with list as (insert into day_list values ($1, 'holidays', 'Holidays', '2026-12-31') returning city, list_id)
     insert into day_list_day (city, list_id, day, published_at, name, from_time, to_time)
       select city, list_id, '2026-04-14', $2, 'A day', '10:00', '12:00' from list`,
    [id, `${tuesday}`],
  )
  const days = (at: Temporal.Instant) =>
    city.places.resolvePlace({ ZoneNumber: '5002' }).calendarAt(tuesday, at)!.lists.get('holidays')
  await expect.poll(() => days(tuesday)?.days.get('2026-04-14')).toEqual({ from: '10:00', to: '12:00' })
  expect(days(tuesday.subtract(hour))?.days.size).toBe(0)
  expect(days(tuesday)?.knownUntil).toBe('2026-12-31')
})

test('places that an older version of ParkIt loaded by their tariffs have their books written at the next read', async () => {
  await asVersionBefore(city, testCity())
  await city.db.pool.query('update zone set rule_book_id = null where tariff_id is not null')
  const other = city.another()
  await other.start()
  expect(other.resolvePlace({ ZoneNumber: '5002' }).calendarAt(tuesday)).not.toBeNull()
  const { rows } = await city.db.pool.query(
    'select count(*)::integer as count from zone where rule_book_id is null and tariff_id is not null',
  )
  expect(rows[0].count).toBe(0)
  await other.stop()
})
