// The map of the found places, with a search of what is in view. Loaded only where a map is shown.

import type { Found } from '@parkit/contract/city/places'
import { LocateFixed, Search } from 'lucide-react'
import { type CSSProperties, useEffect, useState } from 'react'
import { useCities } from '#city/cities/cities.ts'
import { CityMap, Credit, type LeafletMap, latLngBounds, MapButtons, point, pointOf } from '#city/map/map.ts'
import { askPosition } from '#platform/position.ts'
import { IconButton } from '#ui/Button.tsx'
import { Chip } from '#ui/Chip.tsx'
import { type Covered, PlaceSigns } from './PlaceSigns.tsx'
import type { PlaceFilters } from './place-filters.ts'
import type { PlaceSearch } from './usePlaceSearch.ts'
import { usePlacesWords } from './words.ts'

type Props = PlaceSearch & {
  selected: Found | undefined
  covered: Covered
  /** The lower one as a CSS length. */
  coveredBelow: string
  /** Behind a button: where the map is small. */
  foldButtons?: boolean
}

/** The first view shows so many of the nearest places, or as many as fit at the zoom where signs stand alone. */
const firstInView = 8
const signsZoom = 17
const leastFreePx = 48
const edgePx = 56
/** Of the map's buttons in the corner, which a selected place's sign stays clear of. */
const buttonsPx = 64
const firstZoom = 15

export default function PlacesMap(props: Props) {
  const { filters, setFilters, centre, places, query, selected, covered, coveredBelow, foldButtons } = props
  const words = usePlacesWords()
  // nothing is drawn there: the map stays where it is
  const isBeyond = centre?.Source === 'query' && centre.Outside
  const [map, setMap] = useState<LeafletMap>()
  const [moved, setMoved] = useState(false)

  const fit = useView(map, {
    filters,
    centre: query.isPlaceholderData || isBeyond ? undefined : centre,
    places,
    covered,
    selected,
  })
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
  const [city] = useCities(isBeyond) ?? []
  const middle = isBeyond ? city : centre
  const start = middle ? { latitude: middle.Latitude, longitude: middle.Longitude } : isBeyond ? null : filters.area
  return (
    <div className="map-box" style={{ '--covered': coveredBelow } as CSSProperties}>
      {start && (
        <CityMap
          label={words.mapName}
          start={{ centre: start, zoom: firstZoom }}
          onReady={ready => {
            fit(ready)
            setMap(ready)
          }}
        >
          {(drawn, zoom) => (
            <PlaceSigns
              {...props}
              map={drawn}
              zoom={zoom}
              layout={`${covered.bottom} ${moved}`}
              onZoom={() => setMoved(true)}
            />
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
        <MapButtons map={map} fold={foldButtons} onMove={() => setMoved(true)} />
        <IconButton look="float" label={words.nearMe} icon={<LocateFixed size={22} />} onClick={goHere} />
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

/**
 * Moves the map when the search is around another point, and when a selected place is not in view. Returns what moves a new map
 * there before anything is drawn on it.
 */
function useView(map: LeafletMap | undefined, { filters, centre, places, covered, selected }: Seen) {
  const area = filters.text ? null : filters.area
  const { top, bottom } = covered
  const around = centre && `${centre.Latitude},${centre.Longitude}`
  const [shown, setShown] = useState<string>()
  const fit = (to: LeafletMap) => {
    if (!around || around === shown) return
    setShown(around)
    // a searched part of the map is already in view
    if (area && shown) return
    const [latitude = 0, longitude = 0] = around.split(',').map(Number)
    const edges = padding(to, { top, bottom })
    const within = (count: number) => latLngBounds([[latitude, longitude], ...places.slice(0, count).map(pointOf)])
    const zoomOf = (bounds: ReturnType<typeof latLngBounds>) =>
      to.getBoundsZoom(bounds, false, point(edges.paddingTopLeft).add(edges.paddingBottomRight))
    // as many as fit where each has a price of its own, and at least the nearest
    const counts = Array.from({ length: firstInView }, (_, i) => firstInView - i)
    const bounds = counts.map(within).find(all => zoomOf(all) >= signsZoom) ?? within(1)
    to.fitBounds(bounds, { ...edges, maxZoom: 17, animate: shown !== undefined })
  }
  useEffect(() => {
    if (map) fit(map)
  }, [map, around, shown, area, places, top, bottom])

  const spot = selected && `${selected.Latitude},${selected.Longitude}`
  useEffect(() => {
    if (!map || !spot) return
    const [latitude = 0, longitude = 0] = spot.split(',').map(Number)
    map.panInside([latitude, longitude], padding(map, { top, bottom: bottom + buttonsPx }))
  }, [map, spot, top, bottom])
  return fit
}

/** In a low window some of the map stays free of it all the same. */
const padding = (map: LeafletMap, { top, bottom }: Covered) => ({
  paddingTopLeft: [edgePx, top + edgePx] as [number, number],
  paddingBottomRight: [edgePx, Math.min(bottom + edgePx / 2, map.getSize().y - top - edgePx - leastFreePx)] as [
    number,
    number,
  ],
})

/** What is in view and not covered, as a circle around its center. */
function areaInView(map: LeafletMap, { top, bottom }: Covered): NonNullable<PlaceFilters['area']> {
  const { x: width, y: height } = map.getSize()
  const low = Math.max(top + 1, height - bottom)
  const middle = map.containerPointToLatLng([width / 2, (top + low) / 2])
  const corner = map.containerPointToLatLng([width, low])
  return { latitude: middle.lat, longitude: middle.lng, radiusMetres: Math.round(map.distance(middle, corner)) }
}
