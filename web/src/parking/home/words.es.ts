// What Park again and the driver's places say, Spanish.
import { las } from '#platform/words.es.ts'
import type { en } from './words.en.ts'

export const es: typeof en = {
  parkAgain: 'Estacionar otra vez',
  allPlaces: 'Tus lugares',
  usually: {
    weekdays: time => `Entre semana, hacia ${las(time)}`,
    weekends: time => `Fines de semana, hacia ${las(time)}`,
  },
  lastTime: 'La última vez',
  parkPlate: (plate, duration, total) => `Estacionar ${plate} por ${duration}${total ? `, ${total}` : ''}`,
  freeTill: time => `Gratis hasta ${las(time)}`,
  priceFor: (price, duration) => `${price} por ${duration}`,
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
