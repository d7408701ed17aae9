// Reconciliation of real payments and refunds: no difference where the records match, and each planted difference is reported.

import { withdraw } from '@parkit/contract/money/refunds'
import { addMoney } from '@parkit/contract/money/wallet'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#app/testing.ts'
import { createSandboxStripe } from '#sandbox/stripe.ts'
import { createReconciliation, createStripe, startReconciliation } from './cards.ts'
import { reconcile } from './reconciliation.ts'
import { cardOf } from './testing.ts'

let parkit: TestServer
beforeAll(async () => {
  parkit = await startTestServer()
})
afterAll(() => parkit.stop())

const run = (first: string, last = first) => {
  const { db, clock } = parkit
  const provider = createStripe({ name: 'sandbox', ...createSandboxStripe({ db, clock }) })
  return reconcile({ db: db.pool, provider }, Temporal.PlainDate.from(first), Temporal.PlainDate.from(last))
}
/** What the server finds in the night after a day, at half past four in Chicago. */
const nightly = async (day: string) => {
  const { db } = parkit
  const found: string[] = []
  const night = Temporal.PlainDate.from(day)
    .add({ days: 1 })
    .toZonedDateTime({ timeZone: 'America/Chicago', plainTime: '04:30' })
  const clock = { now: () => night.toInstant() }
  const provider = createStripe({ name: 'sandbox', ...createSandboxStripe({ db, clock: parkit.clock }) })
  let noted = 0
  const note = (count: number) => {
    noted = count
  }
  const log = {
    error: ({ differences }: { differences: { day: string; what: string }[] }) =>
      found.push(...differences.map(one => `${one.day} ${one.what}`)),
  }
  await startReconciliation(db.pool, clock.now().subtract({ hours: 24 }))
  await createReconciliation({ db, clock, provider, log, note }).reconcile()
  expect(noted).toBe(found.length)
  const { rows } = await db.pool.query<{ at: Temporal.Instant }>(
    `select run_at as at from job where kind = 'reconcile'`,
  )
  await db.pool.query(`delete from job where kind = 'reconcile'`)
  expect(rows.map(({ at }) => at.toString())).toEqual([night.add({ days: 1 }).toInstant().toString()])
  return found
}
const names = async (day: string) =>
  (await run(day)).flatMap(({ differences }) =>
    differences.map(({ what, providerCents, booksCents }) => [what, providerCents, booksCents]),
  )
/** Changes what the provider has of the newest object, and answers how to put it back. */
const tamper = async (object: string, change: string) => {
  const { rows } = await parkit.db.pool.query<{ id: string; body: unknown }>(
    'select id, body from sandbox_object where object = $1 order by seq desc limit 1',
    [object],
  )
  const { id, body } = rows[0]!
  await parkit.db.pool.query(`update sandbox_object set body = body || $2::jsonb where id = $1`, [id, change])
  return () => parkit.db.pool.query('update sandbox_object set body = $2 where id = $1', [id, JSON.stringify(body)])
}

test('matching books report no difference, on each day of Chicago’s calendar', async () => {
  // an hour before midnight in Chicago: in UTC the next day has begun
  parkit.clock.set('2026-04-15T04:00:00Z')
  const { token } = await parkit.driver({ dollars: 30, vehicle: false })
  await parkit.call(addMoney, { body: { Amount: 7, PaymentMethodId: await cardOf(parkit, token, '0341') } }, { token })
  parkit.clock.set('2026-04-15T06:00:00Z')
  await parkit.call(addMoney, { body: { Amount: 12.34 } }, { token })
  await parkit.call(withdraw, { body: { Amount: 5 } }, { token })
  await parkit.jobs.runDue()
  const none = { count: 0, cents: 0 }
  expect(await run('2026-04-13', '2026-04-15')).toEqual([
    {
      day: '2026-04-13',
      taken: { provider: none, books: none },
      givenBack: { provider: none, books: none },
      differences: [],
    },
    {
      day: '2026-04-14',
      taken: { provider: { count: 1, cents: 3_000 }, books: { count: 1, cents: 3_000 } },
      givenBack: { provider: none, books: none },
      differences: [],
    },
    {
      day: '2026-04-15',
      taken: { provider: { count: 1, cents: 1_234 }, books: { count: 1, cents: 1_234 } },
      givenBack: { provider: { count: 1, cents: 500 }, books: { count: 1, cents: 500 } },
      differences: [],
    },
  ])
})

test.each([
  [
    'a payment of another amount',
    'payment_intent',
    '{"amount_received": 1233}',
    ['payment of another amount', 1_233, 1_234],
  ],
  [
    'a payment that the provider never took',
    'payment_intent',
    '{"amount_received": 0}',
    ['payment missing at the provider', 0, 1_234],
  ],
  ['a refund of another amount', 'refund', '{"amount": 400}', ['refund of another amount', 400, 500]],
  [
    'a refund that failed and nobody said so',
    'refund',
    '{"status": "failed"}',
    ['refund missing at the provider', 0, 500],
  ],
])('%s is reported', async (_, object, change, difference) => {
  const putBack = await tamper(object, change)
  expect(await names('2026-04-15')).toEqual([difference])
  expect(await nightly('2026-04-15')).toEqual([`2026-04-15 ${difference[0]}`])
  await putBack()
  expect(await names('2026-04-15')).toEqual([])
  expect(await nightly('2026-04-15')).toEqual([])
})

test('a payment and a refund made by hand at the provider are reported', async () => {
  const plant = (object: string) =>
    parkit.db.pool.query(
      `insert into sandbox_object (id, object, body)
       select id || 'x', object, body || jsonb_build_object('id', id || 'x', 'metadata', '{}'::jsonb) from sandbox_object
        where object = $1 order by seq desc limit 1`,
      [object],
    )
  await plant('payment_intent')
  await plant('refund')
  expect(await names('2026-04-15')).toEqual([
    ['payment unknown to us', 1_234, 0],
    ['refund unknown to us', 500, 0],
  ])
  await parkit.db.pool.query(`delete from sandbox_object where id like '%x'`)
})

test('a pending payment is no difference', async () => {
  parkit.clock.set('2026-04-16T17:00:00Z')
  const { token } = await parkit.driver({ dollars: 20, vehicle: false })
  await parkit.db.pool.query(`update charge set state = 'pending', settled_at = null where asked_at = $1`, [
    parkit.clock.now(),
  ])
  // taken there and booked here: what our row says of it moves nothing
  expect(await names('2026-04-16')).toEqual([])
  await parkit.db.pool.query(`update charge set state = 'succeeded', settled_at = asked_at where state = 'pending'`)
  await parkit.call(withdraw, { body: {} }, { token })
  expect(await names('2026-04-16')).toEqual([])
  await parkit.jobs.runDue()
  expect(await names('2026-04-16')).toEqual([])
})

test('more than one page of payments is read completely', async () => {
  parkit.clock.set('2026-04-20T17:00:00Z')
  const { token } = await parkit.driver({ dollars: 0, vehicle: false })
  await parkit.call(addMoney, { body: { Amount: 1 } }, { token })
  await parkit.db.pool.query(
    `insert into sandbox_object (id, object, body)
     select id || n, object, body || jsonb_build_object('id', id || n)
       from (select * from sandbox_object where object = 'payment_intent' order by seq desc limit 1) as one,
            generate_series(1, 250) as n`,
  )
  const [day] = await run('2026-04-20')
  expect([day!.taken.provider.count, day!.differences.length]).toEqual([251, 250])
})
