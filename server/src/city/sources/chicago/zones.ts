// Chicago's zones: real car parks with a number, a name and a capacity, and on-street zones along real blocks.
import { minimumStayMinutes } from '@parkit/contract/platform/limits'
import type { CityPlace } from '#city/places/places.ts'
import { holds } from '#city/tile-names/tile-names.ts'
import { areaSquareMetres, centreOf, lengthMetres, metresBetween, type Position } from '#platform/plane.ts'
import { readCarParks } from './car-parks.ts'
import { attribution, type FixtureTile } from './fixture.ts'
import { gridOrigin } from './grid-origin.ts'
import { hash } from './hash.ts'
import { isNearStadium, neighbourhoodOf } from './neighbourhoods.ts'
import { houseNumber, type Street, spokenName, streetFinder } from './streets.ts'
import { everyDay, ringOf, tariffOf, workdays } from './tariffs.ts'

/** A space with its share of the aisles. */
const squareMetresPerSpace = 30
/** ground area of a garage; a larger car park that is not underground is an open lot */
const garageSquareMetres = { from: 900, to: 8_000 }
const streetMetresPerSpace = 6.5
/** share of a kerb that is parking: the rest is hydrants, driveways and crossings */
const streetShare = 0.6
const timeZone = 'America/Chicago'
/** where on-street zones are made */
const centre = { west: -87.645, south: 41.866, east: -87.615, north: 41.897 }

const drawOf = (zoneNumber: string, of: string): number => hash(`${of} ${zoneNumber}`) / 2 ** 32

/** Zone numbers derived from the position, so a place keeps its number while its outline stays; a taken one moves to the next free. */
const numbering = (from: number, to: number) => {
  const taken = new Set<number>()
  return (key: string): string => {
    let number = from + (hash(key) % (to - from))
    while (taken.has(number)) number = number + 1 < to ? number + 1 : from
    taken.add(number)
    return String(number)
  }
}

/** Accessible spaces after the 2010 ADA Standards, table 208.2. */
export const accessibleSpaces = (capacity: number): number => {
  const steps = [25, 50, 75, 100, 150, 200, 300, 400, 500]
  const step = steps.findIndex(most => capacity <= most)
  if (step >= 0) return step + 1
  return capacity <= 1_000 ? Math.ceil(capacity * 0.02) : 20 + Math.ceil((capacity - 1_000) / 100)
}

const round = (position: Position): Position => [Number(position[0].toFixed(6)), Number(position[1].toFixed(6))]

const shared = { timeZone, attribution, towAway: [], clearanceMetres: null, evChargers: 0 } satisfies Partial<CityPlace>

export const carParks = (tiles: FixtureTile[], streets: Street[]): CityPlace[] => {
  const { nearest } = streetFinder(streets)
  const numberOf = numbering(10_000, 100_000)
  const named = new Map<string, number>()
  const onMap = readCarParks(tiles).filter(({ outline }) => tiles.some(tile => holds(tile, centreOf(outline))))
  return onMap.map(({ outline, type }): CityPlace => {
    const position = round(centreOf(outline))
    const zoneNumber = numberOf(position.join())
    const draw = (of: string) => drawOf(zoneNumber, of)
    const area = areaSquareMetres(outline)
    const ring = ringOf(metresBetween(gridOrigin, position))
    const parkAndRide = type === 'park_and_ride'
    const underground = type === 'underground'
    const garage =
      underground ||
      (type === 'parking' &&
        area > garageSquareMetres.from &&
        area < garageSquareMetres.to &&
        draw('garage') < { centre: 0.7, inner: 0.1, outer: 0.02 }[ring])
    const kind = garage ? 'garage' : 'lot'
    const floors = underground
      ? 2 + Math.floor(draw('floors') * 2)
      : garage
        ? 3 + Math.floor(draw('floors') * (ring === 'centre' ? 6 : 3))
        : 1
    const capacity = Math.max(4, Math.floor((area * floors) / squareMetresPerSpace))
    const electric = draw('ev') < (garage ? 0.5 : 0.08)
    const neighbourhood = neighbourhoodOf(position)
    const { street, cross } = nearest(position)
    const baseName = [street, cross].flatMap(name => (name ? [spokenName(name)] : [])).join(' & ') || neighbourhood
    const name = `${baseName} ${parkAndRide ? 'Park & Ride' : garage ? 'Garage' : 'Lot'}`
    const sameName = (named.get(name) ?? 0) + 1
    named.set(name, sameName)
    const closesAtNight = !parkAndRide && draw('hours') < 0.15
    return {
      ...shared,
      zoneNumber,
      name: sameName > 1 ? `${name} ${sameName}` : name,
      kind,
      address: street ? `${houseNumber(street, position)} ${street}` : neighbourhood,
      neighbourhood,
      latitude: position[1],
      longitude: position[0],
      capacity,
      features: [...(electric ? (['ev'] as const) : []), ...(garage ? (['covered'] as const) : []), 'accessible'],
      evChargers: electric ? Math.max(2, Math.round(capacity / 40)) : 0,
      accessibleSpaces: accessibleSpaces(capacity),
      tariffId: tariffOf({
        kind,
        ring,
        neighbourhood,
        parkAndRide,
        nearStadium: isNearStadium(position),
        draw: draw('tariff'),
      }),
      minStayMinutes: minimumStayMinutes,
      maxStayMinutes: garage || parkAndRide ? null : ring === 'outer' ? 24 * 60 : 12 * 60,
      noReturnMinutes: null,
      refundsUnused: garage ? draw('refunds') < 0.4 : !parkAndRide,
      hours: closesAtNight ? [{ days: everyDay, from: '06:00', to: garage ? '24:00' : '22:00' }] : [],
      outline: outline.map(round),
      clearanceMetres: garage ? 1.9 + Math.round(draw('clearance') * 4) / 10 : null,
    }
  })
}

const isCentral = ([longitude, latitude]: Position) =>
  longitude > centre.west && longitude < centre.east && latitude > centre.south && latitude < centre.north

/** One zone for each hundred block of a named street in the centre, along its longest piece. */
export const streetZones = (streets: Street[]): CityPlace[] => {
  const numberOf = numbering(1_000, 10_000)
  const blocks = new Map<string, { street: string; hundred: number; line: Position[] }>()
  for (const { name: street, lines } of streets) {
    if (/Lower|Pkwy|Expy/.test(street)) continue
    for (const line of lines) {
      const byBlock = Map.groupBy(line.filter(isCentral), point => Math.floor(houseNumber(street, point) / 100) * 100)
      for (const [hundred, points] of byBlock) {
        const key = `${street} ${hundred}`
        const known = blocks.get(key)
        if (!known || lengthMetres(points) > lengthMetres(known.line))
          blocks.set(key, { street, hundred, line: points })
      }
    }
  }
  return [...blocks]
    .filter(([, { line }]) => lengthMetres(line) >= 45)
    .map(([key, { street, hundred, line }]): CityPlace => {
      const position = round(line[Math.floor(line.length / 2)]!)
      const zoneNumber = numberOf(key)
      const neighbourhood = neighbourhoodOf(position)
      const rushHour = drawOf(zoneNumber, 'rush') < 0.15
      return {
        ...shared,
        zoneNumber,
        name: `${hundred}–${hundred + 99} ${street}`,
        kind: 'street',
        address: `${Math.max(1, hundred)} ${street}`,
        neighbourhood,
        latitude: position[1],
        longitude: position[0],
        capacity: Math.max(3, Math.floor((lengthMetres(line) * streetShare) / streetMetresPerSpace)),
        features: [],
        accessibleSpaces: 0,
        tariffId: tariffOf({
          kind: 'street',
          ring: ringOf(metresBetween(gridOrigin, position)),
          neighbourhood,
          draw: 0,
        }),
        minStayMinutes: minimumStayMinutes,
        maxStayMinutes: drawOf(zoneNumber, 'long') < 0.3 ? 180 : 120,
        noReturnMinutes: drawOf(zoneNumber, 'return') < 0.1 ? 60 : null,
        refundsUnused: true,
        hours: [],
        towAway: rushHour ? [{ days: workdays, from: '16:00', to: '18:00' }] : [],
        outline: line.map(round),
      }
    })
}
