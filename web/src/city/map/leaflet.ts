// The used parts of Leaflet, from its source files: its single bundle cannot be tree-shaken, and half of it is unused.
export { DomEvent } from 'leaflet/src/dom/index.js'
export { latLng, latLngBounds } from 'leaflet/src/geo/index.js'
export { point } from 'leaflet/src/geometry/index.js'
export { GridLayer } from 'leaflet/src/layer/tile/GridLayer.js'
export { Map as LeafletMap } from 'leaflet/src/map/index.js'
