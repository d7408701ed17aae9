// A job that fails is put off by itself: the others of its transaction run, also of kinds that run many at once.
import { afterAll, beforeEach, expect, test } from 'vitest'
import { type BatchHandler, createJobs, type Handler, schedule } from './jobs.ts'
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
