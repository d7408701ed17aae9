// What notices say, in Spanish.
import { las } from '#platform/time-text.ts'
import type { Words } from './words.en.ts'

const left = (minutes: number) => (minutes === 1 ? 'Queda 1 min' : `Quedan ${minutes} min`)

/** `1 h 15 min` */
const durationOf = (minutes: number) =>
  [minutes >= 60 && `${Math.floor(minutes / 60)} h`, (minutes % 60 > 0 || minutes === 0) && `${minutes % 60} min`]
    .filter(Boolean)
    .join(' ')

export const es: Words = {
  ends: ({ name, plate, until, minutes }) => ({
    title: `${left(minutes)} en ${name}`,
    body: `${left(minutes)} en ${name}. Termina a ${las(until)}. Placa ${plate}.`,
  }),
  trustedEnds: ({ name, until, minutes, driver, link }) => ({
    title: `${left(minutes)} en ${name}`,
    body: `${left(minutes)} en ${name}. El tiempo de ${driver} termina a ${las(until)}. Para no recibir más: ${link}`,
  }),
  ended: ({ name, plate, until }) => ({
    title: `Se acabó tu tiempo en ${name}`,
    body: `Se acabó tu tiempo en ${name} a ${las(until)}. Placa ${plate}. ¿Sigues ahí? Estaciona otra vez en la app.`,
  }),
  extended: ({ name, plate, until, amount }) => ({
    title: `Extendido hasta ${las(until)}`,
    body: `Ahora tu tiempo en ${name} termina a ${las(until)}. Placa ${plate}. Pagaste ${amount}.`,
  }),
  countdown: ({ name, plate, until, at, minutes }) => ({
    title: `Estacionado hasta ${las(until)}`,
    body: `${name}. A ${las(at)} te quedaban ${durationOf(minutes)}. Placa ${plate}.`,
  }),
  stopped: ({ name, plate, until }) => ({
    title: `Terminaste en ${name}`,
    body: `Tu estacionamiento en ${name} terminó a ${las(until)}. Placa ${plate}.`,
  }),
  receipt: ({ name, plate, date, from, until, amount, back }) => ({
    title: `Recibo: ${amount} en ${name}`,
    body: `${name}, ${date}, ${from} a ${until}. Placa ${plate}. Pagaste ${amount}.${back ? ` Te reembolsamos ${back}.` : ''}`,
  }),
  receiptRows: {
    session: 'ID de sesión',
    zone: 'Zona',
    address: 'Dirección',
    changed: 'Cambio',
    parking: 'Estacionamiento',
    fee: 'Cargo por servicio',
    back: 'Reembolsado',
    paid: 'Monto pagado',
    via: 'Pagado con',
  },
  receiptChanges: {
    moved: (from, to, at) => `Zona ${from} a ${to}, ${at}`,
    plateChanged: (from, to, at) => `Placa ${from} a ${to}, ${at}`,
  },
  wallet: 'Billetera',
  topUp: ({ amount, balance, auto }) => ({
    title: `Agregamos ${amount} a tu billetera`,
    body: `Agregamos ${amount} de tu tarjeta${auto ? ' con la recarga automática' : ''}. Tu saldo es ${balance}.`,
  }),
  refund: ({ amount, to, place, reason }) => ({
    title: `Te reembolsamos ${amount}`,
    body: `Te reembolsamos ${amount} a tu ${to === 'wallet' ? 'billetera' : 'tarjeta'}${place ? ` por estacionar en ${place}` : ''}.${reason ? ` ${reason}` : ''}`,
  }),
  plan: {
    begun: ({ price, until }) => ({
      title: 'Deluxe activo',
      body: `Ya tienes Deluxe y no pagas cargo por servicio. Cobramos ${price}. Se renueva el ${until}. Cancela cuando quieras en ParkIt.`,
    }),
    renewed: ({ price, until }) => ({
      title: 'Deluxe renovado',
      body: `Cobramos ${price} a tu tarjeta por Deluxe. Se renueva el ${until}. Cancela cuando quieras en ParkIt.`,
    }),
    failed: ({ price, until }) => ({
      title: 'No pudimos renovar Deluxe',
      body: `No pudimos cobrar ${price} por Deluxe. Lo conservas hasta el ${until}. Para seguir, elige otra tarjeta en Suscripción.`,
    }),
    ended: ({ until }) => ({
      title: 'Terminó Deluxe',
      body: `Tu plan Deluxe terminó el ${until}. No te cobraremos más. Al estacionar se aplica el cargo por servicio.`,
    }),
  },
  chat: ({ text }) => ({
    title: 'Soporte te respondió',
    body: `Soporte: ${text}`,
  }),
  closed: ({ name, plate, until, tow, amount, to, reason, mayMove }) => ({
    title: `${name} cierra a ${las(until)}`,
    body: `${name} cierra. Mueve el carro con placa ${plate} antes de ${las(until)}${tow ? ' o se lo lleva la grúa' : ''}.${amount ? ` ${to === 'wallet' ? `Te reembolsamos ${amount} a tu billetera` : `Pagas ${amount} menos con tu tarjeta`}.` : ''}`,
    rows: [
      ...(reason ? [`Motivo: ${reason}`] : []),
      ...(mayMove ? ['En ParkIt puedes pasar tu estacionamiento a otra zona, sin cargo.'] : []),
    ],
  }),
  closureOff: ({ name, plate, until }) => ({
    title: `${name} sigue abierto`,
    body: `${name} no cierra. Tu tiempo todavía termina a ${las(until)}. Placa ${plate}. Si lo necesitas, extiende en ParkIt.`,
  }),
  closureNear: ({ name, from, to, tow, reason }) => ({
    title: `${name} cierra`,
    body: `${name}, un lugar que guardaste, está cerrado desde el ${from} hasta ${/^\d+:/.test(to) ? las(to) : `el ${to}`}.${tow ? ' La grúa se lleva los carros.' : ''}`,
    rows: reason ? [`Motivo: ${reason}`] : [],
  }),
  extend: ({ minutes, amount }) => `Extender ${minutes} min, ${amount}`,
  notExtended: 'No se pudo extender',
  why: address => `Administrar notificaciones: ${address}`,
  done: 'Listo.',
}
