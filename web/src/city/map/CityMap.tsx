// The map itself: vector tiles of the city under signs that are buttons. Fetched only where a map is shown.
import 'leaflet/dist/leaflet.css'
import './map.css'
import type { Zone } from '@parkit/contract/city/places'
import type { LatLng, Layer, Point, ZoomAnimEvent } from 'leaflet'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { savesData } from '#platform/data-saver.ts'
import { useWords } from '#platform/language.tsx'
import { type Spot, usePosition } from '#platform/position.ts'
import { useIsDark } from '#platform/theme.ts'
import { Button } from '#ui/Button.tsx'
import { DomEvent, LeafletMap, latLng } from './leaflet.ts'
import { TileLayer } from './tile-layer.ts'
import { en } from './words.en.ts'

const lines = () => import('./leaflet-lines.ts')

const zooms = { least: 11, most: 18 } as const

export type View = { centre: Spot; zoom: number }

type Props = {
  label: string
  start: View
  /** A picture: it does not move and takes no focus. */
  still?: boolean
  onReady?: (map: LeafletMap) => void
  children: (map: LeafletMap, zoom: number) => ReactNode
}

export function CityMap({ label, start, still, onReady, children }: Props) {
  const [box, setBox] = useState<HTMLElement | null>(null)
  const [map, setMap] = useState<LeafletMap>()
  const [zoom, setZoom] = useState(start.zoom)
  const isDark = useIsDark()
  const words = useWords('city/map/words', en)
  const [hasTiles, setHasTiles] = useState(() => !savesData())

  const showTiles = () => {
    setHasTiles(true)
    // the pressed button is removed
    const next = still ? box?.closest<HTMLElement>('main') : box
    next?.focus({ preventScroll: true })
    // the sign behind it is to be seen
    requestAnimationFrame(() => map?.fire('resize'))
  }

  useEffect(() => {
    if (!box) return
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
    const created = new LeafletMap(box, {
      center: [start.centre.latitude, start.centre.longitude],
      zoom: start.zoom,
      minZoom: zooms.least,
      maxZoom: zooms.most,
      // it would change each tile's style in every frame
      fadeAnimation: false,
      ...(calm && { zoomAnimation: false, inertia: false }),
      ...(still && {
        dragging: false,
        keyboard: false,
        scrollWheelZoom: false,
        doubleClickZoom: false,
        touchZoom: false,
        boxZoom: false,
      }),
    })
    created.on('zoomend', () => setZoom(created.getZoom()))
    // a press on a sign must not reach the map
    DomEvent.disableClickPropagation(created.getPanes().markerPane)
    // a sheet that opens, a phone that turns
    const watch = new ResizeObserver(() => created.invalidateSize({ animate: false }))
    watch.observe(box)
    onReady?.(created)
    setMap(created)
    setZoom(created.getZoom())
    return () => {
      watch.disconnect()
      created.remove()
      setMap(undefined)
    }
    // `start` is the first view only: a later one does not move the map
  }, [box])

  useEffect(() => {
    if (!map || !hasTiles) return
    const layer = new TileLayer().addTo(map)
    return () => {
      layer.remove()
    }
  }, [map, isDark, hasTiles])

  return (
    <>
      <section ref={setBox} className="city-map" aria-label={label} inert={still} />
      {map && children(map, zoom)}
      {!hasTiles && (
        <div className="city-map__ask" data-over-map>
          <Button size="sm" onClick={showTiles}>
            {words.showMap}
          </Button>
        </div>
      )}
    </>
  )
}

/** What is higher covers what is lower: of others, the one further south the one further north. */
const heights = { selected: 10_000, driver: 20_000 } as const

type SpotProps = { map: LeafletMap; at: Spot; above?: boolean; isDriver?: boolean; children: ReactNode }

/** Not in Leaflet's types: where a position will be once a zoom has ended. */
type Zooming = { _latLngToNewLayerPoint: (at: LatLng, zoom: number, center: LatLng) => Point }

/** Content at a position on the map. All is drawn into one pane, because React listens for all events in each place it draws into. */
export function OnMap({ map, at: { latitude, longitude }, above, isDriver, children }: SpotProps) {
  const box = useRef<HTMLDivElement>(null)
  const height = isDriver ? heights.driver : above ? heights.selected : 0
  useLayoutEffect(() => {
    const at = latLng(latitude, longitude)
    const put = (point: Point) => {
      const rounded = point.round()
      // in two dimensions: in three, each sign would be a layer of its own
      box.current!.style.transform = `translate(${rounded.x}px, ${rounded.y}px)`
      box.current!.style.zIndex = String(rounded.y + height)
    }
    const update = () => put(map.latLngToLayerPoint(at))
    const animate = ({ zoom, center }: ZoomAnimEvent) =>
      put((map as unknown as Zooming)._latLngToNewLayerPoint(at, zoom, center))
    update()
    map.on('zoom viewreset', update)
    map.on('zoomanim', animate)
    return () => {
      map.off('zoom viewreset', update)
      map.off('zoomanim', animate)
    }
  }, [map, latitude, longitude, height])
  return createPortal(
    <div ref={box} className="on-map leaflet-marker-icon leaflet-zoom-animated">
      {children}
    </div>,
    map.getPanes().markerPane,
  )
}

/** Where the browser says the driver is. */
export function DriverDot({ map }: { map: LeafletMap }) {
  const { spot } = usePosition()
  return (
    spot && (
      <OnMap map={map} at={spot} isDriver>
        <span className="here" />
      </OnMap>
    )
  )
}

type OutlineProps = { map: LeafletMap; zone: Pick<Zone, 'Outline' | 'Kind' | 'Availability'> }

/** A street's kerb or a car park's edge. Its points: a closed ring is an area, anything else a line. */
export function Outline({ map, zone: { Outline: points, Kind, Availability } }: OutlineProps) {
  const className = Kind === 'street' ? `kerb kerb--${Availability}` : 'edge'
  useEffect(() => {
    const spots = points.map(([longitude = 0, latitude = 0]) => latLng(latitude, longitude))
    const first = spots[0]
    const last = spots.at(-1)
    if (!first || !last) return
    const isArea = spots.length > 3 && first.equals(last)
    let shape: Layer | undefined
    let isRemoved = false
    lines()
      .then(({ Polygon, Polyline }) => {
        if (isRemoved) return
        shape = new (isArea ? Polygon : Polyline)(spots, { className, interactive: false })
        shape.addTo(map)
      })
      .catch(() => undefined)
    return () => {
      isRemoved = true
      shape?.remove()
    }
  }, [map, points, className])
  return null
}
