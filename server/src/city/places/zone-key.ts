// A zone as rows and maps name it: its city's id and its number.

export type ZoneId = { cityId: number; zoneNumber: string }

/** For maps. */
export const zoneKey = ({ cityId, zoneNumber }: ZoneId): string => `${cityId}/${zoneNumber}`
