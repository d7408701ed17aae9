// Times and dates as text for messages: in a place's time zone and a driver's language.
import type { Language } from '@parkit/contract/platform/errors'

const locales: Record<Language, string> = { en: 'en-US', hi: 'hi-IN-u-nu-latn' }

const plain = (text: string) => text.replace(/\s/g, ' ').replace(/\b[ap]m\b/, half => half.toUpperCase())

/** A format is made once for a zone and a language: to make it takes twenty times as long as to write with it. */
const writing = (style: Intl.DateTimeFormatOptions) => {
  const formats = new Map<string, Intl.DateTimeFormat>()
  return (at: Temporal.Instant, timeZone: string, language: Language): string => {
    const name = `${language} ${timeZone}`
    const format = formats.get(name) ?? new Intl.DateTimeFormat(locales[language], { timeZone, ...style })
    formats.set(name, format)
    return plain(format.format(at.epochMilliseconds))
  }
}

/** `3:30 PM`; plain blanks, for a text message of 7-bit letters. */
export const timeText = writing({ hour: 'numeric', minute: '2-digit' })

/** `Apr 14, 2026` */
export const dateText = writing({ dateStyle: 'medium' })
