// What other features use of the map.
export { CityMap, OnMap, Outline } from './CityMap.tsx'
export { Credit } from './Credit.tsx'
export { type LeafletMap, latLngBounds } from './leaflet.ts'
export { MapSigns, openGroup, pointOf, ZoomButtons } from './MapSigns.tsx'
