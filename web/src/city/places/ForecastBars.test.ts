// The bars of a forecast: now, busy, fullest.
import { expect, test } from 'vitest'
import { forecastBars, fullest, spacesOff } from './ForecastBars.tsx'

const hours = Array.from({ length: 24 }, (_, i) => ({
  At: `2026-11-20T${String(i).padStart(2, '0')}:00:00Z`,
  Free: 10,
  Taken: i === 5 ? 0.81 : i === 20 ? 1 : 0.8,
}))

test('start now, stop at 15, and are busy over 80 %', () => {
  const bars = forecastBars(hours)
  expect(bars).toHaveLength(15)
  expect(bars.map(({ now }) => now).indexOf(true)).toBe(0)
  expect(bars.flatMap(({ busy }, i) => (busy ? [i] : []))).toEqual([5])
  expect(fullest(bars)?.At).toBe(hours[5]?.At)
})

test('a place without a forecast has none', () => {
  expect(fullest(forecastBars([]))).toBeUndefined()
})

test('the error is said in whole spaces, at least one', () => {
  expect(spacesOff({ Capacity: 120, ErrorPercent: 4.2 })).toBe(5)
  expect(spacesOff({ Capacity: 20, ErrorPercent: 1.1 })).toBe(1)
})
