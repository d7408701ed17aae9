// What the worker adds to the tiles it draws: kerbs by how full they are, names only where no sign is, and a soft end of the data.
import type { Availability } from '@parkit/contract/city/places'

/** Pixels of the whole world at a zoom. */
export type Box = { minX: number; minY: number; maxX: number; maxY: number }
/** `line`: x and y of each point, as parts of the whole world. */
export type PaintedKerb = { level: Availability; line: number[] }
/** What stands on the map at a zoom. */
export type Overlay = { zoom: number; signs: Box[]; kerbs: PaintedKerb[] }

type Label = { bboxes: Box[] }
type Labels<L extends Label> = { searchBbox: (box: Box, order: number) => Set<L> }

const meets = (a: Box, b: Box) => a.minX < b.maxX && a.maxX > b.minX && a.minY < b.maxY && a.maxY > b.minY

/** The labels without those under a sign. */
export const withoutCovered = <L extends Label>(labels: Labels<L>, signs: readonly Box[]): Labels<L> => ({
  searchBbox: (box, order) => {
    const found = labels.searchBbox(box, order)
    for (const label of found) if (label.bboxes.some(part => signs.some(sign => meets(part, sign)))) found.delete(label)
    return found
  },
})

const worldPx = (zoom: number) => 256 * 2 ** zoom

const boxOf = ({ line }: PaintedKerb, px: number): Box => {
  const x = line.filter((_, i) => i % 2 === 0)
  const y = line.filter((_, i) => i % 2 === 1)
  return {
    minX: Math.min(...x) * px - casingPx,
    maxX: Math.max(...x) * px + casingPx,
    minY: Math.min(...y) * px - casingPx,
    maxY: Math.max(...y) * px + casingPx,
  }
}

/** Of two lists, what one of them alone has. */
const difference = <T>(before: readonly T[], after: readonly T[]): T[] => {
  const changed = new Map<string, T>()
  const textsOf = (other: readonly T[]) => new Set(other.map(one => JSON.stringify(one)))
  const [had, has] = [textsOf(before), textsOf(after)]
  for (const one of before) if (!has.has(JSON.stringify(one))) changed.set(JSON.stringify(one), one)
  for (const one of after) if (!had.has(JSON.stringify(one))) changed.set(JSON.stringify(one), one)
  return [...changed.values()]
}

/** Parts of the map, in pixels of the later zoom, that look different with the later overlay. */
export function changedParts(before: Overlay, after: Overlay, labels: Labels<Label> | undefined): Box[] {
  const px = worldPx(after.zoom)
  const signs = before.zoom === after.zoom ? difference(before.signs, after.signs) : after.signs
  const kerbs = difference(before.kerbs, after.kerbs).map(kerb => boxOf(kerb, px))
  const names = signs.flatMap(sign => [...(labels?.searchBbox(sign, Infinity) ?? [])].flatMap(({ bboxes }) => bboxes))
  return [...names, ...kerbs]
}

export const isTouched = ({ x, y }: { x: number; y: number }, parts: readonly Box[]): boolean => {
  const tile = { minX: x * 256, minY: y * 256, maxX: (x + 1) * 256, maxY: (y + 1) * 256 }
  return parts.some(part => meets(tile, part))
}

const kerbPx = 5
const casingPx = 9
const dashes: Partial<Record<Availability, number[]>> = { filling: [9, 3], nearly: [4, 4], full: [2, 5] }

/** `origin`: the tile's upper left corner, in pixels of the whole world. */
export function paintKerbs(
  context: CanvasRenderingContext2D,
  kerbs: readonly PaintedKerb[],
  { zoom, origin }: { zoom: number; origin: { x: number; y: number } },
  colorOf: (level: Availability | 'casing') => string,
): void {
  const px = worldPx(zoom)
  const tile = { minX: origin.x, minY: origin.y, maxX: origin.x + 256, maxY: origin.y + 256 }
  const seen = kerbs.filter(kerb => meets(boxOf(kerb, px), tile))
  const stroke = ({ line }: PaintedKerb) => {
    context.beginPath()
    for (let i = 0; i < line.length; i += 2) context.lineTo(line[i]! * px - origin.x, line[i + 1]! * px - origin.y)
    context.stroke()
  }
  context.save()
  context.lineCap = 'butt'
  context.lineWidth = casingPx
  context.strokeStyle = colorOf('casing')
  for (const kerb of seen) stroke(kerb)
  context.lineWidth = kerbPx
  for (const kerb of seen) {
    context.strokeStyle = colorOf(kerb.level)
    context.setLineDash(dashes[kerb.level] ?? [])
    stroke(kerb)
  }
  context.restore()
}

/** Where the data ends, as parts of the whole world. */
export type Edges = { west: number; north: number; east: number; south: number }

export const edgesOf = ([west, south, east, north]: [number, number, number, number]): Edges => {
  const y = (latitude: number) => (1 - Math.asinh(Math.tan((latitude * Math.PI) / 180)) / Math.PI) / 2
  return { west: (west + 180) / 360, east: (east + 180) / 360, north: y(north), south: y(south) }
}

const fadePx = 72

/** Streets and water pass into the ground before they end. */
export function fadeOut(
  context: CanvasRenderingContext2D,
  edges: Edges,
  { zoom, origin }: { zoom: number; origin: { x: number; y: number } },
  ground: string,
): void {
  const px = worldPx(zoom)
  /** From the edge, where nothing is left, inward: `isAcross`, the edge is in the west or east. */
  const fade = (edge: number, inward: 1 | -1, isAcross: boolean) => {
    if (edge < -fadePx || edge > 256 + fadePx) return
    const end = edge + inward * fadePx
    const gradient = isAcross
      ? context.createLinearGradient(edge, 0, end, 0)
      : context.createLinearGradient(0, edge, 0, end)
    gradient.addColorStop(0, '#000')
    gradient.addColorStop(1, 'transparent')
    context.fillStyle = gradient
    // before its first color a gradient is all of it, so that what lies beyond the edge goes too
    context.fillRect(0, 0, 256, 256)
  }
  context.save()
  context.globalCompositeOperation = 'destination-out'
  fade(edges.west * px - origin.x, 1, true)
  fade(edges.east * px - origin.x, -1, true)
  fade(edges.north * px - origin.y, 1, false)
  fade(edges.south * px - origin.y, -1, false)
  context.globalCompositeOperation = 'destination-over'
  context.fillStyle = ground
  context.fillRect(0, 0, 256, 256)
  context.restore()
}
