// What the desk knows of a driver and does for him: looked up, sessions, ledger, refunds, call-backs, e-mails, feedback.
import * as z from 'zod/mini'
import { listRefunds } from '../money/refunds.ts'
import { activity } from '../money/wallet.ts'
import { session as driversSession, sessions } from '../parking/sessions.ts'
import { call } from '../platform/call.ts'
import { Dollars } from '../platform/dollars.ts'
import { onceErrors } from '../platform/errors.ts'
import { says } from '../platform/field-errors.ts'
import { Cursor, Done, IdParams, Limit, requiredText, SessionId } from '../platform/fields.ts'
import { Instant } from '../platform/instant.ts'
import { desk as limits } from '../platform/limits.ts'
import { Callback } from '../support/callbacks.ts'
import { SupportEmail } from '../support/emails.ts'
import { DriverParams, Staff } from './desk.ts'

export const Found = z.object({
  DriverId: z.uuid(),
  Name: z.string(),
  Email: z.nullable(z.string()),
  Phone: z.string(),
})
export type Found = z.output<typeof Found>

export const findDrivers = call({
  summary: 'Drivers by plate, phone, e-mail or session id, as typed',
  method: 'GET',
  path: '/api/Desk/Find',
  who: 'staff',
  query: z.object({ Query: requiredText(254) }),
  answer: z.object({ Items: z.array(Found) }),
  errors: [],
})

const Vehicle = z.object({
  PlateNumber: z.string(),
  PlateState: z.string(),
  VehicleMake: z.string(),
  VehicleModel: z.string(),
  VehicleColor: z.string(),
})

export const driverFacts = call({
  summary: 'A driver: who it is, vehicles, wallet, the latest sessions, what moved in the wallet, and refunds',
  method: 'GET',
  path: '/api/Desk/Driver/:driverId',
  who: 'staff',
  params: DriverParams,
  answer: z.object({
    ...Found.shape,
    Language: z.enum(['en', 'hi']),
    Since: Instant,
    Vehicles: z.array(Vehicle),
    Balance: Dollars,
    Sessions: sessions.answer,
    Activity: activity.answer,
    Refunds: listRefunds.answer,
  }),
  errors: [],
})
export type DriverFacts = z.output<typeof driverFacts.answer>

export const driverSessions = call({
  summary: 'A driver’s sessions, the newest first; NextCursor leads to those before',
  method: 'GET',
  path: '/api/Desk/Driver/:driverId/Sessions',
  who: 'staff',
  params: DriverParams,
  query: z.object({ Cursor, Limit }),
  answer: sessions.answer,
  errors: [],
})

export const driverActivity = call({
  summary: 'What moved in a driver’s wallet, the newest first; NextCursor leads to what was before',
  method: 'GET',
  path: '/api/Desk/Driver/:driverId/Activity',
  who: 'staff',
  params: DriverParams,
  query: z.object({ Cursor, Limit }),
  answer: activity.answer,
  errors: [],
})

const SessionParams = z.extend(DriverParams, { id: SessionId })

export const driverSession = call({
  summary: 'A driver’s session with its time line and receipt lines',
  method: 'GET',
  path: '/api/Desk/Driver/:driverId/Session/:id',
  who: 'staff',
  params: SessionParams,
  answer: driversSession.answer,
  errors: [],
})

export const driverReceipt = call({
  summary: 'A driver’s receipt as a PDF document',
  method: 'GET',
  path: '/api/Desk/Driver/:driverId/Session/:id/Receipt.pdf',
  who: 'staff',
  params: SessionParams,
  answer: z.any(),
  errors: [],
})

export const RefundForm = z.object({
  Amount: Dollars.check(z.minimum(0.01, says('refund_amount')), z.maximum(10_000, says('refund_amount'))),
  /** told to the driver */
  Reason: requiredText(limits.mostReason),
})

export const refund = call({
  summary: 'Pay back for a session that is over, to what paid it; the driver is told the reason',
  method: 'POST',
  path: '/api/Desk/Driver/:driverId/Session/:id/Refund',
  who: 'staff',
  once: true,
  perMinute: 30,
  params: SessionParams,
  body: RefundForm,
  answer: listRefunds.answer,
  errors: [...onceErrors, 'session_running', 'payment_pending', 'over_paid'],
})

const NextCursor = z.nullable(z.string())
const ofDriver = { DriverId: z.uuid(), Name: z.string() }

export const DeskCallback = z.extend(Callback, ofDriver)
export type DeskCallback = z.output<typeof DeskCallback>

export const deskCallbacks = call({
  summary: 'Call-backs: those to be made, the next one first; then the others, the latest first',
  method: 'GET',
  path: '/api/Desk/Callbacks',
  who: 'staff',
  query: z.object({ Cursor, Limit }),
  answer: z.object({ Items: z.array(DeskCallback), NextCursor }),
  errors: [],
})

export const moveCallback = call({
  summary: 'A call was made, or is done with',
  method: 'POST',
  path: '/api/Desk/Callback/:id',
  who: 'staff',
  params: IdParams,
  body: z.object({ State: z.enum(['called', 'closed'], says('from_list')) }),
  answer: Done,
  errors: ['callback_over'],
})

export const DeskEmail = z.extend(SupportEmail, ofDriver)
export type DeskEmail = z.output<typeof DeskEmail>

export const deskEmails = call({
  summary: 'E-mails to support, the newest first',
  method: 'GET',
  path: '/api/Desk/Emails',
  who: 'staff',
  query: z.object({ Cursor, Limit }),
  answer: z.object({ Items: z.array(DeskEmail), NextCursor }),
  errors: [],
})

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

export const deskFeedback = call({
  summary: 'What drivers said in stars and words, the newest first',
  method: 'GET',
  path: '/api/Desk/Feedback',
  who: 'staff',
  query: z.object({ Cursor, Limit }),
  answer: z.object({ Items: z.array(DeskFeedback), NextCursor }),
  errors: [],
})

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

export const acts = call({
  summary: 'What was done at the desk, the newest first',
  method: 'GET',
  path: '/api/Desk/Acts',
  who: 'staff',
  query: z.object({ Cursor, Limit }),
  answer: z.object({ Items: z.array(Act), NextCursor }),
  errors: [],
})
