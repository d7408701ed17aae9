// Web Push: queued with its cause, encrypted for one browser, signed with VAPID keys, sent at most once.
import webPush from 'web-push'
import type { Config } from '#platform/config.ts'
import type { Database, Queryable } from '#platform/db.ts'
import { NotTaken, sendOnce } from '#platform/outbox.ts'
import * as store from './store.ts'

const kind = 'push'
const timeoutMs = 10_000

/** Push services of the known browsers: a subscription can't make this server call any other address. */
const services = [
  'fcm.googleapis.com',
  'jmt17.google.com',
  'push.services.mozilla.com',
  'notify.windows.com',
  'push.apple.com',
]

/** `more`: further ones, by their origin. */
export const isPushService = (endpoint: string, more: string[]): boolean => {
  const url = URL.parse(endpoint)
  if (!url || url.username || url.password) return false
  if (more.includes(url.origin)) return true
  const known = services.some(host => url.hostname === host || url.hostname.endsWith(`.${host}`))
  return url.protocol === 'https:' && url.port === '' && known
}

type PushRecord = { messageId: string; channel: 'push'; recipient: string; subject: string; body: string }
export type RecordPush = (push: PushRecord, now: Temporal.Instant) => Promise<unknown>

type Deps = { db: Database; config: Pick<Config, 'push' | 'publicUrl'>; recordPush: RecordPush | null }

export const createPush = async ({ db, config, recordPush }: Deps) => {
  const keys = config.push ?? (await store.keepPushKeys(db.pool, webPush.generateVAPIDKeys()))
  // VAPID's contact: whom the push service writes to
  const subject =
    config.push?.subject ?? (config.publicUrl.startsWith('https:') ? config.publicUrl : 'mailto:push@parkit.example')

  const post = async ({ endpoint, p256dh, auth, payload }: store.QueuedPush, seconds: number) => {
    const request = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, JSON.stringify(payload), {
      vapidDetails: { subject, publicKey: keys.publicKey, privateKey: keys.privateKey },
      TTL: seconds,
      urgency: payload.Quiet || payload.RenewedAtMs !== undefined ? 'normal' : 'high',
    })
    const { 'Content-Length': _, ...headers } = request.headers as Record<string, string>
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
      body: new Uint8Array(request.body!),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    await response.body?.cancel()
    if (response.ok) return
    // the browser's subscription has ended
    if (response.status === 404 || response.status === 410) return store.dropEndpoint(db.pool, endpoint)
    const problem = `The push service answered ${response.status}`
    throw response.status === 429 || response.status === 503 ? new NotTaken(problem) : new Error(problem)
  }

  return {
    publicKey: keys.publicKey,

    queue: (tx: Queryable, pushes: store.NewPush[], now: Temporal.Instant) => store.insertPushes(tx, kind, pushes, now),

    /** What is due and talks to the network. */
    jobs: {
      [kind]: async (messageId: string, now: Temporal.Instant): Promise<void> => {
        const push = await store.takePush(db.pool, messageId, now)
        const seconds = push ? Math.floor(now.until(push.expires_at).total('seconds')) : 0
        if (push && seconds > 0) {
          const marks = {
            putBack: () => store.putPushBack(db.pool, messageId),
            giveUp: () => store.deletePush(db.pool, messageId),
          }
          const { Title, Body } = push.payload
          const record = { messageId, channel: 'push', recipient: push.recipient, subject: Title, body: Body } as const
          await sendOnce(marks, async () => {
            // renewals of a countdown would hide the rest
            if (push.payload.RenewedAtMs === undefined) await recordPush?.(record, now)
            await post(push, seconds)
          })
        }
        await store.deletePush(db.pool, messageId)
      },
    },
  }
}
export type WebPush = Awaited<ReturnType<typeof createPush>>
