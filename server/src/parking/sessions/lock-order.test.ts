// Every change of a session locks the job of its end before the session, in the order of that job itself, so that none deadlocks.
import type { Session } from '@parkit/contract/parking/sessions'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { noon, startTestServer } from '#app/testing.ts'
import { automaticActions } from '#parking/automatic/testing.ts'
import { createJobs } from '#platform/jobs.ts'
import { asOwner } from '#platform/testing.ts'
import { parkingActions } from './actions-testing.ts'

const parkit = await startTestServer({ poolSize: 12 })
const { start, extend, stop, active, later } = parkingActions(parkit)
const gates = await automaticActions(parkit)
afterAll(parkit.stop)
beforeEach(() => parkit.clock.set(noon))

type Driver = Awaited<ReturnType<typeof parkit.driver>>
const { pool, connectionString } = parkit.db

/** Acts while a server whose clock is ahead has claimed the end and not written it yet: the session must be free for it to go on. */
const whileItEnds = async <Result>({ SessionId, EndsAt }: Session, act: () => Promise<Result>): Promise<Result> => {
  const job = await pool.connect()
  await job.query('begin')
  await job.query(`select from job where kind = 'session-end' and ref = $1 for update`, [SessionId])
  const acted = act()
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  while ((await asOwner(connectionString, waiting)).length === 0);
  await job.query('select from session where session_id = $1 for update nowait', [SessionId])
  await job.query('select parking_end_expired($1, $2)', [SessionId, EndsAt])
  await job.query(`delete from job where kind = 'session-end' and ref = $1`, [SessionId])
  await job.query('commit')
  job.release()
  return acted
}

test.each<[string, (driver: Driver, SessionId: string) => Promise<{ status: number; error: { Code: string } }>]>([
  ['an extension', (driver, id) => extend(driver, id, 30)],
  ['a stop', stop],
])('%s that meets the end’s job waits for it and is refused as too late', async (_, act) => {
  const driver = await parkit.driver()
  const { body } = await start(driver)
  later(59)
  const { status, error } = await whileItEnds(body, () => act(driver, body.SessionId))
  expect([status, error.Code]).toEqual([409, 'session_ended'])
})

test('automatic extension waits likewise and is too late', async () => {
  const driver = await parkit.driver()
  await gates.options(driver, { AutoExtend: true })
  const { body } = await start(driver)
  later(58)
  await whileItEnds(body, () => parkit.jobs.runDue())
  expect(await active(driver)).toEqual([])
})

test('a gate’s exit report waits likewise', async () => {
  const driver = await parkit.driver({ vehicle: false })
  await gates.options(driver, { AutoStart: true })
  await parkit.addVehicle(driver.token, 'LOCK 1')
  await gates.report('in', 'LOCK 1')
  await parkit.jobs.runDue()
  const [session] = await active(driver)
  later(5)
  await gates.report('out', 'LOCK 1')
  await whileItEnds(session!, () => parkit.jobs.runDue())
  expect(await active(driver)).toEqual([])
})

test('many extensions and the end’s job at the same instant: each is done or too late, without a deadlock', async () => {
  const drivers: Driver[] = []
  for (let n = 0; n < 40; n++) drivers.push(await parkit.driver())
  const sessions = await Promise.all(drivers.map(async driver => ({ driver, ...(await start(driver)).body })))
  const faults: unknown[] = []
  const query = pool.query.bind(pool) as (...asked: unknown[]) => Promise<never>
  const heard = vi.spyOn(pool, 'query').mockImplementation((...asked: unknown[]) =>
    query(...asked).catch(error => {
      if (error.code !== 'PK001') faults.push(error)
      throw error
    }),
  )
  const jobs = createJobs({
    db: parkit.db,
    clock: parkit.clock,
    batches: { 'session-end': parkit.features.parking.endSessions },
    watch: (kind, outcome) => outcome === 'failed' && faults.push(kind),
    log: (message, error) => faults.push([message, error]),
  })
  later(59)
  const [extended] = await Promise.all([
    Promise.all(sessions.map(({ driver, SessionId }) => extend(driver, SessionId, 30))),
    // its clock is ahead
    jobs.runDue(noon.add({ minutes: 60 })),
  ])
  heard.mockRestore()
  expect(faults).toEqual([])
  const running = await Promise.all(drivers.map(async driver => (await active(driver)).map(({ Minutes }) => Minutes)))
  for (const [i, { status, error }] of extended.entries())
    expect([status, error.Code, running[i]]).toBeOneOf([
      [200, undefined, [90]],
      [409, 'session_ended', []],
    ])
}, 60_000)
