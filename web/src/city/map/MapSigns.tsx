// Signs on the map: those that can be pressed, the selected one above the others, and the driver's position above all.
import type { Found, Kerb } from '@parkit/contract/city/places'
import { memo, type ReactNode, useEffect } from 'react'
import { DriverDot, OnMap } from './CityMap.tsx'
import { type LeafletMap, latLngBounds } from './leaflet.ts'
import { type Group, mergeTouching, type Sign, signSize } from './sign-groups.ts'
import { setOverlay } from './tile-layer.ts'
import { useVisibleSigns } from './useVisibleSigns.ts'

type Placed = Pick<Found, 'Latitude' | 'Longitude'>

export const pointOf = ({ Latitude, Longitude }: Placed): [number, number] => [Latitude, Longitude]

/** Places that would touch, by the first of each group. */
export const groupSigns = <P extends Placed>(
  map: LeafletMap,
  zoom: number,
  places: readonly P[],
  selected: P | undefined,
  size: { width: number; height: number },
): Group<P>[] =>
  mergeTouching(
    places.map(place => ({ place, ...map.project(pointOf(place), zoom) })),
    place => place === selected,
    size,
  )

type Props<S> = {
  map: LeafletMap
  zoom: number
  /** They do not touch. */
  signs: readonly S[]
  /** The id of one of them. */
  selected: string | null
  kerbs?: readonly Kerb[] | undefined
  /** Changes when what lies over the map changes its size. */
  layout?: string
  children: (sign: S) => ReactNode
}

const noKerbs: readonly Kerb[] = []

export function MapSigns<S extends Sign>(props: Props<S>) {
  const { map, zoom, signs, selected, kerbs = noKerbs, layout = '', children } = props
  const visible = useVisibleSigns(map, signs, selected, layout)
  useOverlay(map, zoom, signs, kerbs)
  return (
    <>
      {signs.map(
        sign =>
          (sign.id === selected || visible.has(sign.id)) && (
            <SignOnMap
              key={sign.id}
              map={map}
              sign={sign}
              above={sign.id === selected}
              draw={children as (sign: Sign) => ReactNode}
            />
          ),
      )}
      <DriverDot map={map} />
    </>
  )
}

type SignProps = { map: LeafletMap; sign: Sign; above: boolean; draw: (sign: Sign) => ReactNode }

const isSame = (a: object, b: object): boolean =>
  Object.entries(a).every(([key, value]) => value === b[key as keyof typeof b])

/** Drawn once: a map that moves, or learns of more places, leaves those alone that stay as they are. */
const SignOnMap = memo(function SignOnMap({ map, sign, above, draw }: SignProps) {
  return (
    <OnMap map={map} at={{ latitude: sign.Latitude, longitude: sign.Longitude }} above={above}>
      {draw(sign)}
    </OnMap>
  )
}, isSameSign)

function isSameSign({ sign: before, ...old }: SignProps, { sign, ...next }: SignProps): boolean {
  return isSame(before, sign) && isSame(old, next)
}

const worldPx = (zoom: number) => 256 * 2 ** zoom

/** The tiles' names make way for the signs, and kerbs are painted on them. */
function useOverlay(map: LeafletMap, zoom: number, signs: readonly Placed[], kerbs: readonly Kerb[]): void {
  useEffect(() => {
    const boxes = signs.map(sign => {
      const { x, y } = map.project(pointOf(sign), zoom).round()
      return { minX: x - signSize.width / 2, maxX: x + signSize.width / 2, minY: y - signSize.height, maxY: y }
    })
    const painted = kerbs.map(({ Availability: level, Line }) => ({
      level,
      line: Line.flatMap(([longitude = 0, latitude = 0]) => {
        const { x, y } = map.project([latitude, longitude], 0)
        return [x / worldPx(0), y / worldPx(0)]
      }),
    }))
    setOverlay({ zoom, signs: boxes, kerbs: painted })
  }, [map, zoom, signs, kerbs])
  useEffect(() => () => setOverlay({ zoom, signs: [], kerbs: [] }), [])
}

/** Zooms in until a group's signs are apart, at least one level, centered in the part of the map that is not covered. */
export function openGroup(
  map: LeafletMap,
  members: readonly Placed[],
  covered?: { top: number; bottom: number },
): void {
  const bounds = latLngBounds(members.map(pointOf))
  const zoom = Math.min(map.getMaxZoom(), Math.max(map.getZoom() + 1, map.getBoundsZoom(bounds) - 1))
  const { lat, lng } = bounds.getCenter()
  zoomTo(map, { Latitude: lat, Longitude: lng }, zoom, covered)
}

/** Puts a position into the middle of what is not covered. */
export function zoomTo(map: LeafletMap, at: Placed, zoom: number, { top, bottom } = { top: 0, bottom: 0 }): void {
  const middle = map.project(pointOf(at), zoom).add([0, (bottom - top) / 2])
  map.setView(map.unproject(middle, zoom), zoom)
  // the pressed sign is removed
  map.getContainer().focus({ preventScroll: true })
}
