// What the preview of a closure or an event rate says, in Spanish.
import type { en } from './words.en.ts'

export const es: typeof en = {
  closed: ({ name, from, to, tow }) =>
    `Cerrado del ${from} al ${to}: ${name}.${tow ? ' Los vehículos se remolcan.' : ''}`,
  rate: ({ name, from, to, amount, minutes }) => `${name}: ${amount} por ${minutes} min del ${from} al ${to}.`,
}
