// Push notifications on this device: their state, turning them on and off, and renewal after a sign-in.
import * as contract from '@parkit/contract/messaging/notices'
import { send } from '#platform/client.ts'
import { session } from '#platform/session.ts'

/** `install`: on iPhones only an app on the Home Screen receives pushes. */
export type DeviceState = 'on' | 'off' | 'blocked' | 'install' | 'unsupported'

/** Removed at sign-out with the driver's other data; the server then ends this device's pushes too. */
const mark = 'push_of'
/** This device also shows the time left while its driver is parked. */
const countdownMark = 'push_countdown'
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

const isSame = (a: ArrayBuffer | null, b: Uint8Array) => {
  const known = new Uint8Array(a ?? new ArrayBuffer(0))
  return known.length === b.length && known.every((value, i) => value === b[i])
}

/** Only a browser that can renew a notification without a sound. */
export const canCountDown = () => canPush() && 'silent' in Notification.prototype
const wantsCountdown = () => canCountDown() && localStorage.getItem(countdownMark) === session.memberId()
export const isCountingDown = () => wantsCountdown() && Notification.permission === 'granted' && isMine()

const register = async (subscription: PushSubscription) => {
  const { endpoint = '', keys = {} } = subscription.toJSON()
  const body = { endpoint, keys: { p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' }, Countdown: wantsCountdown() }
  await send(contract.subscribe, { body })
  localStorage.setItem(mark, session.memberId())
}

/** Call from a tap: browsers show the permission prompt only then. Throws CallError and browser errors. */
export async function turnOn(): Promise<DeviceState> {
  // before any await: the tap's user activation expires
  if ((await Notification.requestPermission()) !== 'granted') return deviceState()
  const worker = await registration()
  if (!worker) return 'unsupported'
  const key = bytes((await send(contract.settings, {})).PushKey)
  let subscription = await worker.pushManager.getSubscription()
  // a subscription under another key than the server's receives nothing
  if (subscription && !isSame(subscription.options.applicationServerKey, key)) {
    await subscription.unsubscribe()
    subscription = null
  }
  subscription ??= await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  await register(subscription)
  return 'on'
}

/** Also turns pushes on, so call it from a tap. */
export async function turnCountdown(on: boolean): Promise<boolean> {
  if (on) localStorage.setItem(countdownMark, session.memberId())
  else localStorage.removeItem(countdownMark)
  try {
    if ((await turnOn()) !== 'on') localStorage.removeItem(countdownMark)
  } catch (failure) {
    if (on) localStorage.removeItem(countdownMark)
    throw failure
  }
  return isCountingDown()
}

export async function turnOff(): Promise<DeviceState> {
  const subscription = await (await registration())?.pushManager.getSubscription()
  if (subscription) {
    await send(contract.unsubscribe, { body: { endpoint: subscription.endpoint } })
    await subscription.unsubscribe()
  }
  localStorage.removeItem(mark)
  localStorage.removeItem(countdownMark)
  return 'off'
}

/** The session token of the last renewal. */
let renewedFor = ''

/** Once per sign-in: registers a device that is on under the new token, and under a new key of the server. */
export async function renewSubscription(): Promise<void> {
  if (renewedFor === session.token() || (await deviceState()) !== 'on') return
  renewedFor = session.token()
  await turnOn()
}
