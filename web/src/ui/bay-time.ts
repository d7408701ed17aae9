// How a period is divided into bays.

/** Minutes of one bay: 15 up to 4 h, 30 up to 8 h, then whole hours, and never more than 24 bays. */
export function bayMinutesOf(totalMinutes: number): number {
  if (totalMinutes <= 240) return 15
  if (totalMinutes <= 480) return 30
  return 60 * Math.ceil(totalMinutes / 60 / 24)
}

/** The length in minutes of each bay of a period; the last one may be shorter. */
export function baysOf(totalMinutes: number): number[] {
  const bay = bayMinutesOf(totalMinutes)
  const count = Math.max(1, Math.ceil(totalMinutes / bay))
  return Array.from({ length: count }, (_, i) => Math.min(bay, totalMinutes - i * bay))
}

/**
 * How much of each bay is painted, 0 to 1, first bay first.
 * `from` and `to` are minutes from the start of the period.
 */
export function paintOf(totalMinutes: number, from: number, to: number): { from: number; to: number }[] {
  const bay = bayMinutesOf(totalMinutes)
  return baysOf(totalMinutes).map((length, i) => {
    const start = i * bay
    const share = (minute: number) => Math.min(1, Math.max(0, (minute - start) / length))
    return { from: share(from), to: share(to) }
  })
}
