// What is said of a zone that closes for a time, Spanish.
import { las } from '#platform/words.es.ts'
import type { Words } from './words.en.ts'

export const es: Words = {
  now: until => `Cerrado hasta ${las(until)}`,
  ahead: (from, until) => `Cerrado desde ${las(from)} hasta ${las(until)}`,
  why: reason => `Motivo: ${reason}.`,
  towed: 'La grúa se lleva los carros.',
  moveAway: 'Puedes pasar tu estacionamiento a otra zona, sin cargo.',
}
