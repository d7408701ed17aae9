// Service hours: the edges of day, week and month, and dates that do not exist.
import {
  addDays,
  callFault,
  callTimes,
  isServiceDay,
  openDays,
  openTimes,
  service,
  serviceHoursText,
} from '@parkit/contract/support/service-hours'
import { expect, test } from 'vitest'
import { cityNow } from './hours.ts'

const weekdays = [{ Days: [1, 2, 3, 4, 5, 6], From: '08:00', To: '20:00' }]
// a Tuesday noon
const now = '2026-04-14T12:00'

test('times run from 8:00 to 19:45', () => {
  const times = callTimes('2026-04-14', weekdays)
  expect([times[0], times[1], times.at(-1), times.length]).toEqual(['08:00', '08:15', '19:45', 48])
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
  const fault = callFault({ date, time }, now, weekdays)
  expect(fault && `${fault.field} ${fault.error}`).toBe(said)
})

test('only Sunday is closed, also across New Year', () => {
  expect(Array.from({ length: 7 }, (_, i) => isServiceDay(addDays('2026-12-28', i), weekdays))).toEqual([
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
  expect(openTimes('2026-04-14', now, weekdays).slice(0, 2)).toEqual(['12:15', '12:30'])
  expect(openTimes('2026-04-19', now, weekdays)).toEqual([])
  expect(openDays(now, weekdays).slice(0, 6)).toEqual([
    '2026-04-14',
    '2026-04-15',
    '2026-04-16',
    '2026-04-17',
    '2026-04-18',
    '2026-04-20',
  ])
  // the last time of today is over
  expect(openDays('2026-04-14T19:45', weekdays)[0]).toBe('2026-04-15')
})

test.each([
  ['2026-04-14T08:00', { open: true, until: '20:00' }],
  ['2026-04-14T19:59', { open: true, until: '20:00' }],
  ['2026-04-14T20:00', { open: false, date: '2026-04-15', time: '08:00' }],
  ['2026-04-14T07:59', { open: false, date: '2026-04-14', time: '08:00' }],
  ['2026-04-18T20:00', { open: false, date: '2026-04-20', time: '08:00' }],
  ['2026-04-19T12:00', { open: false, date: '2026-04-20', time: '08:00' }],
])('at %s: %j', (at, said) => {
  expect(service(at, weekdays)).toEqual(said)
})

test('the city’s clock: across midnight and both clock changes', () => {
  const at = (instant: string) => cityNow(Temporal.Instant.from(instant), { TimeZone: 'America/Chicago' })
  expect(at('2026-04-15T04:59:59.999Z')).toBe('2026-04-14T23:59')
  expect([at('2026-03-08T07:59:00Z'), at('2026-03-08T08:00:00Z')]).toEqual(['2026-03-08T01:59', '2026-03-08T03:00'])
  expect([at('2026-11-01T06:30:00Z'), at('2026-11-01T07:30:00Z')]).toEqual(['2026-11-01T01:30', '2026-11-01T01:30'])
})

const siesta = [
  { Days: [1, 2, 3, 4, 5], From: '16:10', To: '24:00' },
  { Days: [1, 2, 3, 4, 5], From: '09:00', To: '13:30' },
  { Days: [7], From: '10:00', To: '12:00' },
]
test('a city with a break has its own times, on the quarter hour within each window', () => {
  const times = callTimes('2026-04-14', siesta)
  expect([times[0], times[17], times[18], times.at(-1)]).toEqual(['09:00', '13:15', '16:15', '23:45'])
  expect(service('2026-04-14T14:00', siesta)).toEqual({ open: false, date: '2026-04-14', time: '16:10' })
  expect(service('2026-04-14T23:59', siesta)).toEqual({ open: true, until: '24:00' })
  expect(service('2026-04-17T23:59', siesta)).toEqual({ open: true, until: '24:00' })
  expect(service('2026-04-18T12:00', siesta)).toEqual({ open: false, date: '2026-04-19', time: '10:00' })
  expect([service('2026-04-18T12:00', []), openDays(now, [])]).toEqual([null, []])
})

test('hours are said in three languages, days in a row as a range', () => {
  const said = (language: 'en' | 'es' | 'hi') => serviceHoursText(weekdays, 'Chicago', language)
  expect(said('en')).toBe('Monday to Saturday, 8:00 AM to 8:00 PM Chicago time')
  expect(said('es')).toBe('de lunes a sábado, de 8:00 AM a 8:00 PM, hora de Chicago')
  expect(said('hi')).toBe('सोमवार से शनिवार, 8:00 AM से 8:00 PM तक (Chicago का टाइम)')
  expect(serviceHoursText([{ Days: [7, 6], From: '09:30', To: '24:00' }], 'Lake', 'en')).toBe(
    'Saturday and Sunday, 9:30 AM to 12:00 AM Lake time',
  )
  expect(serviceHoursText([{ Days: [1, 2, 3, 4, 5, 6, 7], From: '00:00', To: '12:00' }], 'Lake', 'en')).toBe(
    'every day, 12:00 AM to 12:00 PM Lake time',
  )
})
