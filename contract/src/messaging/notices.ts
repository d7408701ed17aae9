// What a driver is told of, by which ways, which browsers take pushes, and the one tap in a push that extends.
import * as z from 'zod/mini'
import { call } from '../platform/call.ts'
import { says } from '../platform/field-errors.ts'
import { Done, requiredText } from '../platform/fields.ts'

/** 15 and 5 minutes before the end, at the end, and so on, in the order they are shown. */
export const noticeKinds = [
  'ends15',
  'ends5',
  'ended',
  'extended',
  'receipt',
  'topUp',
  'refund',
  'plan',
  'chat',
] as const
export const noticeChannels = ['push', 'mail', 'sms'] as const
export type NoticeKind = (typeof noticeKinds)[number]
export type NoticeChannel = (typeof noticeChannels)[number]

/** What a push offers to add, in minutes. */
export const tapMinutes = 15

export const NoticeSettings = z.object({
  Kinds: z.array(z.object({ Kind: z.enum(noticeKinds), Push: z.boolean(), Mail: z.boolean(), Sms: z.boolean() })),
  /** where they go; none: the account has no e-mail */
  Email: z.nullable(z.string()),
  Phone: z.nullable(z.string()),
  /** the key that a browser subscribes with, base64url */
  PushKey: z.string(),
  /** browsers that take pushes, this one and others */
  PushDevices: z.int(),
})
export type NoticeSettings = z.infer<typeof NoticeSettings>

export const settings = call({
  summary: 'What the driver is told of, and by which ways',
  method: 'GET',
  path: '/api/Notices/Settings',
  who: 'driver',
  perMinute: 600,
  answer: NoticeSettings,
  errors: [],
})

export const choose = call({
  summary: 'Be told of one kind by one way, or not',
  method: 'POST',
  path: '/api/Notices/Settings',
  who: 'driver',
  perMinute: 240,
  body: z.object({
    Kind: z.enum(noticeKinds, says('from_list')),
    Channel: z.enum(noticeChannels, says('from_list')),
    On: z.boolean(says('from_list')),
  }),
  answer: NoticeSettings,
  errors: [],
})

/** base64url of so many bytes */
const key = (bytes: number) =>
  z.string(says('required')).check(z.regex(new RegExp(`^[\\w-]{${Math.ceil((bytes * 8) / 6)}}=*$`), says('invalid')))

/** Field names as a browser’s subscription has them. */
export const subscribe = call({
  summary: 'Send pushes to this browser while the driver is signed in there; a browser belongs to who subscribed last',
  method: 'POST',
  path: '/api/Notices/Push',
  who: 'driver',
  perMinute: 60,
  body: z.object({
    endpoint: requiredText(1000),
    keys: z.object({ p256dh: key(65), auth: key(16) }),
  }),
  answer: Done,
  errors: [],
})

export const unsubscribe = call({
  summary: 'Send no more pushes to this browser',
  method: 'POST',
  path: '/api/Notices/PushEnd',
  who: 'driver',
  perMinute: 60,
  body: z.object({ endpoint: requiredText(1000) }),
  answer: Done,
  errors: [],
})

export const tapExtend = call({
  summary: 'Extend from a push, by its token: once, for the price that the push named',
  method: 'POST',
  path: '/api/Notices/Extend',
  who: 'anyone',
  perMinute: 60,
  body: z.object({ Token: requiredText(400) }),
  /** to be shown, in the driver’s language */
  answer: z.object({ Title: z.string(), Body: z.string() }),
  errors: ['session_ended', 'over_max_stay', 'zone_closed', 'insufficient_funds', 'quote_expired', 'price_changed'],
})

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
