// Operators' counts of taken spaces: the newest of each zone is stored, each counts in its hour, invalid rows are refused one by one.
import type { Database } from '#platform/db.ts'
import type { createHistory } from './history.ts'
import type { createLiveIndex } from './live-index.ts'
import * as store from './store.ts'
import { type ZoneId, zoneKey } from './zone-key.ts'

/** Why a report's row does not count. */
type ReportFault = 'unknown_zone' | 'not_your_zone' | 'above_capacity' | 'in_the_future'
export type OccupancyReport = ZoneId & { taken: number; observedAt: Temporal.Instant }

/** tolerance for an operator's clock that is ahead */
const aheadMs = 60_000

type Deps = {
  db: Database
  live: ReturnType<typeof createLiveIndex>
  history: Pick<ReturnType<typeof createHistory>, 'add'>
}

export const createOccupancy = ({ db, live, history }: Deps) => ({
  /** Throws `unavailable` before the places are read. */
  reportOccupancy: async (
    reports: OccupancyReport[],
    now: Temporal.Instant,
    /** those that may be reported; null: all */
    zones: readonly string[] | null = null,
  ): Promise<{ accepted: number; refused: { zoneNumber: string; reason: ReportFault }[] }> => {
    const places = live.get()
    const newest = new Map<string, store.Count>()
    const accepted: store.Count[] = []
    const refused: { zoneNumber: string; reason: ReportFault }[] = []
    for (const { cityId, zoneNumber, taken, observedAt } of reports) {
      const at = places.findIndex(cityId, zoneNumber)
      const ms = observedAt.epochMilliseconds
      if (at === null || places.facts(at).withdrawn) refused.push({ zoneNumber, reason: 'unknown_zone' })
      else if (zones && !zones.includes(zoneNumber)) refused.push({ zoneNumber, reason: 'not_your_zone' })
      else if (taken > places.facts(at).capacity) refused.push({ zoneNumber, reason: 'above_capacity' })
      else if (ms > now.epochMilliseconds + aheadMs) refused.push({ zoneNumber, reason: 'in_the_future' })
      else {
        const count: store.Count = [zoneNumber, taken, ms, cityId]
        const key = zoneKey({ cityId, zoneNumber })
        accepted.push(count)
        if ((newest.get(key)?.[2] ?? -Infinity) < ms) newest.set(key, count)
      }
    }
    if (accepted.length > 0)
      await db.transaction(async tx => {
        // locks each zone, which two batches then add to one after the other
        await store.upsertReports(tx, [...newest.values()])
        await history.add(tx, accepted, now)
      })
    return { accepted: accepted.length, refused }
  },
})
