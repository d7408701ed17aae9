// A value and an event that live outside React, and the hook with which a component follows a value.
import { useSyncExternalStore } from 'react'

export function createEvent<T = void>() {
  const listeners = new Set<(detail: T) => void>()
  return {
    emit: (detail: T): void => {
      for (const listener of listeners) listener(detail)
    },
    subscribe: (listener: (detail: T) => void): (() => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** Listeners are called only when the value is replaced by another one. */
export function createStore<T>(initial: T) {
  const changes = createEvent<T>()
  let value = initial
  return {
    get: (): T => value,
    set: (next: T): void => {
      if (Object.is(next, value)) return
      value = next
      changes.emit(next)
    },
    subscribe: changes.subscribe,
  }
}

type Readable<T> = { get: () => T; subscribe: (listener: () => void) => () => void }

/** `prerendered`: the value in a picture drawn while building, where it differs. */
export const useStore = <T>({ get, subscribe }: Readable<T>, prerendered: () => T = get): T =>
  useSyncExternalStore(subscribe, get, prerendered)
