// Times of a stay around a clock change: where the time alone would mislead, it names its offset, as in 1:30 AM CDT.
import type { LanguageCode } from './language.tsx'
import { endText, epochMs, timeText } from './text.ts'
import { type Zone, zoneOffsetMs } from './zone-offset.ts'

const hourMs = 3_600_000

/** Because the clock is set back an hour. */
const isShownTwice = (atMs: number, timeZone: Zone): boolean => {
  const offsetMs = zoneOffsetMs(timeZone, atMs)
  return zoneOffsetMs(timeZone, atMs + hourMs) < offsetMs || zoneOffsetMs(timeZone, atMs - hourMs) > offsetMs
}

const offsetName = (atMs: number, timeZone: Zone): string => {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'short' })
  return format.formatToParts(atMs).find(({ type }) => type === 'timeZoneName')!.value
}

const withOffset = (text: string, at: string | number, timeZone: Zone, other: string | number): string => {
  const [atMs, otherMs] = [epochMs(at), epochMs(other)]
  const isAcross = zoneOffsetMs(timeZone, atMs) !== zoneOffsetMs(timeZone, otherMs)
  return isAcross || isShownTwice(atMs, timeZone) || isShownTwice(otherMs, timeZone)
    ? `${text} ${offsetName(atMs, timeZone)}`
    : text
}

/** `other`: the other end of the stay, where both are shown. */
export const stayTimeText = (at: string, timeZone: Zone, language: LanguageCode, other = at): string =>
  withOffset(timeText(at, timeZone, language), at, timeZone, other)

/** When a stay ends; with the day where that is a day or more after `nowMs`. */
export const stayEndText = (at: string | number, timeZone: Zone, language: LanguageCode, nowMs: number): string =>
  withOffset(endText(at, timeZone, language, nowMs), at, timeZone, at)
