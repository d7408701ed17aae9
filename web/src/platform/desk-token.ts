// Who is at the desk in this tab: a sign-in of staff's, kept apart from any driver's and gone with the tab.
import { useSyncExternalStore } from 'react'

const key = 'desk_token'
const listeners = new Set<() => void>()
const changed = () => {
  for (const listener of listeners) listener()
}

export const deskToken = (): string => sessionStorage.getItem(key) ?? ''

export function keepDeskToken(token: string): void {
  sessionStorage.setItem(key, token)
  changed()
}

export function forgetDeskToken(): void {
  sessionStorage.removeItem(key)
  changed()
}

const onChange = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
export const useDeskToken = (): string => useSyncExternalStore(onChange, deskToken)
