// The signs of all places in view: alone with their price, or several in one; kerbs, and the outline of the selected place.

import type { Found, MapGroup, MapPlace } from '@parkit/contract/city/places'
import { zoneRef } from '@parkit/contract/platform/zone-number'
import { startTransition, useEffect, useState } from 'react'
import { groupSigns, type LeafletMap, MapSigns, Outline, signSize, zoomTo } from '#city/map/map.ts'
import { leastPrice } from './least-price.ts'
import { GroupPin, Pin } from './Pin.tsx'
import { type MapPart, useMapView } from './place-queries.ts'
import type { PlaceSearch } from './usePlaceSearch.ts'
import { useZone } from './zone-query.ts'

/** Pixels covered at the edges: by the search above, by the list below. */
export type Covered = { top: number; bottom: number }

type Props = Pick<PlaceSearch, 'filters' | 'setFilters' | 'places'> & {
  map: LeafletMap
  zoom: number
  selected: Found | undefined
  covered: Covered
  /** Changes when what lies over the map changes its size. */
  layout: string
  /** A group was pressed, and the map goes closer. */
  onZoom: () => void
}

/** A press on a group goes so many levels closer. */
const openLevels = 2

export function PlaceSigns({ map, zoom, filters, setFilters, places, selected, covered, layout, onZoom }: Props) {
  const view = useMapView(filters, usePartInView(map))
  const zone = useZone(selected ? zoneRef(selected) : null).data
  // offline the list of this device is all there is
  const { Places, Groups } = view ?? groupFound(map, zoom, places)
  const isAlone = Places.some(place => selected && zoneRef(place) === zoneRef(selected))
  const alone: readonly MapPlace[] = selected && !isAlone ? [...Places, selected] : Places
  const signs: (MapPlace | MapGroup)[] = [...alone, ...Groups]
  const press = (sign: MapPlace | MapGroup) => {
    if (!('Count' in sign) || map.getZoom() === map.getMaxZoom()) setFilters({ zone: zoneRef(sign) })
    else {
      zoomTo(map, sign, Math.min(map.getMaxZoom(), map.getZoom() + openLevels), covered)
      onZoom()
    }
  }
  return (
    <>
      {zone && selected && zoneRef(zone) === zoneRef(selected) && <Outline map={map} zone={zone} />}
      <MapSigns
        map={map}
        zoom={zoom}
        signs={signs.map(sign => ({ ...sign, id: 'Count' in sign ? `group ${zoneRef(sign)}` : zoneRef(sign) }))}
        selected={selected ? zoneRef(selected) : null}
        kerbs={view?.Kerbs}
        layout={layout}
      >
        {sign =>
          'Count' in sign ? (
            <GroupPin count={sign.Count} price={sign.Price} onPress={() => press(sign)} />
          ) : (
            <Pin
              place={sign}
              selected={selected !== undefined && zoneRef(sign) === zoneRef(selected)}
              onPress={() => press(sign)}
            />
          )
        }
      </MapSigns>
    </>
  )
}

const groupFound = (map: LeafletMap, zoom: number, places: readonly Found[]) => {
  const groups = groupSigns(map, zoom, places, undefined, signSize)
  return {
    Places: groups.flatMap(([{ place }, ...others]) => (others.length === 0 ? [place] : [])),
    Groups: groups.flatMap(([{ place }, ...others]): MapGroup[] => {
      const Price = leastPrice([place, ...others.map(other => other.place)])
      return others.length === 0 ? [] : [{ ...place, Count: 1 + others.length, Price }]
    }),
  }
}

const tilePx = 256
/** So far beyond the view signs are known before the map moves there. */
const aroundPx = 96

/** What is in view and around it, in whole tiles, so that a small move asks nothing. */
function usePartInView(map: LeafletMap): MapPart | undefined {
  const [part, setPart] = useState<MapPart>()
  useEffect(() => {
    const update = () => {
      const { min, max } = map.getPixelBounds()
      const Zoom = map.getZoom()
      const corner = (x: number, y: number) => map.unproject([x * tilePx, y * tilePx], Zoom)
      const { lng: West, lat: North } = corner(
        Math.floor((min!.x - aroundPx) / tilePx),
        Math.floor((min!.y - aroundPx) / tilePx),
      )
      const { lng: East, lat: South } = corner(
        Math.ceil((max!.x + aroundPx) / tilePx),
        Math.ceil((max!.y + aroundPx) / tilePx),
      )
      const next = { West, South, East, North, Zoom }
      startTransition(() => setPart(before => (JSON.stringify(before) === JSON.stringify(next) ? before : next)))
    }
    update()
    map.on('moveend', update)
    map.on('resize', update)
    return () => {
      map.off('moveend', update)
      map.off('resize', update)
    }
  }, [map])
  return part
}
