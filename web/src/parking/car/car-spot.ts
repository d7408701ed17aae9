// Where the car stands: its position, level, note, and photo, in this browser's storage alone; removed with the driver's other data.

import type { Spot } from '#platform/position.ts'
import { createStore, useStore } from '#platform/store.ts'

export type CarSpot = {
  /** of the parking it was saved for */
  sessionId: string
  /** null: the driver noted only a level, a note, or a photo */
  spot: Spot | null
  level: string
  note: string
  /** a `data:` address, small enough for this storage */
  photo: string | null
  savedAtMs: number
}

const key = 'car_spot'
export const mostLevel = 20
export const mostNote = 200
const changes = createStore(0)

const isText = (value: unknown): value is string => typeof value === 'string'
const isSpot = (value: unknown): value is Spot =>
  typeof value === 'object' &&
  value !== null &&
  Number.isFinite((value as Spot).latitude) &&
  Number.isFinite((value as Spot).longitude)

/** One that is damaged is none. */
function parse(text: string | null): CarSpot | null {
  try {
    const { sessionId, spot, level, note, photo, savedAtMs } = JSON.parse(text ?? 'null') as CarSpot
    if (!isText(sessionId) || !isText(level) || !isText(note) || !Number.isFinite(savedAtMs)) return null
    const isPhoto = isText(photo) && photo.startsWith('data:image/jpeg;base64,')
    return { sessionId, spot: isSpot(spot) ? spot : null, level, note, photo: isPhoto ? photo : null, savedAtMs }
  } catch {
    return null
  }
}

let known: { text: string | null; spot: CarSpot | null } = { text: null, spot: null }
export function readCarSpot(): CarSpot | null {
  const text = localStorage.getItem(key)
  if (text !== known.text) known = { text, spot: parse(text) }
  return known.spot
}

/** False where the storage is full. There is one: the car stands in one place. */
export function saveCarSpot(spot: CarSpot): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(spot))
    changes.set(changes.get() + 1)
    return true
  } catch {
    return false
  }
}

export function removeCarSpot(): void {
  localStorage.removeItem(key)
  changes.set(changes.get() + 1)
}

/** Follows other tabs too. */
const subscribe = (listener: () => void) => {
  const unsubscribe = changes.subscribe(listener)
  window.addEventListener('storage', listener)
  return () => {
    unsubscribe()
    window.removeEventListener('storage', listener)
  }
}
export const useCarSpot = (): CarSpot | null => useStore({ get: readCarSpot, subscribe })
