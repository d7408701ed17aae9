// What saved places say, Spanish.
import type { en } from './words.en.ts'

export const es: typeof en = {
  kinds: { home: 'Casa', work: 'Trabajo', other: 'Otro' },
  save: 'Guardar lugar',
  change: 'Cambiar lugar guardado',
  saveAs: name => `Guardar ${name} como`,
  name: 'Nombre para este lugar',
  saved: 'Lugar guardado',
  remove: 'Quitar lugar guardado',
  removed: 'Lugar quitado',
}
