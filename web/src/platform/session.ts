// Who uses this browser: a signed-in driver, a guest, or neither, under the recorded storage keys.

import type { token, User } from '@parkit/contract/driver/account'
import type { Answer } from '@parkit/contract/platform/call'
import { assistKey } from './assist.ts'
import { createStore, useStore } from './store.ts'

/** In the address of a native form: `1` comes in as a guest, `0` is a guest no more. */
export const guestParam = 'guest'

const landingIn = (text: string) => /^parkit[123]$/i.exec(text)?.[0].toLowerCase()
/** Counts the changes made in this tab. */
const version = createStore(0)
const changed = () => version.set(version.get() + 1)

const read = (key: string) => localStorage.getItem(key) ?? ''
/** Empty where no header can carry it: a call could not even be refused. */
const readWord = (key: string) => /^[!-~]{1,200}$/.exec(read(key))?.[0] ?? ''

export const session = {
  token: () => readWord('access_token'),
  memberId: () => readWord('p_user_id'),
  appId: () => readWord('app_id'),
  isSignedIn: () => readWord('access_token') !== '',
  isGuest: () => read('is_guestUser') === 'true',
  hasVehicle: () => read('is_vehicle') === 'true',
  /** Fields may be missing in a damaged record; those that are there are texts. */
  user: (): Partial<User> | null => {
    try {
      return JSON.parse(read('user_data'), (key, value) => (key && typeof value !== 'string' ? '' : value))
    } catch {
      return null
    }
  },
  landing: () => landingIn(read('parkitFlag')) ?? 'parkit3',
}

/** The landing at this address, if it is one, is the one to come back to. */
export function rememberLanding(pathname: string): void {
  const landing = landingIn(pathname.slice(1))
  if (landing) localStorage.setItem('parkitFlag', landing)
}

export function signIn(answer: Answer<typeof token>): void {
  localStorage.removeItem('is_guestUser')
  localStorage.setItem('access_token', answer.access_token)
  localStorage.setItem('app_id', answer.app_id)
  localStorage.setItem('p_user_id', answer.p_user_id)
  localStorage.setItem('client_id', answer.client_id)
  localStorage.setItem('is_vehicle', answer.is_vehicle)
  rememberUser(answer.user_data)
}

/** The record changed: shown at once where it is known. */
export function rememberUser(user: User): void {
  localStorage.setItem('username', user.UserName)
  localStorage.setItem('user_data', JSON.stringify(user))
  changed()
}

export function becomeGuest(): void {
  localStorage.setItem('is_guestUser', 'true')
  changed()
}

/** Before a guest signs in or creates an account (D-02). */
export function dropGuest(): void {
  localStorage.removeItem('is_guestUser')
  changed()
}

export function rememberVehicle(exists: boolean): void {
  localStorage.setItem('is_vehicle', String(exists))
  changed()
}

/** Clears local storage but for what these keys hold. */
function clearBut(...keys: string[]): void {
  const left = keys.map(key => [key, read(key)] as const)
  localStorage.clear()
  for (const [key, value] of left) if (value) localStorage.setItem(key, value)
  changed()
}

/** Clears everything of this driver from local storage; the landing is remembered, as recorded for Logout. */
export const forget = (): void => clearBut('parkitFlag', assistKey)

/** As recorded for a sign-in that the server refused: all local storage, the landing too. */
export const forgetAll = (): void => clearBut(assistKey)

export const onSession = (listener: () => void) => {
  const unsubscribe = version.subscribe(listener)
  window.addEventListener('storage', listener)
  return () => {
    unsubscribe()
    window.removeEventListener('storage', listener)
  }
}

let seen = { state: '', session }

/** The same object until something changed, so that whatever was memoized by it is computed again. */
const snapshot = (): typeof session => {
  const state = `${version.get()} ${read('access_token')} ${read('is_guestUser')} ${read('is_vehicle')}`
  if (state !== seen.state) seen = { state, session: { ...session } }
  return seen.session
}

/** Follows changes in other tabs too. */
export const useSession = (): typeof session => useStore({ get: snapshot, subscribe: onSession })
