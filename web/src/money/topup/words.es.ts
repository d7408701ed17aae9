// The words of auto-reload, Spanish.
import type { en } from './words.en.ts'

export const es: typeof en = {
  titles: {
    DefaultAddAmount: 'Monto que se agrega',
    MinBalance: 'Saldo mínimo',
    TopUpCeiling: 'Límite mensual',
  },
  helps: {
    DefaultAddAmount: 'De $1 a $500. Lo que agregamos cada vez.',
    MinBalance: 'De $1 a $500. Agregamos dinero cuando tu saldo baja de este monto.',
    TopUpCeiling: 'De $1 a $2,000. Nunca agregamos más que esto en un mes.',
  },
  autoTopUp: 'Recarga automática',
  saysUnset: 'Cuando tu saldo es bajo, agregamos dinero de tu tarjeta.',
  says: (least, amount) => `Cuando tu saldo baja de ${least}, agregamos ${amount} de tu tarjeta.`,
  month: added => `${added} agregados este mes`,
  amount: 'Monto',
  save: 'Guardar',
  saving: 'Guardando…',
  saved: (title, amount) => `${title}: ${amount}`,
  turnedOn: 'La recarga automática está activada.',
  turnedOff: 'La recarga automática está desactivada.',
  notSaved: 'No pudimos guardar tu cambio. Intenta de nuevo.',
  failed: 'No se cargó la recarga automática.',
  declined: day =>
    `La recarga automática está en pausa. Tu tarjeta fue rechazada el ${day} y no se te cobró. Elige otra tarjeta y vuelve a activarla.`,
  disputed: day => `La recarga automática está en pausa. Un pago entró en disputa el ${day}.`,
  no_card: day => `La recarga automática está en pausa. No tenías tarjeta el ${day}. Agrega una y vuelve a activarla.`,
}
