// What every screen knows of time; without libraries, as money.ts.

export const minuteMs = 60_000
