// What a map here takes of Leaflet, from its sources: its one file cannot be taken apart, and half of it nothing here uses.
import { DomEvent, DomUtil } from 'leaflet/src/dom/index.js'
import { latLng, latLngBounds } from 'leaflet/src/geo/index.js'
import { DivIcon } from 'leaflet/src/layer/marker/DivIcon.js'
import { Marker } from 'leaflet/src/layer/marker/Marker.js'
import { GridLayer } from 'leaflet/src/layer/tile/GridLayer.js'
import { Map as LeafletMap } from 'leaflet/src/map/index.js'

/** The library that draws the tiles looks for its parts of Leaflet here. */
Object.assign(globalThis, { L: { DomUtil, GridLayer } })

export { DivIcon, DomEvent, LeafletMap, latLng, latLngBounds, Marker }
