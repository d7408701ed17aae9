// The database: its role, its types, its transactions, its notifications, and that losing a connection harms nobody.
import { afterAll, expect, test, vi } from 'vitest'
import { openDatabase, sql } from './db.ts'
import { runFor } from './requester.ts'
import { asOwner, createTestDatabase } from './testing.ts'

const db = await createTestDatabase()
afterAll(db.close)

await asOwner(db.connectionString, 'create table note (id integer primary key, text text not null, at timestamptz)')
await asOwner(
  db.connectionString,
  'alter table note enable row level security; create policy all_rows on note using (true)',
)

const one = async <Value>(text: string, values: unknown[] = []): Promise<Value> =>
  (await db.pool.query<{ value: Value }>(text, values)).rows[0]!.value

test('the server’s connections use the role that owns nothing', async () => {
  expect(await one('select current_user as value')).toBe('parkit_app')
  await db.pool.query(`insert into note (id, text) values (1, 'a')`)
  await db.pool.query(`update note set text = 'b' where id = 1`)
  await db.pool.query('delete from note')
  await expect(db.pool.query('drop table note')).rejects.toThrow('must be owner')
  await expect(db.pool.query('truncate note')).rejects.toThrow('permission denied')
  await expect(db.pool.query(`update secret set value = ''`)).rejects.toThrow('permission denied')
  await expect(db.pool.query(`update migration set checksum = ''`)).rejects.toThrow('permission denied')
})

test('an instant, a date and a bigint are stored and read unchanged', async () => {
  const at = Temporal.Instant.from('2026-03-08T07:59:59.123456Z')
  expect(await one<Temporal.Instant>('select $1::timestamptz as value', [at])).toEqual(at)
  expect(String(await one('select $1::timestamptz as value', [at]))).toBe('2026-03-08T07:59:59.123456Z')
  expect((await one<Temporal.Instant[]>('select $1::timestamptz[] as value', [[at]])).map(String)).toEqual([String(at)])
  expect(String(await one('select $1::date as value', [Temporal.PlainDate.from('2028-02-29')]))).toBe('2028-02-29')
  expect(await one('select 9007199254740993 as value')).toBe(9007199254740993n)
  expect(await one('select $1::int8 as value', [9007199254740993n])).toBe(9007199254740993n)
  expect(await one('select null::timestamptz as value')).toBeNull()
  expect(await one(`select timestamp '2026-03-08 02:30' as value`)).toBe('2026-03-08 02:30:00')
})

test('a named statement runs on the pool and in a transaction; a name belongs to one text', async () => {
  const add = sql<{ sum: number }>('test_add', 'select $1::integer + $2::integer as sum')
  expect(await add(db.pool, [1, 2])).toEqual([{ sum: 3 }])
  expect(await db.transaction(tx => add(tx, [3, 4]))).toEqual([{ sum: 7 }])
  expect(() => sql('test_add', 'select 1')).toThrow('Two statements are named test_add')
})

test('a statement with parameters returns rows, one row, one value, a boolean or nothing', async () => {
  const upTo = 'select n from generate_series(1, $1::integer) as n'
  const list = sql.list<{ n: number }, [most: number]>('test_list', upTo)
  const first = sql.first<{ n: number }, [most: number]>('test_first', upTo)
  const one = sql.one<{ n: number }, [most: number]>('test_one', upTo)
  const value = sql.value<number | null, [most: number]>('test_value', upTo)
  const matches = sql.matches<[most: number]>('test_matches', upTo)
  expect(await list(db.pool, 2)).toEqual([{ n: 1 }, { n: 2 }])
  expect([await first(db.pool, 2), await first(db.pool, 0)]).toEqual([{ n: 1 }, null])
  expect(await one(db.pool, 1)).toEqual({ n: 1 })
  expect([await value(db.pool, 2), await value(db.pool, 0)]).toEqual([1, null])
  expect([await matches(db.pool, 1), await matches(db.pool, 0)]).toEqual([true, false])
  expect(await sql.run('test_run', 'select 1')(db.pool)).toBeUndefined()
})

test('a transaction commits everything or nothing', async () => {
  const write = (fail: boolean) =>
    db.transaction(async tx => {
      await tx.query(`insert into note (id, text) values (10, 'a')`)
      if (fail) throw new Error('changed my mind')
      return 'done'
    })
  await expect(write(true)).rejects.toThrow('changed my mind')
  expect(await one('select count(*)::integer as value from note where id = 10')).toBe(0)
  expect(await write(false)).toBe('done')
  expect(await one('select count(*)::integer as value from note where id = 10')).toBe(1)
})

test('a transaction with a failed statement does not succeed, even if the error was caught', async () => {
  const work = db.transaction(tx => tx.query('select 1 / 0').catch(() => 'swallowed'))
  await expect(work).rejects.toThrow('was rolled back')
})

test('two deadlocked transactions both succeed in the end', async () => {
  await db.pool.query(`insert into note (id, text) values (20, ''), (21, '')`)
  let arrived = 0
  const both = Promise.withResolvers<void>()
  let runs = 0
  const cross = (first: number, second: number) =>
    db.transaction(async tx => {
      runs++
      await tx.query(`update note set text = text || 'x' where id = $1`, [first])
      if (++arrived === 2) both.resolve()
      await both.promise
      await tx.query(`update note set text = text || 'x' where id = $1`, [second])
    })
  await Promise.all([cross(20, 21), cross(21, 20)])
  // one of the two is run again, more than once where they meet again
  expect(runs).toBeGreaterThan(2)
  expect(await one('select array_agg(text) as value from note where id in (20, 21)')).toEqual(['xx', 'xx'])
})

test('a serialization failure is retried', async () => {
  await db.pool.query(`insert into note (id, text) values (30, '0')`)
  const increment = () =>
    db.transaction(async tx => {
      const { rows } = await tx.query<{ text: string }>('select text from note where id = 30')
      await tx.query('update note set text = $1 where id = 30', [String(Number(rows[0]!.text) + 1)])
    }, 'serializable')
  await Promise.all([increment(), increment(), increment()])
  expect(await one('select text as value from note where id = 30')).toBe('3')
})

test('every statement times out', async () => {
  const show = async (name: string) => one(`select current_setting('${name}') as value`)
  expect(await show('statement_timeout')).toBe('15s')
  expect(await show('lock_timeout')).toBe('10s')
  expect(await show('idle_in_transaction_session_timeout')).toBe('15s')
})

test('a request waits for the database so long in all: for a statement, a connection, and whatever follows', async () => {
  const few = openDatabase({ connectionString: db.connectionString, poolSize: 1, log: () => {} })
  const sleep = sql.run<[seconds: number]>('test_sleep', 'select pg_sleep($1)')
  const within = <Result>(leftMs: number, work: () => Promise<Result>) =>
    runFor({ block: '', device: null, leftMs }, work)
  const anyMs = 60_000
  // now there is a connection
  await within(anyMs, () => sleep(few.pool, 0))

  await within(200, async () => {
    await expect(sleep(few.pool, 60)).rejects.toThrow('timeout')
    // it has used up its time, though the database answers again
    await expect(sleep(few.pool, 0)).rejects.toThrow('timeout')
  })
  await within(anyMs, () => sleep(few.pool, 0))

  const held = await few.pool.connect()
  await within(200, () => expect(sleep(few.pool, 0)).rejects.toThrow('timeout'))
  await within(200, () => expect(few.transaction(tx => sleep(tx, 0))).rejects.toThrow('timeout'))
  held.release()
  // nobody holds what came too late
  await within(anyMs, () => sleep(few.pool, 0))

  const commit = within(200, () =>
    few.transaction(async tx => {
      await tx.query(`insert into note (id, text) values (11, 'a')`)
      await sleep(tx, 60).catch(() => {})
    }),
  )
  await expect(commit).rejects.toThrow('timeout')
  await within(anyMs, () => sleep(few.pool, 0))
  expect(await one('select count(*)::integer as value from note where id = 11')).toBe(0)
  await few.close()
})

test('options in the database address are preserved and cannot remove the role', async () => {
  const url = new URL(db.connectionString)
  url.searchParams.set('options', '-c role=none -c work_mem=7MB')
  const other = openDatabase({ connectionString: url.href, poolSize: 1 })
  const { rows } = await other.pool.query(`select current_user::text as who, current_setting('work_mem') as memory`)
  expect(rows).toEqual([{ who: 'parkit_app', memory: '7MB' }])
  await other.close()
})

test('terminated connections are survived, idle and in a transaction', async () => {
  const lost = vi.fn()
  const other = openDatabase({ connectionString: db.connectionString, poolSize: 3, log: lost })
  const ours = async () => (await other.pool.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]!.pid
  const idle = await ours()
  await asOwner(db.connectionString, `select pg_terminate_backend(${idle})`)
  await vi.waitUntil(() => lost.mock.calls.length === 1)
  expect(await ours()).not.toBe(idle)

  const inside = other.transaction(async tx => {
    const { rows } = await tx.query<{ pid: number }>('select pg_backend_pid() as pid')
    await asOwner(db.connectionString, `select pg_terminate_backend(${rows[0]!.pid})`)
    await tx.query('select 1')
  })
  await expect(inside).rejects.toThrow()

  // one that is handed out and not in use yet: unheard, its error would end the process
  const handedOut = await other.pool.connect()
  const ended = new Promise<void>(resolve => handedOut.once('end', resolve))
  const { rows } = await handedOut.query<{ pid: number }>('select pg_backend_pid() as pid')
  await asOwner(db.connectionString, `select pg_terminate_backend(${rows[0]!.pid})`)
  await ended
  await expect(handedOut.query('select 1')).rejects.toThrow('not queryable')
  handedOut.release()

  expect(await ours()).toBeGreaterThan(0)
  await other.close()
})
