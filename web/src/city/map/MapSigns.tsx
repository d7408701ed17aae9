// Signs on the map: one for each place or group of places that would touch, the selected one above the others.
import type { Found } from '@parkit/contract/city/places'
import { Minus, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '#ui/Button.tsx'
import { DriverDot, OnMap } from './CityMap.tsx'
import { type LeafletMap, latLngBounds } from './leaflet.ts'
import { mergeTouching, signSize } from './sign-groups.ts'
import { useCoveredSigns } from './useCoveredSigns.ts'

type Placed = Pick<Found, 'ZoneNumber' | 'Latitude' | 'Longitude'>

export const pointOf = ({ Latitude, Longitude }: Omit<Placed, 'ZoneNumber'>): [number, number] => [Latitude, Longitude]

type Props<P> = {
  map: LeafletMap
  zoom: number
  places: readonly P[]
  selected: P | undefined
  /** Of a sign, in pixels. */
  size?: { width: number; height: number }
  /** Changes when what lies over the map changes its size. */
  layout?: string
  /** The sign of one place or of a group, the nearest first. */
  children: (members: readonly [P, ...P[]]) => ReactNode
}

export function MapSigns<P extends Placed>(props: Props<P>) {
  const { map, zoom, places, selected, size = signSize, layout = '', children } = props
  const points = places.map(place => ({ place, ...map.project(pointOf(place), zoom) }))
  const groups = mergeTouching(points, place => place === selected, size)
  const covered = useCoveredSigns(map, groups, selected, layout)
  return (
    <>
      <DriverDot map={map} />
      {groups.map(([{ place }, ...others]) => {
        const { ZoneNumber, Latitude: latitude, Longitude: longitude } = place
        if (place !== selected && covered.has(ZoneNumber)) return null
        return (
          <OnMap key={ZoneNumber} map={map} at={{ latitude, longitude }} above={place === selected}>
            {children([place, ...others.map(other => other.place)])}
          </OnMap>
        )
      })}
    </>
  )
}

/** Zooms in until a group's signs are apart, at least one level, centered in the part of the map that is not covered. */
export function openGroup(map: LeafletMap, members: readonly Placed[], { top, bottom } = { top: 0, bottom: 0 }): void {
  const bounds = latLngBounds(members.map(pointOf))
  const zoom = Math.min(map.getMaxZoom(), Math.max(map.getZoom() + 1, map.getBoundsZoom(bounds) - 1))
  const middle = map.project(bounds.getCenter(), zoom).add([0, (bottom - top) / 2])
  map.setView(map.unproject(middle, zoom), zoom)
  // the pressed sign is removed
  map.getContainer().focus({ preventScroll: true })
}

type ZoomProps = { map: LeafletMap | undefined; words: { zoomIn: string; zoomOut: string }; onZoom?: () => void }

/** Plus and minus: where there is no touch to pinch with. */
export function ZoomButtons({ map, words, onZoom }: ZoomProps) {
  const zoomBy = (levels: number) => () => {
    map?.setZoom(map.getZoom() + levels)
    onZoom?.()
  }
  return (
    <div className="map-zoom" data-over-map>
      <IconButton label={words.zoomIn} icon={<Plus size={22} />} onClick={zoomBy(1)} />
      <IconButton label={words.zoomOut} icon={<Minus size={22} />} onClick={zoomBy(-1)} />
    </div>
  )
}
