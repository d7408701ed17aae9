// The hourly check of the books: it finds what breaks new rows and reads no old ones; the whole one at night finds the rest.
import pg from 'pg'
import { afterAll, expect, test, vi } from 'vitest'
import { startTestServer } from '#app/testing.ts'
import { bookSentences, brokenBooks } from './books.ts'
import { breaks, doSomeOfEach } from './breaks-testing.ts'
import { findPosition, newRowsQuery, type Position } from './new-rows-store.ts'

const parkit = await startTestServer()
/** connects as the owner of the tables, as only a migration does */
const owner = new pg.Client({ connectionString: parkit.db.connectionString })
await owner.connect()

/** Of the last good run. */
const readPosition = async (): Promise<Position> => {
  const { rows } = await owner.query('select snapshot::text, entry_id from books_run order by run_id desc limit 1')
  return rows[0]
}
/** Nothing that follows a change follows: it leaves no row of `change`. */
const plant = (query: string) => owner.query(`begin; set local session_replication_role = replica; ${query}; commit`)
const sentences = async (broken: ReturnType<typeof brokenBooks>) => (await broken).map(book => book.sentence)
const hourly = () => sentences(parkit.checkBooks())

/** Checks until no entry is new. While a transaction runs in any database of the cluster, entries since it began stay new. */
const checkAll = () =>
  vi.waitUntil(async () => {
    expect(await hourly()).toEqual([])
    const { rows } = await owner.query(
      `select epoch, (select max(entry_id)::text from entry) as newest from books_run order by run_id desc limit 1`,
    )
    const [{ epoch, newest }] = rows
    return (await findPosition(parkit.db.pool, epoch, parkit.clock.now().subtract({ hours: 24 })))?.entry_id === newest
  }, 15_000)

const atNight = [
  'What is due to cards is what was asked for and not taken on yet.',
  'Every paid month of a plan has exactly one entry of its amount, and no other month has one.',
]
/** A reference of no entry has none that is new. */
const isFoundAtNight = (sentence: string, query: string) => atNight.includes(sentence) || query.includes("'nothing'")

expect(await hourly()).toEqual([])
const empty = await readPosition()
await doSomeOfEach(parkit)

afterAll(async () => {
  await owner.end()
  // its ledger was filled with rows that do not hold
  await parkit.app.close()
  await parkit.db.close()
})

test.each(breaks)('a break among new rows is found: %s', async (sentence, query) => {
  expect(await brokenBooks(owner, empty)).toEqual([])
  await owner.query('begin')
  try {
    await owner.query('set local session_replication_role = replica')
    await owner.query(query)
    const found = await sentences(brokenBooks(owner, empty))
    if (isFoundAtNight(sentence, query)) expect(found).not.toContain(sentence)
    else expect(found).toContain(sentence)
  } finally {
    await owner.query('rollback')
  }
})

const oldEntry = `(select min(entry_id) from entry where kind = 'fare')`
const oldSession = `(select session_id from session where status = 'ended' order by started_at limit 1)`
/** Each with what undoes it. */
const oldBreaks: [sentence: string, query: string, undo: string][] = [
  [
    'Every entry sums to zero.',
    `update posting set amount_cents = amount_cents + 1 where entry_id = ${oldEntry} and account <> 'wallet'`,
    `update posting set amount_cents = amount_cents - 1 where entry_id = ${oldEntry} and account <> 'wallet'`,
  ],
  [
    'Every session was paid in the ledger what it says, to the cent.',
    `update session set parking_cents = parking_cents + 1 where session_id = ${oldSession}`,
    `update session set parking_cents = parking_cents - 1 where session_id = ${oldSession}`,
  ],
  [
    'Every session’s steps add up to what was paid.',
    `update step set amount_cents = amount_cents + 1 where session_id = ${oldSession} and seq = 1`,
    `update step set amount_cents = amount_cents - 1 where session_id = ${oldSession} and seq = 1`,
  ],
]

test.each(oldBreaks)(
  'a break of years ago is found at night, and each hour until it is mended: %s',
  async (sentence, query, undo) => {
    await checkAll()
    await plant(query)
    expect(await hourly()).toEqual([])
    parkit.clock.advance({ hours: 24 })
    expect(await hourly()).toContain(sentence)
    expect(await hourly()).toContain(sentence)
    await plant(undo)
    expect(await hourly()).toEqual([])
    const { rows } = await owner.query('select whole from books_run order by run_id desc limit 2')
    expect(rows).toEqual([{ whole: true }, { whole: false }])
  },
)

test('a break of new rows is found each hour until it is mended', async () => {
  const { SessionId } = await parkit.park(await parkit.driver())
  expect(await hourly()).toEqual([])
  const driver = await parkit.driver()
  expect((await readPosition()).entry_id).not.toBe('0')
  await plant(`update wallet set balance_cents = balance_cents + 1 where driver_id = '${driver.driverId}'`)
  const sentence = 'Every wallet holds the sum of its postings.'
  expect(await hourly()).toEqual([sentence])
  expect(await hourly()).toEqual([sentence])
  await plant(`update wallet set balance_cents = balance_cents - 1 where driver_id = '${driver.driverId}'`)
  expect(await hourly()).toEqual([])
  expect(SessionId).toMatch(/^P-/)
})

test('an entry that is committed after newer ones were checked is new', async () => {
  const slow = new pg.Client({ connectionString: parkit.db.connectionString })
  await slow.connect()
  await slow.query('begin; set local session_replication_role = replica')
  const { rows } = await slow.query(
    `insert into entry (kind, at, driver_id) select 'topUp', now(), driver_id from driver limit 1 returning entry_id`,
  )
  await parkit.park(await parkit.driver())
  expect(await hourly()).toEqual([])
  expect(await hourly()).toEqual([])
  expect(BigInt((await readPosition()).entry_id)).toBeGreaterThan(BigInt(rows[0].entry_id))
  await slow.query('commit')
  await slow.end()
  expect(await hourly()).toEqual(['Every entry has at least two postings.'])
  await plant(`delete from entry where entry_id = ${rows[0].entry_id}`)
  expect(await hourly()).toEqual([])
})

const sessionNumber = (n: number) => `P-${String(n).padStart(10, '0')}`
/** Sessions of years ago with these numbers, each with two steps, an entry and two postings. */
const fill = (first: number, last: number) => {
  const filled = `from session where session_id between '${sessionNumber(first)}' and '${sessionNumber(last)}'`
  return plant(
    `insert into session
       select old.* from generate_series(${first}, ${last}) as i,
              (select to_jsonb(session) as row from session where session_id = ${oldSession}) as one,
              jsonb_populate_record(null::session, row || jsonb_build_object('session_id', 'P-' || lpad(i::text, 10, '0'))) as old;
     insert into session_key (session_id, started_at) select session_id, started_at ${filled};
     insert into step (session_id, seq, at, kind, minutes, amount_cents)
       select session_id, seq, started_at, 'ended', 1, 0 from (select * ${filled}) as old, generate_series(1, 2) as seq;
     with fares as (
       insert into entry (kind, at, driver_id, session_id) select 'fare', started_at, driver_id, session_id ${filled}
       returning entry_id, driver_id)
     insert into posting (entry_id, seq, account, amount_cents, driver_id, balance_after_cents)
       select entry_id, 1, 'wallet', -1, driver_id, 0 from fares
       union all select entry_id, 2, 'parking_income', 1, null, null from fares`,
  )
}

type Explained = { 'QUERY PLAN': { Plan: Record<'Shared Hit Blocks' | 'Shared Read Blocks', number> }[] }
const countPages = async (position: Position): Promise<number> => {
  let pages = 0
  for (const sentence of bookSentences) {
    const query = newRowsQuery(sentence, position)
    if (!query) continue
    const text = query.replace('with changed', 'explain (analyze, buffers, format json) with changed')
    const results = (await owner.query(text)) as unknown as { rows: Explained[] }[]
    const { Plan } = results.at(-1)!.rows[0]!['QUERY PLAN'][0]!
    pages += Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks']
  }
  return pages
}

test('its cost does not grow with the past', async () => {
  const sizes = (process.env.BOOKS_SIZES ?? '1000,10000').split(',').map(Number)
  const driver = await parkit.driver()
  const pages: number[] = []
  for (const [i, size] of sizes.entries()) {
    await fill((sizes[i - 1] ?? 0) + 1, size)
    for (const table of ['session', 'session_key', 'step', 'entry', 'posting'])
      await owner.query(`vacuum analyze ${table}`)
    const { rows } = await owner.query(
      'select pg_current_snapshot()::text as snapshot, max(entry_id) as entry_id from entry',
    )
    parkit.clock.advance({ hours: 2 })
    await parkit.jobs.runDue()
    await parkit.park(driver)
    pages.push(await countPages(rows[0]))
  }
  console.log(`pages read hourly: ${pages.join(', ')} at ${sizes.join(', ')} sessions of the past`)
  expect(pages[1]! / pages[0]!).toBeLessThan(1.3)
}, 120_000)
