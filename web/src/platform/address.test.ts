// The address: entries are numbered, Back knows where the visit began, what is asked for stays on its screen.
import { beforeEach, expect, test, vi } from 'vitest'

type Address = typeof import('./address.tsx')

let address: Address
const entries: { state: unknown; to: string }[] = []
let at = 0

beforeEach(async () => {
  entries.splice(0, entries.length, { state: null, to: '/homepage' })
  at = 0
  const pop = new Set<() => void>()
  vi.stubGlobal('window', {
    get location() {
      return new URL(entries[at]!.to, 'http://localhost')
    },
    history: {
      get state() {
        return entries[at]!.state
      },
      pushState: (state: unknown, _: string, to: string) => entries.splice(++at, entries.length, { state, to }),
      replaceState: (state: unknown, _: string, to: string) => entries.splice(at, 1, { state, to }),
      back: () => {
        at--
        for (const listener of pop) listener()
      },
    },
    addEventListener: (_: string, listener: () => void) => pop.add(listener),
  })
  vi.resetModules()
  address = await import('./address.tsx')
  address.watchAddress()
})

const shown = () => entries.map(({ to }) => to)

test('a link navigates, and Back returns to the previous screen', () => {
  address.navigate('/account')
  address.navigate('/addmoney')
  expect(entries[at]).toEqual({ state: { idx: 2, from: '/account' }, to: '/addmoney' })
  expect(address.cameByHistory()).toBe(false)
  address.goBack('/homepage')
  expect(entries[at]!.to).toBe('/account')
  expect(address.cameByHistory()).toBe(true)
})

test('a replaced screen is gone and keeps its history index', () => {
  address.navigate('/account')
  address.navigate('/addmoney', { replace: true })
  expect(shown()).toEqual(['/homepage', '/addmoney'])
  expect(entries[at]!.state).toEqual({ idx: 1, from: '/homepage' })
})

test('on the first screen of a visit Back goes to the given screen', () => {
  address.goBack('/pastpark')
  expect(shown()).toEqual(['/pastpark'])
})
