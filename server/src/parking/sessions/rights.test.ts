// The right to park follows its session: started, extended, stopped, over, erased; by card it is pending first, and no race leaves two.
import { randomUUID } from 'node:crypto'
import { deleteAccount } from '@parkit/contract/driver/profile'
import pg from 'pg'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { buildApp } from '#app/app.ts'
import { noon, startTestServer } from '#app/testing.ts'
import { source } from '#city/places/testing.ts'
import { startRetention } from '#driver/account/retention.ts'
import { readConfig } from '#platform/config.ts'
import { asOwner, tableColumns, tableContents } from '#platform/testing.ts'
import { parkingActions } from './actions-testing.ts'
import { cardActions } from './card-testing.ts'
import { parkingCity, zones } from './testing.ts'

const parkit = await startTestServer({ poolSize: 12 })
const { start, extend, stop, active, later } = parkingActions(parkit)
const cards = cardActions(parkit)
/** another server on the same database: an account's calls run one after the other on each */
const config = readConfig({ LOG_LEVEL: 'silent', RATE_LIMIT: 'off' })
const second = await buildApp({ config, db: parkit.db, clock: parkit.clock, city: source(parkingCity()) })
const beside = parkingActions({
  ...parkit,
  call: (declared, input, options) => parkit.call(declared, input, { ...options, app: second.app }),
})
afterAll(async () => {
  await second.app.close()
  await parkit.stop()
})
beforeEach(() => parkit.clock.set(noon))

type Right = { ref: string; state: string; from: number; until: number; plate_key: string; driver_id: string | null }
const { pool, connectionString } = parkit.db

/** Of the driver, or of one session, the oldest first; minutes after noon. */
const rightsOf = async (id: string): Promise<Right[]> =>
  (
    await pool.query<Right>(
      `select ref, state, plate_key, driver_id, extract(epoch from starts_at - $2)::float8 / 60 as from,
              extract(epoch from ends_at - $2)::float8 / 60 as until
         from parking_right where $1 in (driver_id::text, ref) order by starts_at, ref`,
      [id, noon],
    )
  ).rows
const statesOf = async (id: string) => (await rightsOf(id)).map(({ state }) => state)

/** Waits for the bank's challenge. */
const challenged = async () => {
  const driver = await cards.withCard('pm_card_authenticationRequired', '3184')
  await pool.query(`select ledger_post('topUp', now(), $1, null, $2, '{wallet,card_clearing}', '{5000,-5000}')`, [
    driver.driverId,
    randomUUID(),
  ])
  return driver
}
const startByCard = async (driver: Awaited<ReturnType<typeof challenged>>, key: string, more = {}) =>
  start(driver, { PayWith: driver.card, ...more }, key)
const answer = ({ RequiresAction }: { RequiresAction?: { intentId: string; ClientSecret: string } }, passed = true) =>
  cards.answerBank(RequiresAction!.intentId, RequiresAction!.ClientSecret, passed)

test('a right has the times of its session, and goes a day after it is over', async () => {
  const [stopped, over, parked] = [await parkit.driver(), await parkit.driver(), await parkit.driver()]
  const { body } = await start(stopped)
  await start(over)
  await start(parked, { Minutes: 240 })
  expect(await rightsOf(body.SessionId)).toMatchObject([{ state: 'live', from: 0, until: 60 }])
  later(10)
  await extend(stopped, body.SessionId, 30)
  expect(await rightsOf(body.SessionId)).toMatchObject([{ state: 'live', from: 0, until: 90 }])
  later(10)
  await stop(stopped, body.SessionId)
  expect(await rightsOf(body.SessionId)).toMatchObject([{ state: 'left', from: 0, until: 20 }])
  later(60)
  await parkit.jobs.runDue()
  expect(await rightsOf(over.driverId)).toMatchObject([{ state: 'over', from: 0, until: 60 }])

  // the last one is as long as if no job had run for two days
  await pool.query(`update job set run_at = run_at + interval '1 week' where kind = 'session-end'`)
  const sweep = async (hours: number) => {
    parkit.clock.set(noon.add({ minutes: hours * 60 }))
    await pool.query(`delete from job where kind = 'retention'`)
    await startRetention(pool, noon.subtract({ hours: 24 }))
    await parkit.jobs.runDue()
    return [await statesOf(stopped.driverId), await statesOf(over.driverId), await statesOf(parked.driverId)]
  }
  expect(await sweep(24)).toEqual([['left'], ['over'], ['live']])
  expect(await sweep(24.5)).toEqual([[], ['over'], ['live']])
  expect(await sweep(48)).toEqual([[], [], ['live']])
})

test('a card start under way is pending for ten minutes, and live once the bank said yes', async () => {
  const driver = await challenged()
  const key = randomUUID()
  const { body } = await startByCard(driver, key)
  expect(await rightsOf(driver.driverId)).toMatchObject([{ ref: body.SessionId, state: 'pending', from: 0, until: 10 }])
  expect(await active(driver)).toEqual([])
  later(2)
  await answer(body)
  expect((await startByCard(driver, key)).status).toBe(200)
  expect(await rightsOf(driver.driverId)).toMatchObject([{ ref: body.SessionId, state: 'live', from: 2, until: 62 }])
})

test('a card start that the bank refuses gives its right up', async () => {
  const driver = await challenged()
  const key = randomUUID()
  await answer((await startByCard(driver, key)).body, false)
  expect((await startByCard(driver, key)).error.Code).toBe('card_declined')
  expect(await statesOf(driver.driverId)).toEqual(['void'])
})

test('card starts are pending at most twice a plate and zone in two hours; the plate may be another account’s too', async () => {
  const [driver, stranger] = [await challenged(), await challenged()]
  const [mine, hers] = [
    await parkit.addVehicle(driver.token, 'FOLD 0'),
    await parkit.addVehicle(stranger.token, 'FOLD 0'),
  ]
  const pend = async (who: typeof driver, VehicleId: string, more = {}) => {
    expect((await startByCard(who, randomUUID(), { VehicleId, ...more })).status).toBe(200)
    return [...(await statesOf(driver.driverId)), '|', ...(await statesOf(stranger.driverId))].join(' ')
  }
  expect(await pend(driver, mine)).toBe('pending |')
  later(1)
  expect(await pend(stranger, hers)).toBe('pending | pending')
  later(1)
  expect(await pend(driver, mine)).toBe('pending | pending')
  // another zone has its own two, and the account's older one gives way
  expect(await pend(driver, mine, { ZoneNumber: zones.noReturn })).toBe('void pending | pending')
  later(119)
  expect(await pend(stranger, hers)).toBe('void pending | void pending')
})

test('a start by wallet does not wait for a card start that was abandoned, and the card pays nothing afterwards', async () => {
  const driver = await challenged()
  const key = randomUUID()
  const asked = await startByCard(driver, key)
  later(1)
  expect((await start(driver)).status).toBe(200)
  expect(await statesOf(driver.driverId)).toEqual(['void', 'live'])
  await answer(asked.body)
  expect((await startByCard(driver, key)).error.Code).toBe('already_parked')
  await cards.work()
  expect(await cards.atProvider(driver)).toMatchObject([{ state: 'released', taken: 0 }])
  expect(await statesOf(driver.driverId)).toEqual(['void', 'live'])
})

test('two card starts of one plate at once, both said yes to: one of them parks', async () => {
  const driver = await challenged()
  const keys = [randomUUID(), randomUUID()]
  const asked = await Promise.all(keys.map(key => startByCard(driver, key)))
  expect((await statesOf(driver.driverId)).toSorted()).toEqual(['pending', 'void'])
  for (const { body } of asked) await answer(body)
  const codes = (await Promise.all(keys.map(key => startByCard(driver, key)))).map(({ error }) => error.Code)
  expect(codes.toSorted()).toEqual(['already_parked', undefined])
  expect(await active(driver)).toHaveLength(1)
})

/** Both are in the middle of their transactions, waiting for this table or for each other, before either goes on. */
const meeting = async <One, Other>(table: string, one: () => Promise<One>, other: () => Promise<Other>) => {
  const holder = new pg.Client({ connectionString })
  await holder.connect()
  await holder.query(`begin; lock table ${table} in share row exclusive mode`)
  const waiting = async (many: number) => {
    const blocked = `select from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`
    while ((await asOwner(connectionString, blocked)).length < many);
  }
  const first = one()
  await waiting(1)
  const second = other()
  await waiting(2)
  await holder.end()
  return Promise.all([first, second])
}

test('two starts of one plate in one account on two servers at once: one parks, the other hears of it', async () => {
  const driver = await parkit.driver()
  const [one, two] = await meeting(
    'session_key',
    () => start(driver),
    () => beside.start(driver, { ZoneNumber: zones.garage }),
  )
  expect([one.status, two.error.Code, two.error.SessionId]).toEqual([200, 'already_parked', one.body.SessionId])
  expect(await statesOf(driver.driverId)).toEqual(['live'])
})

test('a start meets the end of the last session: that one is over, this one is live', async () => {
  const driver = await parkit.driver()
  await start(driver)
  later(60)
  const [, started] = await meeting(
    'step',
    () => parkit.jobs.runDue(),
    () => start(driver),
  )
  expect(started.status).toBe(200)
  expect(await statesOf(driver.driverId)).toEqual(['over', 'live'])
})

test('the end of the last session meets a start that ended it', async () => {
  const driver = await parkit.driver()
  await start(driver)
  later(60)
  const [started] = await meeting(
    'step',
    () => start(driver),
    () => parkit.jobs.runDue(),
  )
  expect(started.status).toBe(200)
  expect(await statesOf(driver.driverId)).toEqual(['over', 'live'])
})

test('a stop meets an extension and pays the longer stay back', async () => {
  const driver = await parkit.driver()
  const { SessionId } = (await start(driver)).body
  later(10)
  const [more, stopped] = await meeting(
    'entry',
    () => extend(driver, SessionId, 60),
    () => beside.stop(driver, SessionId),
  )
  expect([more.status, stopped.status, stopped.body.Minutes]).toEqual([200, 200, 10])
  expect(await rightsOf(SessionId)).toMatchObject([{ state: 'left', until: 10 }])
})

test('an extension meets a stop and is too late', async () => {
  const driver = await parkit.driver()
  const { SessionId } = (await start(driver)).body
  later(10)
  const [stopped, more] = await meeting(
    'entry',
    () => stop(driver, SessionId),
    () => beside.extend(driver, SessionId, 60),
  )
  expect([stopped.status, more.error.Code]).toEqual([200, 'session_ended'])
  expect(await rightsOf(SessionId)).toMatchObject([{ state: 'left', until: 10 }])
})

test('a start right after another server’s late end finds no plate blocked', async () => {
  const driver = await parkit.driver()
  await start(driver)
  later(60)
  expect((await start(driver)).status).toBe(200)
  expect(await statesOf(driver.driverId)).toEqual(['over', 'live'])
})

test('erasure leaves no plate and no driver in a right', async () => {
  const driver = await parkit.driver()
  const { SessionId } = (await start(driver)).body
  await stop(driver, SessionId)
  expect((await parkit.call(deleteAccount, { body: { Password: driver.password } }, driver)).status).toBe(200)
  expect(await rightsOf(SessionId)).toMatchObject([
    { state: 'void', plate_key: `erased ${SessionId}`, driver_id: null },
  ])
})

test('erasure meets a start: the car is parked, the account stays', async () => {
  const driver = await parkit.driver({ dollars: 0, cards: [] })
  const [started, gone] = await meeting(
    'step',
    () => start(driver, { ZoneNumber: zones.free }),
    () => parkit.call(deleteAccount, { body: { Password: driver.password } }, { ...driver, app: second.app }),
  )
  expect([started.status, gone.error.Code]).toEqual([200, 'session_running'])
  expect(await statesOf(driver.driverId)).toEqual(['live'])
})

test('a start meets erasure: the account is gone, and no right is left', async () => {
  const driver = await parkit.driver({ dollars: 0, cards: [] })
  const [gone, started] = await meeting(
    'attempt',
    () => parkit.call(deleteAccount, { body: { Password: driver.password } }, driver),
    () => beside.start(driver, { ZoneNumber: zones.free }),
  )
  expect([gone.status, started.status]).toEqual([200, 401])
  expect(await statesOf(driver.driverId)).toEqual([])
})

const written = ['idempotency', 'parking_right', 'session_key', 'session', 'entry', 'posting', 'step', 'wallet']
const contents = async () => {
  const columns = await tableColumns(connectionString)
  return tableContents(connectionString, new Map(written.map(table => [table, columns.get(table)!])))
}

/** Ends the connection of whoever waits for this table, until the call has been given up. */
const killedAt = async (table: string, act: () => Promise<{ status: number }>) => {
  const holder = new pg.Client({ connectionString })
  await holder.connect()
  await holder.query(`begin; lock table ${table} in share row exclusive mode`)
  let status: number | undefined
  const acting = act().then(answered => {
    status = answered.status
  })
  let killed = 0
  while (status === undefined)
    killed += (
      await asOwner(
        connectionString,
        `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0 and wait_event_type = 'Lock'`,
      )
    ).length
  await acting
  await holder.end()
  return [killed > 0, status]
}

test.each(written)(
  'killed at its write of %s, each of start, extension, and stop leaves nothing, and is done when repeated',
  async table => {
    const driver = await parkit.driver()
    let id = ''
    for (const act of [
      (key: string) => start(driver, {}, key),
      (key: string) => extend(driver, id, 30, key),
      (key: string) => stop(driver, id, key),
    ]) {
      const key = randomUUID()
      const before = await contents()
      const [killed, status] = table === 'session_key' && id ? [true, 503] : await killedAt(table, () => act(key))
      expect([killed, status]).toEqual([true, 503])
      expect(await contents()).toEqual(before)
      const done = await act(key)
      expect(done.status).toBe(200)
      id = done.body.SessionId
      later(5)
    }
    expect(await statesOf(driver.driverId)).toEqual(['left'])
  },
)
