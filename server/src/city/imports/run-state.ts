// The state of an import, and how long its check and its publication last.
import type { CityRow } from '#city/cities/cities.ts'
import type { Queryable } from '#platform/db.ts'
import { ImportRefused } from './refused.ts'
import * as store from './store.ts'

/** Since its publication an import can be undone, and since its check be published; 30 days later its rows are deleted. */
const keptHours = 30 * 24

/** Until when a published import can be undone. */
export const undoUntil = ({ published_at }: Pick<store.RunRow, 'published_at'>): Temporal.Instant | null =>
  published_at?.add({ hours: keptHours }) ?? null

export const isOver = (since: Temporal.Instant, now: Temporal.Instant): boolean =>
  Temporal.Instant.compare(since.add({ hours: keptHours }), now) < 0

/** A file that was uploaded, and the claim to check it. */
export type Uploaded = { importId: string; claim: string }
/** What throws `ImportRefused` where another took the check over. */
export const ownerOf =
  (importId: string) =>
  (isOwn: boolean): void => {
    if (!isOwn) throw new ImportRefused('import_state', `Import ${importId} is checked elsewhere.`)
  }

/** Throws `ImportRefused` where it is not the city's, or in another state. */
export const requireState = async (
  tx: Queryable,
  city: CityRow,
  importId: string,
  state: store.RunRow['state'],
): Promise<store.RunRow> => {
  const run = await store.findRun(tx, importId)
  if (run?.city !== city.id) throw new ImportRefused('import_unknown', `${city.name} has no import ${importId}.`)
  if (run.state !== state) throw new ImportRefused('import_state', `Import ${importId} is ${run.state}.`)
  return run
}
