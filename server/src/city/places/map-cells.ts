// Places counted by cells of the map: added up for each zoom from afar, read one by one from close up; built for a million of them.
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Feature } from '@parkit/contract/city/places'
import type KDBush from 'kdbush'
import type { Terms } from './sign.ts'
import type { Position } from './walk.ts'

/** What a filter goes by; one object for all places that share it. */
export type Offer = { terms: Terms; features: Feature[] }
type Placed = Position & Offer & { withdrawn: boolean }

/** A part of the world from 0 to 1, as the map draws it: x to the east, y to the south. */
export type Box = { west: number; north: number; east: number; south: number }
type Point = { x: number; y: number }

export const pointOf = ({ latitude, longitude }: Position): Point => ({
  x: (longitude + 180) / 360,
  y: (1 - Math.asinh(Math.tan((latitude * Math.PI) / 180)) / Math.PI) / 2,
})
export const positionOf = ({ x, y }: Point): Position => ({
  longitude: x * 360 - 180,
  latitude: (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI,
})

/** Pixels of the whole world at a zoom. */
export const worldPx = (zoom: number): number => 256 * 2 ** zoom
/** From afar a cell is larger than a price sign; at the last zoom places as near as the two sides of a street are apart. */
export const closestZoom = 18
const cellPx = (zoom: number) => (zoom < closestZoom ? { width: 128, height: 64 } : { width: 32, height: 32 })
/** Cells in a row and in a column of the whole world. */
export const gridOf = (zoom: number) => {
  const { width, height } = cellPx(zoom)
  return { columns: worldPx(zoom) / width, rows: worldPx(zoom) / height }
}

export type Cell = Point & {
  key: number
  count: number
  /** the least price, infinite where none of them ever opens */
  cents: number
  /** one of the places */
  place: number
}

/** The last zoom of which sums are made: from there on a view holds few places. */
const summedZoom = 14

/** One entry for each cell and offer, sorted by cell. */
type Sums = {
  cells: Uint32Array
  offers: Uint32Array
  counts: Uint32Array
  x: Float64Array
  y: Float64Array
  places: Uint32Array
}

const createSums = (size: number): Sums => ({
  cells: new Uint32Array(size),
  offers: new Uint32Array(size),
  counts: new Uint32Array(size),
  x: new Float64Array(size),
  y: new Float64Array(size),
  places: new Uint32Array(size),
})

const digitBits = 16
const digits = 2 ** digitBits

/** The positions in `keys` by ascending key, those of equal keys in the order of `order`. */
const sortBy = (keys: Uint32Array, order: Uint32Array): Uint32Array => {
  let sorted = order
  for (const shift of [0, digitBits]) {
    const starts = new Uint32Array(digits + 1)
    for (const key of keys) starts[((key >>> shift) % digits) + 1]!++
    for (let digit = 0; digit < digits; digit++) starts[digit + 1]! += starts[digit]!
    const next = new Uint32Array(sorted.length)
    for (const at of sorted) next[starts[(keys[at]! >>> shift) % digits]!++] = at
    sorted = next
  }
  return sorted
}

const addUp = (from: Sums): Sums => {
  const { cells, offers } = from
  const order = sortBy(
    cells,
    sortBy(
      offers,
      Uint32Array.from(cells, (_, at) => at),
    ),
  )
  const isNew = (i: number) =>
    i === 0 || cells[order[i]!] !== cells[order[i - 1]!] || offers[order[i]!] !== offers[order[i - 1]!]
  let size = 0
  for (let i = 0; i < order.length; i++) if (isNew(i)) size++
  const sums = createSums(size)
  let to = -1
  for (let i = 0; i < order.length; i++) {
    const at = order[i]!
    if (isNew(i)) {
      to++
      sums.cells[to] = cells[at]!
      sums.offers[to] = offers[at]!
      sums.places[to] = from.places[at]!
    }
    sums.counts[to]! += from.counts[at]!
    sums.x[to]! += from.x[at]!
    sums.y[to]! += from.y[at]!
  }
  return sums
}

const cellAt = ({ x, y }: Point, zoom: number): number => {
  const { columns, rows } = gridOf(zoom)
  return Math.floor(y * rows) * columns + Math.floor(x * columns)
}

/** In turns that let other calls through. */
const sumPlaces = async (places: readonly Placed[], offerOf: (place: Placed) => number): Promise<Sums[]> => {
  const shown = places.flatMap(({ withdrawn }, at) => (withdrawn ? [] : [at]))
  const each = createSums(shown.length)
  shown.forEach((at, i) => {
    const place = places[at]!
    const point = pointOf(place)
    each.cells[i] = cellAt(point, summedZoom)
    each.offers[i] = offerOf(place)
    each.counts[i] = 1
    each.x[i] = point.x
    each.y[i] = point.y
    each.places[i] = at
  })
  const sums = [addUp(each)]
  for (let zoom = summedZoom - 1; zoom >= 0; zoom--) {
    const [finer] = sums as [Sums]
    await nextTurn()
    const { columns } = gridOf(zoom)
    const parent = (cell: number) => (Math.floor(cell / columns / 2) >> 1) * columns + ((cell % (columns * 2)) >> 1)
    sums.unshift(addUp({ ...finer, cells: finer.cells.map(parent) }))
  }
  return sums
}

/** The first that is not below. */
const lowerBound = (sorted: Uint32Array, least: number): number => {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle]! < least) low = middle + 1
    else high = middle
  }
  return low
}

/** `tree` holds the places' longitudes and latitudes. */
export const createMapCells = async (places: readonly Placed[], tree: KDBush) => {
  const offers: Offer[] = []
  const numbers = new Map<Terms, Map<Feature[], number>>()
  const offerOf = ({ terms, features }: Placed): number =>
    numbers
      .getOrInsertComputed(terms, () => new Map())
      .getOrInsertComputed(features, () => offers.push({ terms, features }) - 1)
  const sums = await sumPlaces(places, offerOf)

  const listPlaces = ({ west, north, east, south }: Box): number[] => {
    const from = positionOf({ x: west, y: south })
    const to = positionOf({ x: east, y: north })
    return tree
      .range(from.longitude, from.latitude, to.longitude, to.latitude)
      .filter(at => places[at] && !places[at].withdrawn)
  }

  return {
    listPlaces,
    /**
     * The cells that a part of the map touches, each with all it holds of the places whose offer has a price. The least price is that
     * of the place named.
     */
    list: (part: Box, zoom: number, centsOf: (offer: Offer) => number | null): Cell[] => {
      const { columns, rows } = gridOf(zoom)
      const [firstColumn, firstRow] = [Math.floor(part.west * columns), Math.floor(part.north * rows)]
      const lastColumn = Math.min(columns - 1, Math.floor(part.east * columns))
      const lastRow = Math.min(rows - 1, Math.floor(part.south * rows))
      const cells = new Map<number, Cell>()
      const add = (key: number, count: number, x: number, y: number, cents: number, place: number) => {
        const cell = cells.get(key)
        if (!cell) {
          cells.set(key, { key, count, x, y, cents, place })
          return
        }
        cell.count += count
        cell.x += x
        cell.y += y
        if (cents < cell.cents) {
          cell.cents = cents
          cell.place = place
        }
      }
      if (zoom <= summedZoom) {
        const { cells: keys, offers: offered, counts, x, y, places: ones } = sums[zoom]!
        const prices = new Map<number, number | null>()
        for (let row = firstRow; row <= lastRow; row++) {
          const last = row * columns + lastColumn
          for (let i = lowerBound(keys, row * columns + firstColumn); keys[i]! <= last; i++) {
            const offer = offered[i]!
            const cents = prices.getOrInsertComputed(offer, () => centsOf(offers[offer]!))
            if (cents !== null) add(keys[i]!, counts[i]!, x[i]!, y[i]!, cents, ones[i]!)
          }
        }
      } else {
        const whole = {
          west: firstColumn / columns,
          east: (lastColumn + 1) / columns,
          north: firstRow / rows,
          south: (lastRow + 1) / rows,
        }
        for (const at of listPlaces(whole)) {
          const place = places[at]!
          const cents = centsOf(place)
          const point = pointOf(place)
          if (cents !== null) add(cellAt(point, zoom), 1, point.x, point.y, cents, at)
        }
      }
      for (const cell of cells.values()) {
        cell.x /= cell.count
        cell.y /= cell.count
      }
      return [...cells.values()]
    },
  }
}
