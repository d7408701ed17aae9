// A recent proof that it is the driver (D-104): signing in, or later the password, a code, or a passkey.
import type * as contract from '@parkit/contract/driver/account'
import type { Answer } from '@parkit/contract/platform/call'
import { token as tokenLimits } from '@parkit/contract/platform/limits'
import type { Driver } from '#platform/auth.ts'
import type { Database, Queryable } from '#platform/db.ts'
import { Refusal, refuse } from '#platform/errors.ts'
import { requireAttempt, resetAttempts } from './attempt-limit.ts'
import { tryCode } from './challenges.ts'
import { findPasswordHash } from './data-store.ts'
import { type CodeKey, verifyPassword } from './secrets.ts'
import * as store from './store.ts'

type Deps = { db: Database; config: CodeKey }

/** Whatever changes how one signs in or is reached calls this first. Throws `sign_in_again` without a proof of the last 15 minutes. */
export const requireRecentProof = async (db: Queryable, { tokenHash }: Driver, now: Temporal.Instant) => {
  const { fresh } = await store.getStanding(db, tokenHash, now.subtract({ minutes: tokenLimits.freshMinutes }))
  if (!fresh) refuse('sign_in_again')
}

export const recordProof = async (
  db: Queryable,
  { tokenHash }: Driver,
  now: Temporal.Instant,
): Promise<Answer<typeof contract.prove>> => {
  await store.setProven(db, tokenHash, now)
  return { ProvenUntil: now.add({ minutes: tokenLimits.freshMinutes }).toString() }
}

/** A try counts also where it is refused: in a transaction of its own. */
const requireCode = async (
  { db, config }: Deps,
  driverId: string,
  { challengeId, digits }: { challengeId: string; digits: string },
  now: Temporal.Instant,
) => {
  const tried = await db.transaction(tx => tryCode(tx, config, { challengeId, digits }, now))
  if (!tried || (tried.matches && tried.driver_id !== driverId)) throw new Refusal('code_expired')
  if (!tried.matches) throw new Refusal('wrong_credentials')
}

/** Throws `wrong_credentials` or `code_expired`. */
export const requireProof = async (
  deps: Deps,
  driverId: string,
  { ChallengeId, Code, Password }: contract.ProofForm,
  now: Temporal.Instant,
) => {
  if (ChallengeId && Code) return requireCode(deps, driverId, { challengeId: ChallengeId, digits: Code }, now)
  const { pool } = deps.db
  await requireAttempt(pool, 'password', driverId, now)
  if (!(await verifyPassword(await findPasswordHash(pool, driverId), Password ?? '')))
    throw new Refusal('wrong_credentials')
  await resetAttempts(pool, ['password'], [driverId])
}

export const createProof = (deps: Deps) => ({
  prove: async (driver: Driver, proof: contract.ProofForm, now: Temporal.Instant) => {
    await requireProof(deps, driver.driverId, proof, now)
    return recordProof(deps.db.pool, driver, now)
  },
})
