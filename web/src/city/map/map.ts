// What other features use of the map.
export { CityMap, DriverDot, OnMap, Outline } from './CityMap.tsx'
export { Credit } from './Credit.tsx'
export { type LeafletMap, latLngBounds, point } from './leaflet.ts'
export { MapButtons } from './MapButtons.tsx'
export { groupSigns, MapSigns, openGroup, pointOf, zoomTo } from './MapSigns.tsx'
export { PathLine } from './PathLine.tsx'
export { signSize } from './sign-groups.ts'
