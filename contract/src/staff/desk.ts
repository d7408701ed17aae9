// The desk, where staff answer drivers: conversations, their files, canned answers. What a desk call names is a driver.
import { call } from '../platform/call.ts'
import type * as schemas from './desk-schemas.ts'

export { type Show, shows } from '../platform/choices.ts'
export type * from './desk-schemas.ts'

export const conversations = call<typeof schemas.conversations>()({
  method: 'GET',
  path: '/api/Desk/Conversations',
  who: 'staff',
})

export const conversation = call<typeof schemas.conversation>()({
  method: 'GET',
  path: '/api/Desk/Driver/:driverId/Conversation',
  who: 'staff',
})

export const answer = call<typeof schemas.answer>()({
  method: 'POST',
  path: '/api/Desk/Driver/:driverId/Answer',
  who: 'staff',
  idempotent: true,
})

export const assign = call<typeof schemas.assign>()({
  method: 'POST',
  path: '/api/Desk/Driver/:driverId/Assign',
  who: 'staff',
})

export const close = call<typeof schemas.close>()({
  method: 'POST',
  path: '/api/Desk/Driver/:driverId/Close',
  who: 'staff',
})

export const reopen = call<typeof schemas.reopen>()({
  method: 'POST',
  path: '/api/Desk/Driver/:driverId/Reopen',
  who: 'staff',
})

export const deskAttach = call<typeof schemas.deskAttach>()({
  method: 'POST',
  path: '/api/Desk/Driver/:driverId/Attachment',
  who: 'staff',
  upload: 'file',
})

export const deskAttachment = call<typeof schemas.deskAttachment>()({
  method: 'GET',
  path: '/api/Desk/Driver/:driverId/Attachment/:id',
  who: 'staff',
})

export const cannedAnswers = call<typeof schemas.cannedAnswers>()({
  method: 'GET',
  path: '/api/Desk/Canned',
  who: 'staff',
})

export const keepCanned = call<typeof schemas.keepCanned>()({ method: 'POST', path: '/api/Desk/Canned', who: 'staff' })

export const dropCanned = call<typeof schemas.dropCanned>()({
  method: 'DELETE',
  path: '/api/Desk/Canned/:id',
  who: 'staff',
})

export const deskStream = call<typeof schemas.deskStream>()({ method: 'GET', path: '/api/Desk/Stream', who: 'staff' })
