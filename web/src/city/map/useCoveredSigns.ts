// Which signs of a map cannot be pressed: covered by other parts of the screen, or outside the map.
import type { Found } from '@parkit/contract/city/places'
import { useEffect, useState } from 'react'
import type { LeafletMap } from './leaflet.ts'
import { type Group, isBehind, signSize } from './sign-groups.ts'

/** Duration of a sheet's height transition, and some more. */
const settleMs = 360

/** The zones whose signs are covered by the search, the list, a button or the selected sign, or are outside the map. */
export function useCoveredSigns<P extends Pick<Found, 'ZoneNumber' | 'Latitude' | 'Longitude'>>(
  map: LeafletMap,
  groups: readonly Group<P>[],
  selected: P | undefined,
  layout: string,
): ReadonlySet<string> {
  const [covered, setCovered] = useState('')
  useEffect(() => {
    const update = () => {
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
        // a sign that is not visible must not take the focus
        const outside = place !== selected && !touches(box)
        return behind || outside || over.some(touches) ? [place.ZoneNumber] : []
      })
      setCovered(hidden.join(' '))
    }
    update()
    const later = setTimeout(update, settleMs)
    map.on('move zoomend resize', update)
    return () => {
      clearTimeout(later)
      map.off('move zoomend resize', update)
    }
    // the layout is read from the page itself
  }, [map, groups, selected, layout])
  return new Set(covered.split(' '))
}
