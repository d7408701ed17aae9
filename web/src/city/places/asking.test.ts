// What is looked for survives the address, and reaches the server as it was meant.
import { describe, expect, test } from 'vitest'
import {
  type Asked,
  findInput,
  isFiltered,
  nothingAsked,
  readAsked,
  toggleFeature,
  withoutFilters,
  writeAsked,
} from './asking.ts'

const here = { latitude: 41.9, longitude: -87.65 }

describe('the address', () => {
  test('says nothing of what is usual', () => {
    expect(writeAsked(nothingAsked).toString()).toBe('')
    expect(readAsked(new URLSearchParams())).toEqual(nothingAsked)
  })

  test('brings back whatever was asked', () => {
    const asked: Asked = {
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
    expect(readAsked(new URLSearchParams(writeAsked(asked).toString()))).toEqual(asked)
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
  ] as const)('%s counts as not said', (wrong, field) => {
    expect(readAsked(new URLSearchParams(wrong))[field]).toEqual(nothingAsked[field])
  })

  test('cuts what is longer than the server takes', () => {
    expect(readAsked(new URLSearchParams({ q: 'a'.repeat(200) })).text).toHaveLength(120)
    expect(readAsked(new URLSearchParams('at=41.9,-87.6,99999')).area?.radiusMetres).toBe(10_000)
  })
})

describe('the question to the server', () => {
  const area = { latitude: 41.8, longitude: -87.6, radiusMetres: 500 }

  test('looks around the driver, round the map’s part before that, and for a text before both', () => {
    expect(findInput(nothingAsked, here).query).toMatchObject({ Latitude: 41.9, Longitude: -87.65, Radius: undefined })
    expect(findInput({ ...nothingAsked, area }, here).query).toMatchObject({ Latitude: 41.8, Radius: 500 })
    expect(findInput({ ...nothingAsked, area, text: 'Clark' }, here).query).toMatchObject({
      Query: 'Clark',
      Latitude: 41.9,
      Radius: undefined,
    })
  })

  test('leaves the middle to the server where nothing is known', () => {
    expect(findInput(nothingAsked, null).query).toMatchObject({ Latitude: undefined, Query: undefined, Minutes: 60 })
  })

  test('“under $7” does not take $7', () => {
    expect(findInput({ ...nothingAsked, underDollars: 7 }, null).query.MaxPrice).toBe(6.99)
  })

  test('joins features and says nothing of chips that are off', () => {
    const on = findInput({ ...nothingAsked, features: ['ev', 'accessible'], openNow: true }, null).query
    expect(on).toMatchObject({ Features: 'ev,accessible', OpenNow: 'true' })
    expect(findInput(nothingAsked, null).query).toMatchObject({ Features: undefined, OpenNow: undefined })
  })
})

describe('chips', () => {
  test('turn on and off, always in the same order', () => {
    const covered = toggleFeature(nothingAsked, 'covered')
    const both = toggleFeature(covered, 'ev')
    expect(both.features).toEqual(['ev', 'covered'])
    expect(toggleFeature(both, 'covered').features).toEqual(['ev'])
  })

  test('are filters; the wanted stay and the order are none', () => {
    expect(isFiltered({ ...nothingAsked, stayMinutes: 15, order: 'space', text: 'Clark' })).toBe(false)
    for (const change of [{ underDollars: 3 }, { features: ['ev'] as const }, { openNow: true }]) {
      const asked = { ...nothingAsked, ...change }
      expect(isFiltered(asked)).toBe(true)
      expect(withoutFilters(asked)).toEqual(nothingAsked)
    }
  })
})
