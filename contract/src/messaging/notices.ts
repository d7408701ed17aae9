// What a driver is told of, by which ways, which browsers take pushes, and the one tap in a push that extends.
import { call } from '../platform/call.ts'
import type * as schemas from './notices-schemas.ts'

export { type NoticeChannel, type NoticeKind, noticeChannels, noticeKinds } from '../platform/choices.ts'
export type * from './notices-schemas.ts'

/** What a push offers to add, in minutes. */
export const tapMinutes = 15

/** What a push carries to the service worker; texts are in the driver’s language. */
export type Push = {
  Language: 'en' | 'hi'
  Title: string
  Body: string
  /** a newer one of the same tag takes its place */
  Tag: string
  /** opened by a tap */
  Path: string
  /** says what was just done: not shown where the app is in sight */
  Quiet: boolean
  /** the one tap that extends: its button, where its token goes, and what is said where it fails */
  Extend: { Button: string; Call: string; Token: string; Failed: string } | null
}

export const settings = call<typeof schemas.settings>()('GET', '/api/Notices/Settings', 'driver')
export const choose = call<typeof schemas.choose>()('POST', '/api/Notices/Settings', 'driver')
export const subscribe = call<typeof schemas.subscribe>()('POST', '/api/Notices/Push', 'driver')
export const unsubscribe = call<typeof schemas.unsubscribe>()('POST', '/api/Notices/PushEnd', 'driver')
export const tapExtend = call<typeof schemas.tapExtend>()('POST', '/api/Notices/Extend', 'anyone')
