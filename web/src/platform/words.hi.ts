// The units of time and rates, and what is said where the server did not say it, Hindi.
import type { en } from './words.en.ts'

/** A stay before a word that bends it: `1 घंटे के लिए`. */
export const bent = (duration: string): string => duration.replace('घंटा', 'घंटे')

export const hi: typeof en = {
  h: count => (count === 1 ? 'घंटा' : 'घंटे'),
  min: 'मिनट',
  days: count => `${count} दिन`,
  perHour: '/घंटा',
  unknownFault: 'कुछ अनजान गड़बड़ी हुई। कृपया एडमिनिस्ट्रेटर से संपर्क करें',
}
