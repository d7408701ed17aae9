// What the page of a shared link says, Spanish.
import { aLas, las } from '#platform/words.es.ts'
import type { en } from './words.en.ts'

export const es: typeof en = {
  title: 'Estacionado hasta',
  parkedUntil: time => `Estacionado hasta ${las(time)}`,
  left: left => `Tiempo restante: ${left}`,
  leftHead: 'Tiempo restante',
  endedTitle: 'Este enlace ya no funciona',
  endedText: 'El estacionamiento terminó o el conductor dejó de compartirlo.',
  failed: 'No se cargó el tiempo restante',
  failedText: 'Revisa tu conexión e intenta de nuevo.',
  stale: time => `Se actualizó ${aLas(time)}. Tal vez el conductor agregó tiempo después.`,
  private: 'Ves el lugar y el tiempo restante, y nada sobre el conductor.',
  open: 'Buscar estacionamiento con ParkIt',
}
