// The code that is on its way: kept for this tab, so that a reload of its screen finds it again.
import type { Challenge, quickRegister, register } from '@parkit/contract/driver/account'
import type { Input } from '@parkit/contract/platform/call'

export type Purpose = 'sign-in' | 'register' | 'reset' | 'quick'
type Registration = Input<typeof register>['body']
/**
 * `quick` is what Quick park asked for: no secret, so its code can be sent again after a reload. `typed` is a
 * registration without its password.
 */
export type Pending = Challenge & {
  purpose: Purpose
  destination: string
  quick?: Input<typeof quickRegister>['body']
  typed?: Omit<Registration, 'Password'>
}

const key = 'parkit-code'

/** Holds a password, so it is never stored: after a reload the driver begins anew instead of asking for a second code. */
let registration: Registration | undefined

export function keepPending(pending: Pending, registering?: Registration): void {
  registration = registering
  const { Password: _, ...typed } = registering ?? {}
  sessionStorage.setItem(key, JSON.stringify(registering ? { ...pending, typed } : pending))
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

/** What was typed to create the account; after a reload the password is to be typed again. */
export const findTyped = (): Registration | undefined => {
  const typed = registration ?? findPending()?.typed
  return typed && { Password: '', ...typed }
}
