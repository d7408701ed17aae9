// The words of a page whose scripts did not load, Spanish.
import type { en } from './words.en.ts'

export const es: typeof en = {
  loadFailed: 'No se cargó ParkIt. Revisa tu conexión.',
  tryAgain: 'Intentar de nuevo',
}
