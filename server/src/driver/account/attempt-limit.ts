// Limits guessing: after some wrong attempts in a row each further one waits longer, up to a maximum.
import { hash } from 'node:crypto'
import type { Queryable } from '#platform/db.ts'
import { refuse } from '#platform/errors.ts'
import { currentRequester } from '#platform/requester.ts'
import * as store from './guess-store.ts'

const paced = { free: 10, waitSeconds: 30, longestSeconds: 3_600, most: 50 }
/** A driver has two names, e-mail and phone: both together come to a hundred wrong tries. */
const paces: Record<store.Guess['kind'], store.Pace> = {
  // then only a code to the driver's own mail or phone opens the account
  password: { ...paced, beyondSeconds: null },
  // there is no other way in for who has no password: one try a day
  code: { ...paced, beyondSeconds: 24 * 3_600 },
  // then only a new invitation does
  desk: { ...paced, most: 100, beyondSeconds: null },
}
const keptDays = 90

const hashOf = (name: string) => hash('sha256', name, 'buffer')

/** On a device that signed in to the account before, wrong tries are its own: strangers' don't make it wait. */
const ownName = (name: string, driverId: string | null): string => {
  const { device } = currentRequester()
  return device && driverId && device.knows(driverId) ? `${name} ${device.id}` : name
}

/** `name` as typed by whoever tries, in the form that is stored: one of nobody is counted like any other. Throws `too_many_requests`. */
export const requireAttempt = async (
  db: Queryable,
  kind: store.Guess['kind'],
  name: string,
  now: Temporal.Instant,
  driverId: string | null = null,
): Promise<void> => {
  const tries = await store.takeGuess(db, { kind, nameHash: hashOf(ownName(name, driverId)) }, paces[kind], now)
  if (tries === null) refuse('too_many_requests')
  if (tries === 1) await store.dropOldGuesses(db, now.subtract({ hours: 24 * keptDays }))
}

/** Who came in has guessed nothing: the next wrong try is the first, by whichever of the names. */
export const resetAttempts = (
  db: Queryable,
  kinds: store.Guess['kind'][],
  names: readonly (string | null)[],
): Promise<void> => {
  const { device } = currentRequester()
  const found = names.filter(name => name !== null)
  const all = [...found, ...(device ? found.map(name => `${name} ${device.id}`) : [])]
  return store.deleteGuesses(db, kinds, all.map(hashOf))
}
