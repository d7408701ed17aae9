// What opens from Home says, Spanish.
import type { en } from './words.en.ts'

export const es: typeof en = {
  yourPlaces: 'Tus lugares',
  savedPlaces: 'Lugares guardados',
  noSaved: 'Abre un lugar y toca el marcador para guardarlo como Casa, Trabajo o con un nombre.',
  why: 'Los sugerimos según los lugares, horas y duraciones de tus estacionamientos de los últimos 90 días. Solo tú puedes verlos.',
  clear: 'Borrar sugerencias',
  clearing: 'Borrando…',
  clearAsk: '¿Borrar sugerencias?',
  clearText:
    'Olvidaremos dónde y cuándo sueles estacionar y empezaremos de nuevo. Tus sesiones y recibos se conservan.',
  keep: 'Conservar sugerencias',
  cleared: 'Sugerencias borradas',
}
