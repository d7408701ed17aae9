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

const offsetAt = (at: Temporal.Instant, timeZone: string) => at.toZonedDateTimeISO(timeZone).offsetNanoseconds

/** Whether a clock there shows the same time again within three hours, because it is set back. */
const isShownTwice = (at: Temporal.Instant, timeZone: string): boolean => {
  const offset = offsetAt(at, timeZone)
  if (offsetAt(at.subtract({ hours: 3 }), timeZone) === offset && offsetAt(at.add({ hours: 3 }), timeZone) === offset)
    return false
  const local = at.toZonedDateTimeISO(timeZone).toPlainDateTime()
  const [first, second] = (['earlier', 'later'] as const).map(disambiguation =>
    local.toZonedDateTime(timeZone, { disambiguation }).toInstant(),
  )
  return !first!.equals(second!)
}

/** Whether a local time alone would mislead: shown twice, or of a stay during which the clock is changed. `other`: its other end. */
export const needsOffset = (at: Temporal.Instant, timeZone: string, other = at): boolean =>
  offsetAt(at, timeZone) !== offsetAt(other, timeZone) || isShownTwice(at, timeZone) || isShownTwice(other, timeZone)

const clockTime = writing({ hour: 'numeric', minute: '2-digit' })
/** the zone as on signs, in both languages: `CDT` */
const zoneName = (at: Temporal.Instant, timeZone: string) =>
  new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'short' })
    .formatToParts(at.epochMilliseconds)
    .find(({ type }) => type === 'timeZoneName')!.value

/**
 * `3:30 PM`, and `1:30 AM CDT` where the time alone would mislead. Plain blanks, for a text message of 7-bit letters.
 * `other`: the other end of the stay, where both are shown.
 */
export const timeText = (
  at: Temporal.Instant,
  timeZone: string,
  language: Language,
  other: Temporal.Instant = at,
): string => {
  const time = clockTime(at, timeZone, language)
  return needsOffset(at, timeZone, other) ? `${time} ${zoneName(at, timeZone)}` : time
}

/** `Apr 14, 2026` */
export const dateText = writing({ dateStyle: 'medium' })
