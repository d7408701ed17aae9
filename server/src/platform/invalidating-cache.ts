// What was read from the database, kept in this process for a moment: until it is said to have changed, at the latest until a given time.

type Entry<Value> = { value: Value; of: string; begun: number; fromMs: number; untilMs: number }

/** Keeps about `most` values, then begins anew. Each is `of` somebody or something, whose changes end it. */
export const createInvalidatingCache = <Value>(most: number) => {
  const entries = new Map<string, Entry<Value>>()
  /** changes are counted, and each has the number of its latest */
  const changed = new Map<string, number>()
  let changes = 0
  let allChanged = 0

  const forgetAll = (): void => {
    allChanged = ++changes
    entries.clear()
    changed.clear()
  }

  return {
    find: (key: string, nowMs: number): Value | undefined => {
      const entry = entries.get(key)
      // a clock that is set back makes nothing last longer
      if (!entry || nowMs < entry.fromMs || nowMs >= entry.untilMs) return undefined
      return entry.begun < (changed.get(entry.of) ?? allChanged) ? undefined : entry.value
    },
    /** To be asked before reading: what changes while it is read is not kept. */
    begin: (): number => changes,
    keep: (key: string, entry: Entry<Value>): void => {
      if (entries.size >= most) forgetAll()
      entries.set(key, entry)
    },
    forget: (of: string): void => {
      if (changed.size >= most) forgetAll()
      else changed.set(of, ++changes)
    },
    forgetAll,
  }
}
export type Kept<Value> = ReturnType<typeof createInvalidatingCache<Value>>
