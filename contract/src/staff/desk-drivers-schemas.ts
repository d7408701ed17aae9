// What the server checks and documents of the calls in desk-drivers.ts: schemas, limits, errors.
import * as z from 'zod/mini'
import { listRefunds } from '../money/refunds-schemas.ts'
import { activity } from '../money/wallet-schemas.ts'
import { session as driversSession, sessions } from '../parking/sessions-schemas.ts'
import type { CallSchemas } from '../platform/call.ts'
import { idempotencyErrors } from '../platform/errors.ts'
import { withMessage } from '../platform/field-errors.ts'
import {
  Cursor,
  Dollars,
  Done,
  dollarsIn,
  IdParams,
  Instant,
  Limit,
  requiredText,
  SessionId,
} from '../platform/fields.ts'
import { desk as limits } from '../platform/limits.ts'
import { Callback } from '../support/callbacks-schemas.ts'
import { SupportEmail } from '../support/emails-schemas.ts'
import { Proposal } from './desk-proposals-schemas.ts'
import { DriverParams, Staff } from './desk-schemas.ts'

export const Found = z.object({
  DriverId: z.uuid(),
  Name: z.string(),
  Email: z.nullable(z.string()),
  Phone: z.string(),
})
export type Found = z.output<typeof Found>

export const findDrivers = {
  summary: 'Drivers by plate, phone, e-mail or session id, as typed',
  query: z.object({ Query: requiredText(254) }),
  answer: z.object({ Items: z.array(Found) }),
} satisfies CallSchemas

const Vehicle = z.object({
  PlateNumber: z.string(),
  PlateState: z.string(),
  VehicleMake: z.string(),
  VehicleModel: z.string(),
  VehicleColor: z.string(),
})

export const driverFacts = {
  summary: 'A driver: who it is, vehicles, wallet, the latest sessions, what moved in the wallet, and refunds',
  params: DriverParams,
  answer: z.object({
    ...Found.shape,
    Language: z.enum(['en', 'es', 'hi']),
    Since: Instant,
    Vehicles: z.array(Vehicle),
    Balance: Dollars,
    Sessions: sessions.answer,
    Activity: activity.answer,
    Refunds: listRefunds.answer,
  }),
} satisfies CallSchemas

export type DriverFacts = z.output<typeof driverFacts.answer>

export const driverSessions = {
  summary: 'A driver’s sessions, the newest first; NextCursor leads to those before',
  params: DriverParams,
  query: z.object({ Cursor, Limit }),
  answer: sessions.answer,
} satisfies CallSchemas

export const driverActivity = {
  summary: 'What moved in a driver’s wallet, the newest first; NextCursor leads to what was before',
  params: DriverParams,
  query: z.object({ Cursor, Limit }),
  answer: activity.answer,
} satisfies CallSchemas

const SessionParams = z.extend(DriverParams, { id: SessionId })

export const driverSession = {
  summary: 'A driver’s session with its time line and receipt lines',
  params: SessionParams,
  answer: driversSession.answer,
} satisfies CallSchemas

export const driverReceipt = {
  summary: 'A driver’s receipt as a PDF document',
  params: SessionParams,
  answer: z.any(),
} satisfies CallSchemas

export const RefundForm = z.object({
  Amount: dollarsIn({ leastCents: 1, mostCents: 1_000_000, error: 'refund_amount' }),
  /** told to the driver */
  Reason: requiredText(limits.mostReason),
})

export const refund = {
  summary: 'Pay back for a session that is over, to what paid it; the driver is told the reason',
  perMinute: 30,
  params: SessionParams,
  body: RefundForm,
  /** with `Proposal`, and status 202, where it waits for a second person */
  answer: z.extend(listRefunds.answer, {
    Code: z.optional(z.literal('needs_approval')),
    Proposal: z.optional(Proposal),
  }),
  errors: [...idempotencyErrors, 'session_not_over', 'payment_pending', 'other_keys', 'over_paid'],
} satisfies CallSchemas

const NextCursor = z.nullable(z.string())

const ofDriver = { DriverId: z.uuid(), Name: z.string() }

export const DeskCallback = z.extend(Callback, ofDriver)
export type DeskCallback = z.output<typeof DeskCallback>

export const deskCallbacks = {
  summary: 'Call-backs: those to be made, the next one first; then the others, the latest first',
  query: z.object({ Cursor, Limit }),
  answer: z.object({ Items: z.array(DeskCallback), NextCursor }),
} satisfies CallSchemas

export const moveCallback = {
  summary: 'A call was made, or is done with',
  params: IdParams,
  body: z.object({ State: z.enum(['called', 'closed'], withMessage('from_list')) }),
  answer: Done,
  errors: ['callback_over'],
} satisfies CallSchemas

export const DeskEmail = z.extend(SupportEmail, ofDriver)
export type DeskEmail = z.output<typeof DeskEmail>

export const deskEmails = {
  summary: 'E-mails to support, the newest first',
  query: z.object({ Cursor, Limit }),
  answer: z.object({ Items: z.array(DeskEmail), NextCursor }),
} satisfies CallSchemas

export const DeskFeedback = z.object({
  FeedbackId: z.uuid(),
  ...ofDriver,
  Stars: z.int(),
  Text: z.string(),
  /** none: about the app */
  SessionId: z.nullable(z.string()),
  SentAt: Instant,
})
export type DeskFeedback = z.output<typeof DeskFeedback>

export const deskFeedback = {
  summary: 'What drivers said in stars and words, the newest first',
  query: z.object({ Cursor, Limit }),
  answer: z.object({ Items: z.array(DeskFeedback), NextCursor }),
} satisfies CallSchemas

export const Act = z.object({
  ActId: z.string(),
  At: Instant,
  Staff,
  Kind: z.string(),
  /** the driver, session, call-back or answer it was about */
  Subject: z.string(),
  Details: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
  /** to whom it was done, as long as the account is there */
  Driver: z.nullable(z.object(ofDriver)),
})
export type Act = z.output<typeof Act>

export const acts = {
  summary: 'What was done at the desk, the newest first',
  query: z.object({ Cursor, Limit }),
  answer: z.object({ Items: z.array(Act), NextCursor }),
} satisfies CallSchemas
