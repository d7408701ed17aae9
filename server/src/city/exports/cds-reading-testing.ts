// For tests: policies of CDS read as CDS 1.1 says, moment by moment, without anything of how they were written.
import type { CdsPolicy, CdsTimeSpan } from './cds-policies.ts'
import type { CdsRate } from './cds-rates.ts'

/** Which days an outside source says a period has. */
export type Designated = (period: string, date: Temporal.PlainDate) => boolean

const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const

const holds = (span: CdsTimeSpan, at: Temporal.ZonedDateTime, designated: Designated): boolean => {
  const time = at.toPlainTime().toString().slice(0, 5)
  return (
    (span.start_date === undefined || at.epochMilliseconds >= span.start_date) &&
    (span.end_date === undefined || at.epochMilliseconds < span.end_date) &&
    (!span.days_of_week || span.days_of_week.includes(weekdays[at.dayOfWeek - 1]!)) &&
    (!span.days_of_month || span.days_of_month.includes(at.day)) &&
    (!span.weeks_of_month || span.weeks_of_month.includes(Math.ceil(at.day / 7))) &&
    (!span.months || span.months.includes(at.month)) &&
    (!span.time_of_day_start || time >= span.time_of_day_start) &&
    (!span.time_of_day_end || time < span.time_of_day_end) &&
    (!span.designated_period || designated(span.designated_period, at.toPlainDate()))
  )
}

/** The policy of the lowest priority whose time has come and one of whose rules fits; one without rules fits all. */
export const policyAt = (
  policies: CdsPolicy[],
  at: Temporal.ZonedDateTime,
  classes: string[],
  designated: Designated,
): CdsPolicy | null =>
  policies
    .toSorted((a, b) => a.priority - b.priority)
    .find(
      ({ rules, time_spans }) =>
        (!time_spans || time_spans.some(span => holds(span, at, designated))) &&
        (rules.length === 0 ||
          rules.some(
            ({ user_classes = [], user_classes_except = [] }) =>
              user_classes.every(one => classes.includes(one)) &&
              !user_classes_except.some(one => classes.includes(one)),
          )),
    ) ?? null

const unitSeconds = { second: 1, minute: 60, hour: 3600, day: 86_400, week: 604_800 }

/** Cents of so many seconds from arrival. */
export const feeOf = (rates: CdsRate[], seconds: number): number => {
  let fee = 0
  for (const { rate, rate_unit, increment_amount = 1, start_duration = 0, end_duration, maximum_fee } of rates) {
    const unit = unitSeconds[rate_unit]
    const spent = Math.min(seconds, (end_duration ?? Infinity) * unit) - start_duration * unit
    if (spent <= 0) continue
    const amount = Math.ceil((rate * spent) / unit / increment_amount - 1e-9) * increment_amount
    fee = Math.min(fee + amount, maximum_fee ?? Infinity)
  }
  return fee
}
