// What every screen knows of time; without libraries, as money.ts.

export const minuteMs = 60_000

/** The city's own zone, for texts that belong to no single place. */
export const cityTimeZone = 'America/Chicago'
