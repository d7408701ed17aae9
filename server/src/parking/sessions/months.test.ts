// Sessions in partitions by the month of their start: each with its steps, made ahead of time, and only those looked into that may hold the row.
import { deleteAccount } from '@parkit/contract/driver/profile'
import * as past from '@parkit/contract/parking/past'
import * as contract from '@parkit/contract/parking/sessions'
import * as desk from '@parkit/contract/staff/desk-drivers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#app/testing.ts'
import { cardOf } from '#money/cards/testing.ts'
import { partitionJobs } from '#platform/partitions.ts'
import { asOwner, partitionBounds, partitionsRead } from '#platform/testing.ts'
import { staffToken } from '#staff/desk/testing.ts'
import { parkingActions } from './actions-testing.ts'
import { listNewest } from './past-store.ts'
import { findLastPayer, findSession, listActive, listSteps } from './store.ts'
import { zones } from './testing.ts'

let parkit: TestServer
beforeAll(async () => {
  parkit = await startTestServer()
})
afterAll(() => parkit.stop())

const owner = <Row extends object>(text: string) =>
  asOwner<Row & Record<string, unknown>>(parkit.db.connectionString, text)
/** What the job does each night. */
const roll = () => partitionJobs(parkit.db).partitions!('all', parkit.clock.now(), async () => {})
const bounds = async (table: string) =>
  (await partitionBounds(parkit.db.connectionString, table)).map(
    ([name, from, to]) => `${name} ${from.slice(0, 10)} ${to.slice(0, 10)}`,
  )

/** In which partitions the session and its steps are. */
const placeOf = async (sessionId: string) => {
  const [row] = await owner<{ session: string; steps: string[] }>(
    `select (select tableoid::regclass::text from session where session_id = '${sessionId}') as session,
            array(select tableoid::regclass::text from step where session_id = '${sessionId}' order by seq) as steps`,
  )
  return row!
}

test('the nightly job has the next month ready, whole, for sessions and for steps', async () => {
  parkit.clock.set('2031-05-10T09:45:00Z')
  await roll()
  const names = async () => (await bounds('session')).slice(-2)
  expect(await names()).toEqual(['session_203106 2031-06-01 2031-07-01', 'session_later 2031-07-01 MAXVALUE'])
  parkit.clock.set('2031-05-31T23:59:59Z')
  await roll()
  expect(await names()).toEqual(['session_203106 2031-06-01 2031-07-01', 'session_later 2031-07-01 MAXVALUE'])
  parkit.clock.set('2031-06-01T00:00:00Z')
  await roll()
  expect(await names()).toEqual(['session_203107 2031-07-01 2031-08-01', 'session_later 2031-08-01 MAXVALUE'])
  expect(await bounds('step')).toEqual((await bounds('session')).map(line => line.replace('session', 'step')))
})

test('a start in the last instant of a month and one in the first of the next are each in their own', async () => {
  const { start, stop } = parkingActions(parkit)
  parkit.clock.set('2031-06-30T23:59:59.999Z')
  const [early, late] = [await parkit.driver(), await parkit.driver()]
  const first = (await start(early)).body
  parkit.clock.set('2031-07-01T00:00:00Z')
  const second = (await start(late)).body
  parkit.clock.set('2031-07-01T00:10:00Z')
  for (const [driver, { SessionId }] of [
    [early, first],
    [late, second],
  ] as const)
    expect((await stop(driver, SessionId)).body).toMatchObject({ Status: 'ended' })
  expect(await placeOf(first.SessionId)).toEqual({ session: 'session_203106', steps: ['step_203106', 'step_203106'] })
  expect(await placeOf(second.SessionId)).toEqual({ session: 'session_203107', steps: ['step_203107', 'step_203107'] })
})

test('a stay over the end of a month is shown, extended, stopped, listed, refunded, and erased like one within a month', async () => {
  const { start, extend, stop, active } = parkingActions(parkit)
  parkit.clock.set('2031-06-30T12:00:00Z')
  const driver = await parkit.driver()
  const before = (await start(driver)).body
  parkit.clock.set('2031-06-30T12:30:00Z')
  await stop(driver, before.SessionId)
  parkit.clock.set('2031-06-30T23:30:00Z')
  const { SessionId } = (await start(driver)).body
  parkit.clock.set('2031-07-01T00:10:00Z')
  expect(await active(driver)).toMatchObject([{ SessionId, Status: 'running' }])
  expect((await start(driver)).error).toMatchObject({ Code: 'already_parked', SessionId })
  expect((await extend(driver, SessionId, 60)).body).toMatchObject({ EndsAt: '2031-07-01T01:30:00Z' })
  parkit.clock.set('2031-07-01T00:40:00Z')
  expect((await stop(driver, SessionId)).body).toMatchObject({ Status: 'ended', Refunded: 1.5 })
  const staff = { token: await staffToken(parkit, 'Ana') }
  const params = { driverId: driver.driverId, id: SessionId }
  const refund = { params, body: { Amount: 1, Reason: 'The meter was wrong' } }
  expect((await parkit.call(desk.refund, refund, staff)).body.Items).toMatchObject([{ Amount: 1, To: 'wallet' }])
  expect(await placeOf(SessionId)).toEqual({ session: 'session_203106', steps: Array(4).fill('step_203106') })

  const { body } = await parkit.call(contract.session, { params: { id: SessionId } }, driver)
  expect(body.Steps.map(({ Kind, Amount }) => `${Kind} ${Amount}`)).toEqual([
    'started 2.35',
    'extended 2',
    'stopped -1.5',
    'refunded -1',
  ])
  expect((await parkit.call(contract.receiptPdf, { params: { id: SessionId } }, driver)).status).toBe(200)
  parkit.clock.set('2031-07-02T12:00:00Z')
  const later = (await start(driver)).body
  parkit.clock.set('2031-07-02T12:30:00Z')
  await stop(driver, later.SessionId)
  const list = async (query: Record<string, unknown>) =>
    (await parkit.call(contract.sessions, { query: query as never }, driver)).body.Items.map(item => item.SessionId)
  expect(await list({})).toEqual([later.SessionId, SessionId, before.SessionId])
  expect(await list({ Sort: 'oldest' })).toEqual([before.SessionId, SessionId, later.SessionId])
  // the day of a start is that of the place, five hours behind
  expect(await list({ From: '2031-06-30', To: '2031-06-30' })).toEqual([SessionId, before.SessionId])
  expect(await list({ From: '2031-07-01' })).toEqual([later.SessionId])
  const { Items: months } = (await parkit.call(past.months, { query: {} }, driver)).body
  expect(months.map(({ Month, Sessions }) => `${Month} ${Sessions}`)).toEqual(['2031-07 1', '2031-06 2'])

  expect((await parkit.call(deleteAccount, { body: { Password: driver.password } }, driver)).status).toBe(200)
  const kept = await owner(
    `select distinct plate_key = 'erased ' || session_id as erased from session where driver_id = '${driver.driverId}'`,
  )
  expect(kept).toEqual([{ erased: true }])
})

test('a stay that a card pays and one that its job ends pass the end of a month', async () => {
  const { start, extend, stop } = parkingActions(parkit)
  parkit.clock.set('2031-07-31T23:50:00Z')
  const [byCard, left] = [await parkit.driver(), await parkit.driver()]
  await roll()
  const PayWith = await cardOf(parkit, byCard.token, '4242')
  const paid = (await start(byCard, { PayWith })).body
  const forgotten = (await start(left)).body
  parkit.clock.set('2031-08-01T00:20:00Z')
  expect((await extend(byCard, paid.SessionId, 30)).status).toBe(200)
  await stop(byCard, paid.SessionId)
  parkit.clock.set('2031-08-01T00:50:00Z')
  await parkit.jobs.runDue()
  const statusOf = async (driver: typeof left, id: string) => {
    const { body } = await parkit.call(contract.session, { params: { id } }, driver)
    return [body.Status, body.PaymentStatus, body.Steps.map(({ Kind }) => Kind).join(' ')]
  }
  expect(await statusOf(byCard, paid.SessionId)).toEqual(['ended', 'Paid', 'started extended stopped'])
  expect(await statusOf(left, forgotten.SessionId)).toEqual(['ended', 'Paid', 'started ended'])
  expect(await placeOf(forgotten.SessionId)).toEqual({
    session: 'session_203107',
    steps: ['step_203107', 'step_203107'],
  })
})

test('who left in the old month may not return too early in the new one', async () => {
  const { start, stop } = parkingActions(parkit)
  parkit.clock.set('2031-07-31T23:20:00Z')
  const driver = await parkit.driver()
  const { SessionId } = (await start(driver, { ZoneNumber: zones.noReturn })).body
  parkit.clock.set('2031-07-31T23:50:00Z')
  await stop(driver, SessionId)
  parkit.clock.set('2031-08-01T00:10:00Z')
  expect((await start(driver, { ZoneNumber: zones.noReturn })).error.Code).toBe('no_return')
})

test('months are cut beside whoever has read what a session refers to', async () => {
  await parkit.db.transaction(async tx => {
    for (const table of ['driver', 'vehicle', 'session_key']) await tx.query(`select from ${table} limit 1`)
    parkit.clock.set('2031-08-01T00:00:00Z')
    await roll()
  })
  expect((await bounds('session')).at(-1)).toBe('session_later 2031-10-01 MAXVALUE')
})

test('starts and stops succeed while months are cut', async () => {
  const drivers = await Promise.all([1, 2, 3].map(() => parkit.driver({ dollars: 500 })))
  let cutting = true
  const parking = drivers.map(async driver => {
    let stays = 0
    for (; cutting || stays < 2; stays++) {
      const { SessionId } = await parkit.park(driver)
      expect((await parkit.call(contract.stop, { body: { SessionId } }, driver)).status).toBe(200)
    }
    return stays
  })
  for (let ahead = 1; ahead <= 4; ahead++)
    // gives up where the locks were not had in half a second; the job is then run again
    for (;;) {
      const months = `timestamptz '2031-08-15' + interval '${ahead} months'`
      const made = await owner(`select partitions_roll(${months})`).catch((error: { code: string }) => error.code)
      if (made !== '55P03') break
    }
  cutting = false
  const stays = (await Promise.all(parking)).reduce((sum, count) => sum + count, 0)
  const ids = drivers.map(({ driverId }) => `'${driverId}'`).join(', ')
  const [stored] = await owner(`select count(*)::integer as sessions from session where driver_id in (${ids})`)
  expect(stored).toEqual({ sessions: stays })
  expect((await bounds('session')).at(-1)).toBe('session_later 2032-02-01 MAXVALUE')
})

test('a session, its steps, what runs, and a page of the past are looked up in the partitions that may hold them', async () => {
  parkit.clock.set('2031-08-20T12:00:00Z')
  const driver = await parkit.driver()
  const { SessionId } = await parkit.park(driver)
  const read = (ask: Parameters<typeof partitionsRead>[2]) => partitionsRead(parkit.db, 'session|step', ask)
  expect((await bounds('session')).length).toBeGreaterThan(7)
  const here = parkit.clock.now()
  expect(await read(db => findSession(db, driver.driverId, SessionId))).toEqual(['session_203108'])
  expect(await read(db => listSteps(db, SessionId))).toEqual(['step_203108', 'step_first'])
  expect(await read(db => listActive(db, [driver.driverId], here))).toEqual(['session_203108'])
  // as long as plates are known
  const lookedFor = await read(db => findLastPayer(db, 'Illinois NONE', [driver.driverId], here))
  expect(lookedFor).toContain('session_203108')
  expect(lookedFor).not.toContain('session_first')
  await parkit.call(contract.stop, { body: { SessionId } }, driver)
  const page = (limit: number) => read(db => listNewest(db, [{ driverId: driver.driverId, limit }]))
  // the newest month first, and no further than the page is long
  expect(await page(1)).toEqual(
    (await bounds('session'))
      .map(line => line.split(' ')[0]!)
      .filter(name => name >= 'session_203108' && name !== 'session_first')
      .sort(),
  )
})

test('the server’s role reaches no partition but through its table', async () => {
  const reached = await owner(
    `select inhrelid::regclass::text as name from pg_inherits, unnest('{select,insert,update,delete}'::text[]) as privilege
      where inhparent in ('session'::regclass, 'step'::regclass, 'chat_message'::regclass) and has_table_privilege('parkit_app', inhrelid, privilege)`,
  )
  expect(reached).toEqual([])
  await expect(parkit.db.pool.query('select from session_203107')).rejects.toThrow('permission denied')
})
