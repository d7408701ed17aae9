// Service hours: the edges of day, week and month, and dates that do not exist.
import {
  addDays,
  callFault,
  callTimes,
  isServiceDay,
  openDays,
  openTimes,
  service,
} from '@parkit/contract/support/service-hours'
import { expect, test } from 'vitest'
import { cityNow } from './hours.ts'

// a Tuesday noon
const now = '2026-04-14T12:00'

test('times run from 8:00 to 19:45', () => {
  expect([callTimes[0], callTimes[1], callTimes.at(-1), callTimes.length]).toEqual(['08:00', '08:15', '19:45', 48])
})

test.each([
  ['2026-04-14', '12:15', null],
  ['2026-04-14', '12:00', 'time not_past'],
  ['2026-04-14', '08:00', 'time not_past'],
  ['2026-04-13', '12:15', 'date not_past'],
  ['2026-04-12', '12:15', 'date not_past'],
  ['2026-04-14', '12:20', 'time call_hours'],
  ['2026-04-14', '20:00', 'time call_hours'],
  ['2026-04-15', '07:45', 'time call_hours'],
  ['2026-04-14', '24:00', 'time call_hours'],
  ['2026-04-18', '19:45', null],
  ['2026-04-19', '12:00', 'date call_hours'],
  ['2026-05-14', '08:00', null],
  ['2026-05-15', '08:00', 'date call_ahead'],
  ['2026-02-30', '08:00', 'date date_unknown'],
  ['2026-13-01', '08:00', 'date date_unknown'],
  ['14.04.2026', '12:15', 'date date_unknown'],
  ['', '', 'date date_required'],
])('a callback on %s at %s: %s', (date, time, said) => {
  const fault = callFault({ date, time }, now)
  expect(fault && `${fault.field} ${fault.error}`).toBe(said)
})

test('only Sunday is closed, also across New Year', () => {
  expect(Array.from({ length: 7 }, (_, i) => isServiceDay(addDays('2026-12-28', i)))).toEqual([
    true,
    true,
    true,
    true,
    true,
    true,
    false,
  ])
})

test('the offered times equal the accepted ones', () => {
  expect(openTimes('2026-04-14', now).slice(0, 2)).toEqual(['12:15', '12:30'])
  expect(openTimes('2026-04-19', now)).toEqual([])
  expect(openDays(now).slice(0, 6)).toEqual([
    '2026-04-14',
    '2026-04-15',
    '2026-04-16',
    '2026-04-17',
    '2026-04-18',
    '2026-04-20',
  ])
  // the last time of today is over
  expect(openDays('2026-04-14T19:45')[0]).toBe('2026-04-15')
})

test.each([
  ['2026-04-14T08:00', { open: true }],
  ['2026-04-14T19:59', { open: true }],
  ['2026-04-14T20:00', { open: false, date: '2026-04-15', time: '08:00' }],
  ['2026-04-14T07:59', { open: false, date: '2026-04-14', time: '08:00' }],
  ['2026-04-18T20:00', { open: false, date: '2026-04-20', time: '08:00' }],
  ['2026-04-19T12:00', { open: false, date: '2026-04-20', time: '08:00' }],
])('at %s: %j', (at, said) => {
  expect(service(at)).toEqual(said)
})

test('the city’s clock: across midnight and both clock changes', () => {
  const at = (instant: string) => cityNow(Temporal.Instant.from(instant))
  expect(at('2026-04-15T04:59:59.999Z')).toBe('2026-04-14T23:59')
  expect([at('2026-03-08T07:59:00Z'), at('2026-03-08T08:00:00Z')]).toEqual(['2026-03-08T01:59', '2026-03-08T03:00'])
  expect([at('2026-11-01T06:30:00Z'), at('2026-11-01T07:30:00Z')]).toEqual(['2026-11-01T01:30', '2026-11-01T01:30'])
})
