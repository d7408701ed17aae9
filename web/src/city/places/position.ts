// Where the driver is, as the browser says; held for this visit alone and never sent but with a search.
import { useSyncExternalStore } from 'react'
import { readCache, writeCache } from '#platform/local-cache.ts'
import type { Spot } from './asking.ts'

export type Position =
  | { state: 'unasked' | 'asking' | 'refused' | 'unknown'; spot: null }
  | { state: 'known'; spot: Spot }

const patienceMs = 8_000
const freshMs = 60_000

let position: Position = { state: 'unasked', spot: null }
const listeners = new Set<() => void>()

const become = (next: Position) => {
  position = next
  if (next.state !== 'asking') writeCache('located', next.state === 'known')
  for (const listener of listeners) listener()
}

const round = (degrees: number) => Math.round(degrees * 1e5) / 1e5

/** Asks the browser; the answer comes through `usePosition`. A refusal can be taken back, so every press asks anew. */
export function askPosition(): void {
  if (position.state === 'asking') return
  if (!('geolocation' in navigator)) {
    become({ state: 'unknown', spot: null })
    return
  }
  if (position.state !== 'known') become({ state: 'asking', spot: null })
  navigator.geolocation.getCurrentPosition(
    ({ coords }) =>
      become({ state: 'known', spot: { latitude: round(coords.latitude), longitude: round(coords.longitude) } }),
    failure => become({ state: failure.code === failure.PERMISSION_DENIED ? 'refused' : 'unknown', spot: null }),
    { timeout: patienceMs, maximumAge: freshMs },
  )
}

/** Asks only where the driver has already agreed, so that nobody is asked before he wants it. */
export function askWherePermitted(): void {
  if (position.state !== 'unasked') return
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

export function usePosition(): Position {
  return useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => position,
    () => position,
  )
}
