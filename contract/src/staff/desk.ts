// The desk, where staff answer drivers: conversations, their files, canned answers. What a desk call names is a driver.
import { call } from '../platform/call.ts'
import type * as schemas from './desk-schemas.ts'

export { type Show, shows } from '../platform/choices.ts'
export type * from './desk-schemas.ts'

export const conversations = call<typeof schemas.conversations>()('GET', '/api/Desk/Conversations', 'staff')
export const conversation = call<typeof schemas.conversation>()(
  'GET',
  '/api/Desk/Driver/:driverId/Conversation',
  'staff',
)

export const answer = call<typeof schemas.answer>()('POST', '/api/Desk/Driver/:driverId/Answer', 'staff', {
  idempotent: true,
})

export const assign = call<typeof schemas.assign>()('POST', '/api/Desk/Driver/:driverId/Assign', 'staff')
export const close = call<typeof schemas.close>()('POST', '/api/Desk/Driver/:driverId/Close', 'staff')
export const reopen = call<typeof schemas.reopen>()('POST', '/api/Desk/Driver/:driverId/Reopen', 'staff')

export const deskAttach = call<typeof schemas.deskAttach>()('POST', '/api/Desk/Driver/:driverId/Attachment', 'staff', {
  upload: 'file',
})

export const deskAttachment = call<typeof schemas.deskAttachment>()(
  'GET',
  '/api/Desk/Driver/:driverId/Attachment/:id',
  'staff',
)

export const cannedAnswers = call<typeof schemas.cannedAnswers>()('GET', '/api/Desk/Canned', 'staff')
export const keepCanned = call<typeof schemas.keepCanned>()('POST', '/api/Desk/Canned', 'staff')
export const dropCanned = call<typeof schemas.dropCanned>()('DELETE', '/api/Desk/Canned/:id', 'staff')
export const deskStream = call<typeof schemas.deskStream>()('GET', '/api/Desk/Stream', 'staff')
