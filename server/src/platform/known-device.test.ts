// The cookie of a known device: it names only accounts that signed in with it, and nobody else can make one.
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createKnownDevices } from './known-device.ts'

const devices = createKnownDevices(randomBytes(32), 'https://parkit.example')
const requestWith = (setCookie: string) => ({ headers: { cookie: setCookie.split(';')[0]! } })

test('D-106: a device is known to the accounts that signed in on it, to the latest five', () => {
  const first = devices.cookieAfterSignIn({ headers: {} }, 'maya')
  expect(first).toMatch(/^__Host-device=\S+; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Strict; Secure$/)
  const device = devices.find(requestWith(first))!
  expect([device.knows('maya'), device.knows('raj')]).toEqual([true, false])

  let cookie = first
  for (const driver of ['raj', 'maya', 'a', 'b', 'c', 'd'])
    cookie = devices.cookieAfterSignIn(requestWith(cookie), driver)
  const later = devices.find(requestWith(cookie))!
  expect(later.id).toBe(device.id)
  expect(['raj', 'maya', 'a', 'd'].map(later.knows)).toEqual([false, true, true, true])
})

test('D-106: a cookie that was made up, changed or signed by another server is nobody’s', () => {
  const cookie = devices.cookieAfterSignIn({ headers: {} }, 'maya')
  const [id, own, tag] = /=([^;]+)/.exec(cookie)![1]!.split('.')
  const other = createKnownDevices(randomBytes(32), 'https://parkit.example')
  const forged = [`${id}.${tag}.${own}`, `${id!.slice(0, -1)}-.${own}.${tag}`, `${id}`, 'x', '']
  for (const value of forged) expect(devices.find({ headers: { cookie: `__Host-device=${value}` } }), value).toBeNull()
  expect(other.find(requestWith(cookie))).toBeNull()
})
