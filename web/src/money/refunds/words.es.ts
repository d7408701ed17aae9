// What is said of money on its way back, Spanish.
import type { en } from './words.en.ts'

export const es: typeof en = {
  states: {
    requested: day => `En camino, llega a más tardar el ${day}`,
    sent: day => `En camino, llega a más tardar el ${day}`,
    arrived: () => 'Llegó',
    failed: () => 'Tu tarjeta no lo aceptó. El dinero está de vuelta en tu billetera',
  },
  withdraw: 'Retirar dinero',
  withdrawSub: 'Envía a tu tarjeta el dinero que no usas',
  amount: 'Monto',
  most: amount => `Hasta ${amount}. Sin cargo.`,
  goesTo: 'Enviar a',
  card: (type, last4) => `${type} terminada en ${last4}`,
  oldCard: 'La tarjeta con la que pagaste',
  thereBy: day => `Llega a más tardar el ${day}, a menudo antes.`,
  newestFirst: 'Va a las tarjetas con las que agregaste dinero, la más reciente primero.',
  nothing: 'Nada de este dinero puede regresar a una tarjeta.',
  failed: 'No se cargaron tus reembolsos.',
  withdrawAmount: amount => `Retirar ${amount}`,
  withdrawing: 'Retirando…',
  sent: amount => `${amount} van en camino a tu tarjeta.`,
  noAnswerSafe: 'Intenta de nuevo. Enviaremos el dinero una sola vez.',
  refunds: 'Reembolsos',
  toCard: 'A tu tarjeta',
  toWallet: 'A tu billetera',
}
