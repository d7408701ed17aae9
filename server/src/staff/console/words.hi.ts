// What the preview of a closure or an event rate says, in Hindi.
import type { en } from './words.en.ts'

export const hi: typeof en = {
  closed: ({ name, from, to, tow }) => `${name}: ${from} से ${to} तक बंद है।${tow ? ' गाड़ी टो होगी।' : ''}`,
  rate: ({ name, from, to, amount, minutes }) => `${name}: ${from} से ${to} तक ${minutes} मिनट का रेट ${amount} है।`,
}
