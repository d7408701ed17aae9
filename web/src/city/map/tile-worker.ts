// The worker that draws the city's vector tiles: fetches and reads them, places the names, and paints, off the main thread.
import { Labelers, paint, sourcesToViews, toIndex } from 'protomaps-leaflet'
import { labelFonts, labelsOf, paintOf, type Token } from './map-paint.ts'

export type At = { x: number; y: number; z: number }
export type Font = { family: string; src: string; weight: string; stretch: string; unicodeRange: string }
export type Look = { colors: Record<Token, string>; pixelRatio: number }

/** The fonts come first, then a look, in which the tiles after it are drawn. */
export type Order = { fonts: Font[] } | Look | { id: number; at: At } | { dropped: number }
/** Sent again when a name of a neighboring tile reaches into it. */
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
const view = sourcesToViews({ url: source as never, maxDataZoom: mostDataZoom }).get('')!

const { fonts } = self as unknown as { fonts: FontFaceSet }
let loading: Promise<unknown>

/** What the map shows or waits for, by the number of the tile. */
const wanted = new Map<number, At>()

function createPainter({ colors, pixelRatio }: Look): (id: number) => void {
  const canvas = new OffscreenCanvas(sizePx * pixelRatio, sizePx * pixelRatio)
  const context = canvas.getContext('2d')! as unknown as CanvasRenderingContext2D
  const token = (name: Token) => colors[name]
  const rules = paintOf(token)
  const ground = token('--map-block')
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
    const tiles = new Map([['', [tile]]])
    if (wanted.has(id)) labelers.add(at.z, tiles)
    // between two tiles: what is no longer wanted is not painted, and a tile whose neighbor has changed it meanwhile once
    await new Promise(resolve => setTimeout(resolve))
    waiting.delete(id)
    if (!wanted.has(id)) return
    const [left, top] = [sizePx * at.x, sizePx * at.y]
    context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0)
    context.fillStyle = ground
    context.fillRect(0, 0, sizePx, sizePx)
    paint(
      context,
      at.z,
      tiles,
      labelers.getIndex(at.z) ?? null,
      rules,
      { minX: left - edgePx, minY: top - edgePx, maxX: left + sizePx + edgePx, maxY: top + sizePx + edgePx },
      { x: left, y: top } as never,
      false,
    )
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
  return order
}

let order: ReturnType<typeof createPainter>

self.onmessage = ({ data }: MessageEvent<Order>) => {
  if ('fonts' in data) {
    for (const { family, src, ...descriptors } of data.fonts) fonts.add(new FontFace(family, src, descriptors))
    loading = Promise.allSettled(labelFonts.map(font => fonts.load(font)))
  } else if ('colors' in data) order = createPainter(data)
  else if ('dropped' in data) wanted.delete(data.dropped)
  else {
    wanted.set(data.id, data.at)
    order(data.id)
  }
}
