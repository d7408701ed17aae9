// What the server checks and documents of the calls in past.ts: schemas, limits, errors.
import * as z from 'zod/mini'
import type { CallSchemas } from '../platform/call.ts'
import { pastSorts } from '../platform/choices.ts'
import { withMessage } from '../platform/field-errors.ts'
import { Cursor, Dollars, Instant, Limit, queryNumber, text, VehicleId } from '../platform/fields.ts'

export const SessionStatus = z.enum(['pending', 'running', 'ended', 'failed'])

/** A day of the calendar where the session was, of the years that the database knows. */
const Day = z.iso.date(withMessage('invalid')).check(z.refine(day => !day.startsWith('0000'), withMessage('invalid')))

const filter = {
  /** the first and the last day of starting, both included, in each place's own time zone */
  From: z.optional(Day),
  To: z.optional(Day),
  VehicleId: z.optional(VehicleId),
  /** words that name, address or zone number contain, in any order */
  Query: z.optional(text(120)),
  Status: z.optional(SessionStatus),
}

export const PastFilter = z.object(filter)
export type PastFilter = z.infer<typeof PastFilter>

export const PastQuery = z.object({
  ...filter,
  /** by distance: from Latitude and Longitude, which stay the same from page to page */
  Sort: z.optional(z.enum(pastSorts, withMessage('from_list'))),
  Latitude: z.optional(queryNumber('latitude', -90, 90)),
  Longitude: z.optional(queryNumber('longitude', -180, 180)),
  Cursor,
  Limit,
})
export type PastQuery = z.infer<typeof PastQuery>

export const months = {
  summary: 'How many sessions began in each month and what they came to, newest first',
  query: PastFilter,
  answer: z.object({
    Items: z.array(
      z.object({
        /** `2026-04`, in each place's own time zone */
        Month: z.string(),
        Sessions: z.int(),
        /** net of refunds */
        AmountPaid: Dollars,
      }),
    ),
  }),
} satisfies CallSchemas

export type Month = z.infer<typeof months.answer>['Items'][number]

export const visits = {
  summary: 'The places where the driver parked, with the last session there; last visited first',
  query: PastFilter,
  answer: z.object({
    Items: z.array(
      z.object({
        ZoneNumber: z.string(),
        /** as of sessions */
        City: z.optional(z.string()),
        CityName: z.optional(z.string()),
        Name: z.string(),
        Address: z.string(),
        Latitude: z.number(),
        Longitude: z.number(),
        TimeZone: z.string(),
        Visits: z.int(),
        /** of all visits together, net of refunds */
        AmountPaid: Dollars,
        Last: z.object({ SessionId: z.string(), StartedAt: Instant, AmountPaid: Dollars }),
      }),
    ),
  }),
} satisfies CallSchemas

export type Visit = z.infer<typeof visits.answer>['Items'][number]

export const sessionsCsv = {
  summary: 'The sessions as a table, comma-separated, newest first',
  perMinute: 30,
  query: PastFilter,
  answer: z.any(),
} satisfies CallSchemas
