// Times around a clock change: which of two 1:30 AM is meant.
import { expect, test } from 'vitest'
import { stayEndText, stayTimeText } from './clock-change.ts'

const chicago = 'America/Chicago'
const range = (from: string, to: string) => [
  stayTimeText(from, chicago, 'en', to),
  stayTimeText(to, chicago, 'hi', from),
]

test('set back: both times of the hour that comes twice name their offset', () => {
  expect(range('2026-11-01T06:30:00Z', '2026-11-01T07:30:00Z')).toEqual(['1:30 AM CDT', '1:30 AM CST'])
  const ends = ['06:59', '07:00', '07:59', '08:00', '05:59'].map(time =>
    stayEndText(`2026-11-01T${time}:00Z`, chicago, 'en', Date.parse('2026-11-01T05:00:00Z')),
  )
  expect(ends).toEqual(['1:59 AM CDT', '1:00 AM CST', '1:59 AM CST', '2:00 AM', '12:59 AM'])
})

test('a stay over the change names both offsets, one beside it none', () => {
  expect(range('2026-11-01T05:30:00Z', '2026-11-01T08:30:00Z')).toEqual(['12:30 AM CDT', '2:30 AM CST'])
  expect(range('2027-03-14T07:30:00Z', '2027-03-14T08:30:00Z')).toEqual(['1:30 AM CST', '3:30 AM CDT'])
  expect(range('2026-11-01T15:00:00Z', '2026-11-01T16:00:00Z')).toEqual(['9:00 AM', '10:00 AM'])
  expect(range('2026-04-14T15:00:00Z', '2026-04-14T16:00:00Z')).toEqual(['10:00 AM', '11:00 AM'])
})

test('an end on another day shows the day too', () =>
  expect(stayEndText('2026-11-01T06:30:00Z', chicago, 'en', Date.parse('2026-10-30T05:00:00Z'))).toBe(
    'Sun, Nov 1, 1:30 AM CDT',
  ))

test('zones without a change, and without an abbreviation', () => {
  expect(stayTimeText('2026-11-01T06:30:00Z', 'Asia/Kolkata', 'en')).toBe('12:00 PM')
  expect(stayTimeText('2026-10-25T00:30:00Z', 'Europe/Berlin', 'en')).toBe('2:30 AM GMT+2')
})
