// The service worker's part for pushes: shows a notice, opens what it is about, extends with one tap, and counts down.
type Push = import('@parkit/contract/messaging/notices').Push

type Worker = {
  addEventListener: (
    type: 'push' | 'notificationclick' | 'notificationclose' | 'message',
    listener: (event: WorkerEvent) => void,
  ) => void
  registration: ServiceWorkerRegistration
  clients: {
    matchAll: (of: { type: 'window'; includeUncontrolled: boolean }) => Promise<Tab[]>
    openWindow: (path: string) => Promise<unknown>
  }
  /** an installed app's alone, and not in every browser */
  navigator: { setAppBadge?: (minutes?: number) => Promise<void>; clearAppBadge?: () => Promise<void> }
}
type WorkerEvent = Event & {
  waitUntil: (work: Promise<unknown>) => void
  data: unknown
  notification: Notification
  action: string
}
type Tab = { visibilityState: string; focus: () => Promise<Tab>; navigate: (path: string) => Promise<unknown> }

const worker = self as unknown as Worker
const tabs = () => worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
const nowMs = () => performance.timeOrigin + performance.now()

const show = (push: Push, title: string, body: string, more: object = {}) =>
  worker.registration.showNotification(title, {
    body,
    tag: push.Tag,
    lang: push.Language,
    icon: '/icon-192.png',
    badge: '/icon-192.png',
    data: push,
    ...more,
  } as NotificationOptions)

const close = async (tag: string) => {
  for (const shown of await worker.registration.getNotifications({ tag })) shown.close()
}

const buttonOf = ({ Extend }: Push) => Extend && { actions: [{ action: 'extend', title: Extend.Button }] }

const announce = async (push: Push) => {
  const inSight = push.Quiet && (await tabs()).some(tab => tab.visibilityState === 'visible')
  await show(push, push.Title, push.Body, {
    silent: inSight,
    // for who does not hear it; a browser that can't is not asked to
    ...(!push.Quiet && { renotify: true, vibrate: [300, 150, 300] }),
    ...buttonOf(push),
  })
  // every push must show something, or the browser takes the permission back; in sight of the app it goes again
  if (inSight) await close(push.Tag)
}

/** The sessions whose countdown the driver swiped away; lost with the next version of the worker. */
const dismissals = () => caches.open('parkit-dismissed')
const dismissalOf = (tag: string) => `/dismissed/${tag}`
const isDismissed = async (tag: string) => (await (await dismissals()).match(dismissalOf(tag))) !== undefined

/** In the place of the one before, without a sound. A reminder's button stays while its end does. */
const countDown = async (push: Push) => {
  const [before] = await worker.registration.getNotifications({ tag: push.Tag })
  const last = before?.data as Push | undefined
  const Extend = push.Extend ?? (last?.EndsAtMs === push.EndsAtMs ? last?.Extend : null) ?? null
  const renewed = { ...push, Extend }
  // Android counts down to a time to come by itself
  await show(renewed, push.Title, push.Body, { silent: true, timestamp: push.EndsAtMs, ...buttonOf(renewed) })
  if (await isDismissed(push.Tag)) await close(push.Tag)
}

/** Minutes of the session that ends first, as they will be at the next renewal: never more than there are. */
const badge = async () => {
  const pushes = (await worker.registration.getNotifications()).map(({ data }) => data as Push | null)
  const now = nowMs()
  const [soonest] = pushes
    .flatMap(push => (push?.EndsAtMs && push.EndsAtMs > now ? [{ ...push, EndsAtMs: push.EndsAtMs }] : []))
    .sort((a, b) => a.EndsAtMs - b.EndsAtMs)
  if (!soonest) return worker.navigator.clearAppBadge?.()
  const minutes = Math.floor((soonest.EndsAtMs - Math.max(soonest.RenewedAtMs ?? now, now)) / 60_000)
  return worker.navigator.setAppBadge?.(...(minutes > 0 ? [minutes] : []))
}

const receive = async (push: Push) => {
  await (push.RenewedAtMs === undefined ? announce(push) : countDown(push))
  if (push.EndsAtMs !== undefined) await badge()
}

/** What runs now, as an open page knows it: shown, and every other countdown removed. */
const follow = async (running: Push[]) => {
  for (const push of running) if (!(await isDismissed(push.Tag))) await countDown(push)
  const tags = running.map(({ Tag }) => Tag)
  for (const shown of await worker.registration.getNotifications())
    if ((shown.data as Push | null)?.RenewedAtMs !== undefined && !tags.includes(shown.tag)) shown.close()
}

const open = async (path: string) => {
  const [tab] = await tabs()
  if (!tab) return worker.clients.openWindow(path)
  const focused = await tab.focus()
  // a tab that another worker controls is left as it is
  return focused.navigate(path).catch(() => worker.clients.openWindow(path))
}

const extend = async (push: Push, { Call, Token, Failed }: NonNullable<Push['Extend']>) => {
  const response = await fetch(Call, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-language': push.Language },
    body: JSON.stringify({ Token }),
  }).catch(() => null)
  const said = await response?.json().catch(() => null)
  if (response?.ok) return show(push, said.Title, said.Body)
  // without an answer the button stays: the token is good once, however often it is sent
  const again = !response || response.status >= 500 ? buttonOf(push) : null
  return show(push, Failed, said?.Message ?? push.Body, { ...again })
}

worker.addEventListener('push', event => {
  const push = (event.data as { json: () => Push } | null)?.json()
  if (push) event.waitUntil(receive(push))
})

worker.addEventListener('message', event => {
  const { running } = (event.data ?? {}) as { running?: Push[] }
  if (running) event.waitUntil(follow(running))
})

worker.addEventListener('notificationclick', event => {
  const push = event.notification.data as Push
  event.notification.close()
  event.waitUntil(event.action === 'extend' && push.Extend ? extend(push, push.Extend) : open(push.Path))
})

worker.addEventListener('notificationclose', event => {
  const { Tag, RenewedAtMs } = event.notification.data as Push
  if (RenewedAtMs === undefined) return
  event.waitUntil(dismissals().then(cache => cache.put(dismissalOf(Tag), new Response())))
})
