// What the map says where a driver saves data, Spanish.
import type { en } from './words.en.ts'

export const es: typeof en = { showMap: 'Mostrar el mapa' }
