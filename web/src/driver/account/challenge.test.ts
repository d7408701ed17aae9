// The code on its way outlives a reload; the password of a registration does not reach the storage.
import { beforeEach, expect, test, vi } from 'vitest'
import { dropPending, findPending, findRegistration, type Pending, savePending } from './challenge.ts'

const pending: Pending = {
  ChallengeId: 'c',
  ExpiresAt: '2026-04-11T20:10:00Z',
  ResendAfter: '2026-04-11T20:00:30Z',
  purpose: 'register',
  destination: '(512) 555-0147',
}
const registration = {
  FirstName: 'Maya',
  LastName: '',
  EmailAddress: 'maya@example.com',
  PhoneNumber: '(512) 555-0147',
  Password: 'four horses stand still',
}
const stored = new Map<string, string>()

beforeEach(() => {
  stored.clear()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
})

test('is restored until it was used', () => {
  const { Password: _, ...typed } = registration
  savePending(pending, registration)
  expect(findPending()).toEqual({ ...pending, typed })
  expect(findRegistration()).toEqual(registration)
  dropPending()
  expect([findPending(), findRegistration()]).toEqual([null, undefined])
})

test('stores no password', () => {
  savePending(pending, registration)
  expect([...stored.values()].join()).not.toContain('horses')
})

test('a sign-in code replaces an earlier registration', () => {
  savePending(pending, registration)
  savePending({ ...pending, purpose: 'sign-in' })
  expect(findRegistration()).toBeUndefined()
})

test('Quick park’s input is stored, so that its code can be resent after a reload', () => {
  const quick = { PhoneNumber: '(512) 555-0147', PlateNumber: 'KXR 4821', PlateState: 'Texas' }
  savePending({ ...pending, purpose: 'quick', quick })
  expect(findPending()?.quick).toEqual(quick)
  expect(findRegistration()).toBeUndefined()
})
