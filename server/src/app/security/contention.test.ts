// Many calls at once over HTTP: an account's paid calls take turns, another account goes on, and nothing answers 500.
import { randomUUID } from 'node:crypto'
import * as accountCalls from '@parkit/contract/driver/account'
import * as walletCalls from '@parkit/contract/money/wallet'
import * as parkingCalls from '@parkit/contract/parking/sessions'
import type { Call } from '@parkit/contract/platform/call'
import { afterAll, expect, test } from 'vitest'
import { buildApp } from '#app/app.ts'
import { startTestServer } from '#app/testing.ts'
import { source } from '#city/places/testing.ts'
import { parkingCity, zones } from '#parking/sessions/testing.ts'
import { readConfig } from '#platform/config.ts'
import { onMoneyConnections, openDatabase } from '#platform/db.ts'

const parkit = await startTestServer({ poolSize: 20 })
const url = await parkit.app.listen({ host: '127.0.0.1', port: 0 })
// a second process on the same database
const otherDb = openDatabase({ connectionString: parkit.db.connectionString, poolSize: 20, log: () => {} })
const other = await buildApp({
  config: readConfig({ LOG_LEVEL: 'silent', RATE_LIMIT: 'off' }),
  db: otherDb,
  clock: parkit.clock,
  city: source(parkingCity()),
})
const otherUrl = await other.app.listen({ host: '127.0.0.1', port: 0 })
afterAll(async () => {
  await other.app.close()
  await otherDb.close()
  await parkit.stop()
})

type Driver = Awaited<ReturnType<typeof parkit.driver>>
type Told = { status: number; retryAfter: string | null; code: string | undefined; ms: number }

const send = async (driver: Driver, { method, path }: Call, body?: object, at = url): Promise<Told> => {
  const began = performance.now()
  const answer = await fetch(`${at}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${driver.token}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const told = (await answer.json()) as { Code?: string }
  const ms = performance.now() - began
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), code: told.Code, ms }
}
const times = <T>(n: number, act: (n: number) => Promise<T>) => Promise.all(Array.from({ length: n }, (_, i) => act(i)))
const count = (told: Told[], status: number) => told.filter(one => one.status === status).length

/** Contention is 409, 429 or 503, and the last two say when to come back. */
const expectCalm = (told: Told[]) => {
  for (const { status, retryAfter, code } of told) {
    expect([200, 402, 409, 429, 503], code).toContain(status)
    if (status === 429 || status === 503) expect(Number(retryAfter)).toBeGreaterThan(0)
  }
}

test('D-109: 50 parallel extensions of one session answer no 500, and each that is done is paid once', async () => {
  const driver = await parkit.driver({ dollars: 500 })
  const { SessionId } = await parkit.park(driver, 15)
  const told = await times(50, () => send(driver, parkingCalls.extend, { SessionId, Minutes: 1 }))
  expectCalm(told)
  const done = count(told, 200)
  expect(done).toBeGreaterThanOrEqual(20)
  expect(count(told, 200) + count(told, 429)).toBe(50)
  const { body } = await parkit.call(parkingCalls.session, { params: { id: SessionId } }, { token: driver.token })
  expect(body.Minutes).toBe(15 + done)
})

test('D-109: nor where two processes serve the same session', async () => {
  const driver = await parkit.driver({ dollars: 500 })
  const { SessionId } = await parkit.park(driver, 15)
  const told = await times(50, n =>
    send(driver, parkingCalls.extend, { SessionId, Minutes: 1 }, n % 2 ? url : otherUrl),
  )
  expectCalm(told)
  const { body } = await parkit.call(parkingCalls.session, { params: { id: SessionId } }, { token: driver.token })
  expect(body.Minutes).toBe(15 + count(told, 200))
})

test('D-109: 110 mixed calls of one account answer no 500, and another driver is not kept waiting', async () => {
  const [worst, calm] = [await parkit.driver({ dollars: 500 }), await parkit.driver({ dollars: 50 })]
  const { SessionId } = await parkit.park(worst, 15)
  const flood = times(110, n => {
    if (n % 4 === 0) return send(worst, walletCalls.addMoney, { Amount: 1 })
    if (n % 4 === 1) return send(worst, parkingCalls.stop, { SessionId })
    if (n % 4 === 2) return send(worst, parkingCalls.extend, { SessionId, Minutes: 1 })
    return send(worst, parkingCalls.start, {
      ZoneNumber: zones.street,
      VehicleId: worst.VehicleId,
      Minutes: 15,
      PayWith: 'wallet',
    })
  })
  const started = await send(calm, parkingCalls.start, {
    ZoneNumber: zones.street,
    VehicleId: calm.VehicleId,
    Minutes: 15,
    PayWith: 'wallet',
  })
  const told = await flood
  expect(started.status).toBe(200)
  expect(started.ms).toBeLessThan(Math.max(...told.map(({ ms }) => ms)))
  expectCalm(told)
})

test('D-109: five drivers of 60 top-ups each leave connections for reading and for a sixth driver', async () => {
  const drivers = await times(5, () => parkit.driver({ dollars: 0 }))
  const sixth = await parkit.driver({ dollars: 50 })
  const floods = drivers.map(driver => times(60, () => send(driver, walletCalls.addMoney, { Amount: 1 })))
  const calm = await times(10, () => send(sixth, parkingCalls.active))
  const extended = await send(sixth, parkingCalls.start, {
    ZoneNumber: zones.street,
    VehicleId: sixth.VehicleId,
    Minutes: 15,
    PayWith: 'wallet',
  })
  const told = (await Promise.all(floods)).flat()
  expectCalm(told)
  expect(count(told, 503)).toBe(0)
  expect([...calm, extended].map(({ status }) => status)).toEqual(Array(11).fill(200))
})

test('D-109: a payment finds a connection where reads hold all of theirs', async () => {
  const driver = await parkit.driver({ dollars: 50 })
  const { SessionId } = await parkit.park(driver, 15)
  const held = await times(parkit.db.pool.options.max, () => parkit.db.pool.connect())
  try {
    const { status } = await send(driver, parkingCalls.extend, { SessionId, Minutes: 1 })
    expect(status).toBe(200)
  } finally {
    for (const client of held) client.release()
  }
})

test('D-109: a script’s paid calls run at a person’s pace, and a neighbor’s go ahead of them', async () => {
  const limited = await buildApp({
    config: readConfig({ LOG_LEVEL: 'silent', RATE_LIMIT: '' }),
    db: otherDb,
    clock: parkit.clock,
    city: source(parkingCity()),
  })
  const at = await limited.app.listen({ host: '127.0.0.1', port: 0 })
  try {
    const [worst, calm] = [await parkit.driver({ dollars: 50 }), await parkit.driver({ dollars: 50 })]
    const [{ SessionId }, calms] = [await parkit.park(worst, 15), await parkit.park(calm, 15)]
    const extend = (driver: Driver, SessionId: string) =>
      send(driver, parkingCalls.extend, { SessionId, Minutes: 1 }, at)
    const began = performance.now()
    const flood = times(9, () => extend(worst, SessionId))
    const calmly = await extend(calm, calms.SessionId)
    const told = await flood
    expect([calmly.status, count(told, 200)]).toEqual([200, 9])
    // six at once, then 0.4 s between two
    expect(performance.now() - began).toBeGreaterThan(1_100)
    expect(calmly.ms).toBeLessThan(Math.max(...told.map(({ ms }) => ms)))
  } finally {
    await limited.app.close()
  }
})

test('D-109: whom a full queue refuses needs no connection to the database', async () => {
  const worst = await parkit.driver({ dollars: 500 })
  const { SessionId } = await parkit.park(worst, 15)
  const extend = () => send(worst, parkingCalls.extend, { SessionId, Minutes: 1 })
  const held = await times(1, () => parkit.db.pool.connect())
  let flood: Promise<Told[]> | undefined
  try {
    await held[0]!.query('begin')
    await held[0]!.query('select from session where session_id = $1 for update', [SessionId])
    let refusals = 0
    const isFull = Promise.withResolvers<void>()
    flood = times(40, async () => {
      const told = await extend()
      if (told.status === 429 && ++refusals === 19) isFull.resolve()
      return told
    })
    await isFull.promise
    // one of money's six is held by the extension that waits for the row
    held.push(...(await times(5, () => onMoneyConnections(() => parkit.db.pool.connect()))))
    expect(await extend()).toMatchObject({ status: 429, retryAfter: '2' })
    await held[0]!.query('commit')
  } finally {
    for (const client of held) client.release()
  }
  const told = await flood!
  expectCalm(told)
  expect(count(told, 200)).toBe(21)
})

test('D-109: a flood of sign-ins is refused early, and an honest one does not wait behind it', async () => {
  const honest = await parkit.driver({ dollars: 0, vehicle: false })
  const signIn = async (username: string, password: string, remoteAddress: string) => {
    const began = performance.now()
    const { statusCode, headers } = await parkit.app.inject({
      method: 'POST',
      url: accountCalls.token.path,
      payload: { grant_type: 'password', username, password },
      remoteAddress,
    })
    return { status: statusCode, retryAfter: headers['retry-after'], ms: performance.now() - began }
  }
  const flood = times(300, n => signIn(`stranger${n}@example.com`, 'a wrong horse', '198.51.100.7'))
  const entered = await signIn(honest.email, honest.password, '203.0.113.9')
  const told = await flood
  expect(entered.status).toBe(200)
  const refused = told.filter(({ status }) => status === 503)
  expect(refused.length).toBeGreaterThan(100)
  expect(refused.every(({ retryAfter }) => Number(retryAfter) > 0)).toBe(true)
  expect(entered.ms).toBeLessThan(Math.max(...told.map(({ ms }) => ms)))
})

test('D-109: a burst of one address, or of one account from many, lets another driver in between', async () => {
  const [worst, calm] = [await parkit.driver({ dollars: 0 }), await parkit.driver({ dollars: 0 })]
  const ask = ({ token }: Driver, remoteAddress: string) =>
    parkit.app.inject({
      url: accountCalls.profile.path,
      headers: { authorization: `Bearer ${token}` },
      remoteAddress,
    })
  for (const from of [() => '198.51.100.7', (n: number) => `198.51.100.${n + 1}`]) {
    let answered = 0
    const burst = times(200, async n => {
      const { statusCode } = await ask(worst, from(n))
      answered++
      return statusCode
    })
    expect((await ask(calm, '203.0.113.9')).statusCode).toBe(200)
    expect(answered).toBeLessThan(50)
    expect(await burst).toEqual(Array(200).fill(200))
  }
})
