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

const dateOf = (ms: number, timeZone: string, field: string): string => {
  // the year 9999 ends there
  if (!Number.isInteger(ms) || Math.abs(ms) > 253_402_300_799_999)
    throw new RowFault(field, `${ms} is no date in milliseconds`)
  const local = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone)
  if (!local.equals(local.startOfDay())) throw new RowFault(field, 'does not begin at midnight of the city')
  return local.toPlainDate().toString()
}

/** Each field of a span as the part of a window it means. */
const partsOf = (span: Span, timeZone: string): WhenPart[] => [
  ...(span.start_date ? [{ fromDate: dateOf(span.start_date, timeZone, 'time_spans.start_date') }] : []),
  ...(span.end_date ? [{ beforeDate: dateOf(span.end_date, timeZone, 'time_spans.end_date') }] : []),
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

const inseparable = (field: string) =>
  new RowFault('time_spans.designated_period_except', `cannot be taken out of the policy’s other ${field}`)

/**
 * Windows in which a policy holds. In 1.0 an exception is of its designated period alone; in 1.1 all fields of such a span say when the
 * policy does not hold. Throws a fault at what no window says.
 */
export const whenOfSpans = (spans: Span[], version: string, timeZone: string): When[] => {
  const isOld = version.startsWith('1.0')
  const windowOf = (span: Span): When => {
    const parts = partsOf(span, timeZone)
    const excepted = span.designated_period_except ? parts.find(part => part.onDays)?.onDays : undefined
    const { onDays, ...rest } = Object.assign({}, ...parts) as WhenPart
    return { ...rest, ...(excepted ? { notOnDays: excepted } : onDays && { onDays }), dateOf: 'minute' }
  }
  const positive = spans.filter(span => isOld || !span.designated_period_except).map(windowOf)
  const exceptions = isOld ? [] : spans.filter(span => span.designated_period_except)
  let windows: When[] = positive.length > 0 || exceptions.length === 0 ? positive : [{ dateOf: 'minute' }]
  for (const exception of exceptions) {
    const apart = partsOf(exception, timeZone).flatMap(notPart)
    windows = windows.flatMap(when => apart.flatMap(part => both(when, part, inseparable) ?? []))
    if (windows.length === 0) throw new RowFault('time_spans', 'is excepted whole: the policy never holds')
  }
  return windows
}
