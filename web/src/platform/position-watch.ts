// The driver's position while it moves, for a screen that leads somewhere: as exact as the device can, until it is left.
import { useEffect, useState } from 'react'
import { now } from './clock.ts'
import { roundDegrees, type Spot, setPosition } from './position.ts'

/** With the accuracy in meters. */
export type Fix = { spot: Spot; accuracyMetres: number }
export type Watched = { state: 'asking' | 'refused' | 'unknown'; fix: null } | { state: 'known'; fix: Fix }

/** Asks for the position when `isOn` turns true; a later failure keeps the last one. */
export function useWatchedPosition(isOn: boolean): Watched {
  const [watched, setWatched] = useState<Watched>({ state: 'asking', fix: null })
  useEffect(() => {
    if (!isOn) return
    if (!('geolocation' in navigator)) return setWatched({ state: 'unknown', fix: null })
    const id = navigator.geolocation.watchPosition(
      ({ coords }) => {
        const spot = { latitude: roundDegrees(coords.latitude), longitude: roundDegrees(coords.longitude) }
        setPosition({ state: 'known', spot, accuracyMetres: coords.accuracy, atMs: now() })
        setWatched({ state: 'known', fix: { spot, accuracyMetres: coords.accuracy } })
      },
      ({ code, PERMISSION_DENIED }) =>
        setWatched(last =>
          last.state === 'known' ? last : { state: code === PERMISSION_DENIED ? 'refused' : 'unknown', fix: null },
        ),
      { enableHighAccuracy: true, maximumAge: 5_000 },
    )
    return () => navigator.geolocation.clearWatch(id)
  }, [isOn])
  return watched
}
