// The chat with support: a stored conversation, its live stream, its files.
import { call } from '../platform/call.ts'
import type * as schemas from './chat-schemas.ts'

export type * from './chat-schemas.ts'

export const chat = call<typeof schemas.chat>()('GET', '/api/Support/Chat', 'driver')
export const say = call<typeof schemas.say>()('POST', '/api/Support/Chat', 'driver', { idempotent: true })
export const readChat = call<typeof schemas.readChat>()('POST', '/api/Support/Chat/Read', 'driver')
export const unread = call<typeof schemas.unread>()('GET', '/api/Support/Unread', 'driver')
export const stream = call<typeof schemas.stream>()('GET', '/api/Support/Stream', 'driver')
export const attach = call<typeof schemas.attach>()('POST', '/api/Support/Attachment', 'driver', { upload: 'file' })
export const attachment = call<typeof schemas.attachment>()('GET', '/api/Support/Attachment/:id', 'driver')

export const discardAttachment = call<typeof schemas.discardAttachment>()(
  'DELETE',
  '/api/Support/Attachment/:id',
  'driver',
)
