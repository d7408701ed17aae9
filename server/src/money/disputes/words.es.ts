// Messages about disputed payments, in Spanish.
import type { Words } from './words.en.ts'

export const es: Words = {
  opened: ({ amount, taken }) => ({
    subject: `Pago de ${amount} en disputa`,
    body: `Tu banco anuló un pago de ${amount}. Tomamos ${taken} de tu billetera y pausamos la recarga automática. ¿No fuiste tú? Avisa a tu banco y a soporte.`,
  }),
  won: ({ amount, taken }) => ({
    subject: `Se resolvió la disputa de ${amount}`,
    body: `Se resolvió la disputa por tu pago de ${amount}. Tienes otra vez ${taken} en tu billetera.`,
  }),
}
