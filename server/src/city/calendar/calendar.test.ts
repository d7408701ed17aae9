// Event rates, matches, permits, limits, and rising prices, each worked out by hand.
import { expect, test } from 'vitest'
import { evaluateStay } from './calendar.ts'
import {
  anyCar,
  at,
  ban,
  calendar,
  centsOf,
  during,
  flat,
  hourly,
  linesOf,
  override,
  price,
  rule,
  stay,
  steps,
} from './testing.ts'

test('an event rate lifts no tow-away window, and of two rates the last published holds', () => {
  const tow = ban({ tow: true, when: [during({ from: '16:00', to: '18:00' })] })
  const [from, to] = [at('2026-04-14T12:00'), at('2026-04-14T23:00')]
  const rates = [1000, 2000].map((cents, i) =>
    override(rule({ price: hourly(cents) }), from, to, at(`2026-04-14T1${i}:00`)),
  )
  const street = calendar([tow, rule({ price: hourly(200) })], { overrides: rates })
  expect(stay(street, '2026-04-14T17:00', 60).refusal?.code).toBe('zone_closed')
  expect(centsOf(street, '2026-04-14T19:00', 60)).toBe(2000)
})

test('a match has its own evening, past midnight too', () => {
  const lists = new Map([
    ['matches', { days: new Map([['2026-04-14', { from: '22:00', to: '00:30' }]]), knownUntil: '2026-12-31' }],
  ])
  const arena = calendar(
    [
      rule({ priority: 10, price: price(flat(2500)), when: [during({ onDays: ['matches'] })] }),
      rule({ price: hourly(200) }),
    ],
    { lists },
  )
  expect(linesOf(arena, '2026-04-14T21:00', 240)).toEqual([
    ['Parking', 60, 200],
    ['Parking', 150, 2500],
    ['Parking', 30, 200],
  ])
})

test('a place for permit holders says so, one not for trucks too', () => {
  const permit = rule({ priority: 10, who: { holds: ['resident'] } })
  const street = calendar([permit, ban({ priority: 20 })])
  expect(stay(street, '2026-04-14T12:00', 60).refusal).toMatchObject({ code: 'class_not_held', classes: ['resident'] })
  expect(stay(street, '2026-04-14T12:00', 60, { ...anyCar, holds: ['resident'] }).refusal).toBeNull()
  const cars = calendar([ban({ who: { vehicleKinds: ['truck'] } }), rule({})])
  expect(stay(cars, '2026-04-14T12:00', 60, { ...anyCar, vehicleKind: 'truck' }).refusal?.code).toBe('vehicle_not_fit')
})

test('the shortest stay, and the time before a car may return', () => {
  const limits = { minStaySeconds: 1800, noReturnSeconds: 7200, maxStayCounts: 'stay', noReturnScope: 'zone' } as const
  const street = calendar([rule({ price: hourly(200), limits })])
  expect(stay(street, '2026-04-14T12:00', 29).refusal).toMatchObject({ code: 'under_min_stay', minSeconds: 1800 })
  const back = (start: string) =>
    evaluateStay({
      calendar: street,
      facts: anyCar,
      start: at(start),
      seconds: 3600,
      leftAt: { zone: at('2026-04-14T10:00') },
    }).refusal
  expect(back('2026-04-14T11:59')).toMatchObject({ code: 'no_return', until: at('2026-04-14T12:00') })
  expect(back('2026-04-14T12:00')).toBeNull()
})

test('prices that rise with the whole stay, and first minutes that are free of a short one alone', () => {
  const rising = { lines: [steps(100, 3600, 0, 7200), steps(400, 3600, 7200)], count: 'stay' } as const
  const city = calendar([
    rule({ price: { ...rising, lines: [...rising.lines] }, when: [during({ to: '13:00' })] }),
    rule({ price: { ...rising, lines: [...rising.lines] } }),
  ])
  expect(linesOf(city, '2026-04-14T12:00', 180).map(([, , cents]) => cents)).toEqual([100, 500])
  const waived = calendar([rule({ price: { ...hourly(200), waivedUpToSeconds: 900 } })])
  expect([15, 16].map(minutes => centsOf(waived, '2026-04-14T12:00', minutes))).toEqual([0, 200])
  expect(stay(waived, '2026-04-14T12:00', 5).freeUntil).toEqual(at('2026-04-14T12:15'))
})

test('a cap over some rules leaves the others', () => {
  const day = rule({ id: 'day', price: hourly(300), when: [during({ from: '08:00', to: '18:00' })] })
  const night = rule({ id: 'night', price: hourly(100) })
  const lot = calendar([day, night], { caps: [{ cents: 500, ruleIds: ['day'] }] })
  expect(linesOf(lot, '2026-04-14T12:00', 480).map(([, , cents]) => cents)).toEqual([500, 200])
})
