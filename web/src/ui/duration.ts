// The arithmetic of the duration picker: where it snaps, and which times stand under the strip.

type Limits = { min: number; max: number; step: number }

/** The nearest step between the limits; the limits themselves are allowed where they are no step. */
export function snap(minutes: number, { min, max, step }: Limits): number {
  if (minutes >= max) return max
  const nearest = Math.round(minutes / step) * step
  return Math.min(max, Math.max(min, nearest))
}

/** Two times closer than this share of the strip would touch, on the narrowest phone too. */
const closeShare = 0.17
/** The first and the last stand whole inside the strip, with AM or “max”: they reach further in. */
const edgeShare = 0.3
/** Nearer to the start a time in the middle of its mark would be cut off. */
const leastShare = 0.07
const niceMinutes = [15, 30, 60, 120, 180, 240, 360, 720, 1_440]

/** Minutes that carry a time below the strip: start, end, the chosen one, and whole steps where there is room. */
export function axisOf(chosen: number, max: number): number[] {
  const isTold = chosen / max >= leastShare && (max - chosen) / max >= edgeShare
  // where both have no room, the chosen time is worth more than that of now
  const marks = [...(isTold && chosen / max < edgeShare ? [] : [0]), ...(isTold ? [chosen] : []), max]
  const fits = (mark: number) =>
    marks.every(other => Math.abs(other - mark) / max >= (other === 0 || other === max ? edgeShare : closeShare))
  const step = niceMinutes.find(minutes => max / minutes <= 4) ?? 1_440
  for (let mark = step; mark < max; mark += step) if (fits(mark)) marks.push(mark)
  return marks.sort((a, b) => a - b)
}
