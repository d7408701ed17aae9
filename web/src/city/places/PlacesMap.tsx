// The map of what was found, fetched only where one is shown: signs that merge where they would touch, the selected place, the driver, and a search of what is in view.

import type { Found } from '@parkit/contract/city/places'
import { LocateFixed, Minus, Plus, Search } from 'lucide-react'
import { type CSSProperties, useEffect, useState } from 'react'
import { CityMap, Credit, type LeafletMap, latLngBounds } from '#city/map/map.ts'
import { askPosition, type Spot, usePosition } from '#platform/position.ts'
import { IconButton } from '#ui/Button.tsx'
import { Chip } from '#ui/Chip.tsx'
import { MapSigns } from './MapSigns.tsx'
import type { PlaceFilters } from './place-filters.ts'
import type { PlaceSearch } from './usePlaceSearch.ts'
import { usePlacesWords } from './words.ts'

/** Pixels at the edges that something lies over: the search above, the list below. */
export type Covered = { top: number; bottom: number }

type Props = PlaceSearch & {
  covered: Covered
  /** The same for what is placed by style: a length. */
  coveredBelow: string
  /** Plus and minus: where there is no touch to pinch with. */
  zoomButtons?: boolean
}

/** As many of the nearest places as the first view holds. */
const firstInView = 8
const edgePx = 56
const firstZoom = 15

const spotOf = ({ Latitude, Longitude }: { Latitude: number; Longitude: number }): Spot => ({
  latitude: Latitude,
  longitude: Longitude,
})

export default function PlacesMap(props: Props) {
  const { filters, setFilters, centre, places, query, covered, coveredBelow, zoomButtons } = props
  const words = usePlacesWords()
  const { spot: here } = usePosition()
  const [map, setMap] = useState<LeafletMap>()
  const [moved, setMoved] = useState(false)
  const selected = places.find(place => place.ZoneNumber === filters.zone)

  useView(map, { filters, centre: query.isPlaceholderData ? undefined : centre, places, covered, selected })
  useEffect(() => {
    if (!map) return
    const move = () => setMoved(true)
    // Tab goes from sign to sign: what it brought over the map would take away the one it is at
    const press = ({ key }: KeyboardEvent) => /^(Arrow\w+|[-+=_])$/.test(key) && move()
    const box = map.getContainer()
    // moves of a hand, not those the list makes
    map.on('dragend', move)
    box.addEventListener('wheel', move, { passive: true })
    box.addEventListener('keydown', press)
    return () => {
      map.off('dragend', move)
      box.removeEventListener('wheel', move)
      box.removeEventListener('keydown', press)
    }
  }, [map])

  const searchArea = () => {
    if (!map) return
    setMoved(false)
    setFilters({ area: areaInView(map, covered), text: '', nearMe: false, zone: null })
  }
  const goHere = () => {
    setMoved(false)
    askPosition()
    setFilters({ nearMe: true, text: '', area: null, zone: null })
  }
  const zoomBy = (levels: number) => {
    map?.setZoom(map.getZoom() + levels)
    setMoved(true)
  }
  const start = centre ? spotOf(centre) : filters.area
  return (
    <div className="find__map" style={{ '--covered': coveredBelow } as CSSProperties}>
      {start && (
        <CityMap label={words.mapName} start={{ centre: start, zoom: firstZoom }} onReady={setMap}>
          {(city, zoom) => (
            <MapSigns
              map={city}
              zoom={zoom}
              places={places}
              selected={selected}
              here={here}
              onSelect={zone => setFilters({ zone })}
              onOpen={members => {
                openGroup(city, members, covered)
                setMoved(true)
              }}
              layout={`${covered.bottom} ${moved}`}
            />
          )}
        </CityMap>
      )}
      {moved && (
        <div className="find__again">
          <Chip data-over-map float icon={<Search size={18} />} onClick={searchArea}>
            {words.searchArea}
          </Chip>
        </div>
      )}
      <div className="find__tools" data-over-map>
        <IconButton look="float" label={words.nearMe} icon={<LocateFixed size={22} />} onClick={goHere} />
        {zoomButtons && (
          <div className="find__zoom">
            <IconButton label={words.zoomIn} icon={<Plus size={22} />} onClick={() => zoomBy(1)} />
            <IconButton label={words.zoomOut} icon={<Minus size={22} />} onClick={() => zoomBy(-1)} />
          </div>
        )}
      </div>
      <Credit />
    </div>
  )
}

type Seen = {
  filters: PlaceFilters
  centre: PlaceSearch['centre']
  places: readonly Found[]
  covered: Covered
  selected: Found | undefined
}

/** Moves the map when the search goes elsewhere, and when a place is selected that is not in view. */
function useView(map: LeafletMap | undefined, { filters, centre, places, covered, selected }: Seen) {
  const { area } = filters
  const { top, bottom } = covered
  const around = centre && `${centre.Latitude},${centre.Longitude}`
  const [shown, setShown] = useState<string>()
  useEffect(() => {
    if (!map || !around || around === shown) return
    setShown(around)
    // a part of the map that was searched is in view already
    if (area && shown) return
    const [latitude = 0, longitude = 0] = around.split(',').map(Number)
    const near = places.slice(0, firstInView).map(place => [place.Latitude, place.Longitude] as [number, number])
    map.fitBounds([[latitude, longitude], ...near], {
      ...padding({ top, bottom }),
      maxZoom: 17,
      animate: shown !== undefined,
    })
  }, [map, around, shown, area, places, top, bottom])

  const spot = selected && `${selected.Latitude},${selected.Longitude}`
  useEffect(() => {
    if (!map || !spot) return
    const [latitude = 0, longitude = 0] = spot.split(',').map(Number)
    map.panInside([latitude, longitude], padding({ top, bottom }))
  }, [map, spot, top, bottom])
}

const padding = ({ top, bottom }: Covered) => ({
  paddingTopLeft: [edgePx, top + edgePx] as [number, number],
  paddingBottomRight: [edgePx, bottom + edgePx / 2] as [number, number],
})

/** What is in view and not covered, as a circle round its middle. */
function areaInView(map: LeafletMap, { top, bottom }: Covered): NonNullable<PlaceFilters['area']> {
  const { x: width, y: height } = map.getSize()
  const low = Math.max(top + 1, height - bottom)
  const middle = map.containerPointToLatLng([width / 2, (top + low) / 2])
  const corner = map.containerPointToLatLng([width, low])
  return { latitude: middle.lat, longitude: middle.lng, radiusMetres: Math.round(map.distance(middle, corner)) }
}

/** Goes as close as it takes to part a group, at least one step, and brings it to the middle of what is not covered. */
function openGroup(map: LeafletMap, members: readonly Found[], { top, bottom }: Covered): void {
  const bounds = latLngBounds(members.map(place => [place.Latitude, place.Longitude] as [number, number]))
  const zoom = Math.min(map.getMaxZoom(), Math.max(map.getZoom() + 1, map.getBoundsZoom(bounds) - 1))
  const middle = map.project(bounds.getCenter(), zoom).add([0, (bottom - top) / 2])
  map.setView(map.unproject(middle, zoom), zoom)
}
