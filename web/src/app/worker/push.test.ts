// What the service worker does with a push and a tap, in a browser that is made up.
import type { Push } from '@parkit/contract/messaging/notices'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

type Shown = {
  title: string
  body: string
  tag: string
  silent?: boolean
  renotify?: boolean
  timestamp?: number
  vibrate?: number[]
  actions?: { title: string }[]
  data: Push
}
type Listener = (event: object) => void

let shown: Shown[]
let opened: string[]
let badge: number | 'dot' | null
let tabs: { visibilityState: string; navigate: (path: string) => Promise<void>; focus: () => Promise<unknown> }[]
const listeners = new Map<string, Listener>()

const push: Push = {
  Language: 'hi',
  Title: '15 min left at Lot 5101',
  Body: 'Your parking ends at 1:00 PM.',
  Tag: 'P-1',
  Path: '/dashboard?session=P-1',
  Quiet: false,
  Extend: { Button: 'Extend 15 min, $0.50', Call: '/extend', Token: 'token', Failed: 'Not extended' },
}

beforeEach(async () => {
  shown = []
  opened = []
  badge = null
  tabs = []
  vi.stubGlobal('self', {
    addEventListener: (type: string, listener: Listener) => listeners.set(type, listener),
    registration: {
      // a newer one of the same tag takes the older one's place
      showNotification: async (title: string, more: Omit<Shown, 'title'>) => {
        shown = [...shown.filter(({ tag }) => tag !== more.tag), { title, ...more }]
      },
      getNotifications: async ({ tag }: { tag?: string } = {}) =>
        shown
          .filter(one => tag === undefined || one.tag === tag)
          .map(one => ({
            tag: one.tag,
            data: one.data,
            close: () => {
              shown = shown.filter(other => other !== one)
            },
          })),
    },
    navigator: {
      setAppBadge: async (minutes?: number) => {
        badge = minutes ?? 'dot'
      },
      clearAppBadge: async () => {
        badge = null
      },
    },
    clients: { matchAll: async () => tabs, openWindow: async (path: string) => opened.push(path) },
  })
  const dismissed = new Map<string, Response>()
  const cache = {
    match: async (path: string) => dismissed.get(path),
    put: async (path: string, kept: Response) => void dismissed.set(path, kept),
  }
  vi.stubGlobal('caches', { open: async () => cache })
  vi.resetModules()
  await import('./push.ts')
})
afterEach(() => vi.unstubAllGlobals())

const happen = async (type: string, event: object) => {
  let work: Promise<unknown> = Promise.resolve()
  listeners.get(type)!({
    ...event,
    waitUntil: (given: Promise<unknown>) => {
      work = given
    },
  })
  await work
}
const come = (more: Partial<Push> = {}) => happen('push', { data: { json: () => ({ ...push, ...more }) } })
const tap = (action = '', data = shown.at(-1)!.data) =>
  happen('notificationclick', { action, notification: { data, close: () => {} } })
/** `mine`: this worker controls it, so it may be led elsewhere. */
const tab = (visibilityState: string, mine = true) => {
  const navigate = async (path: string) => {
    if (!mine) throw new TypeError('This tab is not mine')
    opened.push(`tab ${path}`)
  }
  tabs.push({ visibilityState, navigate, focus: async () => ({ navigate }) })
}
const answer = (status: number, body: object) => {
  const fetched = vi.fn(async (_path: string, _init: { body: string; headers: Record<string, string> }) =>
    Response.json(body, { status }),
  )
  vi.stubGlobal('fetch', fetched)
  return fetched
}

test('a push is shown with its button and replaces an older one', async () => {
  await come()
  await come({ Title: '5 min left at Lot 5101' })
  expect(shown).toHaveLength(1)
  expect(shown[0]).toMatchObject({
    title: '5 min left at Lot 5101',
    tag: 'P-1',
    renotify: true,
    vibrate: [300, 150, 300],
    lang: 'hi',
    silent: false,
  })
  expect(shown[0]!.actions).toEqual([{ action: 'extend', title: 'Extend 15 min, $0.50' }])
})

test('a push about the driver’s own action is closed while the app is visible', async () => {
  await come()
  tab('visible')
  await come({ Quiet: true, Title: 'Extended to 1:15 PM', Extend: null })
  expect(shown).toEqual([])
  // a browser refuses one that vibrates and is silent
  tabs = []
  await come({ Quiet: true, Title: 'Extended to 1:15 PM', Extend: null })
  expect(shown[0]!.vibrate).toBeUndefined()
  await come()
  expect(shown).toHaveLength(1)
})

test('a tap opens the session, in the existing tab or a new one', async () => {
  await come()
  await tap()
  tab('hidden')
  await tap()
  tabs = []
  tab('hidden', false)
  await tap()
  expect(opened).toEqual([push.Path, `tab ${push.Path}`, push.Path])
})

test('one tap extends and confirms it', async () => {
  await come()
  const fetched = answer(200, { Title: 'Extended to 1:15 PM', Body: '$0.50' })
  await tap('extend')
  expect(fetched).toHaveBeenCalledOnce()
  const [path, { body, headers }] = fetched.mock.calls[0]!
  expect([path, JSON.parse(body), headers['accept-language']]).toEqual(['/extend', { Token: 'token' }, 'hi'])
  expect(shown.map(({ title, body, actions }) => [title, body, actions])).toEqual([
    ['Extended to 1:15 PM', '$0.50', undefined],
  ])
  expect(opened).toEqual([])
})

test('a refusal is shown, and a tap on it opens the session', async () => {
  await come()
  answer(402, { Message: 'Your wallet is short.' })
  await tap('extend')
  expect(shown.map(({ title, body, actions }) => [title, body, actions])).toEqual([
    ['Not extended', 'Your wallet is short.', undefined],
  ])
  await tap()
  expect(opened).toEqual([push.Path])
})

test('without a response the button stays', async () => {
  await come()
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  await tap('extend')
  expect(shown[0]).toMatchObject({ title: 'Not extended', body: push.Body, actions: [{ action: 'extend' }] })
  answer(200, { Title: 'Extended to 1:15 PM', Body: '$0.50' })
  await tap('extend')
  expect(shown.map(({ title }) => title)).toEqual(['Extended to 1:15 PM'])
})

const nowMs = () => performance.timeOrigin + performance.now()
const minute = 60_000
const countdown = (minutes: number, renewedIn = 5): Partial<Push> => ({
  Title: 'Parked until 1:00 PM',
  EndsAtMs: nowMs() + minutes * minute,
  RenewedAtMs: nowMs() + renewedIn * minute,
  Extend: null,
})

test('a countdown is renewed in place without a sound; the badge never promises more than is left', async () => {
  const first = countdown(42)
  await come(first)
  expect(shown).toMatchObject([{ tag: 'P-1', silent: true, timestamp: first.EndsAtMs }])
  expect(shown[0]).not.toHaveProperty('renotify')
  expect(badge).toBe(36)
  await come({ ...countdown(40), Body: 'later' })
  expect(shown.map(({ body }) => body)).toEqual(['later'])
  await come(countdown(4, 4))
  expect(badge).toBe('dot')
})

test('a renewal keeps the button of the reminder before it, and not after the end has moved', async () => {
  const later = countdown(15)
  await come({ EndsAtMs: later.EndsAtMs! })
  await come(later)
  expect(shown[0]!.actions).toEqual([{ action: 'extend', title: 'Extend 15 min, $0.50' }])
  await come(countdown(30))
  expect(shown[0]!.actions).toBeUndefined()
})

test('the end takes its place and the badge goes, unless another car is parked', async () => {
  await come(countdown(30))
  await come({ ...countdown(60), Tag: 'P-2' })
  expect(badge).toBe(24)
  await come({ EndsAtMs: null, Title: 'Parking ended' })
  expect(badge).toBe(54)
  await come({ EndsAtMs: null, Tag: 'P-2' })
  expect([badge, shown.map(({ title }) => title)]).toEqual([null, ['Parking ended', '15 min left at Lot 5101']])
})

test('swiped away, a countdown stays away, and a reminder still comes', async () => {
  await come(countdown(30))
  const [swiped] = shown
  shown = []
  await happen('notificationclose', { notification: swiped })
  await come(countdown(25))
  await happen('message', { data: { running: [{ ...push, ...countdown(24) }] } })
  expect(shown).toEqual([])
  await come()
  expect(shown).toHaveLength(1)
})

test('an open page renews what runs and closes what does not', async () => {
  await come({ ...countdown(30), Tag: 'P-2' })
  await come({ Tag: 'chat', Extend: null })
  await happen('message', { data: { running: [{ ...push, ...countdown(24), Extend: null }] } })
  expect(shown.map(({ tag }) => tag).toSorted()).toEqual(['P-1', 'chat'])
  await happen('message', { data: 'take-over' })
  await happen('message', { data: { running: [] } })
  expect(shown.map(({ tag }) => tag)).toEqual(['chat'])
})
