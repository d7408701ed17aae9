// The map of the found places, with a search of what is in view. Loaded only where a map is shown.

import type { Found } from '@parkit/contract/city/places'
import { LocateFixed, Search } from 'lucide-react'
import { type CSSProperties, useEffect, useState } from 'react'
import { CityMap, Credit, type LeafletMap, MapSigns, Outline, openGroup, pointOf, ZoomButtons } from '#city/map/map.ts'
import { askPosition } from '#platform/position.ts'
import { IconButton } from '#ui/Button.tsx'
import { Chip } from '#ui/Chip.tsx'
import { GroupPin, Pin } from './Pin.tsx'
import type { PlaceFilters } from './place-filters.ts'
import type { PlaceSearch } from './usePlaceSearch.ts'
import { usePlacesWords } from './words.ts'
import { useZone } from './zone-query.ts'

/** Pixels covered at the edges: by the search above, by the list below. */
export type Covered = { top: number; bottom: number }

type Props = PlaceSearch & {
  covered: Covered
  /** The lower one as a CSS length. */
  coveredBelow: string
  /** Plus and minus: where there is no touch to pinch with. */
  zoomButtons?: boolean
}

/** The first view shows so many of the nearest places. */
const firstInView = 8
const edgePx = 56
const firstZoom = 15

export default function PlacesMap(props: Props) {
  const { filters, setFilters, centre, places, query, covered, coveredBelow, zoomButtons } = props
  const words = usePlacesWords()
  const [map, setMap] = useState<LeafletMap>()
  const [moved, setMoved] = useState(false)
  const selected = places.find(place => place.ZoneNumber === filters.zone)
  const zone = useZone(selected?.ZoneNumber ?? null).data

  useView(map, { filters, centre: query.isPlaceholderData ? undefined : centre, places, covered, selected })
  useEffect(() => {
    if (!map) return
    const move = () => setMoved(true)
    // not Tab: it moves the focus from sign to sign, and the button that appears would cover some
    const press = ({ key }: KeyboardEvent) => /^(Arrow\w+|[-+=_])$/.test(key) && move()
    const box = map.getContainer()
    // moves by the driver, not those by the list
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
  const start = centre ? { latitude: centre.Latitude, longitude: centre.Longitude } : filters.area
  return (
    <div className="map-box" style={{ '--covered': coveredBelow } as CSSProperties}>
      {start && (
        <CityMap label={words.mapName} start={{ centre: start, zoom: firstZoom }} onReady={setMap}>
          {(city, zoom) => (
            <>
              {zone && selected && zone.ZoneNumber === selected.ZoneNumber && <Outline map={city} zone={zone} />}
              <MapSigns
                map={city}
                zoom={zoom}
                places={places}
                selected={selected}
                layout={`${covered.bottom} ${moved}`}
              >
                {members => {
                  const [first, ...others] = members
                  const select = () => setFilters({ zone: first.ZoneNumber })
                  const open = () => {
                    openGroup(city, members, covered)
                    setMoved(true)
                  }
                  return others.length === 0 ? (
                    <Pin place={first} selected={first === selected} onPress={select} />
                  ) : (
                    <GroupPin places={members} onPress={city.getZoom() < city.getMaxZoom() ? open : select} />
                  )
                }}
              </MapSigns>
            </>
          )}
        </CityMap>
      )}
      {moved && (
        <div className="find__search-area">
          <Chip data-over-map float icon={<Search size={18} />} onClick={searchArea}>
            {words.searchArea}
          </Chip>
        </div>
      )}
      <div className="find__tools" data-over-map>
        <IconButton look="float" label={words.nearMe} icon={<LocateFixed size={22} />} onClick={goHere} />
        {zoomButtons && <ZoomButtons map={map} words={words} onZoom={() => setMoved(true)} />}
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

/** Moves the map when the search is around another point, and when a selected place is not in view. */
function useView(map: LeafletMap | undefined, { filters, centre, places, covered, selected }: Seen) {
  const { area } = filters
  const { top, bottom } = covered
  const around = centre && `${centre.Latitude},${centre.Longitude}`
  const [shown, setShown] = useState<string>()
  useEffect(() => {
    if (!map || !around || around === shown) return
    setShown(around)
    // a searched part of the map is already in view
    if (area && shown) return
    const [latitude = 0, longitude = 0] = around.split(',').map(Number)
    const near = places.slice(0, firstInView).map(pointOf)
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

/** What is in view and not covered, as a circle around its center. */
function areaInView(map: LeafletMap, { top, bottom }: Covered): NonNullable<PlaceFilters['area']> {
  const { x: width, y: height } = map.getSize()
  const low = Math.max(top + 1, height - bottom)
  const middle = map.containerPointToLatLng([width / 2, (top + low) / 2])
  const corner = map.containerPointToLatLng([width, low])
  return { latitude: middle.lat, longitude: middle.lng, radiusMetres: Math.round(map.distance(middle, corner)) }
}
