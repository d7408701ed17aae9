// Jobs that take longer than their lease: they keep it while they work, one at a time where told, and end with the server.
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { createJobs, type OutsideHandler, schedule } from './jobs.ts'
import { createTestDatabase, TestClock } from './testing.ts'

const db = await createTestDatabase({ poolSize: 20 })
afterAll(db.close)

const noon = Temporal.Instant.from('2026-04-14T17:00:00Z')
const clock = new TestClock(noon)
const leaseSeconds = 60
let passedMs = 0
const { now } = performance
vi.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + passedMs)
/** for the job as for all servers */
const pass = (seconds: number) => {
  passedMs += seconds * 1_000
  clock.advance({ seconds })
}

beforeEach(async () => {
  clock.set(noon)
  await db.pool.query('delete from job')
})

const runAt = async () =>
  (await db.pool.query<{ run_at: Temporal.Instant }>('select run_at from job')).rows[0]?.run_at.toString()
const after = (seconds: number) => clock.now().add({ seconds }).toString()
const failures: string[] = []
const server = (long: OutsideHandler, most: Record<string, number> = {}) =>
  createJobs({ db, clock, handlers: {}, outside: { long }, most, log: (_, error) => failures.push(String(error)) })

/** Runs it as a server does, by the clock of each moment, until it has ended. */
const runOnce = async (long: OutsideHandler) => {
  const ended = Promise.withResolvers<void>()
  // one at a time, or it would itself take over the job whose lease it loses
  const jobs = server((...job) => long(...job).finally(ended.resolve), { long: 1 })
  jobs.start()
  await ended.promise
  await jobs.stop()
}

test('a job that goes on keeps its lease, so that no other server begins it', async () => {
  await schedule(db.pool, 'long', 'a', noon)
  let runs = 0
  const elsewhere = async () => server(async () => void runs++).runDue()
  await runOnce(async (_ref, _now, renew) => {
    expect(await runAt()).toBe(after(leaseSeconds))
    // too early: nothing to write
    pass(10)
    await renew()
    expect(await runAt()).toBe(after(leaseSeconds - 10))
    for (let n = 0; n < 5; n++) {
      pass(30)
      await renew()
      expect(await runAt()).toBe(after(leaseSeconds))
      await elsewhere()
    }
  })
  expect([runs, await runAt()]).toEqual([0, undefined])
})

test('one that has lost its lease is told, and leaves the job to whoever has it', async () => {
  await schedule(db.pool, 'long', 'a', noon)
  let done = 0
  await runOnce(async (_ref, _now, renew) => {
    pass(leaseSeconds)
    await server(async () => void done++).runDue()
    await renew()
    done += 100
  })
  expect(done).toBe(1)
  expect(failures.splice(0)).toEqual(['Error: The lease is over'])
  expect(await runAt()).toBeUndefined()
})

test('a server that stops ends it, and another runs it again', async () => {
  await schedule(db.pool, 'long', 'a', noon)
  const begun = Promise.withResolvers<void>()
  const jobs = server(async (_ref, _now, renew) => {
    begun.resolve()
    for (;;) {
      await renew()
      await new Promise(setImmediate)
    }
  })
  jobs.start()
  await begun.promise
  await jobs.stop()
  expect(failures.splice(0)).toEqual(['Error: The server stops'])
  clock.advance({ minutes: 5 })
  let runs = 0
  await server(async () => void runs++).runDue()
  expect(runs).toBe(1)
})

test('of a kind of which one runs at a time, the next waits for it', async () => {
  for (const ref of ['a', 'b', 'c', 'd']) await schedule(db.pool, 'long', ref, noon)
  const most = async (limits: Record<string, number>) => {
    let [running, top] = [0, 0]
    await server(async () => {
      running++
      top = Math.max(top, running)
      await new Promise(done => setTimeout(done, 30))
      running--
    }, limits).runDue()
    return top
  }
  expect(await most({ long: 1 })).toBe(1)
  for (const ref of ['a', 'b', 'c', 'd']) await schedule(db.pool, 'long', ref, noon)
  expect(await most({})).toBeGreaterThan(1)
})
