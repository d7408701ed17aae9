// What is added to the map's tiles: names make way for signs, what changes is drawn again, and the data ends without an edge.
import { expect, test } from 'vitest'
import { changedParts, edgesOf, isTouched, type Overlay, type PaintedKerb, withoutCovered } from './tile-overlay.ts'

const box = (minX: number, minY: number, width: number, height: number) => ({
  minX,
  minY,
  maxX: minX + width,
  maxY: minY + height,
})
type Label = { name: string; bboxes: ReturnType<typeof box>[] }
const labels: Label[] = [
  { name: 'State St', bboxes: [box(100, 100, 40, 12), box(140, 110, 40, 12)] },
  { name: 'Grant Park', bboxes: [box(600, 300, 80, 12)] },
]
const index = { searchBbox: () => new Set(labels) }
const overlay = (more: Partial<Overlay> = {}): Overlay => ({ zoom: 16, signs: [], kerbs: [], ...more })
const kerb: PaintedKerb = { level: 'plenty', line: [0.25, 0.25, 0.2501, 0.25] }

test('a name of which a sign covers any part is left out, whole', () => {
  const shown = (...signs: ReturnType<typeof box>[]) =>
    [...withoutCovered(index, signs).searchBbox(box(0, 0, 1_000, 1_000), Infinity)].map(({ name }) => name)
  expect(shown()).toEqual(['State St', 'Grant Park'])
  expect(shown(box(170, 60, 112, 52))).toEqual(['Grant Park'])
  expect(shown(box(180, 60, 112, 40))).toEqual(['State St', 'Grant Park'])
})

test('a sign that comes or goes changes the parts with the names it covers, and one that stays changes none', () => {
  const near = { searchBbox: (part: { minX: number }) => new Set(part.minX < 300 ? [labels[0]!] : []) }
  const [come, far] = [box(120, 80, 112, 52), box(900, 900, 112, 52)]
  expect(changedParts(overlay({ signs: [far] }), overlay({ signs: [come, far] }), near)).toEqual(labels[0]!.bboxes)
  expect(changedParts(overlay({ signs: [come] }), overlay(), near)).toEqual(labels[0]!.bboxes)
  expect(changedParts(overlay({ signs: [come] }), overlay({ signs: [come] }), near)).toEqual([])
  // at another zoom everything is elsewhere
  expect(changedParts(overlay({ signs: [come], zoom: 15 }), overlay({ signs: [come] }), near)).toEqual(
    labels[0]!.bboxes,
  )
})

test('a kerb that fills up is painted again, and only in the tiles it touches', () => {
  const parts = changedParts(overlay({ kerbs: [kerb] }), overlay({ kerbs: [{ ...kerb, level: 'full' }] }), undefined)
  const tile = 2 ** 16 * 0.25
  expect(isTouched({ x: tile, y: tile }, parts)).toBe(true)
  // its line is at the tile's upper edge
  expect(isTouched({ x: tile, y: tile - 1 }, parts)).toBe(true)
  expect(isTouched({ x: tile, y: tile + 1 }, parts)).toBe(false)
  expect(changedParts(overlay({ kerbs: [kerb] }), overlay({ kerbs: [kerb] }), undefined)).toEqual([])
})

test('the data ends where the outermost tiles do', () => {
  const { west, east, north, south } = edgesOf([-87.802734375, 41.771312, -87.5830078125, 41.967659])
  const tiles = 2 ** 13
  expect([west, east, north, south].map(at => Number((at * tiles).toFixed(3)))).toEqual([2_098, 2_103, 3_042, 3_048])
})
