// The cases of curbs that are easily wrong, each worked out by hand: clock changes, nights, holidays, limits, caps, closures.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Facts, Rule } from '@parkit/contract/city/calendar-schemas'
import type { Tariff } from '@parkit/contract/city/tariff-schemas'
import { expect, test } from 'vitest'
import {
  calendarAsOf,
  differenceCents,
  evaluateStay,
  type Published,
  priceStay,
  readBook,
  stateAt,
} from './calendar.ts'
import { convert } from './replay-testing.ts'
import {
  anyCar,
  at,
  ban,
  calendar,
  centsOf,
  chicago,
  during,
  hourly,
  linesOf,
  override,
  price,
  rule,
  stay,
  steps,
} from './testing.ts'

const prepared = join(import.meta.dirname, '../../../../build/chicago/city.json')
const { tariffs } = JSON.parse(readFileSync(prepared, 'utf8')) as { tariffs: Tariff[] }
const unlimited = { hours: [], towAway: [], minStayMinutes: 15, maxStayMinutes: null, noReturnMinutes: null }
const converted = (id: string) => convert(tariffs.find(tariff => tariff.id === id)!, unlimited, chicago).calendar

const listOf = (knownUntil: string, ...days: string[]) =>
  new Map([['holidays', { days: new Map(days.map(day => [day, {}])), knownUntil }]])

const workweek = [1, 2, 3, 4, 5, 6]

test('case 1: seconds of the start cost no further step', () => {
  const quote = evaluateStay({
    calendar: converted('street-centre'),
    facts: anyCar,
    start: at('2026-04-14T10:00:30'),
    seconds: 900,
  })
  expect(quote.totalCents).toBe(150)
  expect(quote.lines.map(({ from, to }) => [from, to])).toEqual([[at('2026-04-14T10:00'), at('2026-04-14T10:15')]])
})

test('case 2: a stay from day into night has a line for each', () => {
  expect(linesOf(converted('street-centre'), '2026-04-14T20:40', 60)).toEqual([
    ['Day', 20, 300],
    ['Night', 40, 225],
  ])
})

test('case 3: the hour that comes twice is one night', () => {
  const { lines, totalCents } = stay(converted('street-centre'), '2026-11-01T00:30', 120)
  expect([lines.length, totalCents]).toEqual([1, 600])
  expect(`${lines[0]!.to}`).toBe('2026-11-01T07:30:00Z')
})

test('case 4: the hour that is skipped costs nothing', () => {
  const { lines, totalCents } = stay(converted('street-centre'), '2026-03-08T01:30', 60)
  expect(totalCents).toBe(300)
  expect(lines[0]!.to).toEqual(at('2026-03-08T03:30'))
})

test('case 5: a tow-away window has the whole of an hour that comes twice', () => {
  const tow = calendar([
    ban({ tow: true, when: [during({ from: '00:30', to: '01:30' })] }),
    rule({ price: hourly(100) }),
  ])
  const first = at('2026-11-01T00:30')
  for (const [minutes, isBanned] of [
    [-1, false],
    [0, true],
    [45, true],
    [75, true],
    [119, true],
    [120, false],
  ] as const)
    expect(stateAt(tow, anyCar, first.add({ minutes })).ban !== null, `${minutes} minutes`).toBe(isBanned)
  expect(stay(tow, '2026-10-31T23:45', 180)).toMatchObject({ seconds: 45 * 60, warnings: ['cut_to_tow_away'] })
})

test('case 6: a cap begins anew at its local time', () => {
  expect(centsOf(converted('lot-inner'), '2026-04-17T12:00', 19 * 60)).toBe(1600 + 400 + 800)
})

test('case 7: a cap resets once on days of clock changes', () => {
  const lot = calendar([rule({ price: price(steps(100, 900)) })], {
    caps: [{ cents: 300, ruleIds: 'all', resetAt: '01:30' }],
  })
  expect([120, 240].map(minutes => centsOf(lot, '2026-11-01T00:00', minutes))).toEqual([500, 600])
  const skipped = calendar(lot.book.rules, { caps: [{ cents: 300, ruleIds: 'all', resetAt: '02:30' }] })
  expect(centsOf(skipped, '2026-03-08T00:00', 4 * 60)).toBe(600)
})

test('case 8: a garage charges again each day', () => {
  expect(centsOf(converted('garage-inner'), '2026-04-14T12:00', 25 * 60)).toBe(4400)
})

test('case 9: the first hour is free, and says until when', () => {
  const shop = converted('shop')
  expect(stay(shop, '2026-04-14T12:00', 60)).toMatchObject({
    totalCents: 0,
    freeUntil: at('2026-04-14T13:00'),
    warnings: ['free_now', 'costs_nothing'],
  })
  expect(centsOf(shop, '2026-04-14T12:00', 61)).toBe(150)
})

test('case 10: steps of seven and a half minutes', () => {
  expect(centsOf(calendar([rule({ price: price(steps(25, 450)) })]), '2026-04-14T12:00', 16)).toBe(75)
})

test('case 11: a window of 24 hours belongs to the day on which it begins', () => {
  const monday = rule({ id: 'monday', when: [during({ weekdays: [1], from: '06:00', to: '06:00' })] })
  const book = calendar([monday, rule({ id: 'other', priority: 200 })])
  const idAt = (local: string) => (stateAt(book, anyCar, at(local)).rule as Rule).id
  expect(['2026-04-13T05:59', '2026-04-13T06:00', '2026-04-14T05:30', '2026-04-14T06:00'].map(idAt)).toEqual([
    'other',
    'monday',
    'monday',
    'other',
  ])
})

test('case 12: a night before a holiday is the evening’s, or by its own date', () => {
  const lists = listOf('2026-12-31', '2026-04-18')
  const nights = (dateOf: 'start' | 'minute') =>
    calendar(
      [
        rule({
          priority: 10,
          price: hourly(500),
          when: [during({ from: '20:00', to: '02:00', notOnDays: ['holidays'], dateOf })],
        }),
        rule({ priority: 20, price: hourly(100), when: [during({ onDays: ['holidays'] })] }),
        rule({ priority: 30 }),
      ],
      { lists },
    )
  expect(centsOf(nights('start'), '2026-04-18T01:00', 60)).toBe(500)
  expect(centsOf(nights('minute'), '2026-04-18T01:00', 60)).toBe(100)
})

const twoHours = { maxStaySeconds: 7200, maxStayCounts: 'paid', limitGroup: 'block', noReturnScope: 'zone' } as const
const meter = (weekdays = workweek) =>
  calendar([
    rule({
      id: 'meter',
      price: hourly(200),
      limits: twoHours,
      when: [during({ weekdays, from: '08:00', to: '20:00' })],
    }),
    rule({ id: 'free', priority: 200 }),
  ])

test('case 13: only paid time counts toward two hours, and a free night may follow', () => {
  expect(stay(meter(), '2026-04-13T19:30', 60).latestEnd).toEqual(at('2026-04-14T09:30'))
  expect(stay(meter(), '2026-04-13T18:00', 60).latestEnd).toEqual(at('2026-04-14T08:00'))
  expect(stay(meter(), '2026-04-13T18:00', 14 * 60)).toMatchObject({ refusal: null, totalCents: 400 })
  expect(stay(meter(), '2026-04-13T18:00', 14 * 60 + 1).refusal).toMatchObject({
    code: 'over_max_stay',
    maxSeconds: 14 * 3600,
  })
})

test('case 14: no maximum is said on a free Sunday, and ten hours cost nothing', () => {
  const sunday = stay(meter(), '2026-04-19T09:00', 600)
  expect(sunday).toMatchObject({ refusal: null, totalCents: 0, seconds: 36_000 })
  // until Monday’s meter has run two hours
  expect(sunday.latestEnd).toEqual(at('2026-04-20T10:00'))
  // nor where the free rule carries the limit of paid time
  const always = calendar([rule({ limits: twoHours })])
  expect(stay(always, '2026-04-19T09:00', 600)).toMatchObject({ refusal: null, latestEnd: null })
})

test('case 15: the free hour inside a stay does not count, the paid time on both sides does', () => {
  const lunch = calendar([
    rule({ priority: 10, when: [during({ from: '12:00', to: '13:00' })] }),
    rule({ price: hourly(200), limits: twoHours }),
  ])
  expect(stay(lunch, '2026-04-14T11:00', 60).latestEnd).toEqual(at('2026-04-14T14:00'))
  expect(centsOf(lunch, '2026-04-14T11:00', 180)).toBe(400)
})

test('case 16: holidays by list are free, and after its last known day nothing is known or charged', () => {
  const city = calendar(
    [rule({ priority: 10, when: [during({ onDays: ['holidays'] })] }), rule({ price: hourly(200) })],
    { lists: listOf('2026-12-25', '2026-12-25') },
  )
  expect(stay(city, '2026-12-24T12:00', 60).totalCents).toBe(200)
  expect(stay(city, '2026-12-25T12:00', 60)).toMatchObject({ refusal: null, totalCents: 0 })
  expect(stay(city, '2026-12-26T12:00', 60)).toMatchObject({ refusal: { code: 'rules_unknown' }, totalCents: 0 })
  expect(stay(city, '2026-12-25T23:30', 60)).toMatchObject({
    totalCents: 0,
    warnings: ['rules_unknown', 'costs_nothing'],
  })
})

test('case 17: February 29 is a day, February 30 is refused with its field', () => {
  const leap = calendar([
    ban({ when: [during({ yearly: { from: '02-29', before: '03-01' } })] }),
    rule({ price: hourly(200) }),
  ])
  expect(stateAt(leap, anyCar, at('2028-02-29T12:00')).ban).not.toBeNull()
  expect(stateAt(leap, anyCar, at('2027-03-01T12:00')).ban).toBeNull()
  const book = structuredClone(leap.book)
  book.rules[0]!.when[0]!.yearly!.from = '02-30'
  expect(readBook(book, new Set()).problems).toEqual([
    {
      field: 'rules[0].when[0].yearly.from',
      reason: 'must be a day of the year that exists, as 04-01; February has at most 29 days',
      isWarning: false,
    },
  ])
})

test('case 18: sweeping on the second Tuesday cuts a stay, and names itself', () => {
  const sweeping = ban({
    name: { en: 'Street sweeping' },
    when: [during({ weekdays: [2], nth: [2], from: '08:00', to: '12:00' })],
  })
  const street = calendar([sweeping, rule({ price: hourly(200) })])
  expect(stay(street, '2026-04-14T07:30', 120)).toMatchObject({
    refusal: null,
    seconds: 1800,
    latestEnd: at('2026-04-14T08:00'),
    latestEndWhy: sweeping,
    warnings: ['cut_to_no_parking'],
  })
  expect(stay(street, '2026-04-14T08:00', 120).refusal).toEqual({
    code: 'zone_closed',
    rule: sweeping,
    until: at('2026-04-14T12:00'),
  })
  const isSwept = (date: string) => stay(street, `${date}T08:00`, 120).refusal !== null
  expect(['2026-04-07', '2026-04-21', '2026-05-12', '2026-09-08', '2026-09-15'].map(isSwept)).toEqual([
    false,
    false,
    true,
    true,
    false,
  ])
})

test('case 19: the winter ban ends before April 1, over New Year', () => {
  const winter = ban({
    tow: true,
    when: [during({ yearly: { from: '12-01', before: '04-01' }, from: '03:00', to: '07:00' })],
  })
  const street = calendar([winter, rule({})])
  const isBanned = (local: string) => stateAt(street, anyCar, at(local)).ban === winter
  expect(
    ['2026-11-30', '2026-12-01', '2027-01-15', '2027-03-31', '2027-04-01'].map(date => isBanned(`${date}T03:00`)),
  ).toEqual([false, true, true, true, false])
})

test('case 20: loading spaces are for loading until 11, and then like any other', () => {
  const loading = rule({
    id: 'loading',
    priority: 10,
    spaceKinds: ['loading'],
    activity: 'load',
    when: [during({ to: '11:00' })],
  })
  const zone = calendar([loading, rule({ id: 'meter', price: hourly(200) })])
  const idAt = (local: string, spaceKind: Facts['spaceKind']) =>
    (stateAt(zone, { ...anyCar, spaceKind }, at(local)).rule as Rule).id
  expect([idAt('2026-04-14T09:00', 'loading'), idAt('2026-04-14T09:00', 'general')]).toEqual(['loading', 'meter'])
  expect([idAt('2026-04-14T12:00', 'loading'), idAt('2026-04-14T12:00', 'general')]).toEqual(['meter', 'meter'])
})

const published = (given: Partial<Published>): Published => ({
  versions: [
    {
      version: 1,
      tariff: null,
      inForceFrom: at('2026-01-01T00:00'),
      book: calendar([rule({ price: hourly(200) })]).book,
    },
    {
      version: 2,
      tariff: null,
      inForceFrom: at('2026-04-14T12:00'),
      book: calendar([rule({ price: hourly(300) })]).book,
    },
  ],
  overrides: [],
  listedDays: [],
  knownUntil: new Map(),
  timeZone: chicago,
  ...given,
})

test('case 21: a stay keeps the version of its start, a new version holds from its instant', () => {
  const start = at('2026-04-14T11:30')
  const old = calendarAsOf(published({}), start, start, at('2026-04-14T12:30'))!
  expect(priceStay(old, anyCar, start, 5400).totalCents).toBe(400)
  const noon = at('2026-04-14T12:00')
  expect(priceStay(calendarAsOf(published({}), noon, noon, noon)!, anyCar, noon, 3600).totalCents).toBe(300)
  const before = at('2025-12-31T12:00')
  expect(calendarAsOf(published({}), before, before, before)).toBeNull()
})

test('case 22: an event rate reaches no stay that began before it was published; a closure reaches all', () => {
  const [from, to, posted] = [at('2026-04-13T16:00'), at('2026-04-13T23:00'), at('2026-04-13T14:00')]
  const match = override(rule({ id: 'match', price: hourly(1000) }), from, to, posted)
  const closure = override(ban({ id: 'closure' }), from, to, posted)
  const since = (local: string, overrides: Published['overrides']) =>
    calendarAsOf(published({ overrides }), at(local), at(local), at('2026-04-13T15:00'))!
  const extended = (local: string) => priceStay(since(local, [match]), anyCar, at('2026-04-13T17:00'), 3600).totalCents
  expect([extended('2026-04-13T13:00'), extended('2026-04-13T14:00:01')]).toEqual([200, 1000])
  const closed = since('2026-04-13T13:00', [closure])
  expect(stay(closed, '2026-04-13T13:00', 360)).toMatchObject({ seconds: 3 * 3600, warnings: ['cut_to_closure'] })
})

test('case 26: start and extensions cost the whole stay', () => {
  const lot = converted('lot-centre')
  const start = at('2026-04-14T16:10')
  const ends = [1800, 5400, 9000, 50_000]
  const paid = ends.map((end, i) => differenceCents(lot, anyCar, start, ends[i - 1] ?? 0, end))
  expect(paid.reduce((sum, part) => sum + part, 0)).toBe(priceStay(lot, anyCar, start, 50_000).totalCents)
})
