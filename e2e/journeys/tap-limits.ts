// Taps and typed fields that parking takes: taps.test.ts and taps-newcomer.test.ts count them in the running app, docs/drivers.md shows them.

/** A tap is any press of a finger, those that open a field included. The texted code and the card are not counted. */
export const tapLimits = {
  'returning, at the usual place': { taps: 2, typed: 0 },
  'returning, at the usual place, with large buttons': { taps: 1, typed: 0 },
  'returning, at a saved place': { taps: 2, typed: 0 },
  'returning, at the nearest place': { taps: 3, typed: 0 },
  'newcomer, from a sign’s link': { taps: 7, typed: 2 },
  'newcomer, scanned a sign': { taps: 6, typed: 2 },
  'newcomer, scanned a sign, with Apple Pay': { taps: 6, typed: 2 },
  'newcomer, scanned a sign, with Google Pay': { taps: 6, typed: 2 },
} as const
