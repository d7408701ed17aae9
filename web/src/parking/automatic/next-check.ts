// When to look again at a session that may extend itself: the server takes the step, the screen shows it soon after.
import type { AutoExtend } from '@parkit/contract/parking/automatic'

/** so long after the step is due, the server has taken it */
const graceMs = 1_500
/** how often a late or a refused step is looked for */
const againMs = 10_000
/** the longest a timer may wait */
const mostMs = 2 ** 31 - 1

/** Milliseconds until the next look; false: nothing will change by itself. */
export function nextCheckMs({ On, Next, Stop }: AutoExtend, nowMs: number): number | false {
  if (!On) return false
  if (!Next) return Stop === 'insufficient_funds' ? againMs : false
  const dueMs = Date.parse(Next.At) - nowMs
  return dueMs > 0 ? Math.min(dueMs + graceMs, mostMs) : graceMs
}
