// The chat with support: a stored conversation, its live stream, its files.
import { call } from '../platform/call.ts'
import type * as schemas from './chat-schemas.ts'

export type * from './chat-schemas.ts'

export const chat = call<typeof schemas.chat>()({ method: 'GET', path: '/api/Support/Chat', who: 'driver' })

export const say = call<typeof schemas.say>()({
  method: 'POST',
  path: '/api/Support/Chat',
  who: 'driver',
  idempotent: true,
})

export const readChat = call<typeof schemas.readChat>()({
  method: 'POST',
  path: '/api/Support/Chat/Read',
  who: 'driver',
})

export const unread = call<typeof schemas.unread>()({ method: 'GET', path: '/api/Support/Unread', who: 'driver' })

export const stream = call<typeof schemas.stream>()({ method: 'GET', path: '/api/Support/Stream', who: 'driver' })

export const attach = call<typeof schemas.attach>()({
  method: 'POST',
  path: '/api/Support/Attachment',
  who: 'driver',
  upload: 'file',
})

export const attachment = call<typeof schemas.attachment>()({
  method: 'GET',
  path: '/api/Support/Attachment/:id',
  who: 'driver',
})

export const discardAttachment = call<typeof schemas.discardAttachment>()({
  method: 'DELETE',
  path: '/api/Support/Attachment/:id',
  who: 'driver',
})
