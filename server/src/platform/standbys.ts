// Standbys that confirm commits. While none does and commits wait for one, whoever writes is refused at once.
import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import type { Log } from './log.ts'
import { type Queryable, sql } from './sql.ts'

export type Standbys = {
  /** commits wait for one */
  required: boolean
  /** those that commits wait for; null where the database's owner may not see them */
  confirming: number | null
}
export const selectStandbys = sql.one<Standbys>('standbys_select', 'select required, confirming from standbys()')

const lookMs = 1_000

/**
 * A commit that waits holds its connection of PostgreSQL until a standby is back, whoever gave up on it: callers who try again
 * would take all there are, and reads need some too.
 */
export const watchStandbys = (db: Queryable, log: Log) => {
  // not as part of the request that was not answered
  const outside = AsyncLocalStorage.snapshot()
  let isWaiting = false
  let isLooking = false
  let isClosed = false

  const look = async () => {
    do {
      try {
        const { required, confirming } = await selectStandbys(db)
        const isMissing = required && confirming === 0
        if (isMissing !== isWaiting) log(isMissing ? 'Writes are refused: no standby confirms them' : 'Writes go on')
        isWaiting = isMissing
        if (!isWaiting) break
      } catch {
        // nothing is known of them: asked again
      }
      await wait(lookMs, undefined, { ref: false })
    } while (!isClosed)
    isLooking = false
  }

  return {
    /** A statement was not answered in time: it may be such a commit. */
    noteSilence: (): void => {
      if (isLooking) return
      isLooking = true
      outside(() => void look())
    },
    areMissing: (): boolean => isWaiting,
    close: (): void => {
      isClosed = true
    },
  }
}
