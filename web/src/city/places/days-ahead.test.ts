// Which of a place's coming days are shown as one.
import type { RulePeriod } from '@parkit/contract/city/zone-rules'
import { expect, test } from 'vitest'
import { daysAlike } from './days-ahead.ts'

const period = (Day: string, from: string, until: string, line: string): RulePeriod => ({
  Day,
  From: `${Day}T${from}:00Z`,
  Until: `${Day}T${until}:00Z`,
  RuleId: line,
  Activity: 'park',
  Tow: false,
  HourlyRate: 2,
  RateKind: 'hourly',
  MaxStayMinutes: null,
  En: [line],
  Es: [line],
  Hi: [line],
})
const timeOf = (at: string) => at.slice(11, 16)
const shown = (periods: RulePeriod[], days: Parameters<typeof daysAlike>[1] = []) =>
  daysAlike(periods, days, timeOf).map(({ first, last, names }) => [first, last, ...names].join(' '))
const week = ['06', '07', '08', '09', '10', '11', '12'].map(day => `2026-04-${day}`)

test('neighbors that say the same are one; the first day, of which a part is over, stands alone', () => {
  expect(shown(week.map(day => period(day, '08:00', '18:00', 'meter')))).toEqual([
    '2026-04-06 2026-04-06',
    '2026-04-07 2026-04-12',
  ])
})

test('a day with other times, another rule, or a name of its own parts them', () => {
  const until = (day: string) => (day.endsWith('09') ? '15:00' : '18:00')
  const line = (day: string) => (day.endsWith('11') ? 'free' : 'meter')
  const periods = week.map(day => period(day, '08:00', until(day), line(day)))
  expect(shown(periods, [{ Day: '2026-04-12', List: 'holidays', Name: 'Founders’ Day' }])).toEqual([
    '2026-04-06 2026-04-06',
    '2026-04-07 2026-04-08',
    '2026-04-09 2026-04-09',
    '2026-04-10 2026-04-10',
    '2026-04-11 2026-04-11',
    '2026-04-12 2026-04-12 Founders’ Day',
  ])
})
