// The map of the places a driver parked at, fetched only where one is shown: a zone's number on each sign, and how often.

import type { Visit } from '@parkit/contract/parking/past'
import { Minus, Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { CityMap, Credit, type LeafletMap, latLngBounds, mergeTouching, OnMap, useCoveredSigns } from '#city/map/map.ts'
import { usePosition } from '#platform/position.ts'
import { IconButton } from '#ui/Button.tsx'
import { cx } from '#ui/cx.ts'
import type { Past } from './usePastParkings.ts'
import { usePastWords } from './words.ts'

type Props = Pick<Past, 'setOptions'> & {
  places: readonly Visit[]
  selected: Visit
  /** Plus and minus: where there is no touch to pinch with. */
  zoomButtons?: boolean
}

/** What a sign with its number and its visits covers, in pixels. */
const signSize = { width: 88, height: 48 }
const firstZoom = 16
const closestZoom = 17
const edgePx = 56
/** What the card takes at the lower edge. */
const cardPx = 230
const padding = {
  paddingTopLeft: [edgePx, edgePx + 30] as [number, number],
  paddingBottomRight: [edgePx, cardPx] as [number, number],
}

const pointOf = ({ Latitude, Longitude }: Visit): [number, number] => [Latitude, Longitude]

export default function PastMap({ setOptions, places, selected, zoomButtons }: Props) {
  const words = usePastWords()
  const [map, setMap] = useState<LeafletMap>()
  const shown = places.map(place => place.ZoneNumber).join()
  useEffect(() => {
    if (!map || !shown) return
    map.fitBounds(latLngBounds(places.map(pointOf)), { ...padding, maxZoom: closestZoom, animate: false })
    // the same places in another order stay where they are
  }, [map, shown])
  const { Latitude, Longitude } = selected
  useEffect(() => {
    map?.panInside([Latitude, Longitude], padding)
  }, [map, Latitude, Longitude])
  return (
    <div className="past__map">
      <CityMap
        label={words.mapName}
        start={{ centre: { latitude: Latitude, longitude: Longitude }, zoom: firstZoom }}
        onReady={setMap}
      >
        {(city, zoom) => <Signs map={city} zoom={zoom} places={places} selected={selected} setOptions={setOptions} />}
      </CityMap>
      {zoomButtons && (
        <div className="past__zoom" data-over-map>
          <IconButton label={words.zoomIn} icon={<Plus size={22} />} onClick={() => map?.zoomIn()} />
          <IconButton label={words.zoomOut} icon={<Minus size={22} />} onClick={() => map?.zoomOut()} />
        </div>
      )}
      <Credit />
    </div>
  )
}

function Signs({
  map,
  zoom,
  places,
  selected,
  setOptions,
}: Omit<Props, 'zoomButtons'> & { map: LeafletMap; zoom: number }) {
  const words = usePastWords()
  const { spot: here } = usePosition()
  const points = places.map(place => ({ place, ...map.project(pointOf(place), zoom) }))
  const groups = mergeTouching(points, place => place === selected, signSize)
  const under = useCoveredSigns(map, groups, selected, '')
  const open = (members: readonly Visit[]) => {
    const bounds = latLngBounds(members.map(pointOf))
    map.setView(
      bounds.getCenter(),
      Math.min(map.getMaxZoom(), Math.max(map.getZoom() + 1, map.getBoundsZoom(bounds) - 1)),
    )
    // the sign that was pressed falls apart
    map.getContainer().focus({ preventScroll: true })
  }
  return (
    <>
      {here && (
        <OnMap map={map} at={here}>
          <span className="here" />
        </OnMap>
      )}
      {groups.map(group => {
        const [{ place: first }] = group
        if (first !== selected && under.has(first.ZoneNumber)) return null
        const members = group.map(({ place }) => place)
        const alone = members.length === 1 || map.getZoom() >= map.getMaxZoom()
        return (
          <OnMap
            key={first.ZoneNumber}
            map={map}
            at={{ latitude: first.Latitude, longitude: first.Longitude }}
            above={first === selected}
          >
            <button
              type="button"
              className={cx('pin', first === selected && 'pin--on')}
              aria-pressed={alone ? first === selected : undefined}
              aria-label={
                alone
                  ? words.pin(first.Name, first.ZoneNumber, words.visits(first.Visits))
                  : words.groupName(members.length)
              }
              onClick={() => (alone ? setOptions({ zone: first.ZoneNumber }) : open(members))}
            >
              <span className="pin__sign">
                {alone ? first.ZoneNumber : words.group(members.length)}
                {alone && first !== selected && first.Visits > 1 && (
                  <small className="past__times">{words.times(first.Visits)}</small>
                )}
              </span>
              <span className="pin__post" />
              <span className="pin__foot" />
            </button>
          </OnMap>
        )
      })}
    </>
  )
}
