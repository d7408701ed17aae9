// What drivers type, and which place they get.
import { expect, test } from 'vitest'
import { createSearch, type Named, typos, wordsOf } from './search.ts'
import { distanceMetres } from './walk.ts'

const loop = { latitude: 41.882, longitude: -87.6278 }
const street = (name: string, ...line: [number, number][]): Named => ({
  name,
  kind: 'street',
  positions: [],
  lines: [line],
})
const search = createSearch([
  street('North State Street', [-87.628, 41.882], [-87.6285, 41.91]),
  street('South State Street', [-87.6277, 41.86], [-87.628, 41.882]),
  street('West Madison Street', [-87.66, 41.8815], [-87.628, 41.882]),
  street('East Madison Street', [-87.628, 41.882], [-87.6245, 41.8821]),
  street('South Wabash Avenue', [-87.6256, 41.86], [-87.626, 41.882]),
  street('West North Avenue', [-87.7, 41.91], [-87.63, 41.911]),
  street('North Avenue', [-87.63, 41.911], [-87.628, 41.911]),
  street('West 18th Street', [-87.68, 41.858], [-87.63, 41.858]),
  street('Martin Luther King Drive', [-87.6166, 41.84], [-87.6166, 41.8]),
  { name: 'Lincoln Park', kind: 'neighbourhood', positions: [{ latitude: 41.92, longitude: -87.65 }] },
  { name: '60614', kind: 'zip', positions: [{ latitude: 41.922, longitude: -87.653 }] },
  {
    name: 'Wabash Self Park',
    kind: 'place',
    positions: [
      { latitude: 41.879, longitude: -87.6262 },
      { latitude: 41.9, longitude: -87.6262 },
    ],
  },
  { name: 'Grant Park Garage', kind: 'place', positions: [{ latitude: 41.8795, longitude: -87.623 }] },
  { name: 'Café Brauer Lot', kind: 'place', positions: [{ latitude: 41.921, longitude: -87.634 }] },
])
const meant = (query: string) => search.findSpot(query, loop)?.name ?? null

test.each([
  ['Wabash', 'South Wabash Avenue'],
  ['wabash ave', 'South Wabash Avenue'],
  ['W Madison St', 'West Madison Street'],
  ['East Madison Street', 'East Madison Street'],
  ['125 W. Madison St.', 'West Madison Street'],
  ['n state', 'North State Street'],
  ['18th', 'West 18th Street'],
  ['west north avenue', 'West North Avenue'],
  ['north ave', 'North Avenue'],
  ['mart luth king', 'Martin Luther King Drive'],
  ['wabsh', 'South Wabash Avenue'],
  ['Madsion', 'West Madison Street'],
  ['lincoln park', 'Lincoln Park'],
  ['LINCOLN PRAK', 'Lincoln Park'],
  ['60614', '60614'],
  ['6061', '60614'],
  ['wabash self park', 'Wabash Self Park'],
  ['grant park', 'Grant Park Garage'],
  ['cafe brauer', 'Café Brauer Lot'],
  ['State & Madison', 'South State Street & West Madison Street'],
  ['n state st and e madison st', 'North State Street & East Madison Street'],
  ['wabash at madison', 'South Wabash Avenue & East Madison Street'],
  ['State / Wabash', null],
  ['zzyzx', null],
  ['&', null],
  ['   ', null],
  ['¿?', null],
])('%s means %s', (query, name) => {
  const found = meant(query)
  if (query === 'State & Madison') expect(found).toMatch(/State Street & (West|East) Madison Street$/)
  else if (query === 'Madsion') expect(found).toMatch(/Madison Street$/)
  else expect(found).toBe(name)
})

test('an intersection is where the two streets meet', () => {
  expect(distanceMetres(search.findSpot('state & madison', loop)!, loop)).toBeLessThan(20)
  expect(
    distanceMetres(search.findSpot('wabash & madison', loop)!, { latitude: 41.882, longitude: -87.626 }),
  ).toBeLessThan(15)
})

test('a street matches its point nearest to the driver; of equal names the nearest place matches', () => {
  const north = { latitude: 41.87, longitude: -87.62 }
  expect(search.findSpot('wabash', north)!.latitude).toBeCloseTo(41.87, 3)
  expect(search.findSpot('wabash self park', { latitude: 41.91, longitude: -87.62 })!.latitude).toBe(41.9)
})

test('words are compared by their abbreviations', () => {
  expect(wordsOf("O'Hare  Saint Mary’s North-Avenue")).toEqual(['ohare', 'st', 'marys', 'n', 'ave'])
})

test('a transposition counts as one typo', () => {
  expect(typos('madsion', 'madison', 2)).toBe(1)
  expect(typos('madison', 'madison', 2)).toBe(0)
  expect(typos('clark', 'lake', 2)).toBe(3)
})
