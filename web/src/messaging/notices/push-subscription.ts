// Pushes on this device: whether the browser takes them, turned on from a tap, turned off, and kept alive.
import * as contract from '@parkit/contract/messaging/notices'
import { send } from '#platform/client.ts'
import { session } from '#platform/session.ts'

/** `install`: iPhones take pushes for an app on the Home Screen alone. */
export type DeviceState = 'on' | 'off' | 'blocked' | 'install' | 'unsupported'

/** Goes with everything else of the driver when he signs out: the server ends this device's pushes then too. */
const mark = 'push_of'
const isMine = () => localStorage.getItem(mark) === session.memberId()

const canPush = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
const registration = () => navigator.serviceWorker.getRegistration('/')

export async function deviceState(): Promise<DeviceState> {
  if (!canPush()) return /iPhone|iPad/.test(navigator.userAgent) ? 'install' : 'unsupported'
  if (Notification.permission === 'denied') return 'blocked'
  const worker = await registration()
  if (!worker) return 'unsupported'
  const subscription = await worker.pushManager.getSubscription()
  return subscription && Notification.permission === 'granted' && isMine() ? 'on' : 'off'
}

const bytes = (base64url: string) =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), letter => letter.charCodeAt(0))

const same = (a: ArrayBuffer | null, b: Uint8Array) => {
  const known = new Uint8Array(a ?? new ArrayBuffer(0))
  return known.length === b.length && known.every((value, i) => value === b[i])
}

const tell = async (subscription: PushSubscription) => {
  const { endpoint = '', keys = {} } = subscription.toJSON()
  await send(contract.subscribe, { body: { endpoint, keys: { p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' } } })
  localStorage.setItem(mark, session.memberId())
}

/** Call it from a tap: the browser asks only then. Throws CallError, and what the browser throws. */
export async function turnOn(): Promise<DeviceState> {
  // first of all, for a browser forgets the tap while it waits for an answer
  if ((await Notification.requestPermission()) !== 'granted') return deviceState()
  const worker = await registration()
  if (!worker) return 'unsupported'
  const key = bytes((await send(contract.settings, {})).PushKey)
  let subscription = await worker.pushManager.getSubscription()
  // another key than the server's: what was subscribed with it never comes
  if (subscription && !same(subscription.options.applicationServerKey, key)) {
    await subscription.unsubscribe()
    subscription = null
  }
  subscription ??= await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  await tell(subscription)
  return 'on'
}

export async function turnOff(): Promise<DeviceState> {
  const subscription = await (await registration())?.pushManager.getSubscription()
  if (subscription) {
    await send(contract.unsubscribe, { body: { endpoint: subscription.endpoint } })
    await subscription.unsubscribe()
  }
  localStorage.removeItem(mark)
  return 'off'
}

let kept = ''

/** Once for each sign-in: a device that is on stays on under a new token and a new key of the server. */
export async function keepOn(): Promise<void> {
  if (kept === session.token() || (await deviceState()) !== 'on') return
  kept = session.token()
  await turnOn()
}
