// Which signs of a map can be pressed: neither covered by other parts of the screen nor outside the map.
import { startTransition, useLayoutEffect, useState } from 'react'
import type { LeafletMap } from './leaflet.ts'
import { isBehind, type Sign, signSize } from './sign-groups.ts'

/** Duration of a sheet's height transition, and some more. */
const settleMs = 360

/** Where the map is on the screen, and what lies over it. */
const measure = (map: LeafletMap) => ({
  box: map.getContainer().getBoundingClientRect(),
  over: [...document.querySelectorAll('[data-over-map], .detents')].map(part => part.getBoundingClientRect()),
})

/**
 * The ids of the signs that are not covered by the search, the list, a button or the selected sign. A sign that is not visible must
 * not take the focus, and none is drawn before it is known to be visible.
 */
export function useVisibleSigns(
  map: LeafletMap,
  signs: readonly Sign[],
  selectedId: string | null,
  layout: string,
): ReadonlySet<string> {
  const [visible, setVisible] = useState('')
  useLayoutEffect(() => {
    // nothing of it moves with the map
    let measured = measure(map)
    const selected = signs.find(({ id }) => id === selectedId)
    const update = () => {
      const { box, over } = measured
      const front = selected && map.latLngToContainerPoint([selected.Latitude, selected.Longitude])
      const pressable = signs.flatMap(sign => {
        const at = map.latLngToContainerPoint([sign.Latitude, sign.Longitude])
        const x = box.left + at.x
        const y = box.top + at.y
        const touches = (part: DOMRect) =>
          x + signSize.width / 2 > part.left &&
          x - signSize.width / 2 < part.right &&
          y > part.top &&
          y - signSize.height < part.bottom
        const behind = front && sign !== selected && isBehind(at, front)
        const outside = sign !== selected && !touches(box)
        return behind || outside || over.some(touches) ? [] : [sign.id]
      })
      // a drag goes on while signs are drawn
      startTransition(() => setVisible(pressable.join('|')))
    }
    const measureAgain = () => {
      measured = measure(map)
      update()
    }
    update()
    const later = setTimeout(measureAgain, settleMs)
    map.on('move zoomend', update)
    map.on('resize', measureAgain)
    return () => {
      clearTimeout(later)
      map.off('move zoomend', update)
      map.off('resize', measureAgain)
    }
    // the layout is read from the page itself
  }, [map, signs, selectedId, layout])
  return new Set(visible.split('|'))
}
