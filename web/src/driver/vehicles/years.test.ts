// The year picker's pages and keys.
import { expect, test } from 'vitest'
import { lastYear, pageOf, yearAfter, yearsOf } from './years.ts'

test('the last year is next year, by the clock', () => {
  expect(lastYear(Date.UTC(2026, 3, 14))).toBe(2027)
})

test('a page has twelve years, and every year is on one', () => {
  expect(pageOf(2022)).toBe(2020)
  expect(pageOf(2020)).toBe(2020)
  expect(pageOf(2019)).toBe(2008)
  expect(yearsOf(1900, 2027)).toHaveLength(12)
  expect(yearsOf(2008, 2027)).toHaveLength(12)
  for (let year = 1900; year <= 2027; year++) expect(yearsOf(pageOf(year), 2027)).toContain(year)
})

test('no page shows a year before 1900 or after the last', () => {
  expect(yearsOf(pageOf(1900), 2027)[0]).toBe(1900)
  expect(yearsOf(pageOf(2027), 2027).at(-1)).toBe(2027)
})

test.each([
  ['ArrowLeft', 2022, 2021],
  ['ArrowRight', 2022, 2023],
  ['ArrowUp', 2022, 2019],
  ['ArrowDown', 2022, 2025],
  ['PageUp', 2022, 2010],
  ['PageDown', 2010, 2022],
  ['Home', 2022, 2020],
  ['End', 2022, 2027],
  ['ArrowRight', 2027, 2027],
  ['PageUp', 1905, 1900],
  ['a', 2022, undefined],
])('%s leads from %i to %s', (key, from, to) => {
  expect(yearAfter(key, from, 2027)).toBe(to)
})
