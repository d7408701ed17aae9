// An upgrade while drivers start and stop stays: nobody is refused twice, and every session and cent is as it was.
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { brokenBooks } from '#money/ledger/books.ts'
import { openDatabase } from './db.ts'
import { migrate } from './migrate.ts'
import { asOwner, connectionTo, newDatabaseName } from './testing.ts'
import { digestPast, fillUnpartitioned, findPast, parkOnce, patient } from './upgrade-load-testing.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const { connectionString: server } = inject('postgres')
const name = newDatabaseName()
const connectionString = connectionTo(server, name)
/** the last one before entries were partitioned, and sessions after them */
const before = 202611230753
const sessions = 20_000
const drivers = 2

beforeAll(async () => {
  await asOwner(server, `create database ${name}`)
  await migrate({ connectionString, upTo: before })
  await fillUnpartitioned(connectionString, sessions)
})
afterAll(() => asOwner(server, `drop database ${name} with (force)`))

test('case 58: 20,000 sessions are upgraded while drivers pay: no call is refused twice, no row differs, no book is broken', async () => {
  const past = await findPast(connectionString)
  const contents = await digestPast(connectionString, past)
  expect(contents).toMatchObject({ session: { rows: sessions }, step: { rows: 2 * sessions } })
  let isOver = false
  let stays = 0
  const refused: string[][] = []
  const drive = async (driver: number) => {
    const client = new pg.Client({ connectionString, ...patient })
    await client.connect()
    // what the API answers with 409 or 503: a lock that was not given in time, a deadlock
    const pay = async (query: pg.QueryConfig) => {
      const refusals: string[] = []
      for (;;) {
        const error = await client.query(query).then(
          () => null,
          (error: pg.DatabaseError) => error,
        )
        if (!error) break
        if (!['55P03', '40P01'].includes(error.code ?? '')) throw error
        refusals.push(error.message)
      }
      if (refusals.length > 0) refused.push(refusals)
    }
    while (!isOver) await parkOnce(pay, driver, `P-${String(stays++).padStart(10, 'Z')}`)
    await client.end()
  }
  const driving = Promise.all(Array.from({ length: drivers }, (_, n) => drive(n + 1)))
  const ran = await migrate({ connectionString })
  isOver = true
  await driving

  expect(ran).toContain('202611231418_session_partitions.sql')
  expect(stays).toBeGreaterThan(100)
  expect(refused.filter(refusals => refusals.length > 1)).toEqual([])
  expect(await digestPast(connectionString, past)).toEqual(contents)
  const [made] = await asOwner(
    connectionString,
    `select count(*)::integer as stays, sum(steps.many)::integer as steps, sum(entries.many)::integer as entries
       from session, lateral (select count(*) as many from step where step.session_id = session.session_id) as steps,
            lateral (select count(*) as many from entry where entry.session_id = session.session_id) as entries
      where session_id like 'P-Z%'`,
  )
  expect(made).toEqual({ stays, steps: 2 * stays, entries: 2 * stays })
  const db = openDatabase({ connectionString, poolSize: 1 })
  expect(await db.transaction(tx => brokenBooks(tx), 'repeatable read')).toEqual([])
  await db.close()
})
