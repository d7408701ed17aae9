// The used parts of Leaflet, from its source files: its single bundle cannot be tree-shaken, and half of it is unused.
import { DomEvent, DomUtil } from 'leaflet/src/dom/index.js'
import { latLng, latLngBounds } from 'leaflet/src/geo/index.js'
import { DivIcon } from 'leaflet/src/layer/marker/DivIcon.js'
import { Marker } from 'leaflet/src/layer/marker/Marker.js'
import { GridLayer } from 'leaflet/src/layer/tile/GridLayer.js'
import { Map as LeafletMap } from 'leaflet/src/map/index.js'

/** protomaps-leaflet expects Leaflet as a global. */
Object.assign(globalThis, { L: { DomUtil, GridLayer } })

export { DivIcon, DomEvent, LeafletMap, latLng, latLngBounds, Marker }
