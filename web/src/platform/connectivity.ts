// Whether the server can be reached, as the browser and the last call say.
import { createStore, useStore } from './store.ts'

const answered = createStore(true)

/** Called for each call: whether an answer came, whatever it says. */
export const reportConnectivity = (answer: boolean): void => answered.set(answer)

export const isOnline = (): boolean => answered.get() && navigator.onLine

export function onConnectivityChange(listener: () => void): () => void {
  const unsubscribe = answered.subscribe(listener)
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    unsubscribe()
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

export const useIsOnline = (): boolean => useStore({ get: isOnline, subscribe: onConnectivityChange }, () => true)
