// The calendar entry as RFC 5545 has it: lines, escapes, instants, alarms, and the same entry again after an extension.
import type { Session } from '@parkit/contract/parking/sessions'
import { expect, test } from 'vitest'
import { calendarEntry } from './calendar-entry.ts'

const session = {
  SessionId: 'P-1A',
  StartedAt: '2026-11-01T05:30:00Z',
  EndsAt: '2026-11-01T07:30:00Z',
  Name: 'Lot 5101',
  Address: '12 W Lake St; rear, level 2',
  Latitude: 41.88,
  Longitude: -87.63,
} as Session
const texts = {
  title: 'Parking ends: Lot 5101',
  description: 'Plate A\\B.\nAdd time:',
  alarm: 'Parking ends',
  alarmMinutes: [40, 10],
}
const startMs = Date.parse(session.StartedAt)
const write = (more: Partial<Session> = {}, nowMs = startMs + 60_000, said = texts) =>
  calendarEntry({ ...session, ...more }, said, 'https://parkit.example', nowMs)

/** As a calendar reads it: unfolded, by name. */
const read = (text: string) => {
  const lines = text.replace(/\r\n /g, '').split('\r\n')
  return (name: string) => lines.filter(line => line.startsWith(`${name}:`)).map(line => line.slice(name.length + 1))
}

test('stands at the instant of the end, whatever the zone and its clock do, with two alarms', () => {
  const value = read(write())
  // 1:30 AM in Chicago comes twice that night: this is the second
  expect(value('DTSTART')).toEqual(['20261101T073000Z'])
  expect(value('DTSTAMP')).toEqual(['20261101T053100Z'])
  expect(value('TRIGGER')).toEqual(['-PT40M', '-PT10M'])
  expect([value('BEGIN'), value('END')]).toEqual([
    ['VCALENDAR', 'VEVENT', 'VALARM', 'VALARM'],
    ['VALARM', 'VALARM', 'VEVENT', 'VCALENDAR'],
  ])
})

test('after an extension it is the same entry, later', () => {
  const [before, after] = [write(), write({ EndsAt: '2026-11-01T08:00:00Z' }, startMs + 3_600_000)].map(read)
  expect(before!('UID')).toEqual(['P-1A@parkit.example'])
  expect(after!('UID')).toEqual(before!('UID'))
  expect([before!('SEQUENCE'), after!('SEQUENCE')]).toEqual([['60'], ['3600']])
  expect(after!('DTSTART')).toEqual(['20261101T080000Z'])
  // a phone whose clock is slow
  expect(read(write({}, startMs - 5_000))('SEQUENCE')).toEqual(['0'])
})

test('escapes what has a meaning of its own', () => {
  const value = read(write())
  expect(value('LOCATION')).toEqual(['Lot 5101\\, 12 W Lake St\\; rear\\, level 2'])
  expect(value('DESCRIPTION')[0]).toBe('Plate A\\\\B.\\nAdd time: https://parkit.example/dashboard?session=P-1A')
  expect(value('GEO')).toEqual(['41.88;-87.63'])
})

test('no line is longer than 75 octets, none cuts a letter, and each ends with CRLF', () => {
  const said = { ...texts, title: `पार्किंग खत्म: ${'राज्य '.repeat(30)}🅿️` }
  const text = write({}, startMs, said)
  expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true)
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  for (const line of text.split('\r\n')) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
  expect(text).not.toContain('\uFFFD')
  expect(read(text)('SUMMARY')).toEqual([said.title])
})
