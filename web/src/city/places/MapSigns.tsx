// What stands on the map: a sign for each place or several, the selected one above the others with its kerb, the driver's dot.
import type { Found } from '@parkit/contract/city/places'
import { useEffect, useState } from 'react'
import type { Spot } from './asking.ts'
import { OnMap, Outline } from './CityMap.tsx'
import type { LeafletMap } from './leaflet.ts'
import { type Group, isBehind, mergeTouching, signSize } from './merging.ts'
import { GroupPin, Pin } from './Pin.tsx'
import { useZone } from './zone-query.ts'

type Props = {
  map: LeafletMap
  zoom: number
  places: readonly Found[]
  selected: Found | undefined
  here: Spot | null
  onSelect: (zone: string) => void
  /** Several places under one sign are to be seen apart. */
  onOpen: (places: readonly Found[]) => void
  /** Changes when what lies over the map changes its size. */
  layout: string
}

export function MapSigns({ map, zoom, places, selected, here, onSelect, onOpen, layout }: Props) {
  const points = places.map(place => ({ place, ...map.project([place.Latitude, place.Longitude], zoom) }))
  const groups = mergeTouching(points, place => place === selected)
  const under = useUnder(map, groups, selected, layout)
  const kerb = useZone(selected?.ZoneNumber ?? null).data
  return (
    <>
      {here && (
        <OnMap map={map} at={here}>
          <span className="here" />
        </OnMap>
      )}
      {kerb && selected && kerb.ZoneNumber === selected.ZoneNumber && (
        <Outline
          map={map}
          points={kerb.Outline}
          className={kerb.Kind === 'street' ? `kerb kerb--${kerb.Availability}` : 'edge'}
        />
      )}
      {groups.map(group => {
        const [{ place: first }] = group
        const at = { latitude: first.Latitude, longitude: first.Longitude }
        if (first !== selected && under.has(first.ZoneNumber)) return null
        const members = group.map(({ place }) => place)
        return (
          <OnMap key={first.ZoneNumber} map={map} at={at} above={first === selected}>
            {members.length === 1 ? (
              <Pin place={first} selected={first === selected} onPress={() => onSelect(first.ZoneNumber)} />
            ) : (
              <GroupPin
                places={members}
                onPress={() => {
                  if (map.getZoom() >= map.getMaxZoom()) {
                    onSelect(first.ZoneNumber)
                    return
                  }
                  onOpen(members)
                  // the sign that was pressed falls apart
                  map.getContainer().focus({ preventScroll: true })
                }}
              />
            )}
          </OnMap>
        )
      })}
    </>
  )
}

/** How long a sheet takes to its new height, in milliseconds, and a little. */
const settleMs = 360

/** The zones whose signs lie under the search, the list, a button or the selected sign, or beyond the map's edge: nobody could press them. */
export function useUnder<P extends Pick<Found, 'ZoneNumber' | 'Latitude' | 'Longitude'>>(
  map: LeafletMap,
  groups: readonly Group<P>[],
  selected: P | undefined,
  layout: string,
): ReadonlySet<string> {
  const [under, setUnder] = useState('')
  useEffect(() => {
    const look = () => {
      const box = map.getContainer().getBoundingClientRect()
      const over = [...document.querySelectorAll('[data-over-map], .detents')].map(part => part.getBoundingClientRect())
      const front = selected && map.latLngToContainerPoint([selected.Latitude, selected.Longitude])
      const hidden = groups.flatMap(([{ place }]) => {
        const at = map.latLngToContainerPoint([place.Latitude, place.Longitude])
        const x = box.left + at.x
        const y = box.top + at.y
        const touches = (part: DOMRect) =>
          x + signSize.width / 2 > part.left &&
          x - signSize.width / 2 < part.right &&
          y > part.top &&
          y - signSize.height < part.bottom
        const behind = front && place !== selected && isBehind(at, front)
        // the focus does not go where nothing is seen
        const outside = place !== selected && !touches(box)
        return behind || outside || over.some(touches) ? [place.ZoneNumber] : []
      })
      setUnder(hidden.join(' '))
    }
    look()
    const later = setTimeout(look, settleMs)
    map.on('move zoomend resize', look)
    return () => {
      clearTimeout(later)
      map.off('move zoomend resize', look)
    }
    // the layout is read from the page itself
  }, [map, groups, selected, layout])
  return new Set(under.split(' '))
}
