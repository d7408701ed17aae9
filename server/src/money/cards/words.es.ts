// Messages about sessions whose bank withdrew the authorization, in Spanish.
import type { Words } from './words.en.ts'

export const es: Words = {
  madeGood: ({ amount, place, card }) => ({
    subject: `Cobramos a ${card}`,
    body: `Tu banco anuló el pago por estacionar en ${place}, así que cobramos ${amount} a ${card}. Pagas una sola vez.`,
  }),
  tryAgain: ({ amount, place, day }) => ({
    subject: `Falta pagar tu tiempo en ${place}`,
    body: `Tu banco anuló ${amount} por estacionar en ${place} y ninguna tarjeta funcionó. Agrega una en ParkIt. Intentaremos de nuevo el ${day}.`,
  }),
  unpaid: ({ amount, place }) => ({
    subject: `Quedó sin pagar tu tiempo en ${place}`,
    body: `No pudimos cobrar ${amount} por estacionar en ${place} y no lo intentaremos más. Contacta a soporte.`,
  }),
}
