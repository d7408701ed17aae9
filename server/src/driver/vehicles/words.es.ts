// What the calls of vehicles answer, in Spanish.
import type { Words } from './words.en.ts'

export const es: Words = {
  deleted: 'Vehículo eliminado',
  isDefault: 'Vehículo predeterminado elegido',
}
