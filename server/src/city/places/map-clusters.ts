// Cells of the map made into signs that do not touch: of two that would, the one with more places takes the other in. Pure.
import { type Cell, closestZoom, gridOf, worldPx } from './map-cells.ts'

/** A price sign on the map, and at the last zoom what can still be pressed of one behind another; pixels. */
const signPx = { width: 112, height: 52 }
const leastPx = { width: 24, height: 24 }

/**
 * `cells` each once. A sign touches none but those of the eight cells around its own, so a part of the map answers the same
 * whatever is around it, but for its edge.
 */
export const mergeTouching = (cells: readonly Cell[], zoom: number): Cell[] => {
  const { width, height } = zoom < closestZoom ? signPx : leastPx
  const { columns } = gridOf(zoom)
  const px = worldPx(zoom)
  const placed = new Map<number, Cell>()
  const around = [-1, 0, 1].flatMap(down => [-1, 0, 1].map(right => down * columns + right))
  for (const cell of cells.toSorted((a, b) => b.count - a.count || a.key - b.key)) {
    const touched = around
      .map(by => placed.get(cell.key + by))
      .find(other => other && Math.abs(other.x - cell.x) * px < width && Math.abs(other.y - cell.y) * px < height)
    if (!touched) placed.set(cell.key, { ...cell })
    else {
      touched.count += cell.count
      if (cell.cents < touched.cents) {
        touched.cents = cell.cents
        touched.place = cell.place
      }
    }
  }
  return [...placed.values()]
}
