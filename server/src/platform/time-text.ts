// A time of day as text, for messages: in a place's own zone, in a driver's language.
import type { Language } from '@parkit/contract/errors'

const locales: Record<Language, string> = { en: 'en-US', hi: 'hi-IN-u-nu-latn' }

const plain = (text: string) => text.replace(/\s/g, ' ').replace(/\b[ap]m\b/, half => half.toUpperCase())

/** `3:30 PM`; plain blanks, for a text message of 7-bit letters. */
export const timeText = (at: Temporal.Instant, timeZone: string, language: Language): string =>
  plain(at.toLocaleString(locales[language], { timeZone, hour: 'numeric', minute: '2-digit' }))

/** `Apr 14, 2026` */
export const dateText = (at: Temporal.Instant, timeZone: string, language: Language): string =>
  plain(at.toLocaleString(locales[language], { timeZone, dateStyle: 'medium' }))
