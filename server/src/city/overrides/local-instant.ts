// A time of a command's options: the city's local time, or now.

/** Throws with a sentence for people. */
export const cityInstant = (text: string, timeZone: string, now: Temporal.Instant): Temporal.Instant => {
  if (text === 'now') return now
  try {
    return Temporal.PlainDateTime.from(text).toZonedDateTime(timeZone).toInstant()
  } catch {
    throw new Error(`A time is written as 2026-11-26T15:00, not ${text}.`)
  }
}
