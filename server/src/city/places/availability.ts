// How full a place is: free spaces, the word for it, and stalls to draw. A count expires after some minutes.
import type { Availability } from '@parkit/contract/city/places'
import { reportMinutes } from '@parkit/contract/platform/limits'

/** What an operator last counted in a zone. */
export type Report = {
  taken: number
  observedAt: Temporal.Instant
  /** the same as it is answered: a search writes it twenty times, and Temporal takes its time */
  asOf: string
}
export const reportOf = (taken: number, observedAt: Temporal.Instant): Report => ({
  taken,
  observedAt,
  asOf: observedAt.toString(),
})

/** Sessions that started after the count stand in none of its spaces yet (D-91). */
export const freeSpaces = (capacity: number, taken: number, startedSince: number): number =>
  Math.max(0, capacity - taken - startedSince)

const wordFor = (free: number, capacity: number): Availability => {
  if (free * 2 >= capacity) return 'plenty'
  if (free * 5 >= capacity) return 'filling'
  return free > 0 ? 'nearly' : 'full'
}

export const isStale = (observedAt: Temporal.Instant, now: Temporal.Instant): boolean =>
  now.epochMilliseconds - observedAt.epochMilliseconds > reportMinutes * 60_000

/** The facts an answer shows; a stale report keeps its number and age, and loses its word. */
export const availabilityOf = (
  capacity: number,
  report: Report | null,
  startedSince: number,
  now: Temporal.Instant,
): { Free: number | null; FreeAsOf: string | null; Availability: Availability; Stalls: number } => {
  if (!report) return { Free: null, FreeAsOf: null, Availability: 'unknown', Stalls: 0 }
  const free = freeSpaces(capacity, report.taken, startedSince)
  const stale = isStale(report.observedAt, now)
  return {
    Free: free,
    FreeAsOf: report.asOf,
    Availability: stale ? 'unknown' : wordFor(free, capacity),
    Stalls: stale ? 0 : Math.ceil((5 * free) / capacity),
  }
}
