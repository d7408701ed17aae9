// What the desk knows of a driver and does for him: looked up, sessions, ledger, refunds, call-backs, e-mails, feedback.
import { call } from '../platform/call.ts'
import type * as schemas from './desk-drivers-schemas.ts'

export type * from './desk-drivers-schemas.ts'

export const findDrivers = call<typeof schemas.findDrivers>()({ method: 'GET', path: '/api/Desk/Find', who: 'staff' })

export const driverFacts = call<typeof schemas.driverFacts>()({
  method: 'GET',
  path: '/api/Desk/Driver/:driverId',
  who: 'staff',
})

export const driverSessions = call<typeof schemas.driverSessions>()({
  method: 'GET',
  path: '/api/Desk/Driver/:driverId/Sessions',
  who: 'staff',
})

export const driverActivity = call<typeof schemas.driverActivity>()({
  method: 'GET',
  path: '/api/Desk/Driver/:driverId/Activity',
  who: 'staff',
})

export const driverSession = call<typeof schemas.driverSession>()({
  method: 'GET',
  path: '/api/Desk/Driver/:driverId/Session/:id',
  who: 'staff',
})

export const driverReceipt = call<typeof schemas.driverReceipt>()({
  method: 'GET',
  path: '/api/Desk/Driver/:driverId/Session/:id/Receipt.pdf',
  who: 'staff',
})

export const refund = call<typeof schemas.refund>()({
  method: 'POST',
  path: '/api/Desk/Driver/:driverId/Session/:id/Refund',
  who: 'staff',
  idempotent: true,
})

export const deskCallbacks = call<typeof schemas.deskCallbacks>()({
  method: 'GET',
  path: '/api/Desk/Callbacks',
  who: 'staff',
})

export const moveCallback = call<typeof schemas.moveCallback>()({
  method: 'POST',
  path: '/api/Desk/Callback/:id',
  who: 'staff',
})

export const deskEmails = call<typeof schemas.deskEmails>()({ method: 'GET', path: '/api/Desk/Emails', who: 'staff' })

export const deskFeedback = call<typeof schemas.deskFeedback>()({
  method: 'GET',
  path: '/api/Desk/Feedback',
  who: 'staff',
})

export const acts = call<typeof schemas.acts>()({ method: 'GET', path: '/api/Desk/Acts', who: 'staff' })
