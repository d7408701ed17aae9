// The days of a time zone in seconds: when each begins, and the spans in which its clock runs evenly. Pure.

export const daySeconds = 86_400

/** Epoch seconds, `to` excluded. */
export type Span = { from: number; to: number }

/** `clock`: what the day's clock reads at `from`, in seconds since its midnight. */
type EvenSpan = Span & { clock: number }

export type Day = {
  /** days since January 1, 1970 */
  number: number
  /** `YYYY-MM-DD` */
  date: string
  month: number
  dayOfMonth: number
  daysInMonth: number
  /** 1 = Monday */
  weekday: number
  /** more than one where the clock is set forward or back */
  spans: EvenSpan[]
}

const epochDay = Temporal.PlainDate.from('1970-01-01')
const secondsOf = (at: { epochMilliseconds: number }) => at.epochMilliseconds / 1000

const readDay = (number: number, timeZone: string): Day => {
  const date = epochDay.add({ days: number })
  const begin = date.toZonedDateTime(timeZone)
  const end = secondsOf(date.add({ days: 1 }).toZonedDateTime(timeZone))
  const spans: EvenSpan[] = []
  for (let at = begin; secondsOf(at) < end; ) {
    const change = at.getTimeZoneTransition('next')
    const to = Math.min(end, change ? secondsOf(change) : end)
    const from = secondsOf(at)
    spans.push({ from, to, clock: from + at.offsetNanoseconds / 1e9 - number * daySeconds })
    if (to === end) break
    at = change!
  }
  const { month, day: dayOfMonth, daysInMonth, dayOfWeek: weekday } = date
  return { number, date: date.toString(), month, dayOfMonth, daysInMonth, weekday, spans }
}

const known = new Map<string, Map<number, Day>>()
const daysKept = 10_000

export const dayOf = (number: number, timeZone: string): Day => {
  const days = known.getOrInsertComputed(timeZone, () => new Map())
  if (days.size > daysKept) days.clear()
  return days.getOrInsertComputed(number, () => readDay(number, timeZone))
}

/** The day on which an instant lies: by the sun, or the one before or after it. */
export const dayAt = (seconds: number, timeZone: string): Day => {
  const number = Math.floor(seconds / daySeconds)
  const isOn = ({ spans }: Day) => spans.length > 0 && spans[0]!.from <= seconds && seconds < spans.at(-1)!.to
  return [number, number - 1, number + 1].map(one => dayOf(one, timeZone)).find(isOn)!
}

/** A local time, `00:00` to `24:00`, in seconds since midnight. */
export const clockSeconds = (time: string): number => Number(time.slice(0, 2)) * 3600 + Number(time.slice(3)) * 60

/** When the day's clock reads from `from` until before `to`: twice where it repeats an hour. */
export const spansBetween = (day: Day, { from, to }: Span): Span[] =>
  day.spans.flatMap(even => {
    const span = {
      from: Math.max(even.from, even.from + from - even.clock),
      to: Math.min(even.to, even.from + to - even.clock),
    }
    return span.from < span.to ? [span] : []
  })

/** When the day's clock first reads a time or passes it; null where it never does. */
export const firstAt = (day: Day, clock: number): number | null => {
  const even = day.spans.find(({ from, to, clock: begin }) => clock < begin + to - from)
  return even ? Math.max(even.from, even.from + clock - even.clock) : null
}
