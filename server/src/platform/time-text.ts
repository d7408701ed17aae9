// Times and dates as text for messages: in a place's time zone and a driver's language.
import type { Language } from '@parkit/contract/platform/errors'

const locales: Record<Language, string> = { en: 'en-US', es: 'es-US', hi: 'hi-IN-u-nu-latn' }

/** AM and PM as on signs, in each language. */
const plain = (text: string) =>
  text.replace(/\s/g, ' ').replace(/\b([ap])\.? ?m\b\.?/i, (_, half) => `${half.toUpperCase()}M`)

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

/** Between two changes of a clock. From `onceFromMs` until `onceUntilMs` it shows no time that it shows twice. */
type Period = { fromMs: number; untilMs: number; offsetMs: number; onceFromMs: number; onceUntilMs: number }

const offsetAt = (at: Temporal.ZonedDateTime) => at.offsetNanoseconds / 1e6
const findPeriod = (ms: number, timeZone: string): Period => {
  const there = (atMs: number) => Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(timeZone)
  const offsetMs = offsetAt(there(ms))
  const [from, until] = [there(ms + 1).getTimeZoneTransition('previous'), there(ms).getTimeZoneTransition('next')]
  const before = from ? offsetAt(from.subtract({ nanoseconds: 1 })) : offsetMs
  const after = until ? offsetAt(until) : offsetMs
  const [fromMs, untilMs] = [from?.epochMilliseconds ?? -Infinity, until?.epochMilliseconds ?? Infinity]
  return {
    fromMs,
    untilMs,
    offsetMs,
    onceFromMs: fromMs + Math.max(before - offsetMs, 0),
    onceUntilMs: untilMs - Math.max(offsetMs - after, 0),
  }
}

/** Two a year and zone. Temporal takes 50 objects to tell of a stay whether its times mislead, and a table has 100,000 stays. */
const periods = new Map<string, Period[]>()
const periodAt = (ms: number, timeZone: string): Period => {
  const known = periods.get(timeZone) ?? []
  const found = known.find(({ fromMs, untilMs }) => ms >= fromMs && ms < untilMs)
  if (found) return found
  const period = findPeriod(ms, timeZone)
  periods.set(timeZone, [...known, period])
  return period
}

/** Whether a local time alone would mislead: shown twice, or of a stay during which the clock is changed. `otherMs`: its other end. */
const needsOffset = (ms: number, timeZone: string, otherMs: number): boolean => {
  const isShownTwice = (atMs: number) => {
    const { onceFromMs, onceUntilMs } = periodAt(atMs, timeZone)
    return atMs < onceFromMs || atMs >= onceUntilMs
  }
  return (
    periodAt(ms, timeZone).offsetMs !== periodAt(otherMs, timeZone).offsetMs ||
    isShownTwice(ms) ||
    isShownTwice(otherMs)
  )
}

/** `-05:00` */
const offsetText = (offsetMs: number) =>
  `${offsetMs < 0 ? '-' : '+'}${new Date(Math.abs(offsetMs)).toISOString().slice(11, 16)}`

/** A stay's start and end there, as spreadsheets read times: `2026-04-11 12:30`, over a clock change `2026-11-01 01:30-05:00`. */
export const tableTimes = (startMs: number, endMs: number, timeZone: string): [start: string, end: string] => {
  const isMisleading = needsOffset(startMs, timeZone, endMs)
  const write = (ms: number) => {
    const { offsetMs } = periodAt(ms, timeZone)
    const time = new Date(ms + offsetMs).toISOString().slice(0, 16).replace('T', ' ')
    return isMisleading ? time + offsetText(offsetMs) : time
  }
  return [write(startMs), write(endMs)]
}

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
  return needsOffset(at.epochMilliseconds, timeZone, other.epochMilliseconds)
    ? `${time} ${zoneName(at, timeZone)}`
    : time
}

/** The article that a time takes in Spanish: `la 1:05 PM`, `las 3:22 PM`. */
export const las = (time: string): string => (time.startsWith('1:') ? `la ${time}` : `las ${time}`)

const dayAndDate = writing({ weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' })
/** `Apr 14, 2026`, `14 de abr de 2026`: as the screens write it, because `Intl` leaves `de` out where no weekday is asked for. */
export const dateText = (at: Temporal.Instant, timeZone: string, language: Language): string =>
  dayAndDate(at, timeZone, language).replace(/^[^,]+, /, '')

/** `Tuesday, April 14, 2026` */
export const longDateText = writing({ dateStyle: 'full' })
