// Notices: their kinds and channels, the browsers that take pushes, and extending a session from a push.
import { call } from '../platform/call.ts'
import type * as schemas from './notices-schemas.ts'

export { type NoticeChannel, type NoticeKind, noticeChannels, noticeKinds } from '../platform/choices.ts'
export type * from './notices-schemas.ts'

/** What a push offers to add, in minutes. */
export const pushExtensionMinutes = 15

/** What a push carries to the service worker; texts are in the driver’s language. */
export type Push = {
  Language: 'en' | 'es' | 'hi'
  Title: string
  Body: string
  /** a newer one of the same tag takes its place */
  Tag: string
  /** opened by a tap */
  Path: string
  /** confirms what the driver just did: not shown while the app is in sight */
  Quiet: boolean
  /** the button that extends: its text, the call and the token it sends, and the text shown where that fails */
  Extend: { Button: string; Call: string; Token: string; Failed: string } | null
}

export const settings = call<typeof schemas.settings>()('GET', '/api/Notices/Settings', 'driver')
export const choose = call<typeof schemas.choose>()('POST', '/api/Notices/Settings', 'driver')
export const subscribe = call<typeof schemas.subscribe>()('POST', '/api/Notices/Push', 'driver')
export const unsubscribe = call<typeof schemas.unsubscribe>()('POST', '/api/Notices/PushEnd', 'driver')
export const extendFromPush = call<typeof schemas.extendFromPush>()('POST', '/api/Notices/Extend', 'anyone')
