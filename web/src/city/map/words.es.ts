// What the map says, Spanish.
import type { en } from './words.en.ts'

export const es: typeof en = {
  showMap: 'Mostrar el mapa',
  moveMap: 'Mover el mapa',
  zoomIn: 'Acercar',
  zoomOut: 'Alejar',
  left: 'Izquierda',
  right: 'Derecha',
  up: 'Arriba',
  down: 'Abajo',
}
