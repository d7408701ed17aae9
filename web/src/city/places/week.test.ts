// Days and times of a place's week, as they are read.
import { describe, expect, test } from 'vitest'
import { addWords } from '#platform/language.tsx'
import { hi as units } from '#platform/words.hi.ts'
import { daysText, timesText } from './week.ts'
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
  expect(timesText({ From: '17:00', To: '05:00' }, en, 'en')).toBe('5 PM – 5 AM')
  expect(timesText({ From: '06:30', To: '24:00' }, en, 'en')).toBe('6:30 AM – 12 AM')
  expect(timesText({ From: '00:00', To: '24:00' }, en, 'en')).toBe('All day')
  expect(timesText({ From: '08:00', To: '21:00' }, hi, 'hi')).toBe('8 AM – 9 PM')
})
