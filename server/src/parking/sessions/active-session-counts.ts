// Sessions started in each zone since its last occupancy report, cached until one starts, changes or ends there. Searches and
// signs read them all the time, and readers of a count that is being read share it.
import { type ZoneId, zoneKey } from '#city/places/places.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db.ts'
import { createInvalidatingCache } from '#platform/invalidating-cache.ts'
import { countRunningSince } from './counts-store.ts'

/** The longest a stale count is shown where nothing was heard of its change. */
const cacheMs = 10_000
const most = 50_000

type ZoneSince = ZoneId & { since: Temporal.Instant }

export const createActiveSessionCounts = async ({ db, clock }: { db: Database; clock: Clock }) => {
  const cache = createInvalidatingCache<{ sinceMs: number; running: number | Promise<number> }>(most)
  await db.changes.listen(['session'], change =>
    change ? cache.invalidate(change.zoneNumber!) : cache.invalidateAll(),
  )

  /** Cached as a promise at once, and as a number when it has resolved, unless the zone changed meanwhile. */
  const read = (zones: ZoneSince[], now: Temporal.Instant) => {
    const readAt = cache.version()
    const fromMs = now.epochMilliseconds
    const found = countRunningSince(db.pool, zones, now)
    return zones.map(({ cityId, zoneNumber, since }) => {
      const key = zoneKey({ cityId, zoneNumber })
      const put = (running: number | Promise<number>, untilMs: number) => {
        const value = { sinceMs: since.epochMilliseconds, running }
        // a change names the number: it may be another city's zone
        cache.set(key, { value, owner: zoneNumber, readAt, fromMs, untilMs })
      }
      const isCached = () => cache.get(key, fromMs)?.running === reading
      const reading = found.then(
        counted => {
          const { running, firstEndMs } = counted.get(key) ?? { running: 0, firstEndMs: Infinity }
          if (isCached()) put(running, Math.min(firstEndMs, fromMs + cacheMs))
          return running
        },
        error => {
          if (isCached()) cache.invalidate(zoneNumber)
          throw error
        },
      )
      put(reading, fromMs + cacheMs)
      return [key, reading] as const
    })
  }

  return {
    /** Past the cache. Zones without any are left out; by `zoneKey`. */
    countNow: async (zones: ZoneSince[]): Promise<Map<string, number>> => {
      const found = await countRunningSince(db.pool, zones, clock.now())
      return new Map([...found].map(([key, { running }]) => [key, running]))
    },
    /** Zones without any may be left out; by `zoneKey`. */
    count: async (zones: ZoneSince[]): Promise<Map<string, number>> => {
      const now = clock.now()
      const counts = new Map<string, number>()
      const reading: (readonly [key: string, running: Promise<number>])[] = []
      const unknown: ZoneSince[] = []
      for (const zone of zones) {
        const { since } = zone
        const key = zoneKey(zone)
        const known = cache.get(key, now.epochMilliseconds)
        if (known?.sinceMs !== since.epochMilliseconds) unknown.push(zone)
        else if (typeof known.running === 'number') counts.set(key, known.running)
        else reading.push([key, known.running])
      }
      if (unknown.length > 0) reading.push(...read(unknown, now))
      const running = await Promise.all(reading.map(([, running]) => running))
      for (const [i, [key]] of reading.entries()) counts.set(key, running[i]!)
      return counts
    },
  }
}
