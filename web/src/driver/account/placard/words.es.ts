// What is said of a disability placard, Spanish.
import type { en } from './words.en.ts'

export const es: typeof en = {
  title: 'Tarjeta de discapacidad',
  text: 'Escribe la fecha de tu tarjeta. Donde la ciudad acepta tu palabra, usamos sus reglas para tarjetas en tu precio.',
  where: cities => `Se acepta en ${cities}.`,
  nowhere: 'Por ahora ninguna ciudad de aquí la acepta en la app.',
  private:
    'Solo tú ves esto. No lo ven las ciudades, los operadores ni soporte. Muestra tu tarjeta en el carro como siempre.',
  until: 'La tarjeta vence',
  chooseDate: 'Elige una fecha',
  save: 'Guardar tarjeta',
  saving: 'Guardando…',
  saved: date => `Tarjeta guardada hasta el ${date}`,
  remove: 'Quitar tarjeta',
  removing: 'Quitando…',
  removed: 'Quitaste la tarjeta',
  failed: 'No se cargó tu tarjeta.',
  on: 'Activada',
}
