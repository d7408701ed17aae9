// The map of the places a driver parked at, loaded only where a map is shown: each sign has the zone's number and the visits.

import type { Visit } from '@parkit/contract/parking/past'
import { useEffect, useState } from 'react'
import {
  CityMap,
  Credit,
  type LeafletMap,
  latLngBounds,
  MapSigns,
  openGroup,
  pointOf,
  ZoomButtons,
} from '#city/map/map.ts'
import { cx } from '#ui/cx.ts'
import type { Past } from './usePastParkings.ts'
import { usePastWords } from './words.ts'

type Props = Pick<Past, 'setOptions'> & {
  places: readonly Visit[]
  selected: Visit
  /** Plus and minus: where there is no touch to pinch with. */
  zoomButtons?: boolean
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

export default function PastMap({ setOptions, places, selected, zoomButtons }: Props) {
  const words = usePastWords()
  const [map, setMap] = useState<LeafletMap>()
  const shown = places.map(place => place.ZoneNumber).join()
  useEffect(() => {
    if (!map || !shown) return
    map.fitBounds(latLngBounds(places.map(pointOf)), { ...padding, maxZoom: closestZoom, animate: false })
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
        onReady={setMap}
      >
        {(city, zoom) => (
          <MapSigns map={city} zoom={zoom} places={places} selected={selected} size={signSize}>
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
                  onClick={() => (alone ? setOptions({ zone: first.ZoneNumber }) : openGroup(city, members))}
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
          </MapSigns>
        )}
      </CityMap>
      {zoomButtons && <ZoomButtons map={map} words={words} />}
      <Credit />
    </div>
  )
}
