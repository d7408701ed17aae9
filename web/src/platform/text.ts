// Times, dates, durations and rates as people read them, in a place's own zone. Nothing here waits for Intl, whose first answer is
// slow: a running session, a receipt and the wallet stand on it.
import { moneyText } from '@parkit/contract/platform/money'
import { hasAssist } from './assist.ts'
import { type LanguageCode, wordsIn } from './language.tsx'
import { en } from './words.en.ts'
import { type Zone, zoneOffsetMs } from './zone-offset.ts'

const textWords = (language: LanguageCode) => wordsIn(language, 'platform/words', en)

export const epochMs = (at: string | number): number => (typeof at === 'number' ? at : Date.parse(at))

/** The zone's clock, read as if it were UTC's. */
const dateIn = (at: string | number, timeZone: Zone): Date =>
  new Date(epochMs(at) + zoneOffsetMs(timeZone, epochMs(at)))

/**
 * `3:30 PM`. `at` is an ISO instant or epoch milliseconds, in this and the texts below. The same in both languages: Hindi
 * keeps AM and PM as they stand on the sign.
 */
export function timeText(at: string | number, timeZone: Zone, _language: LanguageCode): string {
  const there = dateIn(at, timeZone)
  const hour = there.getUTCHours()
  return `${hour % 12 || 12}:${String(there.getUTCMinutes()).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`
}

/** `6 PM`, and `6:30 PM` where it is no full hour: opening hours, rates, axes. */
export const shortTimeText = (at: string | number, timeZone: Zone, language: LanguageCode): string =>
  timeText(at, timeZone, language).replace(':00', '')

/** `Sat`. */
export const weekdayText = (at: string | number, timeZone: Zone, language: LanguageCode): string =>
  textWords(language).weekdays.split(',')[dateIn(at, timeZone).getUTCDay()]!

/** `Sat, Apr 11`. */
export function dayText(at: string | number, timeZone: Zone, language: LanguageCode): string {
  const { months, day } = textWords(language)
  const there = dateIn(at, timeZone)
  return day(weekdayText(at, timeZone, language), months.split(',')[there.getUTCMonth()]!, there.getUTCDate())
}

/** `Sat, Apr 11, 3:30 PM`. */
export const dayTimeText = (at: string | number, timeZone: Zone, language: LanguageCode): string =>
  `${dayText(at, timeZone, language)}, ${timeText(at, timeZone, language)}`

/** `Sat, Apr 11, 2026`. */
export const dateText = (at: string | number, timeZone: Zone, language: LanguageCode): string =>
  textWords(language).date(dayText(at, timeZone, language), dateIn(at, timeZone).getUTCFullYear())

const dayMs = 86_400_000

/** When something ends: `3:30 PM`, and `Tue, Apr 14, 3:30 PM` where that is a day or more after `nowMs`. */
export const endText = (at: string | number, timeZone: Zone, language: LanguageCode, nowMs: number): string =>
  (epochMs(at) - nowMs < dayMs ? timeText : dayTimeText)(at, timeZone, language)

/** `45 min`, `1 hr`, `1 hr 12 min`, `3 days`: whole minutes. In plain language as it is read aloud. */
export function durationText(minutes: number, language: LanguageCode): string {
  if (hasAssist('plain')) return spokenDuration(minutes, language)
  const { h, min, days } = textWords(language)
  if (minutes >= 2_880 && minutes % 1_440 === 0) return days(minutes / 1_440)
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  if (hours === 0) return `${rest} ${min}`
  return rest === 0 ? `${hours} ${h(hours)}` : `${hours} ${h(hours)} ${rest} ${min}`
}

/** `1 hour 12 minutes`, as it is read aloud: a screen reader makes letters of “hr”. Whole minutes. */
export function spokenDuration(minutes: number, language: LanguageCode): string {
  const { hoursAloud, minutesAloud, days } = textWords(language)
  if (minutes >= 2_880 && minutes % 1_440 === 0) return days(minutes / 1_440)
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return [hours > 0 && hoursAloud(hours), (rest > 0 || hours === 0) && minutesAloud(rest)].filter(Boolean).join(' ')
}

/** `$1.20/hr`, from dollars an hour. */
export const hourlyText = (dollars: number, language: LanguageCode): string =>
  `${moneyText(dollars)}${textWords(language).perHour}`

type Rate = { HourlyRate: number; RateKind?: 'hourly' | 'flat' | 'firstHour' }

/** `$1.20/hr`, `$10.00 flat`, `$12.00 first hour`, `Free`: what a place's first hour costs, and for how long that is the price. */
export function rateText({ HourlyRate, RateKind = 'hourly' }: Rate, language: LanguageCode): string {
  const words = textWords(language)
  if (HourlyRate === 0) return RateKind === 'firstHour' ? words.firstHourFree : words.free
  if (RateKind === 'hourly') return hourlyText(HourlyRate, language)
  return words[RateKind](moneyText(HourlyRate))
}

/** An address with its city's name, where ParkIt has several and it does not say it. */
export const addressIn = ({ Address, CityName }: { Address: string; CityName?: string | null }): string =>
  CityName && !Address.includes(CityName) ? `${Address}, ${CityName}` : Address
