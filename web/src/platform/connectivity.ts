// Whether the server can be reached, as the browser and the last call say.
import { useSyncExternalStore } from 'react'

let answered = true
const listeners = new Set<() => void>()

/** Told by each call: an answer came, whatever it says, or none. */
export function reportConnectivity(answer: boolean): void {
  if (answer === answered) return
  answered = answer
  for (const listener of listeners) listener()
}

export const isOnline = (): boolean => answered && navigator.onLine

export function onConnectivityChange(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

export const useIsOnline = (): boolean => useSyncExternalStore(onConnectivityChange, isOnline, () => true)
