// Messages about auto-reload, in Spanish.
import type { Words } from './words.en.ts'

export const es: Words = {
  before: ({ amount, balance, least }) => ({
    subject: `Agregaremos ${amount} a tu billetera`,
    body: `Tu saldo es ${balance}, menos de ${least}. Agregaremos ${amount} de tu tarjeta. Para evitarlo, desactiva la recarga automática.`,
  }),
  added: ({ amount, balance }) => ({
    subject: `Agregamos ${amount} a tu billetera`,
    body: `Agregamos ${amount} de tu tarjeta con la recarga automática. Tu saldo es ${balance}.`,
  }),
  declined: ({ amount }) => ({
    subject: 'Recarga pausada: tarjeta rechazada',
    body: `Tu tarjeta fue rechazada por ${amount}. No te cobramos y tu estacionamiento sigue activo. Reactiva la recarga en tu billetera.`,
  }),
  noCard: ({ amount }) => ({
    subject: 'Recarga pausada: sin tarjeta',
    body: `No pudimos agregar ${amount} porque no tienes tarjeta guardada. Agrega una y reactiva la recarga.`,
  }),
  unreached: ({ amount }) => ({
    subject: `No pudimos agregar ${amount}`,
    body: `No hubo respuesta de tu banco. No agregamos ${amount} ni te cobramos. Intentaremos cuando vuelvas a pagar.`,
  }),
  ceiling: ({ amount, ceiling }) => ({
    subject: `Llegaste a tu límite de ${ceiling} al mes`,
    body: `Agregar ${amount} supera tu límite mensual de ${ceiling}. No te cobramos. Agrega dinero o sube el límite.`,
  }),
}
