// Where the device was when something was pressed: only where the driver has already agreed to say so.
import type { Attempt } from './attempt.ts'

const patienceMs = 10_000
const freshMs = 30_000

const round = (degrees: number) => Math.round(degrees * 1e5) / 1e5

export async function findSpot(): Promise<Attempt['spot']> {
  const allowed = await navigator.permissions?.query({ name: 'geolocation' }).catch(() => undefined)
  if (allowed?.state !== 'granted') return undefined
  return new Promise(found =>
    navigator.geolocation.getCurrentPosition(
      ({ coords }) =>
        found({
          latitude: round(coords.latitude),
          longitude: round(coords.longitude),
          accuracyMetres: Math.round(coords.accuracy),
        }),
      () => found(undefined),
      { enableHighAccuracy: true, timeout: patienceMs, maximumAge: freshMs },
    ),
  )
}
