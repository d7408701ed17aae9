// What a running session says of extending itself, Spanish.
import type { AutoExtendStop } from '@parkit/contract/parking/automatic'
import { aLas, las } from '#platform/words.es.ts'
import type { en } from './words.en.ts'

const stops: Record<AutoExtendStop, string> = {
  over_max_stay: 'Llegaste al tiempo máximo aquí.',
  zone_closed: 'A esa hora este lugar cierra.',
  closure: 'La ciudad cierra esta zona a esa hora.',
  max_payment: 'Llegaste a tu monto máximo.',
  insufficient_funds: 'Te falta dinero en la billetera para extender.',
  card_declined: 'Tu tarjeta fue rechazada, así que no podemos extender.',
}

export const es: typeof en = {
  name: 'Extensión automática',
  upTo: (minutes, amount) => `${minutes} min cada vez, hasta ${amount}`,
  noLimit: minutes => `${minutes} min cada vez`,
  next: (time, minutes, price) => `Próxima ${aLas(time)}: ${minutes} min, ${price}`,
  ends: time => `Termina ${aLas(time)}`,
  stops: (stop, time) => `${stops[stop]} Termina ${aLas(time)}.`,
  waiting: 'Cargando tu preferencia…',
  failed: 'No se cargó la extensión automática.',
  notSaved: 'El servidor no responde',
  extended: time => `Se extendió automáticamente hasta ${las(time)}.`,
}
