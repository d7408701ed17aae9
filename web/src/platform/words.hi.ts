// The units of time and rates, Hindi.
import type { en } from './words.en.ts'

export const hi: typeof en = {
  h: count => (count === 1 ? 'घंटा' : 'घंटे'),
  min: 'मिनट',
  days: count => `${count} दिन`,
  perHour: '/घंटा',
}
