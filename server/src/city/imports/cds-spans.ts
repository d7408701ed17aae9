// The time spans of a CDS policy as windows of a rule; what 1.0 and 1.1 mean by an exception differs. Pure.
import type { When } from '@parkit/contract/city/calendar-schemas'
import * as z from 'zod/mini'
import { RowFault } from './shape.ts'
import { both, notPart, type WhenPart } from './when-parts.ts'

const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
export const Span = z.looseObject({
  start_date: z.nullish(z.number()),
  end_date: z.nullish(z.number()),
  days_of_week: z.nullish(z.array(z.enum(days))),
  days_of_month: z.nullish(z.array(z.int())),
  weeks_of_month: z.nullish(z.array(z.int())),
  months: z.nullish(z.array(z.int())),
  time_of_day_start: z.nullish(z.string()),
  time_of_day_end: z.nullish(z.string()),
  designated_period: z.nullish(z.string()),
  designated_period_except: z.nullish(z.boolean()),
})
export type Span = z.infer<typeof Span>

/** `snow emergency` → `snow-emergency`, the list of days by which the city declares them. */
export const listIdOf = (period: string): string => period.trim().toLowerCase().replace(/\s+/g, '-')

/** Milliseconds since 1970. Throws a fault where it is no instant of a calendar. */
export const instantOf = (ms: number, field: string): Temporal.Instant => {
  // the year 9999 ends there
  if (!Number.isInteger(ms) || Math.abs(ms) > 253_402_300_799_999)
    throw new RowFault(field, `${ms} is no date in milliseconds`)
  return Temporal.Instant.fromEpochMilliseconds(ms)
}

const localOf = (ms: number | null | undefined, timeZone: string, field: string): Temporal.ZonedDateTime | null => {
  if (!ms) return null
  const local = instantOf(ms, field).toZonedDateTimeISO(timeZone)
  if (local.second > 0 || local.millisecond > 0) throw new RowFault(field, 'is not on a whole minute')
  return local
}

/** The days of a span; the first and the last apart where it begins or ends within them. */
const datesOf = ({ start_date, end_date }: Span, timeZone: string): WhenPart[] => {
  const start = localOf(start_date, timeZone, 'time_spans.start_date')
  const end = localOf(end_date, timeZone, 'time_spans.end_date')
  if (start && end && Temporal.ZonedDateTime.compare(start, end) >= 0)
    throw new RowFault('time_spans.end_date', 'is not after start_date')
  const days = (from: Temporal.PlainDate | null, before: Temporal.PlainDate | null): WhenPart => ({
    ...(from && { fromDate: from.toString() }),
    ...(before && { beforeDate: before.toString() }),
  })
  const timeOf = (at: Temporal.ZonedDateTime) => at.toPlainTime().toString({ smallestUnit: 'minute' })
  const isWithin = (at: Temporal.ZonedDateTime | null) => at !== null && !at.equals(at.startOfDay())
  const oneDay = (at: Temporal.ZonedDateTime, from: string, to: string): WhenPart => ({
    ...days(at.toPlainDate(), at.toPlainDate().add({ days: 1 })),
    from,
    to,
  })
  if (isWithin(start) && isWithin(end) && start!.toPlainDate().equals(end!.toPlainDate()))
    return [oneDay(start!, timeOf(start!), timeOf(end!))]
  const from = start && (isWithin(start) ? start.toPlainDate().add({ days: 1 }) : start.toPlainDate())
  const before = end?.toPlainDate() ?? null
  const isWhole = !from || !before || Temporal.PlainDate.compare(from, before) < 0
  return [
    ...(isWithin(start) ? [oneDay(start!, timeOf(start!), '24:00')] : []),
    ...(isWhole ? [days(from, before)] : []),
    ...(isWithin(end) ? [oneDay(end!, '00:00', timeOf(end!))] : []),
  ]
}

/** Each field of a span but its dates as the part of a window it means. */
const partsOf = (span: Span): WhenPart[] => [
  ...(span.days_of_week || span.weeks_of_month
    ? [
        {
          weekdays: (span.days_of_week ?? days).map(day => days.indexOf(day) + 1),
          ...(span.weeks_of_month && { nth: span.weeks_of_month as NonNullable<When['nth']> }),
        },
      ]
    : []),
  ...(span.days_of_month ? [{ monthDays: span.days_of_month }] : []),
  ...(span.months ? [{ months: span.months }] : []),
  ...(span.time_of_day_start || span.time_of_day_end
    ? [{ from: span.time_of_day_start ?? '00:00', to: span.time_of_day_end ?? '24:00' }]
    : []),
  ...(span.designated_period ? [{ onDays: [listIdOf(span.designated_period)] }] : []),
]

/** The window on these dates; null where its hours lie outside those of the first or last day. Throws where they run over midnight. */
const withHours = (when: When, dates: WhenPart): When | null => {
  if (dates.from === undefined || when.from === undefined) return { ...when, ...dates }
  const [from, to] = [when.from, when.to!]
  if (from >= to)
    throw new RowFault('time_spans.start_date', 'begins or ends within a day, and its hours run over midnight')
  const hours = { from: [from, dates.from].toSorted()[1]!, to: [to, dates.to!].toSorted()[0]! }
  return hours.from < hours.to ? { ...when, ...dates, ...hours } : null
}

const inseparable = (field: string) =>
  new RowFault('time_spans.designated_period_except', `cannot be taken out of the policy’s other ${field}`)

/**
 * Windows in which a policy holds. In 1.0 an exception is of its designated period alone; in 1.1 all fields of such a span say when the
 * policy does not hold. Throws a fault at what no window says.
 */
export const whenOfSpans = (spans: Span[], version: string, timeZone: string): When[] => {
  const isOld = version.startsWith('1.0')
  const windowsOf = (span: Span): When[] => {
    const parts = partsOf(span)
    const excepted = span.designated_period_except ? parts.find(part => part.onDays)?.onDays : undefined
    const { onDays, ...rest } = Object.assign({}, ...parts) as WhenPart
    const when: When = { ...rest, ...(excepted ? { notOnDays: excepted } : onDays && { onDays }), dateOf: 'minute' }
    return datesOf(span, timeZone).flatMap(dates => withHours(when, dates) ?? [])
  }
  const positive = spans.filter(span => isOld || !span.designated_period_except).flatMap(windowsOf)
  if (positive.length === 0 && spans.some(span => isOld || !span.designated_period_except))
    throw new RowFault('time_spans', 'its hours and its dates never meet: the policy never holds')
  const exceptions = isOld ? [] : spans.filter(span => span.designated_period_except)
  let windows: When[] = positive.length > 0 || exceptions.length === 0 ? positive : [{ dateOf: 'minute' }]
  for (const exception of exceptions) {
    const dates = datesOf(exception, timeZone)
    if (dates.some(({ from }) => from !== undefined))
      throw new RowFault('time_spans.start_date', 'an exception does not begin and end at midnight of the city')
    const { fromDate, beforeDate } = dates[0]!
    const parts = [...(fromDate ? [{ fromDate }] : []), ...(beforeDate ? [{ beforeDate }] : []), ...partsOf(exception)]
    const apart = parts.flatMap(notPart)
    windows = windows.flatMap(when => apart.flatMap(part => both(when, part, inseparable) ?? []))
    if (windows.length === 0) throw new RowFault('time_spans', 'is excepted whole: the policy never holds')
  }
  return windows
}
