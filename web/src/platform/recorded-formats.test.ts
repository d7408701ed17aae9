// The recorded date formats: what they write of a date, of nothing and of what is no date.
import { expect, test } from 'vitest'
import { dayMonthYear, localDateTime, localTime, utcDateTime, utcUsDateTime } from './recorded-formats.ts'

const evening = '2026-04-11T20:05:00Z'
const all = [dayMonthYear, utcDateTime, utcUsDateTime, localTime, localDateTime]

test('each format', () => {
  expect(dayMonthYear('2026-04-01')).toBe('01-Apr-2026')
  expect(utcDateTime(evening)).toBe('11 Apr 2026, 08:05 PM')
  expect(utcUsDateTime(evening)).toBe('04/11/2026, 08:05 PM')
})

test('midnight and noon are 12', () => {
  expect(utcDateTime('2026-12-31T00:00:00Z')).toBe('31 Dec 2026, 12:00 AM')
  expect(utcUsDateTime('2026-12-31T12:00:00Z')).toBe('12/31/2026, 12:00 PM')
})

test('local time is the device’s', () => {
  const local = { hour: '2-digit', minute: '2-digit', hourCycle: 'h12' } as const
  expect(localTime(evening)).toBe(new Intl.DateTimeFormat('en-US', local).format(Date.parse(evening)))
  expect(localDateTime(Date.parse(evening))).toMatch(/^1[12]-04-2026 \d\d:[0-5]5 [AP]M$/)
})

test('an invalid date is NA', () => {
  for (const nothing of ['', null, undefined, '0000-00-00', 'tomorrow', Number.NaN, Number.POSITIVE_INFINITY, {}])
    expect(all.map(format => format(nothing))).toEqual(['NA', 'NA', 'NA', 'NA', 'NA'])
})
