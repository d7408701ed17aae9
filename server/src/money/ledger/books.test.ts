// Every standing check of the data, broken once: a new check without a breaking case fails here.
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#app/testing.ts'
import { bookSentences, brokenBooks } from './books.ts'
import { breaks, doSomeOfEach } from './breaks-testing.ts'

let parkit: TestServer
/** connects as the owner of the tables, as only a migration does */
let owner: pg.Client

beforeAll(async () => {
  parkit = await startTestServer()
  owner = new pg.Client({ connectionString: parkit.db.connectionString })
  await owner.connect()
  await doSomeOfEach(parkit)
  const { rows } = await owner.query('select distinct state from charge where session_id is not null order by state')
  expect(rows.map(({ state }) => state)).toEqual(['captured', 'held'])
  expect(await brokenBooks(owner)).toEqual([])
})
afterAll(async () => {
  await owner.end()
  await parkit.stop()
})

test('each ledger check has a case that breaks it', () => {
  expect([...new Set(breaks.map(([sentence]) => sentence))].toSorted()).toEqual(bookSentences.toSorted())
})

test.each(breaks)('a broken ledger is detected: %s', async (sentence, query) => {
  await owner.query('begin')
  try {
    await owner.query('set local session_replication_role = replica')
    await owner.query(query)
    expect((await brokenBooks(owner)).map(book => book.sentence)).toContain(sentence)
  } finally {
    await owner.query('rollback')
  }
  expect(await brokenBooks(owner)).toEqual([])
})
