// Leaflet's lines and areas, from its source files as in leaflet.ts; loaded when the first is drawn.
import 'leaflet/src/layer/vector/Renderer.getRenderer.js'

export { Polygon } from 'leaflet/src/layer/vector/Polygon.js'
export { Polyline } from 'leaflet/src/layer/vector/Polyline.js'
