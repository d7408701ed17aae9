// The cookie beside the token: a sign-in of the web app needs both, every other client its token alone.
import { calls } from '@parkit/contract/calls'
import * as account from '@parkit/contract/driver/account'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nobodys, sampleOf } from '#app/samples-testing.ts'
import { noon, startTestServer, type TestServer } from '#app/testing.ts'
import { hashToken } from '#platform/auth.ts'

let parkit: TestServer
beforeAll(async () => {
  parkit = await startTestServer({ settings: { publicUrl: 'https://park.example.com' } })
})
afterAll(() => parkit.stop())

const userAgent =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0'
type Person = { email: string; password: string }
const driver = () => parkit.driver({ dollars: 0, vehicle: false })

const signInAs = async (
  { email, password }: Person,
  headers: Record<string, string> = { 'x-sign-in': 'cookie', 'user-agent': userAgent },
  server = parkit,
) => {
  const reply = await server.app.inject({
    method: 'POST',
    url: account.token.path,
    payload: { grant_type: 'password', username: email, password },
    headers,
  })
  // the other cookie marks the device, and is every client's
  const header = [reply.headers['set-cookie'] ?? []].flat().find(text => text.includes('sign_in=')) ?? ''
  return { token: reply.json().access_token as string, header, cookie: header.split(';')[0]! }
}
const fromBrowser = (cookie: string) => ({ 'x-sign-in': 'cookie', 'user-agent': userAgent, cookie })
const statusOf = async (token: string, cookie?: string) =>
  (await parkit.call(account.profile, {}, { token, headers: { ...(cookie && { cookie }) } })).status
const secretOf = (cookie: string) => cookie.split('=')[1]!

test('14: the web app’s token is refused without its cookie, by every call of a driver’s, streams too', async () => {
  const { token, cookie } = await signInAs(await driver())
  expect(await statusOf(token, cookie)).toBe(200)
  expect(await statusOf(token, `first_look=driver.en.dark; ${cookie}; other=1`)).toBe(200)
  for (const [name, call] of Object.entries(calls).filter(([, { who }]) => who === 'driver')) {
    const { status, error } = await parkit.call(call, sampleOf(name, nobodys()), { token })
    expect({ name, status, code: error.Code }).toEqual({ name, status: 401, code: 'unauthorized' })
  }
  expect(await statusOf(token, cookie)).toBe(200)
})

test('14: nor does another cookie open it: a guessed one, another driver’s, a cut or an empty one', async () => {
  const [maya, raj] = [await signInAs(await driver()), await signInAs(await driver())]
  const wrong = [
    raj.cookie,
    `__Host-sign_in=${'A'.repeat(43)}`,
    maya.cookie.slice(0, -1),
    `${maya.cookie}A`,
    '__Host-sign_in=',
    `x${maya.cookie}`,
    `__Host-sign_in=${maya.token}`,
  ]
  for (const cookie of wrong) expect(await statusOf(maya.token, cookie), cookie).toBe(401)
  expect(await statusOf(maya.token, `${raj.cookie}; ${maya.cookie}`)).toBe(200)
})

test('14: the cookie is for this host alone, and no script reads it', async () => {
  const { header } = await signInAs(await driver())
  const [pair, ...attributes] = header.split('; ')
  expect(pair).toMatch(/^__Host-sign_in=[\w-]{43}$/)
  expect(attributes.toSorted()).toEqual(['HttpOnly', 'Max-Age=2592000', 'Path=/', 'SameSite=Strict', 'Secure'])
})

test('14: over plain http, on this machine, it has a name that every browser takes there', async () => {
  const plain = await startTestServer()
  try {
    const who = await plain.driver({ dollars: 0, vehicle: false })
    const { header } = await signInAs(who, { 'x-sign-in': 'cookie' }, plain)
    expect(header).toMatch(/^sign_in=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Strict$/)
  } finally {
    await plain.stop()
  }
})

test('18: the cookie alone does nothing, and says nothing', async () => {
  const { cookie } = await signInAs(await driver())
  for (const [name, { method, path, who }] of Object.entries(calls))
    if (who === 'driver')
      expect((await parkit.app.inject({ method, url: path, headers: { cookie } })).statusCode, name).toBe(401)
})

test('a client that keeps the token alone goes on as before, and gets no cookie', async () => {
  const who = await driver()
  const { token, header } = await signInAs(who, { 'user-agent': userAgent })
  expect(header).toBe('')
  expect(await statusOf(token)).toBe(200)
  expect(await statusOf(token, `__Host-sign_in=${'A'.repeat(43)}`)).toBe(200)
})

test('a sign-in of before goes on', async () => {
  const { driverId } = await driver()
  await parkit.db.pool.query(
    'insert into token (token_hash, driver_id, created_at, expires_at) values ($1, $2, $3, $4)',
    [hashToken('of before'.padEnd(43, 'A').replace(' ', '-')), driverId, noon, noon.add({ hours: 24 })],
  )
  expect(await statusOf('of before'.padEnd(43, 'A').replace(' ', '-'))).toBe(200)
})

test('15: a cookie that a stranger planted is not taken on, nor one of another driver', async () => {
  const [maya, raj] = [await driver(), await driver()]
  const planted = `__Host-sign_in=${'B'.repeat(43)}`
  const first = await signInAs(maya, fromBrowser(planted))
  expect(first.cookie).not.toBe(planted)
  const second = await signInAs(raj, fromBrowser(first.cookie))
  expect(second.cookie).not.toBe(first.cookie)
})

test('signing in again in the same browser keeps its cookie, so that its other tabs go on', async () => {
  const maya = await driver()
  const first = await signInAs(maya)
  const second = await signInAs(maya, fromBrowser(first.cookie))
  expect(second.cookie).toBe(first.cookie)
  expect(second.header).toContain('Max-Age=2592000')
  expect([await statusOf(first.token, second.cookie), await statusOf(second.token, first.cookie)]).toEqual([200, 200])
  // once all its sign-ins have ended, the secret is worth nothing
  for (const { token } of [first, second])
    await parkit.call(account.logout, {}, { token, headers: { cookie: first.cookie } })
  expect((await signInAs(maya, fromBrowser(first.cookie))).cookie).not.toBe(first.cookie)
})

test('13: the secret of the cookie is kept as a hash, and no answer holds it', async () => {
  const maya = await driver()
  const { token, cookie } = await signInAs(maya)
  const { rows } = await parkit.db.pool.query<{ row: string }>('select token::text as row from token')
  const kept = rows.map(({ row }) => row).join()
  const secret = secretOf(cookie)
  expect(kept).not.toContain(secret)
  expect(kept).not.toContain(Buffer.from(secret).toString('hex'))
  const { body } = await parkit.call(account.signIns, {}, { token, headers: { cookie } })
  expect(JSON.stringify(body)).not.toContain(secret)
  expect(secret).not.toBe(token)
})

test('16: logging out ends the cookie too', async () => {
  const { token, cookie } = await signInAs(await driver())
  const reply = await parkit.app.inject({
    method: 'POST',
    url: account.logout.path,
    headers: { authorization: `Bearer ${token}`, cookie },
  })
  expect(reply.headers['set-cookie']).toMatch(/^__Host-sign_in=; Path=\/; Max-Age=0; .*Secure$/)
  expect(await statusOf(token, cookie)).toBe(401)
})

test('16: the list of sign-ins names browser and system, and when each was last used', async () => {
  const maya = await driver()
  const { token, cookie } = await signInAs(maya)
  const list = async () =>
    (await parkit.call(account.signIns, {}, { token, headers: { cookie } })).body.Items.map(
      ({ Browser, System, LastUsedAt, Current }) => ({ Browser, System, LastUsedAt, Current }),
    )
  const signedInAt = parkit.clock.now().toString()
  expect(await list()).toEqual([
    { Browser: 'Edge', System: 'Windows', LastUsedAt: signedInAt, Current: true },
    { Browser: null, System: null, LastUsedAt: signedInAt, Current: false },
  ])
  parkit.clock.advance({ minutes: 59 })
  expect((await list())[0]!.LastUsedAt).toBe(signedInAt)
  parkit.clock.advance({ minutes: 1 })
  await expect.poll(async () => (await list())[0]!.LastUsedAt).toBe(parkit.clock.now().toString())
  expect((await list())[1]!.LastUsedAt).toBe(signedInAt)
})
