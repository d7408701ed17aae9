// What time it is: injected everywhere, so that tests choose it.

export type Clock = { now(): Temporal.Instant }

/** Whole milliseconds, as every client's clock: what is answered is what is stored. */
export const systemClock: Clock = {
  // the system's clock has whole milliseconds already: to round a finer one takes twice as long
  now: () => Temporal.Instant.fromEpochMilliseconds(Date.now()),
}
