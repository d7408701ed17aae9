// The device's settings that make ParkIt easier to use: stored, marked on the page, and left by a sign-out.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { hasAssist, restoreAssists } from './assist.ts'
import { setAssist } from './assist-settings.ts'
import { savesData } from './data-saver.ts'
import { forget, forgetAll } from './session.ts'

let stored: Map<string, string>
let dataset: { assist?: string }
beforeEach(() => {
  stored = new Map()
  dataset = {}
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    clear: () => stored.clear(),
  })
  vi.stubGlobal('document', { documentElement: { dataset } })
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
})
afterEach(() => vi.unstubAllGlobals())

test('a setting is marked at once, and again on the next visit', () => {
  restoreAssists()
  expect(dataset.assist).toBeUndefined()
  setAssist('motor', true)
  setAssist('plain', true)
  expect(dataset.assist).toBe('plain motor')
  setAssist('motor', false)
  expect([hasAssist('plain'), hasAssist('motor')]).toEqual([true, false])
  delete dataset.assist
  expect(hasAssist('plain')).toBe(false)
  restoreAssists()
  expect(hasAssist('plain')).toBe(true)
})

test.each([
  ['Logout', forget],
  ['a refused sign-in', forgetAll],
])('%s leaves the device’s settings', (_, leave) => {
  setAssist('large', true)
  stored.set('access_token', 'x')
  leave()
  expect([...stored]).toEqual([['assist', 'large']])
})

test('data is saved by the setting here, by Save-Data, or by the system’s preference', () => {
  expect(savesData()).toBe(false)
  vi.stubGlobal('navigator', { connection: { saveData: true } })
  expect(savesData()).toBe(true)
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(prefers-reduced-data: reduce)' }))
  expect(savesData()).toBe(true)
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  setAssist('less', true)
  expect(savesData()).toBe(true)
})
