// The texts of a printed sign: rates in rows where they are plain, hours, streets, and phone numbers.
import type { Rate, RateLine, Tariff } from '@parkit/contract/city/tariff-schemas'
import { expect, test } from 'vitest'
import { bookOfTariff, limitPaidTime, type TariffTerms } from '#city/calendar/calendar.ts'
import { phoneText, rateRows, rulesText, streetOf } from './sign-text.ts'

const everyDay = [1, 2, 3, 4, 5, 6, 7]
const each = (cents: number, stepMinutes: number): RateLine => ({
  type: 'incrementingRate',
  fromMinutes: 0,
  toMinutes: null,
  stepMinutes,
  cents,
})
const rate = (days: number[], from: string, to: string, ...lines: RateLine[]): Rate => ({
  name: '',
  days,
  from,
  to,
  lines,
})
const flat = (cents: number): RateLine => ({ type: 'flatRate', fromMinutes: 0, toMinutes: null, cents })
const bookOf = (rates: Rate[], more: Partial<Tariff> = {}, own: Partial<TariffTerms> = {}) =>
  bookOfTariff(
    { id: '', version: 1, validFrom: '2020-01-01', name: '', rates, ...more },
    { hours: [], towAway: [], minStayMinutes: 15, maxStayMinutes: 120, noReturnMinutes: null, ...own },
  )
const rowsOf = (rates: Rate[], more: Partial<Tariff> = {}) => rateRows(bookOf(rates, more))

test('plain rates are rows of times, price and limit', () => {
  expect(
    rowsOf([rate(everyDay, '08:00', '21:00', each(150, 15)), rate(everyDay, '00:00', '24:00', each(75, 15))]),
  ).toEqual([
    { times: '8 AM–9 PM', price: '$6.00/hr', limit: '2 hr max' },
    { times: 'Other times', price: '$3.00/hr', limit: '2 hr max' },
  ])
  expect(
    rowsOf([
      rate([1, 2, 3, 4, 5, 6], '08:30', '22:00', each(500, 1_440)),
      rate([7], '00:00', '24:00', flat(0)),
      rate(everyDay, '00:00', '24:00', flat(1_400)),
    ]),
  ).toEqual([
    { times: '8:30 AM–10 PM Mon–Sat', price: '$5.00 per 24 hr', limit: '2 hr max' },
    { times: 'Sun', price: 'Free', limit: '' },
    { times: 'Other times', price: '$14.00 flat', limit: '2 hr max' },
  ])
})

test('rates that rows can’t say are left to the app', () => {
  const day = rate(everyDay, '00:00', '24:00', each(100, 60))
  expect(rowsOf([day], { cap: { cents: 2_000 } })).toBeNull()
  expect(rowsOf([day, day, day, day])).toBeNull()
  expect(rowsOf([{ ...day, maxCents: 900 }])).toBeNull()
  expect(rowsOf([{ ...day, lines: [...day.lines, flat(100)] }])).toBeNull()
  expect(rowsOf([rate(everyDay, '00:00', '24:00', { ...flat(500), type: 'flatRateTier', toMinutes: 60 })])).toBeNull()
})

test('hours, limits, streets and phone numbers', () => {
  const day = [rate(everyDay, '00:00', '24:00', each(100, 60))]
  const rules = (own: Partial<TariffTerms>) => rulesText(bookOf(day, {}, own))
  expect(rules({})).toBe('')
  expect(rules({ towAway: [{ days: [1, 2, 3, 4, 5], from: '16:00', to: '18:00' }] })).toBe(
    'Tow-away 4 PM–6 PM Mon–Fri.',
  )
  expect(rules({ hours: [{ days: [1, 2, 3, 4, 7], from: '18:00', to: '05:00' }] })).toBe('Open 6 PM–5 AM Mon–Thu, Sun.')
  const limits = [90, 60, 45, 1_440, 2_880].map(
    maxStayMinutes => rateRows(bookOf(day, {}, { maxStayMinutes }))![0]!.limit,
  )
  expect(limits).toEqual(['1 hr 30 min max', '1 hr max', '45 min max', '24 hr max', '2 days max'])
  expect(rateRows(bookOf(day, {}, { maxStayMinutes: null }))![0]!.limit).toBe('No limit')
  expect(['110 S East Ave', '0–99 E Chicago Ave, Chicago', 'Broadway'].map(streetOf)).toEqual([
    'S East Ave',
    'E Chicago Ave',
    'Broadway',
  ])
  expect(['+13125550150', '72754', '+442071234567'].map(phoneText)).toEqual(['312 555 0150', '72754', '+442071234567'])
})

test('where paid time alone is limited, free time has no limit', () => {
  const book = limitPaidTime(
    bookOf([rate([7], '00:00', '24:00', flat(0)), rate(everyDay, '00:00', '24:00', each(50, 15))]),
    'street',
  )
  expect(rateRows(book)!.map(({ times, limit }) => [times, limit])).toEqual([
    ['Sun', ''],
    ['Other times', '2 hr max'],
  ])
})
