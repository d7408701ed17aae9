// The nightly check of all books reads a standby, once it has what the primary has committed, and the primary where there is none.
import { afterAll, expect, test } from 'vitest'
import { checkBooks } from '../../server/src/money/ledger/ledger.ts'
import { openDatabase } from '../../server/src/platform/db.ts'
import { migrate } from '../../server/src/platform/migrate.ts'
import { createNode } from '../bank/replica/node.ts'
import { newDataDir } from '../server.ts'

const password = 'ofThisTestAlone'
const endings: (() => unknown)[] = []
afterAll(async () => {
  for (const end of endings.reverse()) await end()
}, 60_000)

test('a break of years ago is found on the standby at night, and on the primary once the standby is gone', async () => {
  const { dataDir, remove } = newDataDir()
  endings.push(remove)
  const node = async (name: string) => {
    const created = await createNode(name, dataDir, password, false)
    endings.push(created.close)
    return { ...created, url: `postgresql://parkit:${password}@127.0.0.1:${created.port}/parkit` }
  }
  const [primary, standby] = [await node('a'), await node('b')]
  await primary.initialize()
  await primary.start()
  await migrate({ connectionString: primary.url })
  await standby.copyFrom(primary)
  await standby.start()
  const [owner, reader] = [await primary.connect(), await standby.connect()]
  endings.push(() => Promise.all([owner.end(), reader.end()]))
  const db = openDatabase({ connectionString: primary.url, poolSize: 4 })
  endings.push(db.close)

  const failures: string[] = []
  const noon = Temporal.Instant.from('2026-04-14T17:00:00Z')
  const check = async (hours: number) => {
    const whole = { standbyUrl: standby.url, log: (message: string) => failures.push(message) }
    const broken = await checkBooks(db.pool, noon.add({ hours }), whole)
    return broken.map(({ sentence }) => sentence)
  }
  await owner.query(
    `with added as (insert into driver (driver_id, first_name, last_name, email, phone, user_name, created_at)
       values (gen_random_uuid(), 'Maya', 'Torres', 'maya@example.com', '+13125550100', 'maya@example.com', '2016-01-01')
       returning driver_id)
     insert into wallet (driver_id, balance_cents) select driver_id, 0 from added on conflict do nothing`,
  )
  await owner.query(
    `select ledger_post('topUp', '2016-01-02', driver_id, null, 'years ago', '{wallet,card_clearing}', '{500,-500}') from driver`,
  )
  expect(await check(0)).toEqual([])

  await owner.query('set session_replication_role = replica')
  await owner.query(`update posting set amount_cents = amount_cents + 1 where account = 'card_clearing'`)
  expect(await check(1)).toEqual([])

  await reader.query('select pg_wal_replay_pause()')
  await owner.query(`update wallet set balance_cents = balance_cents + 1`)
  let isDone = false
  const night = check(24).finally(() => {
    isDone = true
  })
  const connected = `select from pg_stat_activity where application_name = 'parkit'`
  await expect.poll(async () => (await reader.query(connected)).rowCount).toBe(1)
  expect(isDone).toBe(false)
  await reader.query('select pg_wal_replay_resume()')
  const sentences = ['Every entry sums to zero.', 'Every wallet holds the sum of its postings.']
  expect(await night).toEqual(sentences)
  expect(failures).toEqual([])

  await standby.kill()
  expect(await check(25)).toEqual(sentences)
  expect(failures).toEqual(['All books are checked on the primary, because the standby could not be read'])
})
