// The words of the question on arrival, Spanish.
import type { en } from './words.en.ts'

export const es: typeof en = {
  title: name => `¿Vas a estacionar en ${name}?`,
  text: zone => `Parece que estás en la zona ${zone}. Revisa el letrero y luego inicia.`,
  start: 'Iniciar estacionamiento',
  notNow: 'Ahora no',
}
