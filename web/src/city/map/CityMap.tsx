// The map itself: vector tiles of the city under signs that are buttons. Fetched only where a map is shown.
import 'leaflet/dist/leaflet.css'
import './map.css'
import type { Zone } from '@parkit/contract/city/places'
import type { Layer } from 'leaflet'
import { leafletLayer } from 'protomaps-leaflet'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { type Spot, usePosition } from '#platform/position.ts'
import { useIsDark } from '#platform/theme.ts'
import { DivIcon, DomEvent, LeafletMap, latLng, Marker } from './leaflet.ts'
import { labelFonts, labelsOf, paintOf } from './map-paint.ts'

const lines = () => import('./leaflet-lines.ts')

/** The tiles' own zooms; closer in, the last is enlarged. One level of the screen is half a tile. */
const mostDataZoom = 13
const zooms = { least: 11, most: 18 } as const

const token = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim()

/** Tiles for the drawing library; a missing one is drawn as plain ground. */
const tiles = {
  getZxy: async (z: number, x: number, y: number, signal?: AbortSignal) => {
    const response = await fetch(`/tiles/${z}/${x}/${y}.pbf`, { signal: signal ?? null }).catch(failure => {
      if (signal?.aborted) throw failure
      return undefined
    })
    return response?.ok ? { data: await response.arrayBuffer() } : undefined
  },
}

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

  useEffect(() => {
    if (!box) return
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
    const created = new LeafletMap(box, {
      center: [start.centre.latitude, start.centre.longitude],
      zoom: start.zoom,
      minZoom: zooms.least,
      maxZoom: zooms.most,
      ...(calm && { zoomAnimation: false, fadeAnimation: false, inertia: false }),
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
    // a sheet that opens, a phone that turns
    const watch = new ResizeObserver(() => created.invalidateSize({ animate: false }))
    watch.observe(box)
    setMap(created)
    setZoom(created.getZoom())
    onReady?.(created)
    return () => {
      watch.disconnect()
      created.remove()
      setMap(undefined)
    }
    // `start` is the first view only: a later one does not move the map
  }, [box])

  useEffect(() => {
    if (!map) return
    const layer = leafletLayer({
      url: tiles as never,
      maxDataZoom: mostDataZoom,
      attribution: '',
      backgroundColor: token('--map-block'),
      paintRules: paintOf(token),
      labelRules: labelsOf(token),
      tasks: labelFonts.map(font => document.fonts.load(font)) as never,
    }) as unknown as Layer
    layer.addTo(map)
    return () => {
      layer.remove()
    }
  }, [map, isDark])

  return (
    <>
      <section ref={setBox} className="city-map" aria-label={label} inert={still} />
      {map && children(map, zoom)}
    </>
  )
}

type SpotProps = { map: LeafletMap; at: Spot; above?: boolean; children: ReactNode }

/** Content at a position on the map. */
export function OnMap({ map, at, above, children }: SpotProps) {
  const [box] = useState(() => document.createElement('div'))
  const marker = useRef<Marker>(null)
  const { latitude, longitude } = at
  useEffect(() => {
    // a press on it must not reach the map
    DomEvent.disableClickPropagation(box)
    const created = new Marker([latitude, longitude], {
      icon: new DivIcon({ className: 'on-map', html: box, iconSize: [0, 0] }),
      interactive: false,
      keyboard: false,
    }).addTo(map)
    marker.current = created
    return () => {
      created.remove()
    }
  }, [map, box, latitude, longitude])
  // raised in place: a new marker would lose the focus
  useEffect(() => {
    marker.current?.setZIndexOffset(above ? 10_000 : 0)
  }, [map, box, latitude, longitude, above])
  return createPortal(children, box)
}

/** Where the browser says the driver is. */
export function DriverDot({ map }: { map: LeafletMap }) {
  const { spot } = usePosition()
  return (
    spot && (
      <OnMap map={map} at={spot}>
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
