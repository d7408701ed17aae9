// What time it is: injected everywhere, so that tests choose it.

export type Clock = { now(): Temporal.Instant }

/** Whole milliseconds, as every client's clock: what is answered is what is stored. */
export const systemClock: Clock = {
  now: () => Temporal.Now.instant().round({ smallestUnit: 'millisecond', roundingMode: 'floor' }),
}
