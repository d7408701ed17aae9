// What the server checks and documents of the calls in sessions.ts: schemas, limits, errors.
import * as z from 'zod/mini'
import { Closure } from '../city/closure-schemas.ts'
import { RequiresAction } from '../money/cards-schemas.ts'
import type { CallSchemas } from '../platform/call.ts'
import { idempotencyErrors } from '../platform/errors.ts'
import { withMessage } from '../platform/field-errors.ts'
import {
  Dollars,
  Instant,
  requiredText,
  SessionId,
  StayMinutes,
  text,
  VehicleId,
  whichCity,
  ZoneNumber,
} from '../platform/fields.ts'
import { PastQuery, SessionStatus } from './past-schemas.ts'

export const Line = z.object({
  Kind: z.enum(['parking', 'fee']),
  /** the rate's own name */
  Name: z.string(),
  Minutes: z.int(),
  /** dollars an hour where the line is by the hour */
  HourlyRate: z.nullable(Dollars),
  Amount: Dollars,
  /** its rule is for drivers with a disability placard; left out of all others */
  Placard: z.optional(z.boolean()),
})
export type Line = z.infer<typeof Line>

export const Warning = z.enum([
  'full',
  'cut_to_closing',
  'cut_to_tow_away',
  'cut_to_closure',
  'cut_to_no_parking',
  'cut_to_max_stay',
  'rules_unknown',
  'free_now',
  'costs_nothing',
])
export type Warning = z.infer<typeof Warning>

export const Quote = z.object({
  QuoteId: z.string(),
  ExpiresAt: Instant,
  ZoneNumber: z.string(),
  /** whole minutes priced, after any cut that Warnings name; for an extension, the whole stay */
  Minutes: z.int(),
  Lines: z.array(Line),
  Parking: Dollars,
  ServiceFee: Dollars,
  /** what is charged: for an extension, the difference alone */
  Total: Dollars,
  StartsAt: Instant,
  EndsAt: Instant,
  /** the longest stay from this start, closing and tow-away included */
  MaxMinutes: z.int(),
  FreeUntil: z.nullable(Instant),
  Warnings: z.array(Warning),
  /**
   * what the driver's disability placard does here: a rule for it holds, the rules make no difference, or the city takes no driver's word;
   * left out where the driver has stated none
   */
  Placard: z.optional(z.enum(['applied', 'no_rule', 'not_taken'])),
})
export type Quote = z.infer<typeof Quote>

/** What the driver changed on a running session: zone numbers, or plates, before and after. */
export const Change = z.object({
  At: Instant,
  Kind: z.enum(['moved', 'plateChanged']),
  From: z.string(),
  To: z.string(),
})
export type Change = z.infer<typeof Change>

export const Session = z.object({
  SessionId: z.string(),
  Status: SessionStatus,
  ZoneNumber: z.string(),
  /** the code of its city; left out of the oldest sessions */
  City: z.optional(z.string()),
  /** where ParkIt had several cities when it started */
  CityName: z.optional(z.string()),
  Name: z.string(),
  Kind: z.enum(['street', 'lot', 'garage']),
  Address: z.string(),
  Latitude: z.number(),
  Longitude: z.number(),
  TimeZone: z.string(),
  StartedAt: Instant,
  EndsAt: Instant,
  EndedAt: z.nullable(Instant),
  /** paid for while it runs, used when it was stopped */
  Minutes: z.int(),
  /** the longest this session may become; null: no limit */
  MaxMinutes: z.nullable(z.int()),
  RefundsUnused: z.boolean(),
  Parking: Dollars,
  ServiceFee: Dollars,
  /** net of refunds */
  AmountPaid: Dollars,
  Refunded: Dollars,
  /** `wallet`, or the card by its name on receipts, such as Visa •••• 4242 */
  PaidVia: z.string(),
  /** the saved card that was authorized at the start; null: the wallet */
  PaymentMethodId: z.nullable(z.string()),
  PaymentStatus: z.enum(['Paid', 'Pending', 'Failed', 'Refunded']),
  Vehicle: z.object({
    VehicleID: z.nullable(z.string()),
    VehicleMake: z.string(),
    VehicleModel: z.string(),
    PlateNumber: z.string(),
    PlateState: z.string(),
  }),
  AutoSession: z.boolean(),
  AutoExtended: z.boolean(),
  /** moves that closures gave, beyond the one that each session has; left out where none did */
  MovesGiven: z.optional(z.int()),
  /** of its zone, now or ahead; said of running sessions alone */
  Closure: z.optional(Closure),
  /** each kind at most once, a move once more for each of MovesGiven; left out where nothing was changed */
  Changes: z.optional(z.array(Change)),
})
export type Session = z.infer<typeof Session>

/** With `RequiresAction` the driver's bank asks first: nothing is parked or paid yet, and the same call goes on after it. */
export const Started = z.extend(Session, {
  RequiresAction: z.optional(RequiresAction),
  /** of a start or a move: why Minutes are fewer than was asked for */
  Warnings: z.optional(z.array(Warning)),
})
export type Started = z.infer<typeof Started>

/** Where the zone's rules tell accessible spaces from others, and it has some: which the car is in; left out, a general one. */
const SpaceKind = z.optional(z.enum(['general', 'accessible'], withMessage('from_list')))

/** Why nobody may begin a stay, or not this car or driver. */
export const ruleErrors = [
  'zone_closed',
  'rules_unknown',
  'class_not_held',
  'vehicle_not_fit',
  'not_payable',
  'under_min_stay',
  'over_max_stay',
] as const

export const cardErrors = ['card_declined', 'payment_pending', 'other_keys'] as const

export const quote = {
  summary: 'What a stay, or an extension of a running session, costs; held for 120 seconds',
  perMinute: 600,
  body: z.object({
    ZoneNumber,
    ...whichCity,
    VehicleId: z.optional(VehicleId),
    /** extends this session by Minutes */
    SessionId: z.optional(SessionId),
    Minutes: StayMinutes,
    SpaceKind,
    /** only looks ahead */
    StartAt: z.optional(Instant),
  }),
  answer: Quote,
  errors: ['unknown_zone', 'zone_ambiguous', 'zone_parts', ...ruleErrors, 'session_ended', 'no_return'],
} satisfies CallSchemas

export const start = {
  summary: 'Park: pays the quote and starts the clock in one step',
  perMinute: 120,
  body: z.object({
    ZoneNumber,
    ...whichCity,
    VehicleId,
    Minutes: StayMinutes,
    SpaceKind,
    QuoteId: z.optional(text(1000)),
    /** `wallet`, a saved card's id, or that of a card that Apple Pay or Google Pay just gave */
    PayWith: requiredText(100),
  }),
  answer: Started,
  errors: [
    ...idempotencyErrors,
    ...cardErrors,
    'unknown_zone',
    'zone_ambiguous',
    'zone_parts',
    ...ruleErrors,
    'no_return',
    'already_parked',
    'insufficient_funds',
    'quote_expired',
    'price_changed',
  ],
} satisfies CallSchemas

export const extend = {
  summary: 'Add minutes to a running session',
  perMinute: 120,
  body: z.object({ SessionId, Minutes: StayMinutes, QuoteId: z.optional(text(1000)) }),
  answer: Started,
  errors: [
    ...idempotencyErrors,
    ...cardErrors,
    'session_ended',
    ...ruleErrors,
    'insufficient_funds',
    'quote_expired',
    'price_changed',
  ],
} satisfies CallSchemas

export const stop = {
  summary: 'End a running session; unused minutes are paid back where the zone allows it',
  perMinute: 120,
  body: z.object({ SessionId }),
  answer: Session,
  errors: [...idempotencyErrors, 'session_ended'],
} satisfies CallSchemas

/** What stopping now would pay back, for the confirmation. */
export const stopQuote = {
  summary: 'What stopping this session now would pay back',
  perMinute: 600,
  params: z.object({ id: SessionId }),
  answer: z.object({ Refund: Dollars, AmountPaid: Dollars, Minutes: z.int() }),
  errors: ['session_ended'],
} satisfies CallSchemas

export const active = {
  summary: 'The running sessions, soonest end first',
  perMinute: 600,
  answer: z.array(Session),
} satisfies CallSchemas

export const sessions = {
  summary: 'The driver’s sessions, narrowed and sorted, newest first unless asked otherwise',
  perMinute: 600,
  query: PastQuery,
  answer: z.object({
    /** Metres from the position that was sent, as the crow flies; null without one */
    Items: z.array(z.extend(Session, { Metres: z.nullable(z.int()) })),
    NextCursor: z.nullable(z.string()),
  }),
} satisfies CallSchemas

export type PastSession = z.infer<typeof sessions.answer>['Items'][number]

export const Step = z.object({
  At: Instant,
  Kind: z.enum(['started', 'extended', 'moved', 'plateChanged', 'closed', 'stopped', 'ended', 'refunded']),
  Minutes: z.int(),
  /** dollars; below zero was paid back */
  Amount: Dollars,
  /** nobody pressed a button */
  Auto: z.boolean(),
})

export const session = {
  summary: 'One session with its time line and receipt lines',
  perMinute: 600,
  params: z.object({ id: SessionId }),
  answer: z.extend(Session, { Steps: z.array(Step), Lines: z.array(Line) }),
} satisfies CallSchemas

export type SessionDetail = z.infer<typeof session.answer>

export const receiptPdf = {
  summary: 'The receipt as a PDF document, on request in large print',
  params: z.object({ id: SessionId }),
  query: z.object({ Print: z.optional(z.enum(['large'], withMessage('from_list'))) }),
  answer: z.any(),
} satisfies CallSchemas
