// Chicago's streets: their lines by name, the one nearest to a point, and house numbers after the city's grid.
import type { CityName } from '#city/places/places.ts'
import { holds, roadsOf } from '#city/tile-names/tile-names.ts'
import { cutLine, metresBetween, metresToLine, type Position } from '#platform/plane.ts'
import type { FixtureTile } from './fixture.ts'
import { gridOrigin } from './grid-origin.ts'

export type Street = { name: string; lines: Position[][] }

/** metres */
const mile = 1609.344
const numbersPerMile = 800
/** South of Madison St the first three miles came earlier: Roosevelt Rd is 1200, Cermak Rd 2200, 31st St 3100. */
const southernMiles = [0, 1200, 2200, 3100]

/** Each point of a line counts in the tile that holds it, so that no line is read twice. */
export const readStreets = (tiles: FixtureTile[]): Street[] => {
  const streets = new Map<string, Position[][]>()
  for (const tile of tiles) {
    for (const { name, line } of roadsOf(tile, 'mapbox')) {
      if (/Tunnel|Access/.test(name)) continue
      let piece: Position[] = []
      const keep = () => {
        if (piece.length > 1) streets.getOrInsertComputed(name, () => []).push(piece)
        piece = []
      }
      for (const point of cutLine(line, 60)) {
        if (holds(tile, point)) piece.push(point)
        else keep()
      }
      keep()
    }
  }
  return [...streets].map(([name, lines]) => ({ name, lines })).sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** North and south streets begin with N or S, the others with E or W. */
const runsNorth = (name: string) => /^[NS] /.test(name)

const southernNumber = (miles: number): number => {
  const whole = Math.floor(miles)
  const from = southernMiles[whole]
  const to = southernMiles[whole + 1]
  if (from !== undefined && to !== undefined) return from + (to - from) * (miles - whole)
  return southernMiles.at(-1)! + (miles - southernMiles.length + 1) * numbersPerMile
}

/** The house number a point would have on a street. */
export const houseNumber = (street: string, [longitude, latitude]: Position): number => {
  const along: Position = runsNorth(street) ? [gridOrigin[0], latitude] : [longitude, gridOrigin[1]]
  const miles = metresBetween(gridOrigin, along) / mile
  const isSouth = runsNorth(street) && latitude < gridOrigin[1]
  return Math.max(1, Math.round(isSouth ? southernNumber(miles) : miles * numbersPerMile))
}

/** The first house number of each block and where it is. */
const blockNumbers = ({ name, lines }: Street): NonNullable<CityName['numbers']> => {
  const byBlock = new Map<number, [number, number, number]>()
  for (const at of lines.flat()) {
    const number = houseNumber(name, at)
    const block = Math.floor(number / 100)
    if (number < (byBlock.get(block)?.[0] ?? Infinity)) byBlock.set(block, [number, ...at])
  }
  return [...byBlock.values()].sort(([a], [b]) => a - b)
}

/** “S Doctor Martin Luther King Junior Dr” → “S King Dr”: the names on the signs. */
const signName = (name: string): string =>
  name
    .replace(/ (Upper|Lower) /, ' ')
    .replace('Doctor Martin Luther King Junior', 'King')
    .replace('La Salle', 'LaSalle')

export const streetNames = (streets: Street[]): CityName[] =>
  streets.map(street => {
    const points = street.lines.flat()
    const [longitude, latitude] = points[points.length >> 1]!
    const name = signName(street.name)
    return {
      kind: 'street',
      name,
      lines: street.lines,
      longitude,
      latitude,
      numbers: blockNumbers(street),
      ...(name !== street.name && { also: [street.name] }),
    }
  })

type Near = { name: string; metres: number }

/** Streets by grid square of about 500 m, so that the nearest is found without measuring all. */
export const streetFinder = (streets: Street[]) => {
  const side = 0.005
  const square = ([longitude, latitude]: Position, east = 0, north = 0) =>
    `${Math.floor(longitude / side) + east} ${Math.floor(latitude / side) + north}`
  const squares = new Map<string, Map<string, Position[][]>>()
  for (const { name, lines } of streets) {
    for (const line of lines) {
      for (const key of new Set(line.map(point => square(point)))) {
        const inside = squares.getOrInsertComputed(key, () => new Map())
        inside.getOrInsertComputed(name, () => []).push(line)
      }
    }
  }
  const around = (point: Position): Near[] => {
    const least = new Map<string, number>()
    for (const east of [-1, 0, 1]) {
      for (const north of [-1, 0, 1]) {
        for (const [name, lines] of squares.get(square(point, east, north)) ?? []) {
          const metres = Math.min(...lines.map(line => metresToLine(point, line)))
          least.set(name, Math.min(metres, least.get(name) ?? Infinity))
        }
      }
    }
    return [...least].map(([name, metres]) => ({ name, metres })).sort((a, b) => a.metres - b.metres)
  }
  return {
    /** The nearest street, and the nearest that crosses it; null where there is none within some 500 m. */
    nearest: (point: Position): { street: string | null; cross: string | null } => {
      const [first, ...others] = around(point)
      const cross = others.find(({ name, metres }) => runsNorth(name) !== runsNorth(first!.name) && metres < 300)
      return { street: first?.name ?? null, cross: cross?.name ?? null }
    },
  }
}

/** “N Wells St” → “Wells”: what people call it. */
export const spokenName = (name: string): string =>
  name
    .replace(/^[NSEW] /, '')
    .replace(/^(Upper|Lower) ((East|West|North|South) )?/, '')
    .replace('Doctor Martin Luther King Junior', 'King')
    .replace(/ (St|Ave|Blvd|Rd|Pl|Ct|Dr|Pkwy|Ter|Ln|Way|Sq)$/, '')
