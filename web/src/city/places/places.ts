// What other features use of places.
export { leastPrice } from './least-price.ts'
export { GroupPin, Pin } from './Pin.tsx'
export { noFilters } from './place-filters.ts'
export { useFound } from './place-queries.ts'
export { usePlaceChanges } from './usePlaceChanges.ts'
export { WhichZone, zoneAsked } from './WhichZone.tsx'
export { usePlacesWords } from './words.ts'
export { zoneOptions } from './zone-query.ts'
