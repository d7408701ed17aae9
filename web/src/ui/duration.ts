// The arithmetic of the duration picker: where it snaps, and which times stand under the strip.

type Limits = { min: number; max: number; step: number }

/** The nearest step between the limits; the limits themselves are allowed where they are no step. */
export function snap(minutes: number, { min, max, step }: Limits): number {
  if (minutes >= max) return max
  const nearest = Math.round(minutes / step) * step
  return Math.min(max, Math.max(min, nearest))
}

/** Two marks closer than this share of the strip would touch. */
const closeShare = 0.17
const niceMinutes = [15, 30, 60, 120, 180, 240, 360, 720, 1_440]

/** Minutes that carry a time below the strip: start, end, the chosen one, and whole steps where there is room. */
export function axisOf(chosen: number, max: number): number[] {
  const marks = [0, max]
  const fits = (mark: number, share = closeShare) => marks.every(other => Math.abs(other - mark) / max >= share)
  if (chosen !== max && fits(chosen, closeShare * 0.9)) marks.push(chosen)
  const step = niceMinutes.find(minutes => max / minutes <= 4) ?? 1_440
  for (let mark = step; mark < max; mark += step) if (fits(mark)) marks.push(mark)
  return marks.sort((a, b) => a - b)
}
