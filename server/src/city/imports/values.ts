// What people write into tables: amounts, lengths of time, and hours, as cents, seconds, and windows. Pure.
import type { When } from '@parkit/contract/city/calendar-schemas'
import { RowFault } from './shape.ts'

/** `2.00`, `$1.25`, `0,5`, `1,200.00`, `1.200,00`: cents. Throws a fault at the field. */
export const centsOf = (text: string, field: string): number => {
  const trimmed = text.trim()
  const match =
    /^[^\d.,-]*(\d+|\d{1,3}(?:,\d{3})+(?=\.)|\d{1,3}(?:\.\d{3})+(?=,)|\d{1,3}(?:[’'\s]\d{3})+)(?:[.,](\d{1,2}))?[^\d.,]*$/.exec(
      trimmed,
    )
  const [, whole, part] = /^\D*([1-9]\d{0,2})[.,](\d{3})\D*$/.exec(trimmed) ?? []
  if (whole)
    throw new RowFault(
      field,
      `“${text}” may be ${whole}${part} or ${whole}.${part}: write ${whole}${part}.00, or two decimals`,
    )
  if (!match) throw new RowFault(field, text.trim() === '' ? 'is empty' : `“${text}” is no amount`)
  return Number(match[1]!.replace(/\D/g, '')) * 100 + Number((match[2] ?? '').padEnd(2, '0') || 0)
}

/** Words for units, as sources in the languages of Europe and North America write them; “m” is minutes, and “mo” is none. */
const units: [seconds: number, words: RegExp][] = [
  [1, /^(s|secs?|seconds?|segundos?|secondes?|sekunden?)$/],
  [60, /^(m|mins?|minutes?|minutos?|minuten?)$/],
  [3600, /^(h|hs|hrs?|hours?|horas?|heures?|stunden?|std)$/],
  [86_400, /^(d|days?|d[ií]as?|jours?|tage?)$/],
  [604_800, /^(w|wks?|weeks?|semanas?|semaines?|wochen?)$/],
]
const unitSeconds = (word: string) => units.find(([, words]) => words.test(word.toLowerCase()))?.[0] ?? Number.NaN
const isoDuration = /^P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/

/**
 * `2 hours`, `7.5 minutes`, `90 min`, `1 h 30 min`, `1h30`, `1 day`, `PT2H`, and as spreadsheets write hours `1:30` and `1:30:00`, unless
 * a unit says `1:30 minutes`: seconds. Throws a fault at the field.
 */
export const secondsOf = (text: string, field: string): number => {
  const trimmed = text.trim()
  const [, first60, second60, third60 = 0, of = 'h'] =
    /^(\d{1,4}):([0-5]\d)(?::([0-5]\d))?(?:\s*(\p{L}+)\.?)?$/u.exec(trimmed) ?? []
  // a unit is of the first number: 1:30 minutes are 90 seconds
  const clockSeconds = (Number(first60) + Number(second60) / 60 + Number(third60) / 3600) * unitSeconds(of)
  const isClock = unitSeconds(of) === 3600 || (unitSeconds(of) === 60 && third60 === 0)
  if (isClock && clockSeconds > 0) return Math.round(clockSeconds)
  const iso = isoDuration.exec(trimmed)
  if (iso && trimmed.length > 2) {
    const [, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = iso.map(part => Number(part ?? 0))
    return weeks * 604_800 + days * 86_400 + hours * 3600 + minutes * 60 + seconds
  }
  const match = /^(\d+(?:[.,]\d+)?)\s*(\p{L}+)\.?(?:\s*(\d+)\s*(\p{L}*)\.?)?$/u.exec(trimmed)
  const [, amount = '', unit = '', rest, restUnit] = match ?? []
  const first = Number(amount.replace(',', '.')) * unitSeconds(unit)
  // what follows hours without a unit is minutes
  const second = rest === undefined ? 0 : Number(rest) * unitSeconds(restUnit || (first % 3600 === 0 ? 'm' : ''))
  const seconds = match ? first + second : Number.NaN
  if (!Number.isInteger(seconds) || seconds <= 0)
    throw new RowFault(field, trimmed === '' ? 'is empty' : `“${text}” is no length of time`)
  return seconds
}

/** `12`, `12.0`, `1,200`, `1.200`. Throws a fault at the field where it is no whole number. */
export const wholeOf = (text: string, field: string): number => {
  const plain = text.trim()
  if (/^[1-9]\d{0,2}[.,]000$/.test(plain))
    throw new RowFault(
      field,
      `“${text}” may be ${plain.replace(/\D/, '')} or ${Number.parseInt(plain, 10)}: write it without a separator`,
    )
  if (/^[1-9]\d{0,2}([,.’'\s]\d{3})+$/.test(plain)) return Number(plain.replace(/\D/g, ''))
  if (!/^\d+(\.0+)?$/.test(plain)) throw new RowFault(field, plain === '' ? 'is empty' : `“${text}” is no whole number`)
  return Number(plain)
}

/** Throws a fault at the field where it is no number; a comma may stand for the point. */
export const numberOf = (text: string, field: string): number => {
  const number = Number(text.trim().replace(',', '.'))
  if (text.trim() === '' || !Number.isFinite(number))
    throw new RowFault(field, text.trim() === '' ? 'is empty' : `“${text}” is no number`)
  return number
}

const weekdayNames = ['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su']
const weekdayOf = (text: string) => weekdayNames.indexOf(text.slice(0, 2).toLowerCase()) + 1
const weekday = '(mon?|tue?s?|wed?s?|thu?r?s?|fri?|sat?|sun?)[a-z]*\\.?'
const dayPart = new RegExp(`\\(?\\b${weekday}(?:\\s*[-–—]\\s*${weekday})?\\)?`, 'i')

const clockOf = (hour: string, minute: string | undefined, half: string | undefined): string | null => {
  const given = Number(hour)
  const isPm = half?.toLowerCase() === 'p'
  const hours = half ? (given % 12) + (isPm ? 12 : 0) : given
  if (given > 24 || (half && (given < 1 || given > 12)) || Number(minute ?? 0) > 59) return null
  return `${String(hours).padStart(2, '0')}:${minute ?? '00'}`
}
const hoursPart =
  /(\d{1,2})(?::(\d\d))?\s*(?:([ap])\.?m\.?)?\s*(?:[-–—]|to)\s*(\d{1,2})(?::(\d\d))?\s*(?:([ap])\.?m\.?)?/i

/**
 * `8:00AM-6:00PM (Mon-Fri); 8-10 am (Sat)`, `9 am – 6 pm`: windows, on `days` where the text names none. Without AM and PM an end
 * before its begin is in the afternoon, as in `8 to 6`. Throws a fault at the field.
 */
export const windowsOf = (text: string, field: string, days: number[]): When[] => {
  const parts = text.split(';').map(part => part.trim())
  if (parts.every(part => part === '')) throw new RowFault(field, 'is empty')
  return parts
    .filter(part => part !== '')
    .map(part => {
      const named = dayPart.exec(part)
      const rest = named ? part.replace(named[0], ' ').trim() : part
      const match = hoursPart.exec(rest)
      const unread = match ? rest.replace(match[0], '').replace(/[\s(),.]/g, '') : rest
      if (!match || unread !== '') throw new RowFault(field, `“${text}” is not understood as hours`)
      const [, fromHour, fromMinute, fromHalf, toHour, toMinute, toHalf] = match
      const isSameHalf = Number(fromHour) % 12 < Number(toHour) % 12
      const from = clockOf(fromHour!, fromMinute, fromHalf ?? (toHalf && (isSameHalf ? toHalf : 'a')))
      const isAfternoon = !toHalf && !fromHalf && Number(toHour) <= Number(fromHour) && Number(toHour) < 12
      const to = clockOf(toHour!, toMinute, isAfternoon ? 'p' : toHalf)
      if (!from || !to) throw new RowFault(field, `“${text}” has a time that does not exist`)
      const first = named ? weekdayOf(named[1]!) : 0
      const last = named ? weekdayOf(named[2] ?? named[1]!) : 0
      const weekdays = named
        ? Array.from({ length: ((last - first + 7) % 7) + 1 }, (_, i) => ((first - 1 + i) % 7) + 1).toSorted(
            (a, b) => a - b,
          )
        : days
      return {
        ...(weekdays.length < 7 && { weekdays }),
        from,
        to: to === '00:00' ? '24:00' : to,
        dateOf: 'start' as const,
      }
    })
}

/** An instant, or the city's local time; null where it is neither. */
export const instantOf = (text: string, timeZone: string): Temporal.Instant | null => {
  try {
    return Temporal.Instant.from(text)
  } catch {
    try {
      return Temporal.PlainDateTime.from(text).toZonedDateTime(timeZone).toInstant()
    } catch {
      return null
    }
  }
}
