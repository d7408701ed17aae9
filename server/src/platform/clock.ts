// What time it is: injected everywhere, so that tests choose it.

export type Clock = { now(): Temporal.Instant }

export const systemClock: Clock = { now: () => Temporal.Now.instant() }
