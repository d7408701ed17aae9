// What the desk knows of a driver and does for him: looked up, sessions, ledger, refunds, call-backs, e-mails, feedback.
import { call } from '../platform/call.ts'
import type * as schemas from './desk-drivers-schemas.ts'

export type * from './desk-drivers-schemas.ts'

export const findDrivers = call<typeof schemas.findDrivers>()('GET', '/api/Desk/Find', 'staff')
export const driverFacts = call<typeof schemas.driverFacts>()('GET', '/api/Desk/Driver/:driverId', 'staff')
export const driverSessions = call<typeof schemas.driverSessions>()(
  'GET',
  '/api/Desk/Driver/:driverId/Sessions',
  'staff',
)
export const driverActivity = call<typeof schemas.driverActivity>()(
  'GET',
  '/api/Desk/Driver/:driverId/Activity',
  'staff',
)
export const driverSession = call<typeof schemas.driverSession>()(
  'GET',
  '/api/Desk/Driver/:driverId/Session/:id',
  'staff',
)

export const driverReceipt = call<typeof schemas.driverReceipt>()(
  'GET',
  '/api/Desk/Driver/:driverId/Session/:id/Receipt.pdf',
  'staff',
)

export const refund = call<typeof schemas.refund>()('POST', '/api/Desk/Driver/:driverId/Session/:id/Refund', 'staff', {
  idempotent: true,
})

export const deskCallbacks = call<typeof schemas.deskCallbacks>()('GET', '/api/Desk/Callbacks', 'staff')
export const moveCallback = call<typeof schemas.moveCallback>()('POST', '/api/Desk/Callback/:id', 'staff')
export const deskEmails = call<typeof schemas.deskEmails>()('GET', '/api/Desk/Emails', 'staff')
export const deskFeedback = call<typeof schemas.deskFeedback>()('GET', '/api/Desk/Feedback', 'staff')
export const acts = call<typeof schemas.acts>()('GET', '/api/Desk/Acts', 'staff')
