// What the server checks and documents of the calls in attempts.ts: schemas, limits, errors.
import * as z from 'zod/mini'
import type { CallSchemas } from '../platform/call.ts'
import { withMessage } from '../platform/field-errors.ts'
import {
  CityCode,
  Dollars,
  IdParams,
  Instant,
  inCity,
  SessionId,
  StayMinutes,
  text,
  ZoneNumber,
} from '../platform/fields.ts'

const AttemptKind = z.enum(['start', 'extend', 'stop'], withMessage('invalid'))

/** `waiting` had no answer yet; `asks` waits for the driver; `withdrawn` was taken back by him. */
const AttemptOutcome = z.enum(['waiting', 'asks', 'yes', 'no', 'withdrawn'], withMessage('invalid'))

const place = {
  /** degrees, as the device said, where the driver lets it */
  Latitude: z.optional(z.number().check(z.minimum(-90), z.maximum(90))),
  Longitude: z.optional(z.number().check(z.minimum(-180), z.maximum(180))),
  AccuracyMetres: z.optional(z.int().check(z.minimum(0), z.maximum(1_000_000))),
}

const attempt = {
  Kind: AttemptKind,
  /** by the device's clock, put right by the server's as last known */
  TriedAt: Instant,
  ZoneNumber,
  PlateNumber: text(20),
  PlateState: text(40),
  /** of the session to be extended or stopped, or that the start became */
  SessionId: z.optional(SessionId),
  Minutes: z.optional(StayMinutes),
  /** the price that was shown */
  Agreed: z.optional(Dollars.check(z.minimum(0), z.maximum(100_000))),
  ...place,
  /** how often it was sent without an answer */
  Lost: z.int().check(z.minimum(0), z.maximum(1_000_000)),
  Outcome: AttemptOutcome,
  AnsweredAt: z.optional(Instant),
  /** the refusal's code */
  Refusal: z.optional(text(40)),
}

export const Attempt = z.object({
  AttemptId: z.uuid(),
  ...attempt,
  ...inCity,
  Name: z.string(),
  TimeZone: z.string(),
  /** when the server first heard of it */
  ReceivedAt: Instant,
})
export type Attempt = z.infer<typeof Attempt>

export const tellAttempt = {
  summary: 'Tell of a start, extension or stop tried without a signal; again with what came of it',
  perMinute: 120,
  params: IdParams,
  body: z.object({ ...attempt, City: z.optional(CityCode) }),
  answer: Attempt,
  errors: ['unknown_zone', 'zone_ambiguous', 'zone_parts'],
} satisfies CallSchemas

export const attempts = {
  summary: 'What the driver tried without a signal, the latest first',
  perMinute: 120,
  answer: z.object({ Items: z.array(Attempt) }),
} satisfies CallSchemas
