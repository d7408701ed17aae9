// What other features use of places.
export { zoneOptions } from './zone-query.ts'
