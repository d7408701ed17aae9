// What other features use of the map.
export { CityMap, OnMap, Outline } from './CityMap.tsx'
export { Credit } from './Credit.tsx'
export { type LeafletMap, latLngBounds } from './leaflet.ts'
export { mergeTouching } from './sign-groups.ts'
export { useCoveredSigns } from './useCoveredSigns.ts'
