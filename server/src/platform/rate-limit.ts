// Limits the calls of one account in a minute, whichever addresses it calls from; each process counts for itself.

/** Counts a call; answers the seconds to wait where it is over the limit. */
export const createRateLimit = () => {
  let minute = 0
  const calls = new Map<string, number>()
  return (caller: string, most: number, now: Temporal.Instant): number | null => {
    const seconds = Math.floor(now.epochMilliseconds / 1_000)
    if (Math.floor(seconds / 60) !== minute) {
      minute = Math.floor(seconds / 60)
      calls.clear()
    }
    const count = (calls.get(caller) ?? 0) + 1
    calls.set(caller, count)
    return count > most ? 60 - (seconds % 60) : null
  }
}
