// The ledger on a real PostgreSQL: parallel debits, what its tables refuse, and checks that read all rows.
import { cents } from '@parkit/contract/platform/money'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#app/testing.ts'
import { selectBroken } from './checks-store.ts'
import { balanceCents, entries, post } from './ledger.ts'

let parkit: TestServer
/** connects as the owner of the tables, as only a migration does */
let owner: pg.Client

beforeAll(async () => {
  parkit = await startTestServer()
  owner = new pg.Client({ connectionString: parkit.db.connectionString })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await parkit.stop()
})

const now = () => parkit.clock.now()

test('of twenty concurrent debits of 10 from 100 ten succeed and the balance is 0', async () => {
  const { driverId } = await parkit.driver({ dollars: 1, vehicle: false })
  const debits = await Promise.allSettled(
    Array.from({ length: 20 }, () =>
      post(parkit.db.pool, entries.extension(driverId, 'P-0000000001', cents(10)), now()),
    ),
  )
  expect(debits.filter(debit => debit.status === 'fulfilled')).toHaveLength(10)
  const refused = debits.filter(debit => debit.status === 'rejected')
  expect(new Set(refused.map(debit => (debit.reason as Error).message))).toEqual(new Set(['insufficient_funds']))
  expect(await balanceCents(parkit.db.pool, driverId)).toBe(0)
  await owner.query(`alter table posting disable trigger user; alter table entry disable trigger user`)
  await owner.query(
    `delete from posting using entry where entry.entry_id = posting.entry_id and session_id = 'P-0000000001'`,
  )
  await owner.query(`delete from entry where session_id = 'P-0000000001'; update wallet set balance_cents = 100`)
  await owner.query(`alter table posting enable trigger user; alter table entry enable trigger user`)
})

test('a charge is credited once, however often it is posted', async () => {
  const { driverId } = await parkit.driver({ dollars: 5, vehicle: false })
  const { rows } = await owner.query<{ charge_id: string }>('select charge_id from charge where driver_id = $1', [
    driverId,
  ])
  const again = entries.topUp(driverId, rows[0]!.charge_id, cents(500))
  await expect(post(parkit.db.pool, again, now())).rejects.toThrow(/unique/)
  expect(await balanceCents(parkit.db.pool, driverId)).toBe(500)
})

test.each([
  'insert into wallet (driver_id, balance_cents) select driver_id, 1000000 from driver',
  'update wallet set balance_cents = balance_cents + 1',
  'update posting set amount_cents = amount_cents + 1',
  'delete from posting',
  'delete from entry',
  'truncate posting',
  `insert into posting values (1, 9, 'fee_income', null, 1, null)`,
])('the server’s role cannot: %s', async query => {
  await expect(parkit.db.pool.query(query)).rejects.toThrow(/permission denied/)
})

test.each(['update posting set amount_cents = 1', 'delete from entry', 'truncate posting'])(
  'not even the owner can: %s',
  async query => {
    await parkit.driver({ dollars: 1, vehicle: false })
    await expect(owner.query(query)).rejects.toThrow(/append-only|foreign key|truncate/)
  },
)

test('the database refuses an entry that does not sum to zero', async () => {
  const { driverId } = await parkit.driver({ dollars: 1, vehicle: false })
  const wrong = { ...entries.extension(driverId, 'P-0000000002', cents(10)), amountsCents: [-10, 9] }
  await expect(post(parkit.db.pool, wrong, now())).rejects.toThrow(/sum to zero/)
})

test('a long ledger check runs to its end', async () => {
  await owner.query(`set statement_timeout = '20ms'`)
  await expect(owner.query('select pg_sleep(0.1)')).rejects.toThrow('statement timeout')
  expect(await selectBroken(owner, 'select pg_sleep(0.1)')).toHaveLength(1)
  await expect(owner.query('select pg_sleep(0.1)')).rejects.toThrow('statement timeout')
  await owner.query('reset statement_timeout')
})
