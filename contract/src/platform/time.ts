// What every screen knows of time; without libraries, as money.ts.

export const minuteMs = 60_000

export const cityName = 'Chicago'

/** by its name in Core/States; a plate is of this state unless the driver chooses another (D-116) */
export const cityState = 'Illinois'

/** The city's own zone, for texts that belong to no single place. */
export const cityTimeZone = 'America/Chicago'
