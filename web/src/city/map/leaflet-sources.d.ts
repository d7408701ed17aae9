// Types of the Leaflet source files imported by leaflet.ts and leaflet-lines.ts.
declare module 'leaflet/src/dom/index.js' {
  export { DomEvent } from 'leaflet'
}
declare module 'leaflet/src/geo/index.js' {
  export { latLng, latLngBounds } from 'leaflet'
}
declare module 'leaflet/src/geometry/index.js' {
  export { point } from 'leaflet'
}
declare module 'leaflet/src/layer/tile/GridLayer.js' {
  export { GridLayer } from 'leaflet'
}
declare module 'leaflet/src/layer/vector/Polygon.js' {
  export { Polygon } from 'leaflet'
}
declare module 'leaflet/src/layer/vector/Polyline.js' {
  export { Polyline } from 'leaflet'
}
declare module 'leaflet/src/map/index.js' {
  export { Map } from 'leaflet'
}
