// Rows made with other keys of the card provider, such as test keys before a city went live: the provider is never asked about them.
import type { CardKeys } from '#platform/card-keys.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db.ts'
import { refuse } from '#platform/errors.ts'
import { schedule } from '#platform/jobs.ts'
import type { CardProvider } from './provider.ts'
import * as store from './store.ts'

/** between two times that a job finds that the keys are still others */
const waitHours = 24

type Keys = Pick<CardProvider, 'name' | 'mode'>

export type WarningLog = { warn: (message: string) => void }

/** Whether a row was made with other keys. */
export const isOther = ({ name, mode }: Keys, row: CardKeys): boolean => row.provider !== name || row.mode !== mode

/** Throws `other_keys`. */
export const requireTheseKeys = (provider: Keys, row: CardKeys): void => {
  if (isOther(provider, row)) refuse('other_keys')
}

export type WaitDeps = { db: Database; clock: Clock; provider: CardProvider; log: WarningLog }

/** Whether a job has to wait for the keys of its row: it is then logged and scheduled again. */
export const waitForKeys = async (
  { db, clock, provider, log }: WaitDeps,
  row: CardKeys,
  kind: string,
  ref: string,
): Promise<boolean> => {
  if (!isOther(provider, row)) return false
  log.warn(
    `${kind} ${ref} waits for the ${row.mode} keys of ${row.provider}; the server has the ${provider.mode} keys of ${provider.name}`,
  )
  await schedule(db.pool, kind, ref, clock.now().add({ hours: waitHours }))
  return true
}

/** At each start: the keys of rows that the version before makes beside this one. */
export const noteCardKeys = async (db: Database, { name, mode }: Keys, log: WarningLog): Promise<void> => {
  const before = await store.findCardKeys(db.pool)
  if (before && !isOther({ name, mode }, before)) return
  if (before)
    log.warn(
      `The card keys are the ${mode} keys of ${name} now, and were the ${before.mode} keys of ${before.provider}: payments, refunds and plans made with those are left alone`,
    )
  await store.keepCardKeys(db.pool, name, mode)
}
