// What the choice of a city says, Spanish.
import type { en } from './words.en.ts'

export const es: typeof en = {
  title: '¿Qué ciudad?',
  several: 'Más de una ciudad tiene este número de zona.',
  parkIn: 'Elige dónde quieres estacionar.',
  change: name => `${name}, cambiar de ciudad`,
}
