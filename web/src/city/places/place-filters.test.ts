// What is looked for survives the address, and reaches the server as it was meant.
import { describe, expect, test } from 'vitest'
import {
  findInput,
  formatFilters,
  isFiltered,
  noFilters,
  type PlaceFilters,
  parseFilters,
  toggleFeature,
  withoutFilters,
} from './place-filters.ts'

const here = { latitude: 41.9, longitude: -87.65 }

describe('the address', () => {
  test('has no parameter for a default', () => {
    expect(formatFilters(noFilters).toString()).toBe('')
    expect(parseFilters(new URLSearchParams())).toEqual(noFilters)
  })

  test('restores every filter', () => {
    const filters: PlaceFilters = {
      text: 'Clark & Lake',
      nearMe: true,
      area: { latitude: 41.88205, longitude: -87.62781, radiusMetres: 900 },
      stayMinutes: 135,
      underDollars: 7,
      features: ['ev', 'covered'],
      openNow: true,
      order: 'price',
      zone: '4526',
    }
    expect(parseFilters(new URLSearchParams(formatFilters(filters).toString()))).toEqual(filters)
  })

  test.each([
    ['stay=0', 'stayMinutes'],
    ['stay=1e3', 'stayMinutes'],
    ['stay=1441', 'stayMinutes'],
    ['under=-3', 'underDollars'],
    ['under=free', 'underDollars'],
    ['with=pool', 'features'],
    ['sort=random', 'order'],
    ['at=41.9', 'area'],
    ['at=91,-87', 'area'],
    ['at=,-87', 'area'],
    ['at=41.9,-87.6,0', 'area'],
    ['at=1,2,3,4', 'area'],
    ['zone=12', 'zone'],
    ['zone=1234567', 'zone'],
    ['near=you', 'nearMe'],
    ['open=later', 'openNow'],
  ] as const)('%s counts as not set', (wrong, field) => {
    expect(parseFilters(new URLSearchParams(wrong))[field]).toEqual(noFilters[field])
  })

  test('truncates text longer than the server accepts', () => {
    expect(parseFilters(new URLSearchParams({ q: 'a'.repeat(200) })).text).toHaveLength(120)
    expect(parseFilters(new URLSearchParams('at=41.9,-87.6,99999')).area?.radiusMetres).toBe(10_000)
  })
})

describe('the request', () => {
  const area = { latitude: 41.8, longitude: -87.6, radiusMetres: 500 }

  test('searches around the driver, else the map’s area; a text from where it was chosen', () => {
    expect(findInput(noFilters, here).query).toMatchObject({ Latitude: 41.9, Longitude: -87.65, Radius: undefined })
    expect(findInput({ ...noFilters, area }, here).query).toMatchObject({ Latitude: 41.8, Radius: 500 })
    const text = 'Clark'
    expect(findInput({ ...noFilters, text }, here).query).toMatchObject({ Query: text, Latitude: 41.9 })
    expect(findInput({ ...noFilters, area, text }, here).query).toMatchObject({
      Query: text,
      Latitude: 41.8,
      Radius: undefined,
    })
  })

  test('leaves the center to the server without a position', () => {
    expect(findInput(noFilters, null).query).toMatchObject({ Latitude: undefined, Query: undefined, Minutes: 60 })
  })

  test('“under $7” excludes $7', () => {
    expect(findInput({ ...noFilters, underDollars: 7 }, null).query.MaxPrice).toBe(6.99)
  })

  test('joins features and omits filters that are off', () => {
    const on = findInput({ ...noFilters, features: ['ev', 'accessible'], openNow: true }, null).query
    expect(on).toMatchObject({ Features: 'ev,accessible', OpenNow: 'true' })
    expect(findInput(noFilters, null).query).toMatchObject({ Features: undefined, OpenNow: undefined })
  })
})

describe('chips', () => {
  test('turn on and off in a fixed order', () => {
    const covered = toggleFeature(noFilters, 'covered')
    const both = toggleFeature(covered, 'ev')
    expect(both.features).toEqual(['ev', 'covered'])
    expect(toggleFeature(both, 'covered').features).toEqual(['ev'])
  })

  test('count as filters; stay and sort order do not', () => {
    expect(isFiltered({ ...noFilters, stayMinutes: 15, order: 'space', text: 'Clark' })).toBe(false)
    for (const change of [{ underDollars: 3 }, { features: ['ev'] as const }, { openNow: true }]) {
      const filters = { ...noFilters, ...change }
      expect(isFiltered(filters)).toBe(true)
      expect(withoutFilters(filters)).toEqual(noFilters)
    }
  })
})
