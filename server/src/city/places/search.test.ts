// What drivers type, and which place they get.
import { expect, test } from 'vitest'
import { createSearch, type Named } from './search.ts'
import { distanceMetres } from './walk.ts'
import { createWordIndex, type WordIndex } from './word-index.ts'
import { soundOf, wordsOf } from './words.ts'

const loop = { latitude: 41.882, longitude: -87.6278 }
const street = (name: string, ...line: [number, number][]): Named => ({
  name,
  kind: 'street',
  longitude: line[0]![0],
  latitude: line[0]![1],
  lines: [line],
})
const at = (kind: Named['kind'], name: string, latitude: number, longitude: number, also: string[] = []): Named => ({
  kind,
  name,
  latitude,
  longitude,
  also,
})
const search = await createSearch(
  [
    street('North State Street', [-87.628, 41.882], [-87.6285, 41.91]),
    street('South State Street', [-87.6277, 41.86], [-87.628, 41.882]),
    street('West Madison Street', [-87.66, 41.8815], [-87.628, 41.882]),
    street('East Madison Street', [-87.628, 41.882], [-87.6245, 41.8821]),
    street('South Wabash Avenue', [-87.6256, 41.86], [-87.626, 41.882]),
    street('West North Avenue', [-87.7, 41.91], [-87.63, 41.911]),
    street('North Avenue', [-87.63, 41.911], [-87.628, 41.911]),
    street('West 18th Street', [-87.68, 41.858], [-87.63, 41.858]),
    street('Martin Luther King Drive', [-87.6166, 41.84], [-87.6166, 41.8]),
    {
      ...street('South Wacker Drive', [-87.637, 41.882], [-87.637, 41.87]),
      numbers: [
        [1, -87.637, 41.882],
        [401, -87.637, 41.877],
        [900, -87.637, 41.87],
      ],
    },
    at('landmark', 'Willis Tower', 41.8789, -87.6359, ['Sears Tower', 'विलिस टावर']),
    at('landmark', 'Navy Pier', 41.8916, -87.6079),
    at('landmark', 'O’Hare International Airport', 41.9786, -87.9048),
    at('station', 'Western', 41.8755, -87.6884),
    at('station', 'Western', 41.9163, -87.6873),
    at('park', 'Lincoln Park', 41.9232, -87.6372),
    at('neighborhood', 'Lincoln Park', 41.92, -87.65),
    at('zip', '60614', 41.922, -87.653),
    at('zone', 'Wabash Self Park', 41.879, -87.6262),
    at('zone', 'Wabash Self Park', 41.9, -87.6262),
    at('zone', 'Grant Park Garage', 41.8795, -87.623),
    at('zone', 'Café Brauer Lot', 41.921, -87.634),
  ],
  ['chicago'],
)
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
  ['navy peir', 'Navy Pier'],
  ['nvay pier', 'Navy Pier'],
  ['navypier', 'Navy Pier'],
  ['parking near Navy Pier, Chicago', 'Navy Pier'],
  ['na', 'Navy Pier'],
  ['wilis tower', 'Willis Tower'],
  ['sears tow', 'Willis Tower'],
  ['विलिस', 'Willis Tower'],
  ['मैडिसन', 'West Madison Street'],
  ['мэдисон', 'West Madison Street'],
  ['ohare', 'O’Hare International Airport'],
  ["O'Hare", 'O’Hare International Airport'],
  ['233 S Wacker Dr', '233 South Wacker Drive'],
  ['233 wackr', '233 South Wacker Drive'],
  ['99999 S Wacker Dr', 'South Wacker Drive'],
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
  else if (/^(Madsion|मैडिसन|мэдисон)$/.test(query)) expect(found).toMatch(/Madison Street$/)
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

test('an address is where its number is on the street', () => {
  const { latitude, longitude } = search.findSpot('233 S Wacker Dr', loop)!
  expect(longitude).toBeCloseTo(-87.637, 4)
  expect(latitude).toBeCloseTo(41.8791, 3)
})

test('suggestions say what each is, the nearest of a name first, and none twice', () => {
  const kinds = (query: string, from = loop) =>
    search.suggest(query, from, 8).map(({ name, kind }) => `${name} ${kind}`)
  expect(kinds('lincoln park').toSorted()).toEqual(['Lincoln Park neighborhood', 'Lincoln Park park'])
  expect(search.suggest('western', { latitude: 41.91, longitude: -87.68 }, 8).map(one => one.latitude)).toEqual([
    41.9163, 41.8755,
  ])
  expect(kinds('wi')).toEqual(['Willis Tower landmark'])
  expect(kinds('state & madison').every(text => text.endsWith('crossing'))).toBe(true)
  expect(search.suggest('wabash', loop, 1)).toHaveLength(1)
})

test('many of one kind leave room for others', async () => {
  const stations = [41.8, 41.81, 41.82, 41.83, 41.84, 41.85].map(latitude => at('station', 'Damen', latitude, -87.67))
  const some = await createSearch([...stations, at('zone', 'Damen Lot', 41.9, -87.67)])
  expect(some.suggest('damen', loop, 8).map(({ kind }) => kind)).toEqual([
    ...Array(4).fill('station'),
    'zone',
    'station',
    'station',
  ])
})

test('the name that was chosen at a place is found there again', () => {
  const park = search.suggest('lincoln park', loop, 8).find(({ kind }) => kind === 'park')!
  const area = search.suggest('lincoln park', loop, 8).find(({ kind }) => kind === 'neighborhood')!
  expect(search.findSpot(park.name, park)).toEqual(park)
  expect(search.findSpot(area.name, area)).toEqual(area)
})

test('words are compared without accents, abbreviations, and scripts', () => {
  expect(wordsOf("O'Hare  Saint Mary’s North-Avenue")).toEqual(['ohare', 'street', 'marys', 'north', 'avenue'])
  expect(wordsOf('Café ६०६१४')).toEqual(['cafe', '60614'])
  expect(['मैडिसन', 'Мэдисон', 'madison'].map(soundOf)).toEqual(['mdsn', 'mdsn', 'mdsn'])
})

const wordsIn = (index: WordIndex, from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => index.word(from + i))

test('one letter may be changed, missing, too many, or swapped', async () => {
  const index = await createWordIndex([['madison'], ['marys'], ['mad'], ['नेवी']])
  const found = (typed: string) => index.findWithTypo(typed).flatMap(({ from, to }) => wordsIn(index, from, to))
  for (const typed of ['nadison', 'mdison', 'maddison', 'madsion', 'adison']) expect(found(typed)).toContain('madison')
  expect(found('madosin')).toEqual([])
  expect(found('नेमी')).toContain('नेवी')
})
