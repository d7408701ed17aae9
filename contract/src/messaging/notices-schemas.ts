// What the server checks and documents of the calls in notices.ts: schemas, limits, errors.
import * as z from 'zod/mini'
import type { CallSchemas } from '../platform/call.ts'
import { noticeChannels, noticeKinds } from '../platform/choices.ts'
import { withMessage } from '../platform/field-errors.ts'
import { Done, requiredText } from '../platform/fields.ts'
import { reminder } from '../platform/limits.ts'

export const NoticeSettings = z.object({
  Kinds: z.array(z.object({ Kind: z.enum(noticeKinds), Push: z.boolean(), Mail: z.boolean(), Sms: z.boolean() })),
  /** the driver is reminded twice, so many minutes before the end of a session: kinds `ends15` and `ends5` */
  FirstMinutes: z.int(),
  LastMinutes: z.int(),
  /** where they go; none: the account has no e-mail */
  Email: z.nullable(z.string()),
  Phone: z.nullable(z.string()),
  /** the key that a browser subscribes with, base64url */
  PushKey: z.string(),
  /** browsers that take pushes, this one and others */
  PushDevices: z.int(),
})
export type NoticeSettings = z.infer<typeof NoticeSettings>

export const settings = {
  summary: 'What the driver is told of, and by which ways',
  perMinute: 600,
  answer: NoticeSettings,
} satisfies CallSchemas

export const choose = {
  summary: 'Be told of one kind by one way, or not',
  perMinute: 240,
  body: z.object({
    Kind: z.enum(noticeKinds, withMessage('from_list')),
    Channel: z.enum(noticeChannels, withMessage('from_list')),
    On: z.boolean(withMessage('from_list')),
  }),
  answer: NoticeSettings,
} satisfies CallSchemas

const leadMinutes = z
  .int(withMessage('reminder_minutes'))
  .check(
    z.minimum(reminder.leastMinutes, withMessage('reminder_minutes')),
    z.maximum(reminder.mostMinutes, withMessage('reminder_minutes')),
  )

export const setReminders = {
  summary: 'How many minutes before the end of a session the driver is reminded; running sessions follow at once',
  perMinute: 240,
  body: z.object({ FirstMinutes: leadMinutes, LastMinutes: leadMinutes }).check(
    z.refine(({ FirstMinutes, LastMinutes }) => LastMinutes < FirstMinutes, {
      ...withMessage('reminder_order'),
      path: ['LastMinutes'],
    }),
  ),
  answer: NoticeSettings,
} satisfies CallSchemas

/** base64url of so many bytes */
const key = (bytes: number) =>
  z
    .string(withMessage('required'))
    .check(z.regex(new RegExp(`^[\\w-]{${Math.ceil((bytes * 8) / 6)}}=*$`), withMessage('invalid')))

/** Field names as a browser’s subscription has them. */
export const subscribe = {
  summary: 'Send pushes to this browser while the driver is signed in there; a browser belongs to who subscribed last',
  perMinute: 60,
  body: z.object({
    endpoint: requiredText(1000),
    keys: z.object({ p256dh: key(65), auth: key(16) }),
    /** also shows the time left while the driver is parked; only for a browser that can renew a notification silently */
    Countdown: z.optional(z.boolean(withMessage('from_list'))),
  }),
  answer: Done,
} satisfies CallSchemas

export const unsubscribe = {
  summary: 'Send no more pushes to this browser',
  perMinute: 60,
  body: z.object({ endpoint: requiredText(1000) }),
  answer: Done,
} satisfies CallSchemas

export const extendFromPush = {
  summary: 'Extend from a push, by its token: once, for the price that the push named',
  perMinute: 60,
  body: z.object({ Token: requiredText(400) }),
  /** to be shown, in the driver’s language */
  answer: z.object({ Title: z.string(), Body: z.string() }),
  errors: ['session_ended', 'over_max_stay', 'zone_closed', 'insufficient_funds', 'quote_expired', 'price_changed'],
} satisfies CallSchemas
