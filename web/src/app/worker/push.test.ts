// What the service worker does with a push and a tap, in a browser that is made up.
import type { Push } from '@parkit/contract/messaging/notices'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

type Shown = { title: string; body: string; tag: string; silent?: boolean; actions?: { title: string }[]; data: Push }
type Listener = (event: object) => void

let shown: Shown[]
let opened: string[]
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
  tabs = []
  vi.stubGlobal('self', {
    addEventListener: (type: string, listener: Listener) => listeners.set(type, listener),
    registration: {
      // a newer one of the same tag takes the older one's place
      showNotification: async (title: string, more: Omit<Shown, 'title'>) => {
        shown = [...shown.filter(({ tag }) => tag !== more.tag), { title, ...more }]
      },
      getNotifications: async ({ tag }: { tag: string }) =>
        shown
          .filter(one => one.tag === tag)
          .map(one => ({
            close: () => {
              shown = shown.filter(other => other !== one)
            },
          })),
    },
    clients: { matchAll: async () => tabs, openWindow: async (path: string) => opened.push(path) },
  })
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
