// The sign-in of a member of staff in this tab: apart from any driver's, and gone when the tab is closed.
import { createEvent, useStore } from './store.ts'

const key = 'desk_token'
const changes = createEvent()

export const deskToken = (): string => sessionStorage.getItem(key) ?? ''

export function keepDeskToken(token: string): void {
  sessionStorage.setItem(key, token)
  changes.emit()
}

export function forgetDeskToken(): void {
  sessionStorage.removeItem(key)
  changes.emit()
}

export const useDeskToken = (): string => useStore({ get: deskToken, subscribe: changes.subscribe })
