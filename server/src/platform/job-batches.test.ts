// Jobs that run together: in one transaction, of which one that fails is put off by itself, or outside any, under leases of one statement.
import { afterAll, beforeEach, expect, test } from 'vitest'
import { type BatchHandler, createJobs, type Handler, type OutsideHandler, schedule } from './jobs.ts'
import { asOwner, createTestDatabase, TestClock } from './testing.ts'

const db = await createTestDatabase({ poolSize: 20 })
afterAll(db.close)
await asOwner(db.connectionString, 'create table done (ref text)')
await asOwner(db.connectionString, 'grant all on done to parkit_app')

const noon = Temporal.Instant.from('2026-04-14T17:00:00Z')
const clock = new TestClock(noon)
beforeEach(async () => {
  clock.set(noon)
  await db.pool.query('delete from job')
  await db.pool.query('delete from done')
})

const list = async (text: string) => (await db.pool.query<{ ref: string }>(text)).rows.map(({ ref }) => ref)
const doneRefs = () => list('select ref from done order by ref')
const dueRefs = () => list('select ref from job order by ref')

test('a kind with a batch handler runs many at once; one that fails is put off, the others run', async () => {
  const sizes: number[] = []
  const batch: BatchHandler = async (tx, refs) => {
    sizes.push(refs.length)
    await tx.query('insert into done (ref) select unnest($1::text[])', [refs])
    if (refs.includes('j100')) throw new Error('not today')
  }
  const refs = Array.from({ length: 550 }, (_, i) => `j${String(i).padStart(3, '0')}`)
  await db.pool.query(
    `insert into job (kind, ref, run_at) select 'many', ref, $2::timestamptz - 550 * interval '1 second' + n * interval '1 second'
       from unnest($1::text[]) with ordinality as asked (ref, n)`,
    [refs, noon],
  )
  const outcomes: string[] = []
  const watch = (_kind: string, outcome: string) => outcomes.push(outcome)
  const failures: string[] = []
  const log = (message: string) => failures.push(message)
  expect(await createJobs({ db, clock, batches: { many: batch }, log, watch }).runDue()).toBe(550)
  expect([await doneRefs(), await dueRefs()]).toEqual([refs.filter(ref => ref !== 'j100'), ['j100']])
  expect(sizes.toSorted((a, b) => b - a).slice(0, 3)).toEqual([500, 50, 1])
  expect(outcomes.toSorted()).toEqual([...Array(549).fill('done'), 'failed'])
  expect(failures).toEqual(['Job many j100 failed, attempt 1'])
})

test('of a kind of which much is due, two batches run beside each other', async () => {
  const both = Promise.withResolvers<void>()
  let begun = 0
  const batch: BatchHandler = async (tx, refs) => {
    if (++begun === 3) both.resolve()
    // the second one goes on only with the third under way
    if (begun > 1) await both.promise
    await tx.query('insert into done (ref) select unnest($1::text[])', [refs])
  }
  await db.pool.query(
    `insert into job (kind, ref, run_at) select 'many', 'j' || n, $1 from generate_series(1, 1300) as n`,
    [noon],
  )
  expect(await createJobs({ db, clock, batches: { many: batch } }).runDue()).toBe(1300)
  expect([(await doneRefs()).length, await dueRefs()]).toEqual([1300, []])
})

test('a failed job is rolled back and delayed; the others run', async () => {
  let isBroken = true
  const broken: Handler = async (tx, ref) => {
    await tx.query('insert into done (ref) values ($1)', [ref])
    if (isBroken && ref === 'b') throw new Error('not today')
  }
  for (const ref of ['a', 'b', 'c']) await schedule(db.pool, 'job', ref, noon)
  const failures: string[] = []
  const jobs = createJobs({ db, clock, handlers: { job: broken }, log: message => failures.push(message) })
  await jobs.runDue()
  expect([await doneRefs(), await dueRefs()]).toEqual([['a', 'c'], ['b']])
  expect(failures).toEqual(['Job job b failed, attempt 1'])
  isBroken = false
  clock.advance({ seconds: 1 })
  expect(await jobs.runDue()).toBe(0)
  clock.advance({ seconds: 1 })
  expect(await jobs.runDue()).toBe(1)
  expect(await doneRefs()).toEqual(['a', 'b', 'c'])
})

test('jobs outside that are due at once take one lease and one removal, and run at once', async () => {
  const names: (string | undefined)[] = []
  const pool = Object.assign(Object.create(db.pool) as typeof db.pool, {
    query: (asked: { name?: string }) => {
      names.push(asked.name)
      return db.pool.query(asked as never)
    },
  })
  const begun: string[] = []
  const all = Promise.withResolvers<void>()
  const call: OutsideHandler = async ref => {
    begun.push(ref)
    if (begun.length === 3) all.resolve()
    await all.promise
  }
  for (const ref of ['a', 'b', 'c']) await schedule(db.pool, 'call', ref, noon)
  expect(await createJobs({ db: { ...db, pool }, clock, outside: { call } }).runDue()).toBe(3)
  expect([begun.toSorted(), await dueRefs()]).toEqual([['a', 'b', 'c'], []])
  expect(names.filter(name => name !== 'job_next_kinds')).toEqual(['job_lease_many', 'job_finish_many'])
})

test('what falls due is looked for at most ten times a second', async () => {
  let looks = 0
  const pool = Object.assign(Object.create(db.pool) as typeof db.pool, {
    query: (asked: { name?: string }) => {
      if (asked.name === 'job_next_kinds') looks++
      return db.pool.query(asked as never)
    },
  })
  let done = 0
  const jobs = createJobs({ db: { ...db, pool }, clock, handlers: { job: async () => void done++ } })
  const began = performance.now()
  jobs.start()
  let scheduled = 0
  while (performance.now() - began < 1_000) await schedule(db.pool, 'job', `j${++scheduled}`, noon)
  await expect.poll(() => done).toBe(scheduled)
  const most = (performance.now() - began) / 100 + 2
  await jobs.stop()
  expect(looks).toBeLessThan(most)
})
