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
  /** Of a notice about running parking: its end in epoch milliseconds, null once it is over. */
  EndsAtMs?: number | null
  /** It is a countdown: it comes up without a sound, and the next one takes its place then, in epoch milliseconds. */
  RenewedAtMs?: number
}

/**
 * When a countdown is renewed: each hour while more than three are left, each quarter of the last three, and each 5 minutes
 * of the last one. Epoch milliseconds, at the end where nothing lies between.
 */
export const nextRenewalMs = (endsAtMs: number, nowMs: number): number => {
  const left = (endsAtMs - nowMs) / 60_000
  const step = left > 180 ? 60 : left > 60 ? 15 : 5
  return endsAtMs - Math.max(0, Math.ceil(left / step) - 1) * step * 60_000
}

export const settings = call<typeof schemas.settings>()('GET', '/api/Notices/Settings', 'driver')
export const choose = call<typeof schemas.choose>()('POST', '/api/Notices/Settings', 'driver')
export const setReminders = call<typeof schemas.setReminders>()('POST', '/api/Notices/Reminders', 'driver')
export const subscribe = call<typeof schemas.subscribe>()('POST', '/api/Notices/Push', 'driver')
export const unsubscribe = call<typeof schemas.unsubscribe>()('POST', '/api/Notices/PushEnd', 'driver')
export const extendFromPush = call<typeof schemas.extendFromPush>()('POST', '/api/Notices/Extend', 'anyone')
