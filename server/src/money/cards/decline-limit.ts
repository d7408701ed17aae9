// Against card testing: after some declines each further try of an account, a card or an address block waits longer.
import { hash } from 'node:crypto'
import type { Queryable } from '#platform/db.ts'
import { Refusal } from '#platform/errors.ts'
import { currentRequester } from '#platform/requester.ts'
import * as store from './decline-store.ts'

type Pace = {
  /** declines without a wait */
  free: number
  /** the first wait; each next one is twice as long */
  waitSeconds: number
  longestSeconds: number
  /** after so long without a decline the count begins anew */
  forgetHours: number
}
/** A payment that works resets nothing: who tests cards has one of his own that works. */
const paces: Record<store.Scope, Pace> = {
  account: { free: 5, waitSeconds: 60, longestSeconds: 12 * 3_600, forgetHours: 24 },
  card: { free: 5, waitSeconds: 60, longestSeconds: 12 * 3_600, forgetHours: 24 },
  // many drivers may share it; it holds up only accounts that never paid by card
  address: { free: 20, waitSeconds: 60, longestSeconds: 3_600, forgetHours: 12 },
}
const keptHours = 48

/** Of whom a try is: the driver, and for a card that is being saved the provider's fingerprint of it. */
type Try = { driverId: string; fingerprint?: string | null }
type Name = [scope: store.Scope, nameHash: Buffer]

const nameOf = (scope: store.Scope, name: string): Name => [scope, hash('sha256', name, 'buffer')]

const namesOf = ({ driverId, fingerprint }: Try): Name[] => {
  const { block } = currentRequester()
  return [
    nameOf('account', driverId),
    ...(block ? [nameOf('address', block)] : []),
    ...(fingerprint ? [nameOf('card', fingerprint)] : []),
  ]
}

/** Seconds that are left to wait after so many declines. */
export const waitAfter = (scope: store.Scope, declines: number, sinceSeconds: number): number => {
  const { free, waitSeconds, longestSeconds, forgetHours } = paces[scope]
  if (declines < free || sinceSeconds >= forgetHours * 3_600) return 0
  return Math.max(0, Math.ceil(Math.min(waitSeconds * 2 ** (declines - free), longestSeconds) - sinceSeconds))
}

const countDecline = (db: Queryable, scope: store.Scope, nameHash: Buffer, now: Temporal.Instant) =>
  store.countDecline(db, scope, nameHash, now, now.subtract({ hours: paces[scope].forgetHours }))

/** Throws `too_many_requests`, with the time to wait, before the provider is asked. */
export const requireCardTry = async (db: Queryable, attempt: Try, now: Temporal.Instant): Promise<void> => {
  const names = namesOf(attempt)
  const rows = await store.listDeclines(
    db,
    names.map(([scope]) => scope),
    names.map(([, nameHash]) => nameHash),
  )
  const waits = rows
    .map(({ scope, declines, declined_at }) => ({
      scope,
      seconds: waitAfter(scope, declines, now.since(declined_at).total('seconds')),
    }))
    .filter(({ seconds }) => seconds > 0)
  if (waits.length === 0) return
  const isAddressAlone = waits.every(({ scope }) => scope === 'address')
  if (isAddressAlone && (await store.hasPaid(db, attempt.driverId))) return
  throw new Refusal('too_many_requests', { retryAfterSeconds: Math.max(...waits.map(({ seconds }) => seconds)) })
}

/** A decline of this account's, asked for by the caller's address; and where it is known, of this card. */
export const noteDecline = async (tx: Queryable, attempt: Try, now: Temporal.Instant): Promise<void> => {
  // always in this order, so that two transactions never wait for each other
  for (const [scope, nameHash] of namesOf(attempt)) await countDecline(tx, scope, nameHash, now)
  await store.dropOldDeclines(tx, now.subtract({ hours: keptHours }))
}

/** A decline that was noted already, for its card too. */
export const noteCardDecline = (db: Queryable, fingerprint: string, now: Temporal.Instant): Promise<void> =>
  countDecline(db, ...nameOf('card', fingerprint), now)
