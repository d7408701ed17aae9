// ParkIt's own clock, for what belongs to no city and no place.

/**
 * IANA, of where ParkIt keeps its books: `HOUSE_TIME_ZONE`, which `readConfig` checks. The days of its books and of the card provider's
 * records, the hour of nightly jobs, the months of auto-reload, and mails about an account. What a driver's place says goes by the
 * place's zone.
 */
export const houseTimeZone = process.env.HOUSE_TIME_ZONE || 'America/Chicago'
