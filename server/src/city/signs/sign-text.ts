// The texts of a printed sign: rates in rows, hours and limits in one line, phone numbers as people write them. Pure.
import type { Rate } from '@parkit/contract/city/tariff-schemas'
import { moneyText, toDollars } from '@parkit/contract/platform/money'
import type { Place } from '#city/places/places.ts'

type Hours = Pick<Rate, 'days' | 'from' | 'to'>
export type RateRow = { times: string; price: string; limit: string }

const money = (cents: number) => moneyText(toDollars(cents))

/** `6 PM`, `6:30 PM`; `24:00` is midnight. */
const clockText = (time: string): string => {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const half = hour % 24 < 12 ? 'AM' : 'PM'
  return `${hour % 12 || 12}${minute ? `:${String(minute).padStart(2, '0')}` : ''} ${half}`
}

const dayNames = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** `Mon–Fri`, `Sat, Sun`, `Mon–Thu, Sun`; nothing for every day. Three and more in a row are a range. */
const daysText = (days: readonly number[]): string => {
  if (days.length === 7) return ''
  const runs: number[][] = []
  for (const day of [...days].sort((a, b) => a - b)) {
    if (runs.at(-1)?.at(-1) === day - 1) runs.at(-1)!.push(day)
    else runs.push([day])
  }
  const name = (day: number) => dayNames[day - 1]!
  return runs.flatMap(run => (run.length > 2 ? [`${name(run[0]!)}–${name(run.at(-1)!)}`] : run.map(name))).join(', ')
}

const isAllDay = ({ from, to }: Hours) => from === '00:00' && to === '24:00'

export const hoursText = (hours: Hours): string =>
  [daysText(hours.days), isAllDay(hours) ? '' : `${clockText(hours.from)}–${clockText(hours.to)}`]
    .filter(Boolean)
    .join(' ') || 'All day'

export const durationText = (minutes: number): string =>
  minutes % 1_440 === 0 && minutes > 1_440
    ? `${minutes / 1_440} days`
    : [minutes >= 60 && `${Math.floor(minutes / 60)} hr`, minutes % 60 > 0 && `${minutes % 60} min`]
        .filter(Boolean)
        .join(' ')

/** Null where one price does not say it: tiers, steps longer than an hour that are no day, a price that changes with time. */
const priceText = ({ lines, maxCents }: Rate): string | null => {
  const [line] = lines
  if (!line || lines.length > 1 || maxCents !== undefined || line.fromMinutes > 0 || line.toMinutes !== null)
    return null
  if (line.cents === 0) return 'Free'
  if (line.type !== 'incrementingRate') return `${money(line.cents)} flat`
  const step = line.stepMinutes ?? 60
  if (step === 1_440) return `${money(line.cents)} per 24 hr`
  const hourly = (line.cents * 60) / step
  return step <= 60 && Number.isInteger(hourly)
    ? `${money(hourly)}/hr`
    : `${money(line.cents)} per ${durationText(step)}`
}

const mostRows = 3

/** The rates by precedence; null where they need more than a few plain rows. */
export const rateRows = (place: Pick<Place, 'tariffAt' | 'maxStayMinutes'>, at: Temporal.Instant): RateRow[] | null => {
  const { rates, cap } = place.tariffAt(at)
  if (rates.length > mostRows || cap) return null
  const limit = place.maxStayMinutes === null ? 'No limit' : `${durationText(place.maxStayMinutes)} max`
  const rows = rates.map((rate, i) => {
    const price = priceText(rate)
    const times = i > 0 && isAllDay(rate) && rate.days.length === 7 ? 'Other times' : hoursText(rate)
    return price && { times, price, limit: price === 'Free' ? '' : limit }
  })
  return rows.every(row => row !== null && row !== '') ? (rows as RateRow[]) : null
}

/** What holds beside the rates: opening hours and tow-away times. */
export const rulesText = ({ hours, towAway }: Pick<Place, 'hours' | 'towAway'>): string =>
  [
    hours.length > 0 && `Open ${hours.map(hoursText).join(', ')}.`,
    towAway.length > 0 && `Tow-away ${towAway.map(hoursText).join(', ')}.`,
  ]
    .filter(Boolean)
    .join(' ')

/** `312 555 0150`; a short code and numbers of other countries as they are. */
export const phoneText = (number: string): string => number.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '$1 $2 $3')

/** The street of an address or block: without house number, block and city. */
export const streetOf = (address: string): string => address.split(',')[0]!.replace(/^\d+(?:[–-]\d+)?\s+/, '')
