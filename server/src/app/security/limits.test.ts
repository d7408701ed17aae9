// Rate limits: by address and by account, whatever headers a client sends; a refusal says when to retry.

import { calls } from '@parkit/contract/calls'
import * as account from '@parkit/contract/driver/account'
import { afterEach, describe, expect, test } from 'vitest'
import { endless } from '#app/samples-testing.ts'
import { startTestServer, type TestServer } from '#app/testing.ts'

const servers: TestServer[] = []
const start = async (env: Record<string, string> = {}) => {
  const parkit = await startTestServer({ env: { RATE_LIMIT: '', ...env } })
  servers.push(parkit)
  return parkit
}
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop()
})

const wrong = { grant_type: 'password', username: 'nobody@example.com', password: 'x' }
const signIn = (parkit: TestServer, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
  parkit.app.inject({ method: 'POST', url: account.token.path, payload: wrong, headers, remoteAddress })

test('47: every call has a limit by address, and sign-in calls a low one', async () => {
  const parkit = await start()
  for (const [name, { method, path, perMinute }] of Object.entries(calls).filter(([name]) => !endless.includes(name))) {
    const { headers } = await parkit.app.inject({ method, url: path.replace(/:\w+/g, 'x') })
    expect(Number(headers['x-ratelimit-limit']), name).toBe(perMinute ?? 1_200)
  }
  const lettingIn = [
    'account.token',
    'account.register',
    'account.sendCode',
    'deskStaff.deskSignIn',
    'deskStaff.acceptInvite',
  ]
  for (const name of lettingIn) expect(calls[name]!.perMinute, name).toBeLessThanOrEqual(30)
})

test('47: a call over the limit is refused with Retry-After, for that address only', async () => {
  const parkit = await start()
  for (let i = 0; i < 30; i++) expect((await signIn(parkit)).statusCode).not.toBe(200)
  const { statusCode, headers } = await signIn(parkit)
  expect(statusCode).toBe(429)
  expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60)
  // paced by name, no longer by address
  const elsewhere = await signIn(parkit, {}, '198.51.100.7')
  expect([elsewhere.headers['x-ratelimit-remaining'], elsewhere.headers['retry-after']]).toEqual(['29', '30'])
})

test('D-108: files are never counted, and calls are counted by the block of an IPv6 address', async () => {
  const parkit = await start()
  const from = (n: number) => `2001:db8:1:2::${n.toString(16)}`
  const page = await Promise.all(
    Array.from({ length: 1_500 }, () => parkit.app.inject({ url: '/icon-48.png', remoteAddress: from(1) })),
  )
  expect(page.filter(({ statusCode }) => statusCode === 429)).toEqual([])
  for (let n = 0; n < 30; n++) await signIn(parkit, {}, from(n))
  const refused = await signIn(parkit, {}, from(99))
  expect([refused.statusCode, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
  expect(refused.headers['x-ratelimit-remaining']).toBe('0')
  // the files still come, and so do calls from next door
  expect((await parkit.app.inject({ url: '/icon-48.png', remoteAddress: from(1) })).statusCode).toBe(200)
  const nextDoor = await signIn(parkit, {}, '2001:db8:1:3::1')
  expect(nextDoor.headers['x-ratelimit-remaining']).toBe('29')
})

describe('49: the client address is the connection’s', () => {
  const spent = async (parkit: TestServer, forwarded: (n: number) => string, remoteAddress: string) => {
    for (let i = 0; i < 30; i++) await signIn(parkit, { 'x-forwarded-for': forwarded(i) }, remoteAddress)
    return (await signIn(parkit, { 'x-forwarded-for': forwarded(30) }, remoteAddress)).headers['x-ratelimit-remaining']
  }
  test('whatever X-Forwarded-For says', async () => {
    expect(await spent(await start(), n => `203.0.113.${n}`, '127.0.0.1')).toBe('0')
    const demo = { PARKIT_SANDBOX: '1' }
    expect(await spent(await start(demo), n => `203.0.113.${n}`, '198.51.100.7')).toBe('0')
  })
  test('and behind a proxy the last address the proxy saw, never the first in the header', async () => {
    const behind = { PARKIT_SANDBOX: '1', TRUST_PROXY: 'uniquelocal' }
    expect(await spent(await start(behind), n => `203.0.113.${n}, 198.51.100.7`, '10.0.0.2')).toBe('0')
    expect(await spent(await start(behind), n => `203.0.113.${n}`, '10.0.0.2')).not.toBe('0')
  })
  test('and no address is trusted unless TRUST_PROXY names it, not even a private one', async () => {
    expect(await spent(await start({ PARKIT_SANDBOX: '1' }), n => `203.0.113.${n}`, '10.0.0.2')).toBe('0')
    const elsewhere = { PARKIT_SANDBOX: '1', TRUST_PROXY: '10.0.0.3' }
    expect(await spent(await start(elsewhere), n => `203.0.113.${n}`, '10.0.0.2')).toBe('0')
  })
})

test('47: an account is limited across all its addresses; other accounts are not', async () => {
  const parkit = await start()
  const [maya, raj] = [await parkit.driver({ dollars: 0 }), await parkit.driver({ dollars: 0 })]
  const ask = (token: string, n: number) =>
    parkit.app.inject({
      url: account.profile.path,
      headers: { authorization: `Bearer ${token}` },
      remoteAddress: `198.51.${n >> 8}.${n & 255}`,
    })
  const told: number[] = []
  for (let n = 0; n < 620; n++) told.push((await ask(maya.token, n)).statusCode)
  expect(told.filter(status => status === 429).length).toBeGreaterThan(15)
  const refused = await ask(maya.token, 700)
  expect([refused.statusCode, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
  expect((await ask(raj.token, 701)).statusCode).toBe(200)
  parkit.clock.advance({ minutes: 1 })
  expect((await ask(maya.token, 702)).statusCode).toBe(200)
})

test('48: a body over the limit is refused by every call that takes one', async () => {
  const parkit = await startTestServer()
  servers.push(parkit)
  for (const [name, { method, path, body }] of Object.entries(calls)) {
    if (!body) continue
    const reply = await parkit.app.inject({
      method,
      url: path.replace(/:\w+/g, 'x'),
      payload: JSON.stringify({ a: 'x'.repeat(70_000) }),
      headers: { 'content-type': 'application/json' },
    })
    expect([name, reply.statusCode]).toEqual([name, expect.toBeOneOf([413, 401, 404])])
    expect(reply.json().Code, name).toBe('too_large')
  }
})
