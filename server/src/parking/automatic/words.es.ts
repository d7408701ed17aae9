// Messages about automatic parking, in Spanish.
import { las } from '#platform/time-text.ts'
import type { Words } from './words.en.ts'

export const es: Words = {
  extended: ({ name, plate, until, amount }) => ({
    subject: `Extendido hasta ${las(until)}`,
    body: `Extendimos tu tiempo en ${name} hasta ${las(until)} por ${amount}. Placa ${plate}. Para evitarlo, desactiva la extensión automática en la app.`,
  }),
  stays: ({ name, plate, until, why }) => ({
    subject: `No se extendió: termina a ${las(until)}`,
    body: `No pudimos extender tu tiempo en ${name}. Termina a ${las(until)}. ${why} Placa ${plate}.`,
  }),
  started: ({ name, plate, until, amount }) => ({
    subject: `Empezó tu tiempo en ${name}`,
    body: `La entrada de ${name} leyó tu placa ${plate}. Pagaste ${amount} hasta ${las(until)}. Extenderemos dentro de tus límites hasta que salgas.`,
  }),
  notStarted: ({ name, plate, why }) => ({
    subject: `No empezó tu tiempo en ${name}`,
    body: `Leímos la placa ${plate} en ${name}, pero no pudimos iniciar. ${why} Inicia en la app.`,
  }),
  stopped: ({ name, plate, back }) => ({
    subject: `Terminó tu tiempo en ${name}`,
    body: `Tu placa ${plate} salió de ${name}, así que terminamos tu tiempo.${back ? ` Te reembolsamos ${back} a tu billetera.` : ''}`,
  }),
  sharedSubject: plate => `Otra cuenta también inicia con la placa ${plate}`,
  shared: {
    charged: plate =>
      `Otra cuenta también inicia automáticamente con la placa ${plate}. Tú pagaste la última vez, así que te cobramos. ¿La placa es solo tuya? Contacta a soporte.`,
    otherCharged: plate =>
      `Otra cuenta también inicia automáticamente con la placa ${plate}. Esa cuenta hizo el último pago, así que no te cobramos. ¿La placa es solo tuya? Inicia una vez en la app y contacta a soporte.`,
    nobodyCharged: plate =>
      `No empezó el tiempo de la placa ${plate}. Dos cuentas inician automáticamente con esa placa y ninguna ha pagado por ella. Inicia en la app.`,
  },
  because: {
    over_max_stay: 'Es el tiempo máximo, así que mueve tu carro.',
    zone_closed: 'A esa hora cierra.',
    closure: 'La ciudad cierra la zona a esa hora.',
    max_payment: 'Supera tu monto máximo.',
    insufficient_funds: 'Te falta dinero en la billetera.',
    card_declined: 'Tu tarjeta fue rechazada.',
  },
}
