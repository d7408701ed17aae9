// A cache of what was read from the database: each entry ends at its time, or once its owner is said to have changed.

/** `readAt` is the cache's version before the value was read. */
type Entry<Value> = { value: Value; owner: string; readAt: number; fromMs: number; untilMs: number }

/** Holds about `most` values, then starts over. */
export const createInvalidatingCache = <Value>(most: number) => {
  const entries = new Map<string, Entry<Value>>()
  /** the version of each owner's latest change */
  const changedAt = new Map<string, number>()
  let version = 0
  let allChangedAt = 0

  const invalidateAll = (): void => {
    allChangedAt = ++version
    entries.clear()
    changedAt.clear()
  }

  return {
    get: (key: string, nowMs: number): Value | undefined => {
      const entry = entries.get(key)
      // a clock that is set back must not extend an entry
      if (!entry || nowMs < entry.fromMs || nowMs >= entry.untilMs) return undefined
      return entry.readAt < (changedAt.get(entry.owner) ?? allChangedAt) ? undefined : entry.value
    },
    /** Taken before reading a value: one whose owner changes while it is read is never served. */
    version: (): number => version,
    set: (key: string, entry: Entry<Value>): void => {
      if (entries.size >= most) invalidateAll()
      entries.set(key, entry)
    },
    invalidate: (owner: string): void => {
      if (changedAt.size >= most) invalidateAll()
      else changedAt.set(owner, ++version)
    },
    invalidateAll,
  }
}
