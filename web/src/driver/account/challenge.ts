// The pending one-time code, in session storage: a reload of the code screen finds it.
import type { Challenge, quickRegister, register } from '@parkit/contract/driver/account'
import type { Input } from '@parkit/contract/platform/call'

export type Purpose = 'sign-in' | 'register' | 'reset' | 'quick'
type Registration = Input<typeof register>['body']
/**
 * `quick` is Quick park's request: it holds no secret, so its code can be resent after a reload. `typed` is a
 * registration without its password.
 */
export type Pending = Challenge & {
  purpose: Purpose
  destination: string
  quick?: Input<typeof quickRegister>['body']
  typed?: Omit<Registration, 'Password'>
}

const key = 'parkit-code'

/** Holds a password, so it is never stored: after a reload the driver starts over instead of requesting a new code. */
let registration: Registration | undefined

export function savePending(pending: Pending, body?: Registration): void {
  registration = body
  const { Password: _, ...typed } = body ?? {}
  sessionStorage.setItem(key, JSON.stringify(body ? { ...pending, typed } : pending))
}

export function findPending(): Pending | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as Pending | null
  } catch {
    return null
  }
}

export function dropPending(): void {
  registration = undefined
  sessionStorage.removeItem(key)
}

export const findRegistration = (): Registration | undefined => registration

/** The registration as typed; empty password after a reload. */
export const findTyped = (): Registration | undefined => {
  const typed = registration ?? findPending()?.typed
  return typed && { Password: '', ...typed }
}
