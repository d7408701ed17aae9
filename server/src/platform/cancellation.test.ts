// Statements end with the caller who waits for them alone; transactions and what others wait for as well do not.
import { afterAll, expect, test, vi } from 'vitest'
import { createBatchLoader } from './batch-loader.ts'
import { sql } from './db.ts'
import { runFor } from './requester.ts'
import { asOwner, createTestDatabase } from './testing.ts'

const db = await createTestDatabase({ poolSize: 1 })
afterAll(db.close)

const sleep = sql<{ slept: string }>('test_sleep', 'select pg_sleep($1::float8)::text as slept')
const countRunning = async () => {
  const text = `select from pg_stat_activity where datname = current_database() and query ~ 'pg_sleep' and state = 'active'`
  return (await asOwner(db.connectionString, `${text} and pid <> pg_backend_pid()`)).length
}

/** Begins `work` for a caller who leaves once it runs. */
const abandoned = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  const gone = new AbortController()
  const working = runFor({ block: '', device: null, gone: gone.signal }, work)
  working.catch(() => {})
  await vi.waitUntil(async () => (await countRunning()) === 1)
  gone.abort()
  return working
}

test('a statement is cancelled soon after its caller left, and its connection takes no other one', async () => {
  const began = performance.now()
  await expect(abandoned(() => sleep(db.pool, [10]))).rejects.toMatchObject({ code: '57014' })
  expect(performance.now() - began).toBeLessThan(5_000)
  expect(await countRunning()).toBe(0)
  // the pool has one connection at most: the next statement would get the late cancellation
  for (let n = 0; n < 5; n++) expect(await sleep(db.pool, [0.05])).toHaveLength(1)
})

test('one that ends by itself within a quarter of a second is not cancelled', async () => {
  // so that a connection is there
  await sleep(db.pool, [0])
  const gone = new AbortController()
  const asked = runFor({ block: '', device: null, gone: gone.signal }, () => sleep(db.pool, [0.2]))
  await new Promise(setImmediate)
  gone.abort()
  expect(await asked).toHaveLength(1)
})

test('one that waits for a connection until its caller has left does not begin', async () => {
  const busy = sleep(db.pool, [0.5])
  const gone = new AbortController()
  const asked = runFor({ block: '', device: null, gone: gone.signal }, () => sleep(db.pool, [0.1]))
  gone.abort()
  await expect(asked).rejects.toThrow('aborted')
  expect(await busy).toHaveLength(1)
})

test('a transaction finishes', async () => {
  expect(await abandoned(() => db.transaction(tx => sleep(tx, [0.7])))).toHaveLength(1)
})

test('what others wait for as well finishes', async () => {
  const load = createBatchLoader(async keys => {
    await sleep(db.pool, [0.7])
    return new Map(keys.map(key => [key, key]))
  })
  const gone = new AbortController()
  const first = runFor({ block: '', device: null, gone: gone.signal }, () => load('first'))
  const second = runFor({ block: '', device: null }, () => load('second'))
  await vi.waitUntil(async () => (await countRunning()) === 1)
  gone.abort()
  expect(await Promise.all([first, second])).toEqual(['first', 'second'])
})

test('what begins after its caller left runs to its end', async () => {
  const gone = AbortSignal.abort()
  expect(await runFor({ block: '', device: null, gone }, () => sleep(db.pool, [0.4]))).toHaveLength(1)
})
