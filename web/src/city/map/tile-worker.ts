// The worker that draws the city's vector tiles: fetches and reads them, places the names, and paints, off the main thread.
import { Labelers, type PaintRule, paint, sourcesToViews, toIndex, type View } from 'protomaps-leaflet'
import { kerbTokens, labelFonts, labelsOf, paintOf, type Token } from './map-paint.ts'
import { type MapSource, mapAt } from './map-sources.ts'
import { inOurLayers } from './protomaps-layers.ts'
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
export type Credited = { credit: string }
type CityMap = MapSource & { edges: Edges; view: View }

const sizePx = 256
/** What may reach into a tile from outside. */
const edgePx = 16
/** Tiles of a zoom whose names are known at a time. */
const mostNamed = 16

/** A missing tile is drawn as plain ground. */
const tilesOf = (template: string) => ({
  getZxy: async (z: number, x: number, y: number, signal?: AbortSignal) => {
    const url = template.replace('{z}', String(z)).replace('{x}', String(x)).replace('{y}', String(y))
    const response = await fetch(url, { signal: signal ?? null }).catch(failure => {
      if (signal?.aborted) throw failure
      return undefined
    })
    return response?.status === 200 ? { data: await response.arrayBuffer() } : undefined
  },
})

/** Of each city's map, the ones to be preferred first; none while they can't be read. */
const maps: Promise<CityMap[]> = fetch('/tiles/maps.json')
  .then(async response => (response.ok ? (await response.json()).maps : []))
  .catch(() => [])
  .then((sources: MapSource[]) =>
    sources.map(source => ({
      ...source,
      edges: edgesOf(source.bounds),
      // one level of the screen is half a tile; closer in than the tiles' last zoom, that one is enlarged
      view: sourcesToViews({ url: tilesOf(source.tiles) as never, maxDataZoom: source.mostZoom }).get('')!,
    })),
  )

const credited = new Set<string>()
/** Tells whose data is drawn, the first time it is. */
function giveCredit(credit: string): void {
  if (credited.has(credit)) return
  credited.add(credit)
  self.postMessage({ credit } satisfies Credited)
}

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
    const map = mapAt(await maps, at)
    const tile = await map?.view.getDisplayTile(at)
    await loading
    const tiles = new Map(tile ? [['', [map!.schema === 'protomaps' ? inOurLayers(tile) : tile]]] : [])
    if (tile && wanted.has(id)) labelers.add(at.z, tiles)
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
    if (map) fadeOut(context, map.edges, place, ground)
    if (map) giveCredit(map.attribution ?? '')
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
