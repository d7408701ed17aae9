// What stands on the map: a sign for each place or several, the selected one above the others with its kerb, the driver's dot.

import type { Found } from '@parkit/contract/city/places'
import { type LeafletMap, mergeTouching, OnMap, Outline, useCoveredSigns } from '#city/map/map.ts'
import type { Spot } from '#platform/position.ts'
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
  const under = useCoveredSigns(map, groups, selected, layout)
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
