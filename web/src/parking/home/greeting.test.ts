// The greeting follows the city's day, whatever zone the device is in.
import { expect, test } from 'vitest'
import { dayPartAt, todayText } from './greeting.ts'

test('morning from four, afternoon from noon, evening from six, by Chicago', () => {
  const at = (utc: string) => dayPartAt(Date.parse(utc))
  expect(at('2026-04-14T09:00:00Z')).toBe('morning')
  expect(at('2026-04-14T16:59:00Z')).toBe('morning')
  expect(at('2026-04-14T17:00:00Z')).toBe('afternoon')
  expect(at('2026-04-14T23:00:00Z')).toBe('evening')
  expect(at('2026-04-15T05:30:00Z')).toBe('evening')
})

test('today is the city’s day in words', () => {
  const late = Date.parse('2026-04-15T03:00:00Z')
  expect(todayText(late, 'en')).toBe('Tuesday, April 14')
  expect(todayText(late, 'hi')).toBe('मंगलवार, 14 अप्रैल')
})
