// A tariff's lines in the words of a sign.
import type { Rate, RateLine, Tariff } from '@parkit/contract/city/tariff-schemas'
import { describe, expect, test } from 'vitest'
import { capText, rateTexts } from './rates.ts'
import { en } from './words.en.ts'

const everyDay = [1, 2, 3, 4, 5, 6, 7]
const rate = (lines: RateLine[], more: Partial<Rate> = {}): Rate => ({
  name: 'Day',
  days: everyDay,
  from: '00:00',
  to: '24:00',
  lines,
  ...more,
})
const step = (cents: number, stepMinutes: number, fromMinutes = 0): RateLine => ({
  type: 'incrementingRate',
  fromMinutes,
  toMinutes: null,
  stepMinutes,
  cents,
})
const flat = (cents: number, toMinutes: number | null = null): RateLine => ({
  type: 'flatRate',
  fromMinutes: 0,
  toMinutes,
  cents,
})
const tier = (cents: number, fromMinutes: number, toMinutes: number | null): RateLine => ({
  type: 'flatRateTier',
  fromMinutes,
  toMinutes,
  cents,
})
const noon = { day: 1, minutes: 720 }
const pricesOf = (lines: RateLine[], more: Partial<Rate> = {}) =>
  rateTexts({ rates: [rate(lines, more)] }, noon, en, 'en')[0]?.prices

describe('prices', () => {
  test('by the hour, with its billing step', () => {
    expect(pricesOf([step(150, 15)])).toEqual([{ label: '', price: '$6.00/hr', note: 'in 15 min increments' }])
    expect(pricesOf([step(350, 20)])).toEqual([{ label: '', price: '$10.50/hr', note: 'in 20 min increments' }])
  })

  test('by the step where an hour is no whole number of cents, or the step is longer', () => {
    expect(pricesOf([step(100, 7)])).toEqual([{ label: '', price: '$1.00 per 7 min' }])
    expect(pricesOf([step(500, 120)])).toEqual([{ label: '', price: '$5.00 per 2 hr' }])
  })

  test('free, flat, and a free beginning', () => {
    expect(pricesOf([flat(0)])).toEqual([{ label: '', price: 'Free' }])
    expect(pricesOf([flat(1400)])).toEqual([{ label: '', price: '$14.00 flat rate' }])
    expect(pricesOf([flat(0, 60), step(150, 30, 60)])).toEqual([
      { label: 'First 1 hr', price: 'Free' },
      { label: 'After 1 hr', price: '$3.00/hr', note: 'in 30 min increments' },
    ])
  })

  test('a flat sum added later has a plus', () => {
    expect(pricesOf([step(100, 60), { ...flat(500), fromMinutes: 240 }])?.[1]).toEqual({
      label: 'After 4 hr',
      price: '+$5.00',
    })
  })

  test('tiers, and the maximum per period', () => {
    expect(pricesOf([tier(1000, 0, 30), tier(1600, 30, 60), tier(3800, 60, null)], { maxCents: 4000 })).toEqual([
      { label: 'Up to 30 min', price: '$10.00' },
      { label: 'Up to 1 hr', price: '$16.00' },
      { label: 'Longer', price: '$38.00' },
      { label: 'Max', price: '$40.00' },
    ])
  })
})

describe('times', () => {
  const meter = rate([step(150, 15)], { days: [1, 2, 3, 4, 5], from: '08:00', to: '21:00' })
  const rest = rate([flat(0)])

  test('the first rate that applies is the current one', () => {
    const texts = rateTexts({ rates: [meter, rest] }, noon, en, 'en')
    expect(texts.map(({ days, times, now }) => [days, times, now])).toEqual([
      ['Mon – Fri', '8 AM – 9 PM', true],
      ['All other times', '', false],
    ])
    const sunday = rateTexts({ rates: [meter, rest] }, { day: 7, minutes: 720 }, en, 'en')
    expect(sunday.map(({ now }) => now)).toEqual([false, true])
  })

  test('a single rate is every day, all day', () => {
    expect(rateTexts({ rates: [rest] }, noon, en, 'en')[0]).toMatchObject({ days: 'Every day', times: 'All day' })
  })
})

test('caps', () => {
  const cap = (value: Tariff['cap']) => capText({ cap: value }, en, 'en')
  expect(cap(undefined)).toBeNull()
  expect(cap({ cents: 2600, resetAfterMinutes: 1440 })).toBe('No more than $26.00 per 24 hr.')
  expect(cap({ cents: 3200, resetAt: '05:00' })).toBe('No more than $32.00 a day, starting at 5 AM.')
  expect(cap({ cents: 900 })).toBe('No more than $9.00 per stay.')
})
