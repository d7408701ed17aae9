// The ledger in partitions: each entry with its postings in that of its number, none refused for the lack of one, none ever changed.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addMoney } from '@parkit/contract/money/wallet'
import { stop } from '@parkit/contract/parking/sessions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#app/testing.ts'
import { backUp } from '#platform/backup.ts'
import { partitionJobs } from '#platform/partitions.ts'
import { restore } from '#platform/restore.ts'
import { asOwner, connectionTo, newDatabaseName, partitionBounds, tableContents } from '#platform/testing.ts'
import { brokenBooks } from './ledger.ts'

let parkit: TestServer
beforeAll(async () => {
  parkit = await startTestServer()
})
afterAll(() => parkit.stop())

const owner = <Row extends object>(text: string) =>
  asOwner<Row & Record<string, unknown>>(parkit.db.connectionString, text)
const million = 1_000_000
const goOnFrom = (number: number) => owner(`select setval('entry_entry_id_seq', ${number}, false)`)
/** What the job does each night. */
const roll = () => partitionJobs(parkit.db).partitions!('all', parkit.clock.now(), async () => {})

/** Its partitions with the millions that they begin and end with. */
const partitionsOf = async (table: string) =>
  Object.fromEntries(
    (await partitionBounds(parkit.db.connectionString, table)).map(([name, ...bounds]) => [
      name,
      bounds.map(end => (/\d/.test(end) ? Number(end) / million : end)),
    ]),
  )
const countByPartition = async (table: string) =>
  Object.fromEntries(
    (
      await owner<{ name: string; count: number }>(
        `select tableoid::regclass::text as name, count(*)::integer as count from ${table} group by 1 order by 1`,
      )
    ).map(({ name, count }) => [name, count]),
  )

test('entries and postings are in partitions of 20 million numbers, two of them ahead', async () => {
  for (const table of ['entry', 'posting'])
    expect(await partitionsOf(table)).toEqual({
      [`${table}_first`]: ['MINVALUE', 20],
      [`${table}_1`]: [20, 40],
      [`${table}_later`]: [40, 'MAXVALUE'],
    })
})

test('a stay whose numbers pass a bound is paid, listed, and given back across it', async () => {
  await goOnFrom(20 * million - 2)
  const driver = await parkit.driver({ dollars: 50 })
  const { SessionId } = await parkit.park(driver)
  await parkit.call(stop, { body: { SessionId } }, driver)
  expect(await countByPartition('entry')).toEqual({ entry_first: 2, entry_1: 1 })
  expect(Object.keys(await countByPartition('posting'))).toEqual(['posting_1', 'posting_first'])
  expect(await brokenBooks(parkit.db.pool)).toEqual([])
})

test('where nobody has made partitions for long, payments go on, and the next night closes the partition that took them', async () => {
  await goOnFrom(95 * million)
  const driver = await parkit.driver({ dollars: 50 })
  await parkit.park(driver)
  expect(await countByPartition('entry')).toMatchObject({ entry_later: 2 })
  await roll()
  const expected = { first: ['MINVALUE', 20], 1: [20, 40], 2: [40, 100], 5: [100, 120], later: [120, 'MAXVALUE'] }
  for (const table of ['entry', 'posting'])
    expect(await partitionsOf(table)).toEqual(
      Object.fromEntries(Object.entries(expected).map(([name, bounds]) => [`${table}_${name}`, bounds])),
    )
  expect(await countByPartition('entry')).toMatchObject({ entry_2: 2 })
  await roll()
  expect(Object.keys(await partitionsOf('entry'))).toHaveLength(5)
  await parkit.park(await parkit.driver({ dollars: 50 }))
  expect(await brokenBooks(parkit.db.pool)).toEqual([])
})

test('payments made while partitions are cut all succeed', async () => {
  const driver = await parkit.driver({ dollars: 1 })
  let cutting = true
  const paying = (async () => {
    let paid = 0
    for (; cutting || paid < 5; paid++) {
      const { status } = await parkit.call(addMoney, { body: { Amount: 1 } }, driver)
      expect(status).toBe(200)
    }
    return paid
  })()
  for (let next = 110; next <= 230; next += 20) {
    await goOnFrom(next * million)
    await roll()
  }
  cutting = false
  const paid = await paying
  const [wallet] = await owner(`select balance_cents as cents from wallet where driver_id = '${driver.driverId}'`)
  expect(wallet).toEqual({ cents: 100 + paid * 100 })
  expect(await brokenBooks(parkit.db.pool)).toEqual([])
})

test('no partition is changed either: the owner is refused, and the server’s role has no right to it', async () => {
  await parkit.driver({ dollars: 1 })
  const names = [...Object.keys(await partitionsOf('entry')), ...Object.keys(await partitionsOf('posting'))]
  expect(names.length).toBeGreaterThan(12)
  for (const table of ['entry', 'posting', ...names]) {
    const key = /^entry/.test(table) ? 'kind' : 'account'
    for (const change of [`update ${table} set ${key} = ${key}`, `delete from ${table}`])
      await expect(owner(change), change).rejects.toThrow(/append-only: (UPDATE|DELETE) on/)
    await expect(owner(`truncate ${table} cascade`), table).rejects.toThrow('append-only: TRUNCATE on')
  }
  for (const name of names)
    for (const statement of [`select from ${name}`, `insert into ${name} default values`])
      await expect(parkit.db.pool.query(statement), statement).rejects.toThrow('permission denied')
  for (const name of names.filter(name => name.startsWith('posting'))) {
    const bounds = (await partitionsOf('posting'))[name]!
    const number = (typeof bounds[0] === 'number' ? bounds[0] : 0) * million + 17_000_000
    const posting = `insert into ${name} (entry_id, seq, account, amount_cents) values (${number}, 1, 'fee_income', 5)`
    const alone = `alter table ${name} drop constraint posting_entry_id_fkey; ${posting}`
    await expect(owner(alone), name).rejects.toThrow('does not sum to zero')
    await expect(owner(posting.replace('5)', `5), (${number}, 2, 'fee_income', -5)`)), name).rejects.toThrow(
      'posting_entry_id_fkey',
    )
  }
})

test('an entry is looked up in the one partition of its number', async () => {
  const { rows } = await parkit.db.pool.query<{ 'QUERY PLAN': string }>(
    `explain (analyze, costs off, timing off) select from posting join entry using (entry_id)
      where entry_id = (select max(entry_id) from entry)`,
  )
  const scans = rows.map(row => row['QUERY PLAN']).filter(line => /Index.* on (entry|posting)_\w+ /.test(line))
  const looked = scans.filter(line => !line.includes('never executed') && !line.includes('Backward'))
  expect(looked.map(line => / on (\w+) /.exec(line)![1]!.replace(/_.*/, '')).sort()).toEqual(['entry', 'posting'])
})

test('a backup brings back each partition with its rows', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parkit-ledger-'))
  const name = newDatabaseName()
  const other = connectionTo(parkit.db.connectionString, name)
  await owner(`create database ${name}`)
  try {
    await backUp(parkit.db.connectionString, join(folder, 'backup.gz'))
    await restore(other, join(folder, 'backup.gz'))
    for (const table of ['chat_message', 'session', 'step', 'entry', 'posting'])
      expect(await partitionBounds(other, table)).toEqual(await partitionBounds(parkit.db.connectionString, table))
    for (const table of ['entry', 'posting']) {
      for (const partition of Object.keys(await partitionsOf(table)))
        await expect(asOwner(other, `delete from ${partition}`)).rejects.toThrow('append-only')
    }
    expect(await tableContents(other)).toEqual(await tableContents(parkit.db.connectionString))
  } finally {
    await owner(`drop database ${name} with (force)`)
    rmSync(folder, { recursive: true })
  }
})
