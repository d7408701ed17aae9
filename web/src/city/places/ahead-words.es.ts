// The words of a place's week ahead, Spanish.
import { las } from '#platform/words.es.ts'
import type { AheadWords } from './ahead-words.en.ts'

export const es: AheadWords = {
  title: 'Esta semana',
  today: 'Hoy',
  until: time => `Hasta ${las(time)}`,
  restOfDay: 'El resto de hoy',
  later: 'Más adelante',
  otherRules: 'Ese día las tarifas pueden cambiar.',
  failed: 'No se cargaron las reglas de la semana.',
}
