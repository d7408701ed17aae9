// The service worker's part for pushes: shows a notice, opens what it is about, extends with one tap.
type Push = import('@parkit/contract/messaging/notices').Push

type Worker = {
  addEventListener: (type: 'push' | 'notificationclick', listener: (event: WorkerEvent) => void) => void
  registration: ServiceWorkerRegistration
  clients: {
    matchAll: (of: { type: 'window'; includeUncontrolled: boolean }) => Promise<Tab[]>
    openWindow: (path: string) => Promise<unknown>
  }
}
type WorkerEvent = Event & {
  waitUntil: (work: Promise<unknown>) => void
  data: { json: () => Push } | null
  notification: Notification
  action: string
}
type Tab = { visibilityState: string; focus: () => Promise<Tab>; navigate: (path: string) => Promise<unknown> }

const worker = self as unknown as Worker
const tabs = () => worker.clients.matchAll({ type: 'window', includeUncontrolled: true })

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

const announce = async (push: Push) => {
  const inSight = push.Quiet && (await tabs()).some(tab => tab.visibilityState === 'visible')
  await show(push, push.Title, push.Body, {
    silent: inSight,
    ...(!push.Quiet && { renotify: true }),
    ...(push.Extend && { actions: [{ action: 'extend', title: push.Extend.Button }] }),
  })
  // every push must show something, or the browser takes the permission back; in sight of the app it goes again
  if (inSight) for (const shown of await worker.registration.getNotifications({ tag: push.Tag })) shown.close()
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
  const again =
    !response || response.status >= 500 ? { actions: [{ action: 'extend', title: push.Extend?.Button }] } : {}
  return show(push, Failed, said?.Message ?? push.Body, again)
}

worker.addEventListener('push', event => {
  const push = event.data?.json()
  if (push) event.waitUntil(announce(push))
})

worker.addEventListener('notificationclick', event => {
  const push = event.notification.data as Push
  event.notification.close()
  event.waitUntil(event.action === 'extend' && push.Extend ? extend(push, push.Extend) : open(push.Path))
})
