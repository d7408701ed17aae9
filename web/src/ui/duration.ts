// The arithmetic of the duration picker: where it snaps, and which times are shown below the strip.

type Limits = { min: number; max: number; step: number }

/** The nearest step between the limits; the limits themselves are allowed too. */
export function snap(minutes: number, { min, max, step }: Limits): number {
  if (minutes >= max) return max
  const nearest = Math.round(minutes / step) * step
  return Math.min(max, Math.max(min, nearest))
}

/** Two times must be at least this share of the strip apart, so that they do not touch on the narrowest phone. */
const closeShare = 0.17
/** The same for the first and the last, which are inside the strip with AM or “max”. */
const edgeShare = 0.3
/** Nearer to the start, a centered time would be cut off. */
const leastShare = 0.07
const niceMinutes = [15, 30, 60, 120, 180, 240, 360, 720, 1_440]

/** Minutes with a time below the strip: start, end, the chosen one, and whole steps where there is room. */
export function axisOf(chosen: number, max: number): number[] {
  const isChosenShown = chosen / max >= leastShare && (max - chosen) / max >= edgeShare
  // without room for both, the chosen time is shown instead of the start
  const marks = [...(isChosenShown && chosen / max < edgeShare ? [] : [0]), ...(isChosenShown ? [chosen] : []), max]
  const fits = (mark: number) =>
    marks.every(other => Math.abs(other - mark) / max >= (other === 0 || other === max ? edgeShare : closeShare))
  const step = niceMinutes.find(minutes => max / minutes <= 4) ?? 1_440
  for (let mark = step; mark < max; mark += step) if (fits(mark)) marks.push(mark)
  return marks.sort((a, b) => a - b)
}
