// The five recorded date formats, as functions. Screens of a session show its place's own time zone instead (text.ts).

/** What each format says of nothing and of what is no date. */
const none = 'NA'

type Parts = Record<'dd' | 'mm' | 'mmm' | 'yyyy' | 'time', string>

const made = new Map<string, Intl.DateTimeFormat>()
const formatIn = (timeZone: string | undefined): Intl.DateTimeFormat => {
  const kept = made.get(timeZone ?? '')
  if (kept) return kept
  const format = new Intl.DateTimeFormat('en-US', {
    ...(timeZone && { timeZone }),
    year: 'numeric',
    month: 'short',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h12',
  })
  made.set(timeZone ?? '', format)
  return format
}

const monthNumbers = new Map(
  Array.from({ length: 12 }, (_, i) => [
    formatIn('UTC')
      .formatToParts(Date.UTC(2000, i))
      .find(({ type }) => type === 'month')?.value,
    String(i + 1).padStart(2, '0'),
  ]),
)

/** Absent where it is no date. `0000-00-00`, a database's empty date, is none. */
const partsOf = (at: unknown, timeZone: string | undefined): Parts | undefined => {
  const epochMs = typeof at === 'number' ? at : typeof at === 'string' ? Date.parse(at) : Number.NaN
  if (Number.isNaN(epochMs) || Math.abs(epochMs) > 8.64e15) return undefined
  const parts = Object.fromEntries(
    formatIn(timeZone)
      .formatToParts(epochMs)
      .map(({ type, value }) => [type, value]),
  )
  const { day = '', month = '', year = '', hour = '', minute = '', dayPeriod = '' } = parts
  return {
    dd: day,
    mm: monthNumbers.get(month) ?? '',
    mmm: month,
    yyyy: year,
    time: `${hour}:${minute} ${dayPeriod.toUpperCase()}`,
  }
}

const written = (write: (parts: Parts) => string, timeZone: 'UTC' | undefined) => (at: unknown) => {
  const parts = partsOf(at, timeZone)
  return parts ? write(parts) : none
}

/**
 * `DD-MMM-YYYY`: 11-Apr-2026, the day as it is in UTC; `NA` for empty, for `0000-00-00` and for what is no date.
 * In all five, `at` is an ISO instant or date, or epoch milliseconds.
 */
export const dayMonthYear = written(({ dd, mmm, yyyy }) => `${dd}-${mmm}-${yyyy}`, 'UTC')

/** `DD MMM YYYY, hh:mm A` in UTC: 11 Apr 2026, 08:30 PM. */
export const utcDateTime = written(({ dd, mmm, yyyy, time }) => `${dd} ${mmm} ${yyyy}, ${time}`, 'UTC')

/** `MM/DD/yyyy, hh:mm A` in UTC: 04/11/2026, 08:30 PM. */
export const utcUsDateTime = written(({ dd, mm, yyyy, time }) => `${mm}/${dd}/${yyyy}, ${time}`, 'UTC')

/** `hh:mm A` in the device's own time zone: 03:30 PM. */
export const localTime = written(({ time }) => time, undefined)

/** `DD-MM-YYYY hh:mm A` in the device's own time zone: 11-04-2026 03:30 PM. */
export const localDateTime = written(({ dd, mm, yyyy, time }) => `${dd}-${mm}-${yyyy} ${time}`, undefined)
