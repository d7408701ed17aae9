// The map of the places a driver parked at, loaded only where a map is shown: each sign has the zone's number and the visits.

import type { Visit } from '@parkit/contract/parking/past'
import { zoneRef } from '@parkit/contract/platform/zone-number'
import { type ReactNode, useEffect, useState } from 'react'
import {
  CityMap,
  Credit,
  groupSigns,
  type LeafletMap,
  latLngBounds,
  MapButtons,
  MapSigns,
  openGroup,
  pointOf,
} from '#city/map/map.ts'
import { cx } from '#ui/cx.ts'
import type { Past } from './usePastParkings.ts'
import { usePastWords } from './words.ts'

type Props = Pick<Past, 'setOptions'> & {
  places: readonly Visit[]
  selected: Visit
  /** Behind a button: where the map is small. */
  foldButtons?: boolean
}

/** Of a sign with a zone's number and its visits, in pixels. */
const signSize = { width: 88, height: 48 }
const firstZoom = 16
const closestZoom = 17
const edgePx = 56
/** Height of the card at the lower edge. */
const cardPx = 230
const padding = {
  paddingTopLeft: [edgePx, edgePx + 30] as [number, number],
  paddingBottomRight: [edgePx, cardPx] as [number, number],
}

export default function PastMap({ setOptions, places, selected, foldButtons }: Props) {
  const words = usePastWords()
  const [map, setMap] = useState<LeafletMap>()
  const shown = places.map(zoneRef).join()
  const fit = (to: LeafletMap) => {
    if (shown) to.fitBounds(latLngBounds(places.map(pointOf)), { ...padding, maxZoom: closestZoom, animate: false })
  }
  useEffect(() => {
    if (map) fit(map)
    // another order of the same places does not move the map
  }, [map, shown])
  const { Latitude, Longitude } = selected
  useEffect(() => {
    map?.panInside([Latitude, Longitude], padding)
  }, [map, Latitude, Longitude])
  return (
    <div className="map-box">
      <CityMap
        label={words.mapName}
        start={{ centre: { latitude: Latitude, longitude: Longitude }, zoom: firstZoom }}
        onReady={ready => {
          // before anything is drawn on it
          fit(ready)
          setMap(ready)
        }}
      >
        {(city, zoom) => (
          <PastSigns map={city} zoom={zoom} places={places} selected={selected}>
            {members => {
              const [first] = members
              const alone = members.length === 1 || city.getZoom() >= city.getMaxZoom()
              return (
                <button
                  type="button"
                  className={cx('pin', first === selected && 'pin--on')}
                  aria-pressed={alone ? first === selected : undefined}
                  aria-label={
                    alone
                      ? words.pin(first.Name, first.ZoneNumber, words.visits(first.Visits))
                      : words.groupName(members.length)
                  }
                  onClick={() => (alone ? setOptions({ zone: zoneRef(first) }) : openGroup(city, members))}
                >
                  <span className="pin__sign">
                    {alone ? first.ZoneNumber : words.group(members.length)}
                    {alone && first !== selected && first.Visits > 1 && (
                      <small className="past__times">{words.times(first.Visits)}</small>
                    )}
                  </span>
                </button>
              )
            }}
          </PastSigns>
        )}
      </CityMap>
      <MapButtons map={map} fold={foldButtons} />
      <Credit />
    </div>
  )
}

type SignsProps = Pick<Props, 'places' | 'selected'> & {
  map: LeafletMap
  zoom: number
  /** The sign of one place or of a group. */
  children: (members: readonly [Visit, ...Visit[]]) => ReactNode
}

function PastSigns({ map, zoom, places, selected, children }: SignsProps) {
  const groups = groupSigns(map, zoom, places, selected, signSize)
  const signs = groups.map(([{ place: first }, ...others]) => ({
    ...first,
    id: zoneRef(first),
    members: [first, ...others.map(({ place }) => place)] as const,
  }))
  return (
    <MapSigns map={map} zoom={zoom} signs={signs} selected={zoneRef(selected)}>
      {({ members }) => children(members)}
    </MapSigns>
  )
}
