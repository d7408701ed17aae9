// How long to wait before another attempt: it doubles, up to half a minute, and no two devices come back at the same moment.

const firstMs = 1_000
const longestMs = 30_000

/** After so many failures in a row; `chance` is from 0 to 1. */
export const retryDelayMs = (failures: number, chance: number): number =>
  Math.min(firstMs * 2 ** Math.max(0, failures - 1), longestMs) * (0.5 + chance / 2)
