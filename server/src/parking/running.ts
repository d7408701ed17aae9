// How many cars came to each zone since its last report, kept until one comes, goes or ends: searches and signs ask all the time.
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db.ts'
import { createKept } from '#platform/kept.ts'
import { countRunningSince, parkedChannel } from './store.ts'

/** The longest that a count is shown which has changed: where the notice got lost. */
const keptMs = 10_000
const most = 50_000

export type Asked = { zoneNumber: string; since: Temporal.Instant }

export const createRunning = async ({ db, clock }: { db: Database; clock: Clock }) => {
  const kept = createKept<{ sinceMs: number; running: number }>(most)
  await db.listen(parkedChannel, zone => (zone === null ? kept.forgetAll() : kept.forget(zone)))

  return {
    /** As it stands in the database this moment. Zones without any are left out. */
    countNow: async (asked: Asked[]): Promise<Map<string, number>> => {
      const found = await countRunningSince(db.pool, asked, clock.now())
      return new Map([...found].map(([zoneNumber, { running }]) => [zoneNumber, running]))
    },
    /** Zones without any may be left out. */
    count: async (asked: Asked[]): Promise<Map<string, number>> => {
      const now = clock.now()
      const fromMs = now.epochMilliseconds
      const counts = new Map<string, number>()
      const unknown: Asked[] = []
      for (const zone of asked) {
        const known = kept.find(zone.zoneNumber, fromMs)
        if (known?.sinceMs === zone.since.epochMilliseconds) counts.set(zone.zoneNumber, known.running)
        else unknown.push(zone)
      }
      if (unknown.length === 0) return counts
      const begun = kept.begin()
      const found = await countRunningSince(db.pool, unknown, now)
      for (const { zoneNumber, since } of unknown) {
        const { running, firstEndMs } = found.get(zoneNumber) ?? { running: 0, firstEndMs: Infinity }
        const value = { sinceMs: since.epochMilliseconds, running }
        kept.keep(zoneNumber, { value, of: zoneNumber, begun, fromMs, untilMs: Math.min(firstEndMs, fromMs + keptMs) })
        counts.set(zoneNumber, running)
      }
      return counts
    },
    /** Somebody came or left here by this process, which needs no notice of it. */
    forget: kept.forget,
  }
}
