// Days and times of a place's week, as read and as they hold.
import { describe, expect, test } from 'vitest'
import { addWords } from '#platform/language.tsx'
import { hi as units } from '#platform/words.hi.ts'
import { daysText, isWithin, localMoment, timesText } from './week.ts'
import { en } from './words.en.ts'
import { hi } from './words.hi.ts'

addWords('hi', { 'platform/words': units })

describe('days', () => {
  test.each([
    [[1, 2, 3, 4, 5, 6, 7], 'Every day'],
    [[1, 2, 3, 4, 5], 'Mon – Fri'],
    [[6, 7], 'Sat, Sun'],
    [[1, 2, 3, 4, 7], 'Sun – Thu'],
    [[5, 6], 'Fri, Sat'],
    [[7], 'Sun'],
    [[1, 3, 4, 5], 'Mon, Wed – Fri'],
    [[], ''],
  ])('%j is %s', (days, text) => {
    expect(daysText(days, en, 'en')).toBe(text)
  })

  test('in Hindi', () => {
    expect(daysText([1, 2, 3, 4, 5], hi, 'hi')).toBe('सोम – शुक्र')
  })
})

test('times: the day’s end is midnight, and a whole day says so', () => {
  expect(timesText({ from: '17:00', to: '05:00' }, en, 'en')).toBe('5 PM – 5 AM')
  expect(timesText({ from: '06:30', to: '24:00' }, en, 'en')).toBe('6:30 AM – 12 AM')
  expect(timesText({ from: '00:00', to: '24:00' }, en, 'en')).toBe('All day')
  expect(timesText({ from: '08:00', to: '21:00' }, hi, 'hi')).toBe('8 AM – 9 PM')
})

describe('windows', () => {
  const friday = 5
  const saturday = 6

  test('a window of the day, its end excluded', () => {
    const day = { days: [friday], from: '08:00', to: '21:00' }
    expect(isWithin(day, { day: friday, minutes: 8 * 60 })).toBe(true)
    expect(isWithin(day, { day: friday, minutes: 21 * 60 })).toBe(false)
    expect(isWithin(day, { day: saturday, minutes: 9 * 60 })).toBe(false)
  })

  test('a night belongs to the day it starts on', () => {
    const night = { days: [friday], from: '18:00', to: '05:00' }
    expect(isWithin(night, { day: saturday, minutes: 4 * 60 })).toBe(true)
    expect(isWithin(night, { day: friday, minutes: 4 * 60 })).toBe(false)
    expect(isWithin({ ...night, days: [7] }, { day: 1, minutes: 0 })).toBe(true)
  })

  test('the whole day', () => {
    expect(isWithin({ days: [friday], from: '00:00', to: '24:00' }, { day: friday, minutes: 23 * 60 + 59 })).toBe(true)
  })
})

test('the time is the place’s, on days of a clock change too', () => {
  expect(localMoment(Date.parse('2026-11-20T05:30:00Z'), 'America/Chicago')).toEqual({ day: 4, minutes: 23 * 60 + 30 })
  expect(localMoment(Date.parse('2026-03-08T08:00:00Z'), 'America/Chicago')).toEqual({ day: 7, minutes: 3 * 60 })
})
