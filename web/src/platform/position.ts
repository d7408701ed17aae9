// Where the driver is, as the browser says; held for this visit alone and never sent but with a search.
import { readCache, writeCache } from './local-cache.ts'
import { createStore, useStore } from './store.ts'

/** Degrees. */
export type Spot = { latitude: number; longitude: number }

export type Position =
  | { state: 'unasked' | 'asking' | 'refused' | 'unknown'; spot: null }
  | { state: 'known'; spot: Spot }

const patienceMs = 8_000
const freshMs = 60_000

const position = createStore<Position>({ state: 'unasked', spot: null })

const setPosition = (next: Position) => {
  position.set(next)
  if (next.state !== 'asking') writeCache('located', next.state === 'known')
}

const round = (degrees: number) => Math.round(degrees * 1e5) / 1e5

/** Asks the browser; the answer comes through `usePosition`. A refusal can be taken back, so every press asks anew. */
export function askPosition(): void {
  if (position.get().state === 'asking') return
  if (!('geolocation' in navigator)) {
    setPosition({ state: 'unknown', spot: null })
    return
  }
  if (position.get().state !== 'known') setPosition({ state: 'asking', spot: null })
  navigator.geolocation.getCurrentPosition(
    ({ coords }) =>
      setPosition({ state: 'known', spot: { latitude: round(coords.latitude), longitude: round(coords.longitude) } }),
    failure => setPosition({ state: failure.code === failure.PERMISSION_DENIED ? 'refused' : 'unknown', spot: null }),
    { timeout: patienceMs, maximumAge: freshMs },
  )
}

/** Asks only where the driver has already agreed, so that nobody is asked before he wants it. */
export function askWherePermitted(): void {
  if (position.get().state !== 'unasked') return
  navigator.permissions
    ?.query({ name: 'geolocation' })
    .then(({ state }) => {
      if (state === 'granted') askPosition()
    })
    .catch(() => undefined)
}

/** Not known yet, but it was the last time: no need to say that it isn't. */
export const isExpected = ({ state }: Position): boolean =>
  (state === 'unasked' || state === 'asking') && readCache('located') === true

export const usePosition = (): Position => useStore(position)
