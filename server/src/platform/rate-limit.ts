// How many calls one account makes in a minute, whichever addresses it calls from; each process counts for itself.

/** Answers the seconds to wait where that was one too many. */
export const createPace = () => {
  let minute = 0
  const calls = new Map<string, number>()
  return (whose: string, most: number, now: Temporal.Instant): number | null => {
    const seconds = Math.floor(now.epochMilliseconds / 1_000)
    if (Math.floor(seconds / 60) !== minute) {
      minute = Math.floor(seconds / 60)
      calls.clear()
    }
    const count = (calls.get(whose) ?? 0) + 1
    calls.set(whose, count)
    return count > most ? 60 - (seconds % 60) : null
  }
}
