// The map's ground: tiles that a worker draws and this layer shows.
import type { Coords, DoneCallback } from 'leaflet'
import { trustedUrl } from '#platform/trusted-url.ts'
import { addCredit } from './credits.ts'
import { GridLayer } from './leaflet.ts'
import { type Token, tokens } from './map-paint.ts'
import type { Overlay } from './tile-overlay.ts'
import type { Credited, Drawn, Font, Order } from './tile-worker.ts'
import workerUrl from './tile-worker.ts?worker&url'

/** A worker has no fonts: it gets the rules of the page's own. */
const pageFonts = (): Font[] =>
  [...document.styleSheets]
    // a browser extension's can't be read
    .filter(({ href }) => !href || new URL(href).origin === location.origin)
    .flatMap(({ cssRules }) => [...cssRules])
    .filter(rule => rule instanceof CSSFontFaceRule)
    .map(({ style }) => ({
      family: style.getPropertyValue('font-family').replaceAll('"', ''),
      src: style.getPropertyValue('src'),
      weight: style.getPropertyValue('font-weight') || 'normal',
      stretch: style.getPropertyValue('font-stretch') || 'normal',
      unicodeRange: style.getPropertyValue('unicode-range') || 'U+0-10FFFF',
    }))

const colorsNow = () => {
  const style = getComputedStyle(document.documentElement)
  return Object.fromEntries(tokens.map(name => [name, style.getPropertyValue(name).trim()])) as Record<Token, string>
}

type Tile = { canvas: HTMLCanvasElement; done?: () => void }
const tiles = new Map<number, Tile>()
const idOf = new WeakMap<HTMLElement, number>()
let lastId = 0
let worker: Worker | undefined

/** One for the visit: the tiles it has read are there when the next map opens. */
function startWorker(): Worker {
  const started = new Worker(trustedUrl(workerUrl), { type: 'module' })
  started.onmessage = ({ data }: MessageEvent<Drawn | Credited>) =>
    'credit' in data ? addCredit(data.credit) : show(data)
  // its script did not come: the next map tries again
  started.onerror = () => {
    started.terminate()
    worker = undefined
  }
  started.postMessage({ fonts: pageFonts() } satisfies Order)
  return started
}

const tell = (order: Order) => {
  worker ??= startWorker()
  worker.postMessage(order)
}

/** What stands on the map: names make way for signs, and kerbs are painted. */
export const setOverlay = (overlay: Overlay): void => tell({ overlay })

function show({ id, bitmap }: Drawn): void {
  const tile = tiles.get(id)
  if (!tile) {
    bitmap.close()
    return
  }
  tile.canvas.getContext('bitmaprenderer')!.transferFromImageBitmap(bitmap)
  tile.done?.()
  tile.done = undefined
}

function drop(canvas: HTMLElement): void {
  const dropped = idOf.get(canvas)!
  tiles.delete(dropped)
  tell({ dropped })
}

/** In the page's colors at the time it is made. */
export class TileLayer extends GridLayer {
  constructor() {
    super()
    this.on('tileunload', ({ tile }) => drop(tile))
    tell({ colors: colorsNow(), pixelRatio: devicePixelRatio })
  }

  protected override createTile({ x, y, z }: Coords, done: DoneCallback): HTMLElement {
    const canvas = document.createElement('canvas')
    const { x: width, y: height } = this.getTileSize()
    canvas.width = width * devicePixelRatio
    canvas.height = height * devicePixelRatio
    const id = ++lastId
    idOf.set(canvas, id)
    tiles.set(id, { canvas, done: () => done(undefined, canvas) })
    tell({ id, at: { x, y, z } })
    return canvas
  }
}
