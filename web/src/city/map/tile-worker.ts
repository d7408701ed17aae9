// The worker that draws the city's vector tiles: fetches and reads them, places the names, and paints, off the main thread.
import { Labelers, type PaintRule, paint, sourcesToViews, toIndex } from 'protomaps-leaflet'
import { kerbTokens, labelFonts, labelsOf, paintOf, type Token } from './map-paint.ts'
import {
  changedParts,
  type Edges,
  edgesOf,
  fadeOut,
  isTouched,
  type Overlay,
  paintKerbs,
  withoutCovered,
} from './tile-overlay.ts'

export type At = { x: number; y: number; z: number }
export type Font = { family: string; src: string; weight: string; stretch: string; unicodeRange: string }
export type Look = { colors: Record<Token, string>; pixelRatio: number }

/** The fonts come first, then a look, in which the tiles after it are drawn. */
export type Order = { fonts: Font[] } | Look | { id: number; at: At } | { dropped: number } | { overlay: Overlay }
/** Sent again when a name of a neighboring tile reaches into it, and when what stands on the map changes. */
export type Drawn = { id: number; bitmap: ImageBitmap }

/** The tiles' own zooms; closer in, the last is enlarged. One level of the screen is half a tile. */
const mostDataZoom = 13
const sizePx = 256
/** What may reach into a tile from outside. */
const edgePx = 16
/** Tiles of a zoom whose names are known at a time. */
const mostNamed = 16

/** A missing tile is drawn as plain ground. */
const source = {
  getZxy: async (z: number, x: number, y: number, signal?: AbortSignal) => {
    const response = await fetch(`/tiles/${z}/${x}/${y}.pbf`, { signal: signal ?? null }).catch(failure => {
      if (signal?.aborted) throw failure
      return undefined
    })
    return response?.ok ? { data: await response.arrayBuffer() } : undefined
  },
}
/** Where the data ends; unknown: wherever it does. */
const edges: Promise<Edges | null> = fetch('/tiles/tiles.json')
  .then(async response => (response.ok ? edgesOf((await response.json()).bounds) : null))
  .catch(() => null)
const view = sourcesToViews({ url: source as never, maxDataZoom: mostDataZoom }).get('')!

const { fonts } = self as unknown as { fonts: FontFaceSet }
let loading: Promise<unknown>

/** What the map shows or waits for, by the number of the tile. */
const wanted = new Map<number, At>()
let overlay: Overlay = { zoom: 0, signs: [], kerbs: [] }

function createPainter({ colors, pixelRatio }: Look) {
  const canvas = new OffscreenCanvas(sizePx * pixelRatio, sizePx * pixelRatio)
  const context = canvas.getContext('2d')! as unknown as CanvasRenderingContext2D
  const token = (name: Token) => colors[name]
  const rules = paintOf(token)
  const ground = token('--map-block')
  const kerbColor = (level: keyof typeof kerbTokens) => token(kerbTokens[level])
  const waiting = new Set<number>()

  const drawAgain = (keys: Set<string>) => {
    for (const [id, at] of wanted) if (keys.has(toIndex(at))) order(id)
  }
  const labelers = new Labelers(context, labelsOf(token), mostNamed, drawAgain)

  async function draw(id: number): Promise<void> {
    const at = wanted.get(id)
    if (!at) return
    const tile = await view.getDisplayTile(at)
    await loading
    const end = await edges
    const tiles = new Map([['', [tile]]])
    if (wanted.has(id)) labelers.add(at.z, tiles)
    // between two tiles: what is no longer wanted is not painted, and a tile whose neighbor has changed it meanwhile once
    await new Promise(resolve => setTimeout(resolve))
    waiting.delete(id)
    if (!wanted.has(id)) return
    const [left, top] = [sizePx * at.x, sizePx * at.y]
    const labels = labelers.getIndex(at.z)
    const place = { zoom: at.z, origin: { x: left, y: top } }
    context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0)
    context.fillStyle = ground
    context.fillRect(0, 0, sizePx, sizePx)
    const part = { minX: left - edgePx, minY: top - edgePx, maxX: left + sizePx + edgePx, maxY: top + sizePx + edgePx }
    const paintTile = (names: unknown, painted: PaintRule[]) =>
      paint(context, at.z, tiles, names as never, painted, part, place.origin as never, false)
    paintTile(null, rules)
    paintKerbs(context, overlay.kerbs, place, kerbColor)
    if (labels) paintTile(overlay.zoom === at.z ? withoutCovered(labels, overlay.signs) : labels, [])
    if (end) fadeOut(context, end, place, ground)
    const bitmap = canvas.transferToImageBitmap()
    self.postMessage({ id, bitmap } satisfies Drawn, { transfer: [bitmap] })
  }

  function order(id: number): void {
    if (waiting.has(id)) return
    waiting.add(id)
    draw(id).catch(failure => {
      waiting.delete(id)
      // of another zoom by now
      if (failure?.name !== 'AbortError') throw failure
    })
  }

  function change(next: Overlay): void {
    const parts = changedParts(overlay, next, labelers.getIndex(next.zoom))
    for (const [id, at] of wanted) if (at.z === next.zoom && isTouched(at, parts)) order(id)
  }
  return { order, change }
}

let painter: ReturnType<typeof createPainter> | undefined

self.onmessage = ({ data }: MessageEvent<Order>) => {
  if ('fonts' in data) {
    for (const { family, src, ...descriptors } of data.fonts) fonts.add(new FontFace(family, src, descriptors))
    loading = Promise.allSettled(labelFonts.map(font => fonts.load(font)))
  } else if ('colors' in data) painter = createPainter(data)
  else if ('dropped' in data) wanted.delete(data.dropped)
  else if ('overlay' in data) {
    painter?.change(data.overlay)
    overlay = data.overlay
  } else {
    wanted.set(data.id, data.at)
    painter?.order(data.id)
  }
}
