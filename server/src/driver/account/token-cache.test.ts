// The token cache: read once, served for seconds, never past the token's end, here and in other processes.
import { setTimeout } from 'node:timers/promises'
import * as account from '@parkit/contract/driver/account'
import { deleteAccount } from '@parkit/contract/driver/profile'
import { quote } from '@parkit/contract/parking/sessions'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { noon, startTestServer } from '#app/testing.ts'
import { zones } from '#parking/sessions/testing.ts'
import { onMoneyConnections, openDatabase } from '#platform/db.ts'
import { asOwner, cutChanges } from '#platform/testing.ts'
import { createTokenCache } from './token-cache.ts'

const parkit = await startTestServer()
const { clock } = parkit
/** another process on the same database */
const otherDb = openDatabase({ connectionString: parkit.db.connectionString, poolSize: 4, log: () => {} })
const other = await createTokenCache({ db: otherDb, clock })
afterAll(async () => {
  await otherDb.close()
  await parkit.stop()
})
beforeEach(() => clock.set(noon))

const driver = () => parkit.driver({ dollars: 0, vehicle: false })
const status = async (token: string) => (await parkit.call(account.profile, {}, { token })).status
const read = async (token: string) => (await other(token, 'reads'))?.driverId ?? null
/** how often the other process asked the database meanwhile */
const asking = async (act: () => Promise<unknown>) => {
  const asked = vi.spyOn(otherDb.pool, 'query')
  try {
    await act()
    return asked.mock.calls.length
  } finally {
    asked.mockRestore()
  }
}

test('a read looks its token up once in a while; a payment or change looks it up each time', async () => {
  const { token, driverId } = await driver()
  expect(await asking(async () => expect(await read(token)).toBe(driverId))).toBe(1)
  expect(await asking(async () => expect(await read(token)).toBe(driverId))).toBe(0)
  expect(await asking(() => other(token, 'changes'))).toBe(1)
  // it may have changed what was known of him
  expect(await asking(() => read(token))).toBe(1)
  clock.advance({ seconds: 5 })
  expect(await asking(() => other(token, 'pays'))).toBe(1)
  expect(await asking(() => other(token, 'pays'))).toBe(1)
  // which ends no sign-in, so that the screens which look anew after it need not ask again
  expect(await asking(() => read(token))).toBe(0)
  clock.advance({ seconds: 5 })
  expect(await asking(() => read(token))).toBe(1)
})

test('D-109: calls of one account at once look its token up together, and a payment beside reads on its own connection', async () => {
  const { token, driverId } = await driver()
  const many = (does: 'pays' | 'changes', count: number) =>
    Promise.all(Array.from({ length: count }, async () => (await other(token, does))?.driverId))
  expect(await asking(async () => expect(await many('changes', 50)).toEqual(Array(50).fill(driverId)))).toBe(1)
  const held = await Promise.all(Array.from({ length: otherDb.pool.options.max }, () => otherDb.pool.connect()))
  const paying = onMoneyConnections(() => many('pays', 50))
  try {
    expect(await Promise.race([paying, setTimeout(2_000, 'waited')])).toEqual(Array(50).fill(driverId))
  } finally {
    for (const client of held) client.release()
    await paying
  }
})

test('a quote is served from the cache although it is a POST', async () => {
  const { token } = await driver()
  const quoted = () =>
    parkit.call(quote, { body: { ZoneNumber: zones.street, Minutes: 60, SessionId: 'P-0000000000' } }, { token })
  await status(token)
  const asked = vi.spyOn(parkit.db.pool, 'query')
  // nobody's session: one statement looks for it, and one in the archive
  expect((await quoted()).status).toBe(404)
  expect(asked.mock.calls).toHaveLength(2)
  asked.mockRestore()
  await parkit.call(account.logout, {}, { token })
  expect((await quoted()).status).toBe(401)
})

test('an ended token is refused immediately here, and moments later in the other process', async () => {
  for (const end of [
    ({ token }: { token: string }) => parkit.call(account.logout, {}, { token }),
    ({ token, password }: { token: string; password: string }) =>
      parkit.call(deleteAccount, { body: { Password: password } }, { token }),
  ]) {
    const one = await driver()
    expect([await status(one.token), await read(one.token)]).toEqual([200, one.driverId])
    expect((await end(one)).status).toBe(200)
    expect(await status(one.token)).toBe(401)
    await vi.waitUntil(async () => (await read(one.token)) === null)
  }
})

test('a token ended from another device is refused here immediately', async () => {
  const { token, email, password } = await driver()
  const { access_token: lost } = (
    await parkit.call(account.token, { body: { grant_type: 'password', username: email, password } })
  ).body
  expect([await status(lost), await read(lost)]).toEqual([200, expect.any(String)])
  expect((await parkit.call(account.endSignIns, { body: { Which: 'others' } }, { token })).status).toBe(200)
  expect(await status(lost)).toBe(401)
  await vi.waitUntil(async () => (await read(lost)) === null)
  expect(await status(token)).toBe(200)
})

test('the cache serves no token past its expiry', async () => {
  const { token } = await driver()
  await parkit.db.pool.query(`update token set expires_at = $1 where expires_at > $1`, [
    noon.add({ seconds: 2 }).toString(),
  ])
  expect(await read(token)).not.toBeNull()
  clock.advance({ seconds: 2 })
  expect([await status(token), await read(token)]).toEqual([401, null])
})

test('a language change is seen immediately here, and moments later in the other process', async () => {
  const { token } = await driver()
  expect([await status(token), (await other(token, 'reads'))?.language]).toEqual([200, 'en'])
  await parkit.call(account.settings, { body: { Language: 'hi' } }, { token })
  await vi.waitUntil(async () => (await other(token, 'reads'))?.language === 'hi')
})

test('a sign-in that ends while nobody can be notified is read no more two seconds later', async () => {
  const { token, driverId } = await driver()
  expect(await read(token)).toBe(driverId)
  await cutChanges(parkit.db)
  await asOwner(parkit.db.connectionString, `delete from token where driver_id = '${driverId}'`)
  await vi.waitUntil(async () => (await read(token)) === null, 2_000)
})
