// What an open page does to the badge and the notification: as sessions start, are extended and end, and when it is left.
import type { Push } from '@parkit/contract/messaging/notices'
import type { Session } from '@parkit/contract/parking/sessions'
import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'

let badge: number | 'dot' | null
let told: Push[][]
let isCounting: boolean
let isSignedIn: boolean
let onSession: () => void
const listeners = new Map<string, () => void>()
const nowMs = Date.parse('2026-04-14T17:00:00Z')

vi.mock('#messaging/notices/notices.ts', () => ({ isCountingDown: () => isCounting }))
vi.mock('#platform/session.ts', () => ({
  session: { isSignedIn: () => isSignedIn },
  onSession: (listener: () => void) => {
    onSession = listener
  },
}))
vi.mock('#platform/clock.ts', () => ({ now: () => nowMs, onTick: () => {} }))

const session = (SessionId: string, minutes: number) =>
  ({
    SessionId,
    Status: 'running',
    Name: 'Lot 5101',
    EndsAt: new Date(nowMs + minutes * 60_000).toISOString(),
    TimeZone: 'America/Chicago',
    Vehicle: { PlateNumber: 'TST 1' },
  }) as Session

const settle = () => new Promise(resolve => setTimeout(resolve))
const start = async (running: Session[] | undefined) => {
  const queries = new QueryClient()
  const set = async (sessions: Session[]) => {
    queries.setQueryData(['parking.active'], sessions)
    await settle()
  }
  if (running) await set(running)
  const { followSessions } = await import('./follow-sessions.ts')
  followSessions(queries)
  await settle()
  return set
}

beforeEach(() => {
  badge = null
  told = []
  isCounting = true
  isSignedIn = true
  listeners.clear()
  const addEventListener = (type: string, listener: () => void) => void listeners.set(type, listener)
  const postMessage = ({ running }: { running: Push[] }) => void told.push(running)
  vi.stubGlobal('navigator', {
    setAppBadge: async (minutes?: number) => {
      badge = minutes ?? 'dot'
    },
    clearAppBadge: async () => {
      badge = null
    },
    serviceWorker: { getRegistration: async () => ({ active: { postMessage } }) },
  })
  vi.stubGlobal('document', { addEventListener, visibilityState: 'hidden', documentElement: { dataset: {} } })
  vi.stubGlobal('window', { addEventListener })
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  vi.resetModules()
})

test('the badge is of the session that ends first, and each has its notification', async () => {
  const set = await start([session('P-2', 90), session('P-1', 42)])
  expect(badge).toBe(42)
  expect(told.at(-1)!.map(({ Tag, Title, Body }) => [Tag, Title, Body])).toEqual([
    ['P-1', 'Parked until 12:42 PM', 'Lot 5101. As of 12:00 PM, 42 min left. Plate TST 1.'],
    ['P-2', 'Parked until 1:30 PM', 'Lot 5101. As of 12:00 PM, 1 hr 30 min left. Plate TST 1.'],
  ])
  await set([session('P-1', 57)])
  expect([badge, told.at(-1)!.map(({ Title }) => Title)]).toEqual([57, ['Parked until 12:57 PM']])
  await set([])
  expect([badge, told.at(-1)]).toEqual([null, []])
})

test('signing out removes both', async () => {
  await start([session('P-1', 42)])
  isSignedIn = false
  onSession()
  await settle()
  expect([badge, told.at(-1)]).toEqual([null, []])
})

test('while nothing is known, nothing is removed', async () => {
  await start(undefined)
  expect([badge, told]).toEqual([null, []])
})

test('left on a phone, the badge is what pushes will find; without pushes there is none', async () => {
  await start([session('P-1', 42)])
  listeners.get('pagehide')!()
  await settle()
  expect(badge).toBe(40)
  isCounting = false
  listeners.get('visibilitychange')!()
  await settle()
  expect(badge).toBeNull()
})

test('without the countdown there is a badge and no notification', async () => {
  isCounting = false
  await start([session('P-1', 42)])
  expect([badge, told]).toEqual([42, [[]]])
})
