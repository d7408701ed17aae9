// The driver's position as the browser reports it: in memory for this visit, sent only with a search.
import { now } from './clock.ts'
import { readCache, writeCache } from './local-cache.ts'
import { createStore, useStore } from './store.ts'

/** Degrees. */
export type Spot = { latitude: number; longitude: number }

export type Position =
  | { state: 'unasked' | 'asking' | 'refused' | 'unknown'; spot: null }
  | {
      state: 'known'
      spot: Spot
      /** the browser is this sure of it, 95 times in 100 */
      accuracyMetres: number
      /** when the browser answered, with what was at most a minute old; epoch milliseconds */
      atMs: number
    }

const patienceMs = 8_000
const freshMs = 60_000

export const position = createStore<Position>({ state: 'unasked', spot: null })

export const setPosition = (next: Position) => {
  position.set(next)
  if (next.state !== 'asking') writeCache('located', next.state === 'known')
}

export const roundDegrees = (degrees: number) => Math.round(degrees * 1e5) / 1e5

/** Asks the browser; the result comes through `usePosition`. A refusal can be revoked, so every press asks again. */
export function askPosition(): void {
  if (position.get().state === 'asking') return
  if (!('geolocation' in navigator)) {
    setPosition({ state: 'unknown', spot: null })
    return
  }
  if (position.get().state !== 'known') setPosition({ state: 'asking', spot: null })
  navigator.geolocation.getCurrentPosition(
    ({ coords }) =>
      setPosition({
        state: 'known',
        spot: { latitude: roundDegrees(coords.latitude), longitude: roundDegrees(coords.longitude) },
        accuracyMetres: coords.accuracy,
        atMs: now(),
      }),
    failure => setPosition({ state: failure.code === failure.PERMISSION_DENIED ? 'refused' : 'unknown', spot: null }),
    { timeout: patienceMs, maximumAge: freshMs },
  )
}

/** Only where the driver has already agreed: shows no permission prompt. */
export function askWherePermitted(): void {
  if (position.get().state !== 'unasked') return
  navigator.permissions
    ?.query({ name: 'geolocation' })
    .then(({ state }) => {
      if (state === 'granted') askPosition()
    })
    .catch(() => undefined)
}

/** The same, and once more where it is known: the phone may have moved since. */
export const askAgainWherePermitted = (): void => (position.get().state === 'known' ? askPosition : askWherePermitted)()

/** Not known yet, but it was in the last visit. */
export const isExpected = ({ state }: Position): boolean =>
  (state === 'unasked' || state === 'asking') && readCache('located') === true

export const usePosition = (): Position => useStore(position)
