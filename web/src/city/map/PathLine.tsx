// A straight line on the map from one place to another.
import { useEffect } from 'react'
import type { Spot } from '#platform/position.ts'
import { type LeafletMap, latLng } from './leaflet.ts'

type Props = { map: LeafletMap; from: Spot; to: Spot }

export function PathLine({ map, from, to }: Props) {
  const [fromLatitude, fromLongitude, toLatitude, toLongitude] = [
    from.latitude,
    from.longitude,
    to.latitude,
    to.longitude,
  ]
  useEffect(() => {
    const ends = [latLng(fromLatitude, fromLongitude), latLng(toLatitude, toLongitude)]
    let remove: (() => void) | undefined
    let isRemoved = false
    import('./leaflet-lines.ts')
      .then(({ Polyline }) => {
        if (isRemoved) return
        const line = new Polyline(ends, { className: 'path-line', interactive: false }).addTo(map)
        remove = () => line.remove()
      })
      .catch(() => undefined)
    return () => {
      isRemoved = true
      remove?.()
    }
  }, [map, fromLatitude, fromLongitude, toLatitude, toLongitude])
  return null
}
