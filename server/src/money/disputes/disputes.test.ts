// Disputed payments by webhook events: deducted from the wallet as far as the balance reaches, returned if won, in any order, once.
import { details, settings } from '@parkit/contract/driver/account'
import { deleteAccount } from '@parkit/contract/driver/profile'
import { createIntent } from '@parkit/contract/money/cards'
import { withdrawal } from '@parkit/contract/money/refunds'
import { topUpStanding } from '@parkit/contract/money/topup'
import { activity, addMoney } from '@parkit/contract/money/wallet'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#app/testing.ts'
import type { ProviderDispute } from '#money/cards/cards.ts'
import { reconcile } from '#money/cards/reconciliation.ts'
import { createStripe } from '#money/cards/stripe.ts'
import { cardOf } from '#money/cards/testing.ts'
import { createSandboxStripe } from '#sandbox/stripe.ts'

let parkit: TestServer
beforeAll(async () => {
  parkit = await startTestServer()
})
afterAll(() => parkit.stop())

const pass = async (time: Temporal.DurationLikeObject) => {
  parkit.clock.advance(time)
  await parkit.jobs.runDue()
}
type Driver = Awaited<ReturnType<TestServer['driver']>>
const balance = async (who: Driver) => (await parkit.call(details, {}, who)).body.Balance
/** A driver with so many dollars from the card, beside ten from another one. */
const driver = async (magic: string, last4: string, Amount = 20) => {
  const who = await parkit.driver({ dollars: 10 })
  await parkit.call(createIntent, { body: { PaymentMethodId: magic, Amount: 1, Currency: 'USD' } }, who)
  await parkit.call(addMoney, { body: { Amount, PaymentMethodId: await cardOf(parkit, who.token, last4) } }, who)
  return who
}
const stateOf = async ({ driverId }: Driver) => {
  const { rows } = await parkit.db.pool.query<{ state: string; wallet_cents: number }>(
    'select state, wallet_cents from dispute where driver_id = $1',
    [driverId],
  )
  return rows
}
const today = async () => {
  const { db, clock } = parkit
  const provider = createStripe({ name: 'sandbox', ...createSandboxStripe({ db, clock }) })
  const day = clock.now().toZonedDateTimeISO('America/Chicago').toPlainDate()
  return (await reconcile({ db: db.pool, provider }, day.subtract({ days: 8 }), day)).flatMap(one => one.differences)
}

test('a dispute opened or won after the account was deleted: the money is owed to the driver and in no wallet', async () => {
  const [opens, won] = [
    await driver('pm_card_createDispute', '0259'),
    await driver('pm_card_createDisputeProductNotReceived', '2685'),
  ]
  const remove = (who: Driver) => parkit.call(deleteAccount, { body: { Password: who.password } }, who)
  expect((await remove(opens)).status).toBe(200)
  await pass({ minutes: 2 })
  await parkit.jobs.runDue()
  expect(await stateOf(won)).toEqual([{ state: 'open', wallet_cents: 2_000 }])
  expect((await remove(won)).status).toBe(200)
  await pass({ days: 8 })
  await parkit.jobs.runDue()
  expect([await stateOf(opens), await stateOf(won)]).toEqual([
    [{ state: 'lost', wallet_cents: 0 }],
    [{ state: 'won', wallet_cents: 2_000 }],
  ])
  const { rows } = await parkit.db.pool.query<{ account: string; cents: number }>(
    `select account, sum(amount_cents)::integer as cents from entry join posting using (entry_id)
      where entry.driver_id = $1 and account in ('wallet', 'unclaimed') group by account order by account`,
    [won.driverId],
  )
  expect(rows).toEqual([
    { account: 'unclaimed', cents: 2_000 },
    { account: 'wallet', cents: 0 },
  ])
})

test('a lost dispute: the money leaves the wallet, auto top-up pauses and the card is not charged again', async () => {
  const who = await driver('pm_card_createDispute', '0259')
  const on = { AutoTopUp: true, MinBalance: 50, DefaultAddAmount: 20 }
  expect((await parkit.call(settings, { body: on }, who)).status).toBe(200)
  await pass({ minutes: 2 })
  await parkit.jobs.runDue()
  expect([await balance(who), await stateOf(who)]).toEqual([10, [{ state: 'open', wallet_cents: 2_000 }]])
  expect((await parkit.call(topUpStanding, {}, who)).body).toMatchObject({
    AutoTopUp: false,
    Paused: { Because: 'disputed' },
  })
  const { Items } = (await parkit.call(activity, { query: {} }, who)).body
  expect(Items[0]).toMatchObject({ Kind: 'disputeOpened', Amount: -20 })
  // what was taken back is not given back another time
  expect((await parkit.call(withdrawal, {}, who)).body.Sources.map(({ Left }) => Left)).toEqual([10])
  const { rows } = await parkit.db.pool.query('select from sandbox_message where recipient = $1 and subject = $2', [
    who.email,
    'A $20.00 payment is disputed',
  ])
  expect(rows).toHaveLength(1)
  await pass({ days: 8 })
  expect([await balance(who), await stateOf(who)]).toEqual([10, [{ state: 'lost', wallet_cents: 2_000 }]])
  expect(await today()).toEqual([])
})

test('a won dispute: the money returns to the wallet', async () => {
  const who = await driver('pm_card_createDisputeProductNotReceived', '2685')
  await pass({ minutes: 2 })
  await parkit.jobs.runDue()
  expect(await balance(who)).toBe(10)
  await pass({ days: 8 })
  expect([await balance(who), (await stateOf(who))[0]!.state]).toEqual([30, 'won'])
  expect((await parkit.call(withdrawal, {}, who)).body.Most).toBe(30)
  expect(await today()).toEqual([])
})

test('money already spent is a loss, and the wallet stays above zero', async () => {
  const who = await parkit.driver({ dollars: 0 })
  await parkit.call(
    createIntent,
    { body: { PaymentMethodId: 'pm_card_createDispute', Amount: 1, Currency: 'USD' } },
    who,
  )
  await parkit.call(addMoney, { body: { Amount: 5, PaymentMethodId: await cardOf(parkit, who.token, '0259') } }, who)
  const { AmountPaid } = await parkit.park(who)
  await pass({ minutes: 2 })
  await parkit.jobs.runDue()
  expect([await balance(who), (await stateOf(who))[0]!.wallet_cents]).toEqual([0, Math.round(500 - AmountPaid * 100)])
})

test('an inquiry by the bank takes nothing', async () => {
  const who = await driver('pm_card_createDisputeInquiry', '1976')
  await pass({ days: 9 })
  expect([await balance(who), await stateOf(who)]).toEqual([30, []])
})

test('the closing event before the opening one, each five times concurrently, count once', async () => {
  const who = await parkit.driver({ dollars: 25 })
  const { rows } = await parkit.db.pool.query<{ payment: string }>(
    'select provider_reference as payment from charge where driver_id = $1',
    [who.driverId],
  )
  const said = (status: ProviderDispute['status']) =>
    parkit.db.transaction(tx =>
      parkit.features.disputes.takeEvent(
        tx,
        { id: `du_${who.driverId}`, paymentId: rows[0]!.payment, amountCents: 2_500, status, at: parkit.clock.now() },
        parkit.clock.now(),
      ),
    )
  await Promise.all(Array.from({ length: 5 }, () => said('won')))
  await Promise.all(Array.from({ length: 5 }, () => said('open')))
  await said('lost')
  expect([await balance(who), await stateOf(who)]).toEqual([25, [{ state: 'won', wallet_cents: 2_500 }]])
})

test('a dispute about an unknown payment changes nothing', async () => {
  const found = { id: 'du_x', paymentId: 'pi_x', amountCents: 1, status: 'open' as const, at: parkit.clock.now() }
  await parkit.db.transaction(tx => parkit.features.disputes.takeEvent(tx, found, parkit.clock.now()))
  expect((await parkit.db.pool.query(`select from dispute where dispute_id = 'du_x'`)).rows).toEqual([])
})
