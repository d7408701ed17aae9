// Who is at this browser: a signed-in driver, a guest or nobody, under the recorded storage keys.

import type { token, User } from '@parkit/contract/driver/account'
import type { Answer } from '@parkit/contract/platform/call'
import { useSyncExternalStore } from 'react'

type Landing = 'parkit1' | 'parkit2' | 'parkit3'

const landings: readonly string[] = ['parkit1', 'parkit2', 'parkit3']
const listeners = new Set<() => void>()
let version = 0

const changed = () => {
  version++
  for (const listener of listeners) listener()
}

const read = (key: string) => localStorage.getItem(key) ?? ''

export const session = {
  token: () => read('access_token'),
  memberId: () => read('p_user_id'),
  appId: () => read('app_id'),
  isSignedIn: () => read('access_token') !== '',
  isGuest: () => read('is_guestUser') === 'true',
  hasVehicle: () => read('is_vehicle') === 'true',
  user: (): User | null => {
    try {
      return JSON.parse(read('user_data')) as User
    } catch {
      return null
    }
  },
  landing: (): Landing => (landings.includes(read('parkitFlag')) ? (read('parkitFlag') as Landing) : 'parkit3'),
}

/** The landing at this address, if it is one, is the one to come back to. */
export function rememberLanding(pathname: string): void {
  const landing = pathname.slice(1).toLowerCase()
  if (landings.includes(landing)) localStorage.setItem('parkitFlag', landing)
}

export function signIn(answer: Answer<typeof token>): void {
  localStorage.removeItem('is_guestUser')
  localStorage.setItem('access_token', answer.access_token)
  localStorage.setItem('app_id', answer.app_id)
  localStorage.setItem('p_user_id', answer.p_user_id)
  localStorage.setItem('client_id', answer.client_id)
  localStorage.setItem('username', answer.user_data.UserName)
  localStorage.setItem('user_data', JSON.stringify(answer.user_data))
  localStorage.setItem('is_vehicle', answer.is_vehicle)
  changed()
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

/** Clears everything of this driver from local storage; the landing is remembered, as recorded for Logout. */
export function forget(): void {
  const landing = localStorage.getItem('parkitFlag')
  localStorage.clear()
  if (landing) localStorage.setItem('parkitFlag', landing)
  changed()
}

/** As recorded for a sign-in that the server refused: all local storage, the landing too. */
export function forgetAll(): void {
  localStorage.clear()
  changed()
}

export const onSession = (listener: () => void) => {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

let seen = { state: '', session }

/** The same until something changed: what was memoised by it is then worked out anew. */
const look = (): typeof session => {
  const state = `${version} ${read('access_token')} ${read('is_guestUser')} ${read('is_vehicle')}`
  if (state !== seen.state) seen = { state, session: { ...session } }
  return seen.session
}

/** The session, and a new drawing whenever it changes, in another tab too. */
export const useSession = (): typeof session => useSyncExternalStore(onSession, look, look)
