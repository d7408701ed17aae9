// Operators' counts of taken spaces: the newest of each zone is stored, invalid rows are refused one by one.
import type { Database } from '#platform/db.ts'
import type { createLiveIndex } from './live-index.ts'
import * as store from './store.ts'

/** Why a report's row does not count. */
type ReportFault = 'unknown_zone' | 'above_capacity' | 'in_the_future'
export type OccupancyReport = { zoneNumber: string; taken: number; observedAt: Temporal.Instant }

/** tolerance for an operator's clock that is ahead */
const aheadMs = 60_000

export const createOccupancy = ({ db, live }: { db: Database; live: ReturnType<typeof createLiveIndex> }) => ({
  /** Throws `unavailable` before the places are read. */
  reportOccupancy: async (
    reports: OccupancyReport[],
    now: Temporal.Instant,
  ): Promise<{ accepted: number; refused: { zoneNumber: string; reason: ReportFault }[] }> => {
    const places = live.get()
    const newest = new Map<string, store.Count>()
    const refused: { zoneNumber: string; reason: ReportFault }[] = []
    for (const { zoneNumber, taken, observedAt } of reports) {
      const at = places.findIndex(zoneNumber)
      const ms = observedAt.epochMilliseconds
      if (at === null || places.facts(at).withdrawn) refused.push({ zoneNumber, reason: 'unknown_zone' })
      else if (taken > places.facts(at).capacity) refused.push({ zoneNumber, reason: 'above_capacity' })
      else if (ms > now.epochMilliseconds + aheadMs) refused.push({ zoneNumber, reason: 'in_the_future' })
      else if ((newest.get(zoneNumber)?.[2] ?? -Infinity) < ms) newest.set(zoneNumber, [zoneNumber, taken, ms])
    }
    const counts = [...newest.values()]
    if (counts.length > 0) await db.transaction(tx => store.upsertReports(tx, counts))
    return { accepted: reports.length - refused.length, refused }
  },
})
