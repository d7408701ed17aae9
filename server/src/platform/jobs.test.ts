// What is due: done once by whichever server, put off when it fails, and never lost, across a restart and a crash.
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { Queryable } from './db.ts'
import { cancel, createJobs, type Handler, type OutsideHandler, schedule } from './jobs.ts'
import { asOwner, createTestDatabase, explaining, TestClock } from './testing.ts'

const db = await createTestDatabase({ poolSize: 20 })
afterAll(db.close)
await asOwner(db.connectionString, 'create table done (ref text)')
await asOwner(db.connectionString, 'grant all on done to parkit_app')

const noon = Temporal.Instant.from('2026-04-14T17:00:00Z')
const clock = new TestClock(noon)
const later = (seconds: number) => noon.add({ seconds })

beforeEach(async () => {
  clock.set(noon)
  await db.pool.query('delete from job')
  await db.pool.query('delete from done')
})

const list = async (text: string) => (await db.pool.query<{ ref: string }>(text)).rows.map(({ ref }) => ref)
const doneRefs = () => list('select ref from done order by ref')
const dueRefs = () => list('select ref from job order by ref')
const mark = async (tx: Queryable, ref: string) => {
  await tx.query('insert into done (ref) values ($1)', [ref])
}
const failures: string[] = []
const server = (handlers: Record<string, Handler> = { job: mark }, outside: Record<string, OutsideHandler> = {}) =>
  createJobs({ db, clock, handlers, outside, log: message => failures.push(message) })

test('due jobs run and later ones wait', async () => {
  await schedule(db.pool, 'job', 'a', noon)
  await schedule(db.pool, 'job', 'b', later(1))
  expect(await server().runDue()).toBe(1)
  expect([await doneRefs(), await dueRefs()]).toEqual([['a'], ['b']])
  clock.advance({ seconds: 1 })
  expect(await server().runDue()).toBe(1)
  expect(await dueRefs()).toEqual([])
})

test('three concurrent servers run each of 200 jobs once', async () => {
  const refs = Array.from({ length: 200 }, (_, i) => `j${String(i).padStart(3, '0')}`)
  for (const ref of refs) await schedule(db.pool, 'job', ref, noon)
  const counts = await Promise.all([server(), server(), server()].map(jobs => jobs.runDue()))
  expect(counts.reduce((sum, count) => sum + count)).toBe(200)
  expect(await doneRefs()).toEqual(refs)
})

test('a server busy with one job does not delay another server', async () => {
  const started = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  const slow: Handler = async () => {
    started.resolve()
    await goOn.promise
  }
  await schedule(db.pool, 'job', 'a', later(-1))
  const busy = server({ job: slow }).runDue()
  await started.promise
  await schedule(db.pool, 'job', 'b', noon)
  expect(await server().runDue()).toBe(1)
  expect(await doneRefs()).toEqual(['b'])
  goOn.resolve()
  expect(await busy).toBe(1)
})

test('one job per kind and reference: scheduling again moves it, canceling removes it', async () => {
  await schedule(db.pool, 'job', 'a', noon)
  await schedule(db.pool, 'job', 'a', later(60))
  await schedule(db.pool, 'job', 'b', noon)
  await cancel(db.pool, 'job', 'b')
  expect(await server().runDue()).toBe(0)
  expect(await dueRefs()).toEqual(['a'])
})

test('a job exists only if its transaction was committed', async () => {
  await db
    .transaction(async tx => {
      await schedule(tx, 'job', 'a', noon)
      throw new Error('changed my mind')
    })
    .catch(() => {})
  expect(await dueRefs()).toEqual([])
})

test('each failure doubles the delay, up to an hour', async () => {
  const jobs = server({
    job: async () => {
      throw new Error('never')
    },
  })
  await schedule(db.pool, 'job', 'a', noon)
  const waits: number[] = []
  for (let i = 0; i < 14; i++) {
    await jobs.runDue()
    const { rows } = await db.pool.query<{ run_at: Temporal.Instant }>('select run_at from job')
    waits.push(clock.now().until(rows[0]!.run_at).total('seconds'))
    clock.set(rows[0]!.run_at)
  }
  expect(waits.slice(0, 4)).toEqual([2, 4, 8, 16])
  expect(waits.slice(-2)).toEqual([3_600, 3_600])
})

test('a handler that reschedules itself runs again at that time', async () => {
  const again: Handler = async (tx, ref, now) => {
    await mark(tx, ref)
    await schedule(tx, 'job', ref, now.add({ seconds: 10 }))
  }
  await schedule(db.pool, 'job', 'a', noon)
  const jobs = server({ job: again })
  expect(await jobs.runDue()).toBe(1)
  expect(await jobs.runDue()).toBe(0)
  clock.advance({ seconds: 10 })
  expect(await jobs.runDue()).toBe(1)
})

test('kinds without a handler here are left to a server that has one', async () => {
  await schedule(db.pool, 'tomorrow', 'a', noon)
  expect(await server().runDue()).toBe(0)
  expect(await dueRefs()).toEqual(['a'])
})

test('an external job runs on one of two servers, outside any transaction', async () => {
  const started = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  const asked: string[] = []
  const slow: OutsideHandler = async ref => {
    asked.push(ref)
    started.resolve()
    await answered.promise
  }
  await schedule(db.pool, 'call', 'a', noon)
  const one = server({}, { call: slow }).runDue()
  await started.promise
  const { rows } = await db.pool.query(
    `select from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
  )
  expect(rows).toEqual([])
  expect(await server({}, { call: slow }).runDue()).toBe(0)
  answered.resolve()
  expect(await one).toBe(1)
  expect([asked, await dueRefs()]).toEqual([['a'], []])
})

test('an external job of a dead server runs elsewhere after its lease', async () => {
  await schedule(db.pool, 'call', 'a', noon)
  const started = Promise.withResolvers<void>()
  const neverAnswered: OutsideHandler = () => {
    started.resolve()
    return new Promise(() => {})
  }
  void server({}, { call: neverAnswered }).runDue()
  await started.promise
  const asked: string[] = []
  const next = server({}, { call: async ref => void asked.push(ref) })
  clock.advance({ seconds: 59 })
  expect(await next.runDue()).toBe(0)
  clock.advance({ seconds: 1 })
  expect(await next.runDue()).toBe(1)
  expect([asked, await dueRefs()]).toEqual([['a'], []])
})

test('a slow external job delays no other', async () => {
  const other = Promise.withResolvers<void>()
  await schedule(db.pool, 'call', 'slow', noon)
  await schedule(db.pool, 'call', 'quick', noon)
  const jobs = server({}, { call: ref => (ref === 'slow' ? other.promise : Promise.resolve(other.resolve())) })
  expect(await jobs.runDue()).toBe(2)
})

test('a failed external job is delayed; one rescheduled meanwhile keeps its new time', async () => {
  let fails = true
  const moody: OutsideHandler = async ref => {
    if (ref === 'anew') await schedule(db.pool, 'call', 'anew', later(500))
    else if (fails) throw new Error('no answer')
  }
  await schedule(db.pool, 'call', 'a', noon)
  await schedule(db.pool, 'call', 'anew', noon)
  const jobs = server({}, { call: moody })
  await jobs.runDue()
  expect(failures.at(-1)).toBe('Job call a failed, attempt 1')
  expect(await dueRefs()).toEqual(['a', 'anew'])
  fails = false
  clock.advance({ seconds: 2 })
  expect(await jobs.runDue()).toBe(1)
  expect(await dueRefs()).toEqual(['anew'])
})

test('a running job can be canceled by its own effect without a deadlock', async () => {
  await schedule(db.pool, 'job', 'a', noon)
  const self: Handler = async (tx, ref) => {
    await cancel(db.pool, 'job', ref)
    await mark(tx, ref)
  }
  expect(await server({ job: self }).runDue()).toBe(1)
  expect([await doneRefs(), await dueRefs()]).toEqual([['a'], []])
})

test('overdue jobs run at startup and new ones as they come; stopping waits for them', async () => {
  const seen: Record<string, PromiseWithResolvers<void>> = { a: Promise.withResolvers(), b: Promise.withResolvers() }
  const tell: Handler = async (tx, ref) => {
    await mark(tx, ref)
    seen[ref]!.resolve()
  }
  await schedule(db.pool, 'job', 'a', later(-3_600))
  const jobs = server({ job: tell })
  jobs.start()
  await seen.a!.promise
  await schedule(db.pool, 'job', 'b', clock.now())
  await seen.b!.promise
  await jobs.stop()
  expect([await doneRefs(), await dueRefs()]).toEqual([['a', 'b'], []])
  await schedule(db.pool, 'job', 'a', clock.now())
  expect(await dueRefs()).toEqual(['a'])
})

test('a due kind wakes the servers by name, and they query that kind only', async () => {
  const looks: string[][] = []
  const watched = {
    ...db,
    pool: Object.assign(Object.create(db.pool) as typeof db.pool, {
      query: (asked: { name?: string; values?: [string[]] }) => {
        if (asked.name === 'job_next_kinds') looks.push(asked.values![0])
        return db.pool.query(asked as never)
      },
    }),
  }
  const done = Promise.withResolvers<void>()
  const kinds = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`kind-${i}`, async () => {}]))
  const jobs = createJobs({ db: watched, clock, handlers: { ...kinds, mine: async () => done.resolve() } })
  jobs.start()
  await expect.poll(() => looks.length).toBe(1)
  await schedule(db.pool, 'mine', 'a', noon)
  await done.promise
  // now and then all of them are looked at by themselves
  await expect.poll(() => looks.filter(some => some.length < 31)).toContainEqual(['mine'])
  await jobs.stop()
  expect(looks[0]).toHaveLength(31)
})

test('a job that was scheduled elsewhere is found by the look of each second', async () => {
  const begun = Promise.withResolvers<void>()
  const done = Promise.withResolvers<void>()
  const jobs = server({ first: async () => begun.resolve(), job: async () => done.resolve() })
  await schedule(db.pool, 'first', 'a', noon)
  jobs.start()
  await begun.promise
  await asOwner(db.connectionString, `insert into job (kind, ref, run_at) values ('job', 'a', '${noon}')`)
  await done.promise
  await jobs.stop()
})

test('a slow message delays nothing else', async () => {
  const goOn = Promise.withResolvers<void>()
  const said = Promise.withResolvers<void>()
  for (let i = 0; i < 20; i++) await schedule(db.pool, 'slow', `s${i}`, later(-60))
  await schedule(db.pool, 'quick', 'a', noon)
  const jobs = server({}, { slow: () => goOn.promise, quick: async () => said.resolve() })
  jobs.start()
  await said.promise
  goOn.resolve()
  await jobs.stop()
})

test('under load the kinds run in their order', async () => {
  const kinds = ['ends', 'reminders', 'receipts']
  await db.pool.query(
    `insert into job (kind, ref, run_at)
     select kind, kind || i, $2::timestamptz - i * interval '1 second'
       from unnest($1::text[]) as kind, generate_series(1, 120) as i`,
    [kinds, noon],
  )
  const done: string[] = []
  const note: Record<string, Handler> = {}
  for (const kind of kinds) note[kind] = async () => void done.push(kind)
  expect(await server(note).runDue()).toBe(360)
  const before = done.slice(0, done.indexOf('receipts'))
  const served = (kind: string) => before.filter(other => other === kind).length
  expect(Math.max(served('ends'), served('reminders'))).toBe(120)
})

test('a delayed job runs as of its due time', async () => {
  for (let i = 0; i < 51; i++) await schedule(db.pool, 'job', `j${i}`, noon)
  const seen: Temporal.Instant[] = []
  const all = Promise.withResolvers<void>()
  const slow: Handler = async (_tx, _ref, now) => {
    seen.push(now)
    if (seen.length === 50) clock.advance({ minutes: 10 })
    if (seen.length === 51) all.resolve()
  }
  const jobs = server({ job: slow })
  jobs.start()
  await all.promise
  await jobs.stop()
  expect(seen.at(-1)).toEqual(later(600))
})

test('due jobs are found by the index among any number of waiting ones', async () => {
  await db.pool.query(
    `insert into job (kind, ref, run_at) select 'other', 'o' || i, $1::timestamptz - i * interval '1 second'
       from generate_series(1, 20000) as i`,
    [noon],
  )
  await asOwner(db.connectionString, 'analyze job')
  await schedule(db.pool, 'job', 'a', noon)
  await schedule(db.pool, 'call', 'b', noon)
  const plans: string[] = []
  const watched = {
    ...db,
    pool: { ...explaining(db.pool, plans), options: db.pool.options } as typeof db.pool,
    transaction: (<Result>(work: (tx: Queryable) => Promise<Result>) =>
      db.transaction(tx => work(explaining(tx, plans)))) as typeof db.transaction,
  }
  const jobs = createJobs({ db: watched, clock, handlers: { job: async () => {} }, outside: { call: async () => {} } })
  expect(await jobs.runDue()).toBe(2)
  expect(plans.filter(plan => /Index (Only )?Scan using job_kind/.test(plan)).length).toBeGreaterThanOrEqual(4)
  expect(plans.filter(plan => /Seq Scan|Sort/.test(plan))).toEqual([])
})

test('a stopping server finishes its jobs and starts none; another does the rest', async () => {
  const begun = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  const asked: string[] = []
  const slow: OutsideHandler = async ref => {
    asked.push(ref)
    begun.resolve()
    await goOn.promise
  }
  const refs = Array.from({ length: 20 }, (_, n) => `${n}`)
  for (const ref of refs) await schedule(db.pool, 'call', ref, noon)
  const jobs = server({}, { call: slow })
  jobs.start()
  await begun.promise
  const stopped = jobs.stop()
  goOn.resolve()
  await stopped
  const left = (await dueRefs()).length
  expect(left).toBe(refs.length - asked.length)
  expect(left).toBeGreaterThan(0)
  expect(await server({}, { call: slow }).runDue()).toBe(left)
  expect([asked.toSorted(), await dueRefs()]).toEqual([refs.toSorted(), []])
})
