// The clock: injected everywhere, so that tests set it.

/** In whole milliseconds, as every client's clock: what is answered is what is stored. */
export type Clock = { now(): Temporal.Instant }

/** Whether it is the IANA name of a time zone that this machine knows. */
export const isTimeZone = (name: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

let last = Temporal.Instant.fromEpochMilliseconds(0)

/** One instant for all who ask within a millisecond: V8 keeps a weak handle to each, and to clear thousands a second holds all up. */
export const systemClock: Clock = {
  now: () => {
    const ms = Date.now()
    if (last.epochMilliseconds !== ms) last = Temporal.Instant.fromEpochMilliseconds(ms)
    return last
  },
}

export const isAfter = (one: Temporal.Instant, other: Temporal.Instant): boolean =>
  Temporal.Instant.compare(one, other) > 0
