// What the server checks and documents of the calls in changes.ts: schemas, limits, errors.
import * as z from 'zod/mini'
import type { CallSchemas } from '../platform/call.ts'
import { idempotencyErrors } from '../platform/errors.ts'
import { Dollars, Instant, SessionId, text, VehicleId, ZoneNumber } from '../platform/fields.ts'
import { cardErrors, Line, ruleErrors, Session, Started, Warning } from './sessions-schemas.ts'

export const changePlate = {
  summary: 'Change the plate of a running session, once; time and price stay',
  perMinute: 120,
  body: z.object({ SessionId, VehicleId }),
  answer: Session,
  errors: [...idempotencyErrors, 'session_ended', 'change_used', 'change_gate', 'already_parked', 'no_return'],
} satisfies CallSchemas

/** The time that is left, at the new zone's price, less what the old zone returns; held for 120 seconds. */
export const MoveQuote = z.object({
  QuoteId: z.string(),
  ExpiresAt: Instant,
  FromZoneNumber: z.string(),
  ZoneNumber: z.string(),
  Name: z.string(),
  /** whole minutes used in the old zone, which count toward the new one’s longest stay */
  UsedMinutes: z.int(),
  /** whole minutes that move along, after any cut that Warnings name */
  Minutes: z.int(),
  Lines: z.array(Line),
  /** of Minutes in the new zone */
  Parking: Dollars,
  /** of the unused minutes in the old zone */
  AlreadyPaid: Dollars,
  /** 0 where it was paid already */
  ServiceFee: Dollars,
  /** what is charged; below zero is returned to what paid */
  Total: Dollars,
  EndsAt: Instant,
  /** the new zone’s longest stay; null: no limit */
  MaxStayMinutes: z.nullable(z.int()),
  /** what a stop returns from now on */
  RefundsUnused: z.boolean(),
  Warnings: z.array(Warning),
})
export type MoveQuote = z.infer<typeof MoveQuote>

const moveErrors = ['unknown_zone', ...ruleErrors, 'no_return', 'session_ended', 'change_used', 'change_gate'] as const

export const moveQuote = {
  summary: 'What moving a running session to another zone would cost or return',
  perMinute: 600,
  body: z.object({ SessionId, ZoneNumber }),
  answer: MoveQuote,
  errors: moveErrors,
} satisfies CallSchemas

export const moveZone = {
  summary: 'Move a running session to another zone, once; the difference is paid or returned by each zone’s prices',
  perMinute: 120,
  body: z.object({ SessionId, ZoneNumber, QuoteId: z.optional(text(1000)) }),
  answer: Started,
  errors: [...idempotencyErrors, ...cardErrors, ...moveErrors, 'insufficient_funds', 'quote_expired', 'price_changed'],
} satisfies CallSchemas
