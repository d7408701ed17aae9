// What the server checks and documents of the calls in shares.ts: schemas, limits, errors.
import * as z from 'zod/mini'
import type { CallSchemas } from '../platform/call.ts'
import { Instant, requiredText, SessionId } from '../platform/fields.ts'

/** `Url` is null while nothing is shared. */
const Shared = z.object({ Url: z.nullable(z.string()) })

export const share = {
  summary: 'Make a link that shows others until when this session is parked; the same link again where there is one',
  perMinute: 60,
  params: z.object({ id: SessionId }),
  answer: Shared,
  errors: ['session_ended'],
} satisfies CallSchemas

export const shared = {
  summary: 'The link of this session, if it is shared',
  perMinute: 600,
  params: z.object({ id: SessionId }),
  answer: Shared,
} satisfies CallSchemas

export const endShare = {
  summary: 'End the link of this session; sharing again makes another one',
  perMinute: 60,
  params: z.object({ id: SessionId }),
  answer: Shared,
} satisfies CallSchemas

export const parkedUntil = {
  summary: 'What a shared link shows: the place and the end of the parking, while it runs',
  perMinute: 120,
  params: z.object({ code: requiredText(100) }),
  answer: z.object({
    ZoneNumber: z.string(),
    CityName: z.optional(z.string()),
    Name: z.string(),
    Address: z.string(),
    TimeZone: z.string(),
    EndsAt: Instant,
  }),
  errors: ['share_ended'],
} satisfies CallSchemas
