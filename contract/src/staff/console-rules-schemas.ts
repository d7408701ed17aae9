// What the server checks and documents of the calls in console-rules.ts: schemas, limits, errors.
import * as z from 'zod/mini'
import type { CallSchemas } from '../platform/call.ts'
import { withMessage } from '../platform/field-errors.ts'
import { Dollars, Instant, requiredText, ZoneNumber } from '../platform/fields.ts'
import { overrides as limits } from '../platform/limits.ts'
import { CityIdParams, CityParams, cityErrors, onceErrors, waiting } from './console-imports-schemas.ts'

const Day = z.iso.date(withMessage('date_unknown'))
const LocalTime = z.string().check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/, withMessage('time_required')))
const ListedDay = z.object({
  Day,
  Name: requiredText(120),
  /** that day's own window in the city's time, as a match has; both or neither */
  From: z.optional(LocalTime),
  To: z.optional(LocalTime),
})
export const DayList = z.object({
  List: z.string().check(z.regex(/^[A-Za-z0-9._-]{1,60}$/, withMessage('invalid'))),
  Name: requiredText(120),
  /** the last day of which it is known whether it is listed */
  KnownUntil: Day,
  Days: z.array(ListedDay).check(z.maxLength(4_000, withMessage('too_long'))),
})
export type DayList = z.output<typeof DayList>

export const dayLists = {
  summary: 'The city’s lists of days, such as holidays and matches, with their days from today on',
  params: CityParams,
  answer: z.object({ Items: z.array(DayList) }),
  errors: cityErrors,
} satisfies CallSchemas

export const publishDayList = {
  summary: 'Publish a list of days: the whole list from today on. Servers follow within seconds',
  perMinute: 30,
  params: CityParams,
  body: DayList,
  answer: z.object({ Added: z.int(), Removed: z.int(), Same: z.int() }),
  errors: [...cityErrors, 'changed_meanwhile'],
} satisfies CallSchemas

const zonesMost = z.array(ZoneNumber, withMessage('required')).check(z.minLength(1, withMessage('required')))

export const OverrideForm = z.object({
  /** `closed`: nobody parks; `rate`: another price, as for an event */
  Kind: z.enum(['closed', 'rate'], withMessage('from_list')),
  /** as drivers read it */
  Name: requiredText(limits.mostName),
  ZoneNumbers: zonesMost.check(z.maxLength(limits.mostZones, withMessage('too_long'))),
  StartsAt: Instant,
  EndsAt: Instant,
  /** of a closure: who stays is towed */
  Tow: z._default(z.boolean(), false),
  /** of a rate: dollars an hour */
  PerHour: z.optional(
    Dollars.check(z.minimum(0, withMessage('number')), z.maximum(limits.mostPerHourCents / 100, withMessage('number'))),
  ),
  /** of a rate: paid by begun steps of so many minutes */
  StepMinutes: z._default(
    z.int(withMessage('minutes')).check(z.minimum(1, withMessage('minutes')), z.maximum(1_440, withMessage('minutes'))),
    15,
  ),
})
export type OverrideForm = z.output<typeof OverrideForm>

export const CityOverride = z.object({
  OverrideId: z.uuid(),
  Kind: z.enum(['closed', 'rate', 'fewer']),
  State: z.enum(['draft', 'proposed', 'published', 'cancelled']),
  Name: z.string(),
  ZoneNumbers: z.array(z.string()),
  StartsAt: Instant,
  EndsAt: Instant,
  Tow: z.boolean(),
  /** of a rate: dollars a begun step, and its minutes */
  Price: z.nullable(z.object({ Amount: Dollars, StepMinutes: z.number() })),
  PublishedAt: z.nullable(Instant),
})
export type CityOverride = z.output<typeof CityOverride>

export const cityOverrides = {
  summary: 'Closures and event rates that are not over, drafts too, the first to begin first',
  params: CityParams,
  answer: z.object({ Items: z.array(CityOverride) }),
  errors: cityErrors,
} satisfies CallSchemas

export const draftOverride = {
  summary: 'Draft a closure or an event rate; drivers see nothing of it',
  perMinute: 60,
  params: CityParams,
  body: OverrideForm,
  answer: CityOverride,
  errors: cityErrors,
} satisfies CallSchemas

export const previewOverride = {
  summary: 'Whom a closure or an event rate would reach if it were published now',
  perMinute: 60,
  params: CityIdParams,
  answer: z.object({
    /** running sessions that a closure cuts; of a rate: that keep their price */
    Sessions: z.int(),
    /** dollars that go back to them */
    Refund: Dollars,
    /** what drivers read, where the app is in that language */
    Message: z.object({ En: z.string(), Es: z.string(), Hi: z.string() }),
  }),
  errors: [...cityErrors, 'override_over'],
} satisfies CallSchemas

export const publishOverride = {
  summary: 'Publish it: a closure holds at once, an event rate of a live city waits for a second person',
  perMinute: 60,
  params: CityIdParams,
  answer: z.object({
    Override: CityOverride,
    ...waiting,
  }),
  errors: [...onceErrors, 'override_over', 'needs_approval'],
} satisfies CallSchemas

export const cancelCityOverride = {
  summary: 'Cancel it: from now on it does not hold; what was refunded stays refunded',
  perMinute: 60,
  params: CityIdParams,
  answer: CityOverride,
  errors: [...onceErrors, 'override_over'],
} satisfies CallSchemas
