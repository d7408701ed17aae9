// What a curb allows and costs, as data: rules by date, time, and vehicle, with prices and limits; docs/rules.md explains it.
import * as z from 'zod/mini'

const whole = (least: number, said: string) =>
  z.int(`must be a whole number ${said}`).check(z.minimum(least, `must be a whole number ${said}`))
const seconds = whole(0, 'of seconds')
const someSeconds = whole(1, 'of seconds, 1 or more')
const cents = whole(0, 'of cents')
const list = <T extends z.core.SomeType>(one: T) => z.array(one).check(z.minLength(1, 'is empty, leave it out'))
const between = (least: number, most: number, said: string) =>
  z.int(said).check(z.minimum(least, said), z.maximum(most, said))
const name = (what: string) =>
  z.string().check(z.regex(/^[\w.-]{1,60}$/, `${what} must be 1 to 60 letters, digits, or any of . _ -`))
/** Refuses a field that has another name, because a misspelled condition would otherwise hold always. */
const record = <T extends z.core.$ZodLooseShape>(shape: T) =>
  z.strictObject(shape, {
    error: issue =>
      issue.code === 'unrecognized_keys'
        ? `has an unknown field: ${issue.keys.join(', ')}. There are: ${Object.keys(shape).join(', ')}`
        : undefined,
  })

/** A local time of day, `00:00` to `24:00`. */
const LocalTime = z.string().check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/, 'must be a time from 00:00 to 24:00'))
const LocalDate = z.iso.date('must be a date that exists, as 2026-11-24')
const isMonthDay = (text: string) => {
  const [, month, day] = /^(\d\d)-(\d\d)$/.exec(text)?.map(Number) ?? []
  return month! >= 1 && month! <= 12 && day! >= 1 && day! <= new Date(Date.UTC(2028, month!, 0)).getUTCDate()
}
const MonthDay = z
  .string()
  .check(z.refine<string>(isMonthDay, 'must be a day of the year that exists, as 04-01; February has at most 29 days'))

/** English, and other languages where the city has them. */
export const Text = record({
  en: z.string().check(z.minLength(1, 'is empty'), z.maxLength(120, 'is longer than 120 characters')),
  es: z.optional(z.string()),
  hi: z.optional(z.string()),
})
export type Text = z.infer<typeof Text>

export const spaceKinds = [
  'general',
  'accessible',
  'electric',
  'loading',
  'permit',
  'motorcycle',
  'bus',
  'taxi',
  'carshare',
  'family',
  'other',
] as const
export const SpaceKind = z.enum(spaceKinds, `must be one of ${spaceKinds.join(', ')}`)
export type SpaceKind = z.infer<typeof SpaceKind>

/** All of its conditions together. Days are those on which its window begins, unless `dateOf` is `minute`. */
export const When = record({
  fromDate: z.optional(LocalDate),
  /** excluded */
  beforeDate: z.optional(LocalDate),
  /** each year; `before` is excluded, and may lie before `from`: over New Year */
  yearly: z.optional(record({ from: MonthDay, before: MonthDay })),
  months: z.optional(list(between(1, 12, 'must be a month from 1 to 12'))),
  /** 1 = Monday */
  weekdays: z.optional(list(between(1, 7, 'must be a weekday from 1 (Monday) to 7'))),
  /** which of the weekdays of a month, −1 for its last */
  nth: z.optional(list(z.literal([1, 2, 3, 4, 5, -1], 'must be 1 to 5, or -1 for the last of a month'))),
  monthDays: z.optional(list(between(1, 31, 'must be a day of a month from 1 to 31'))),
  /** lists of days of which one must hold the day */
  onDays: z.optional(list(name('a list of days'))),
  /** lists of days of which none may hold the day */
  notOnDays: z.optional(list(name('a list of days'))),
  /** 00:00 where it is left out */
  from: z.optional(LocalTime.check(z.refine<string>(time => time !== '24:00', '24:00 is 00:00 of the next day'))),
  /** 24:00 where it is left out; at or before `from`: on the next day */
  to: z.optional(LocalTime),
  /** whether a time after midnight has the date on which its window began, or its own */
  dateOf: z.enum(['start', 'minute'], 'must be start or minute'),
}).check(
  z.refine(({ fromDate, beforeDate }) => !fromDate || !beforeDate || fromDate < beforeDate, {
    error: 'is not after fromDate, so no day fits',
    path: ['beforeDate'],
  }),
  z.refine(({ yearly }) => !yearly || yearly.from !== yearly.before, {
    error: 'is the same day as from: leave yearly out for the whole year',
    path: ['yearly', 'before'],
  }),
  z.refine(({ yearly, months }) => !yearly || !months, { error: 'cannot be combined with yearly', path: ['months'] }),
  z.refine(({ nth, weekdays }) => !nth || weekdays, { error: 'needs weekdays', path: ['nth'] }),
  z.refine(
    ({ months, monthDays }) =>
      !months || !monthDays || months.some(month => monthDays.some(day => isMonthDay(monthDay(month, day)))),
    { error: 'no such day in these months', path: ['monthDays'] },
  ),
  z.refine(({ onDays = [], notOnDays = [] }) => onDays.length === 0 || onDays.some(id => !notOnDays.includes(id)), {
    error: 'excludes every day of onDays',
    path: ['notOnDays'],
  }),
)
export type When = z.infer<typeof When>
const monthDay = (month: number, day: number) => [month, day].map(part => String(part).padStart(2, '0')).join('-')

/** Empty: everyone. What is not known of a driver satisfies no `holds` and triggers no `not`. */
export const Who = record({
  vehicleKinds: z.optional(list(name('a kind of vehicle'))),
  energy: z.optional(list(name('an energy'))),
  /** permits and placards, of which all are needed */
  holds: z.optional(list(name('a class'))),
  /** permits and placards, of which none may be held */
  not: z.optional(list(name('a class'))),
})
export type Who = z.infer<typeof Who>

/**
 * - `flat`: `cents` once, when the time passes `fromSeconds`
 * - `step`: `cents` for each begun step of `stepSeconds` between `fromSeconds` and `toSeconds`
 * - `total`: a running total; time that ends in (`fromSeconds`, `toSeconds`] costs `cents` in all under the `total` lines
 */
export const PriceLine = record({
  type: z.enum(['flat', 'step', 'total'], 'must be flat, step, or total'),
  fromSeconds: seconds,
  /** null: without end */
  toSeconds: z.nullable(seconds),
  /** for `step` alone */
  stepSeconds: z.optional(someSeconds),
  cents,
})
export type PriceLine = z.infer<typeof PriceLine>

export const Price = record({
  /** by `fromSeconds`, without a gap; free time is a line of 0 cents */
  lines: list(PriceLine),
  /** whether the seconds of the lines count from the start of unbroken time under the rule, or of the whole stay */
  count: z.enum(['period', 'stay'], 'must be period or stay'),
  /** most that one unbroken period costs */
  maxCents: z.optional(cents),
  /** a whole stay of at most so long costs nothing under this rule */
  waivedUpToSeconds: z.optional(seconds),
})
export type Price = z.infer<typeof Price>

export const Limits = record({
  minStaySeconds: z.optional(seconds),
  maxStaySeconds: z.optional(someSeconds),
  /** what counts toward the longest stay: time that is paid for, all time under the rule, or all since the start */
  maxStayCounts: z.enum(['paid', 'rule', 'stay'], 'must be paid, rule, or stay'),
  /** rules whose time counts together */
  limitGroup: z.optional(name('a group')),
  noReturnSeconds: z.optional(seconds),
  noReturnScope: z.enum(['zone', 'group'], 'must be zone or group'),
})
export type Limits = z.infer<typeof Limits>

export const Rule = record({
  id: name('an id'),
  /** the lowest wins; overrides have 0 */
  priority: between(0, 9999, 'must be a whole number from 1 to 9999'),
  name: Text,
  /** all kinds where it is left out */
  spaceKinds: z.optional(list(SpaceKind)),
  /** any of them; empty: always */
  when: z.array(When),
  who: Who,
  /** `none`: nobody may stop here */
  activity: z.enum(['park', 'load', 'stop', 'none'], 'must be park, load, stop, or none'),
  reason: z.optional(Text),
  tow: z.optional(z.literal(true, 'must be true, or left out')),
  price: z.optional(Price),
  limits: z.optional(Limits),
})
export type Rule = z.infer<typeof Rule>

/** The most that the rules cost between two resets, or in a whole stay where it has none. */
export const Cap = record({
  cents,
  ruleIds: z.union([z.literal('all'), list(z.string())], 'must be "all", or the ids of rules'),
  /** once a day at a local time */
  resetAt: z.optional(LocalTime),
  /** again and again from the start of the stay */
  resetAfterSeconds: z.optional(whole(60, 'of seconds, 60 or more')),
})
export type Cap = z.infer<typeof Cap>

export const RuleBook = record({
  rules: z.array(Rule),
  caps: z.array(Cap),
  /** what holds when no rule does */
  otherwise: z.enum(['free', 'closed', 'unknown'], 'must be free, closed, or unknown'),
})
export type RuleBook = z.infer<typeof RuleBook>

/** Holidays, school days, matches: a day may have a window of its own, which then takes the place of the rule's. */
export const DayList = record({
  days: z.array(record({ day: LocalDate, name: z.string(), from: z.optional(LocalTime), to: z.optional(LocalTime) })),
  /** the last day of which is known whether it is listed */
  knownUntil: LocalDate,
})
export type DayList = z.infer<typeof DayList>

/** A closure or an event rate: a rule of priority 0 between two instants, with a life of its own. */
export type Override = {
  id: string
  rule: Rule
  startsAt: Temporal.Instant
  endsAt: Temporal.Instant
  publishedAt: Temporal.Instant
  cancelledAt: Temporal.Instant | null
}

/** What is known of the car and its driver; kept with a session. */
export type Facts = { spaceKind: SpaceKind; vehicleKind: string; energy?: string; holds: string[] }
