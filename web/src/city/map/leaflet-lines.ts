// What lines and areas on a map take of Leaflet, from its sources as leaflet.ts does: fetched with the first that is drawn.
import 'leaflet/src/layer/vector/Renderer.getRenderer.js'

export { Polygon } from 'leaflet/src/layer/vector/Polygon.js'
export { Polyline } from 'leaflet/src/layer/vector/Polyline.js'
