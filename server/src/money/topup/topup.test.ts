// Automatic top-ups over HTTP: announced, once per low balance, within the month's ceiling, never blocking a payment.
import { details, settings } from '@parkit/contract/driver/account'
import { chooseDefault, createIntent, deleteMethod, listMethods } from '@parkit/contract/money/cards'
import { withdraw } from '@parkit/contract/money/refunds'
import { topUpStanding } from '@parkit/contract/money/topup'
import { activity, addMoney } from '@parkit/contract/money/wallet'
import { extend, session as readSession } from '@parkit/contract/parking/sessions'
import { cents } from '@parkit/contract/platform/money'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#app/testing.ts'
import { cardOf, createFaults, lostAt } from '#money/cards/testing.ts'
import { entries, post } from '#money/ledger/ledger.ts'

const faults = createFaults()
const [prepare, confirm] = [/POST .v1.payment_intents$/, /POST .v1.payment_intents.pi_….confirm$/]

let parkit: TestServer
beforeAll(async () => {
  parkit = await startTestServer({ cardFetch: faults.wrap })
})
afterAll(() => parkit.stop())
beforeEach(() => {
  faults.clear()
})

type Driver = Awaited<ReturnType<TestServer['driver']>>
const set = (who: Driver, body: object) => parkit.call(settings, { body }, who)
const standing = async (who: Driver) => (await parkit.call(topUpStanding, {}, who)).body
const balance = async (who: Driver) => (await parkit.call(details, {}, who)).body.Balance
const pass = async (time: Temporal.DurationLikeObject) => {
  parkit.clock.advance(time)
  await parkit.jobs.runDue()
}
/** Until nothing is under way. */
const settle = async () => {
  for (let i = 0; i < 4; i++) await pass({ seconds: 40 })
}
/** Subjects of what a driver was told, the oldest first. */
const told = async ({ email }: Driver) => {
  const { rows } = await parkit.db.pool.query<{ subject: string }>(
    `select subject from sandbox_message where recipient = $1 and subject !~ 'code' order by sent_at, subject`,
    [email],
  )
  return rows.map(({ subject }) => subject)
}
const on = { AutoTopUp: true, MinBalance: 10, DefaultAddAmount: 20 }
/** A driver whose wallet fills itself below ten dollars with twenty. */
const driver = async (dollars = 11, more: object = {}) => {
  const who = await parkit.driver({ dollars })
  const { status } = await set(who, { ...on, ...more })
  expect(status).toBe(200)
  return who
}
const runs = async ({ driverId }: Driver) =>
  (
    await parkit.db.pool.query<{ state: string }>(
      'select state from top_up_run where driver_id = $1 order by begun_at, state',
      [driverId],
    )
  ).rows.map(({ state }) => state)

test('auto top-up is off until turned on, and shows what was set', async () => {
  const who = await parkit.driver({ dollars: 12 })
  const off = { AutoTopUp: false, MinBalance: 0, DefaultAddAmount: 0, TopUpCeiling: 200 }
  expect(await standing(who)).toEqual({ ...off, AddedThisMonth: 0, Paused: null })
  await set(who, { MinBalance: 50 })
  // an amount that was never set shows the minimum
  expect(await standing(who)).toMatchObject({ MinBalance: 50, DefaultAddAmount: 50, AutoTopUp: false })
  await parkit.park(who)
  await settle()
  expect([await runs(who), (await balance(who)) < 12]).toEqual([[], true])
  const changed = await set(who, { ...on, TopUpCeiling: 100 })
  expect(changed.body).toMatchObject({ ...on, TopUpCeiling: 100, AutoStart: false })
  expect(await standing(who)).toMatchObject({ ...on, TopUpCeiling: 100 })
})

test('a debit below the minimum: one notice, one top-up, a second notice', async () => {
  const who = await driver()
  const { AmountPaid } = await parkit.park(who)
  await parkit.jobs.runDue()
  expect(await told(who)).toEqual(['We’ll add $20.00 to your wallet'])
  expect(await balance(who)).toBeCloseTo(11 - AmountPaid, 10)
  await pass({ seconds: 29 })
  expect(await runs(who)).toEqual(['open'])
  await pass({ seconds: 1 })
  await parkit.jobs.runDue()
  expect([await runs(who), await balance(who)]).toEqual([['added'], expect.closeTo(31 - AmountPaid, 10)])
  expect(await told(who)).toEqual(['We’ll add $20.00 to your wallet', '$20.00 added to your wallet'])
  expect((await standing(who)).AddedThisMonth).toBe(20)
  const { Items } = (await parkit.call(activity, { query: {} }, who)).body
  expect(Items[0]).toMatchObject({ Kind: 'autoTopUp', Amount: 20 })
  await settle()
  expect(await runs(who)).toEqual(['added'])
})

test('a debit above the minimum and a withdrawal trigger nothing', async () => {
  const who = await driver(30)
  await parkit.park(who)
  await parkit.call(withdraw, { body: { Amount: 25 } }, who)
  await settle()
  expect([await runs(who), (await balance(who)) < 10]).toEqual([[], true])
})

test('many concurrent debits and two servers: one top-up', async () => {
  const who = await driver(20)
  const debit = (n: number) =>
    post(parkit.db.pool, entries.autoTopUp(who.driverId, `debit ${who.driverId} ${n}`, cents(-150)), parkit.clock.now())
  await Promise.all(Array.from({ length: 10 }, (_, n) => debit(n)))
  await Promise.all(Array.from({ length: 4 }, () => parkit.jobs.runDue()))
  parkit.clock.advance({ seconds: 30 })
  await Promise.all(Array.from({ length: 4 }, () => parkit.jobs.runDue()))
  await settle()
  expect([await runs(who), await balance(who)]).toEqual([['added'], 25])
})

test.each([
  ['before it was prepared', () => Object.assign(faults, { before: lostAt(prepare) })],
  ['after it was prepared', () => Object.assign(faults, { after: lostAt(prepare) })],
  ['before it was confirmed', () => Object.assign(faults, { before: lostAt(confirm) })],
  ['after it was confirmed', () => Object.assign(faults, { after: lostAt(confirm) })],
])('lost %s: the wallet holds what the provider took, and the driver is notified', async (_, lose) => {
  const who = await driver()
  const { AmountPaid } = await parkit.park(who)
  await parkit.jobs.runDue()
  lose()
  await pass({ seconds: 30 })
  faults.clear()
  await settle()
  await settle()
  const [state] = await runs(who)
  const taken = await parkit.db.pool.query<{ cents: number }>(
    `select coalesce(sum((body ->> 'amount_received')::integer), 0)::integer as cents
       from sandbox_object join charge on body -> 'metadata' ->> 'charge' = charge_id::text
      where charge.driver_id = $1 and purpose = 'autoTopUp'`,
    [who.driverId],
  )
  const added = taken.rows[0]!.cents / 100
  expect(state).toBe(added === 20 ? 'added' : 'dropped')
  expect(await balance(who)).toBeCloseTo(11 - AmountPaid + added, 10)
  expect(await told(who)).toHaveLength(2)
})

test('a decline turns it off with a notice while the session continues; turned on again it works', async () => {
  const who = await driver()
  await parkit.call(chooseDefault, { body: { PaymentMethodId: await cardOf(parkit, who.token, '0341') } }, who)
  const parked = await parkit.park(who)
  await settle()
  expect(await runs(who)).toEqual(['declined'])
  expect(await standing(who)).toMatchObject({ AutoTopUp: false, Paused: { Because: 'declined' } })
  expect(await told(who)).toContain('Auto-reload is paused: card declined')
  const [read, more] = await Promise.all([
    parkit.call(readSession, { params: { id: parked.SessionId } }, who),
    parkit.call(extend, { body: { SessionId: parked.SessionId, Minutes: 15 } }, who),
  ])
  expect([read.body.Status, more.status]).toEqual(['running', 200])
  await settle()
  // paused: no debit charges anything
  expect(await runs(who)).toEqual(['declined'])
  await parkit.call(chooseDefault, { body: { PaymentMethodId: await cardOf(parkit, who.token, '4242') } }, who)
  await set(who, { AutoTopUp: true })
  expect((await standing(who)).Paused).toBeNull()
  await parkit.call(extend, { body: { SessionId: parked.SessionId, Minutes: 15 } }, who)
  await settle()
  expect(await runs(who)).toEqual(['declined', 'added'])
})

test('a required 3-D Secure counts as a decline, as no driver is present', async () => {
  const who = await driver()
  await parkit.call(createIntent, { body: { PaymentMethodId: 'pm_card_visa', Amount: 1, Currency: 'USD' } }, who)
  const challenge = 'pm_card_authenticationRequired'
  const answer = await parkit.call(
    createIntent,
    { body: { PaymentMethodId: challenge, Amount: 1, Currency: 'USD' } },
    who,
  )
  await parkit.app.inject({
    method: 'POST',
    url: `/sandbox/stripe/v1/payment_intents/${answer.body.intentId}/challenge`,
    payload: `client_secret=${answer.body.ClientSecret}&passed=true`,
    headers: { authorization: 'Bearer pk_sandbox', 'content-type': 'application/x-www-form-urlencoded' },
  })
  const PaymentMethodId = await cardOf(parkit, who.token, '3184')
  await parkit.call(chooseDefault, { body: { PaymentMethodId } }, who)
  await parkit.park(who)
  await settle()
  expect([await runs(who), (await standing(who)).Paused?.Because]).toEqual([['declined'], 'declined'])
})

test('it can’t be turned on without a card, and deleting the card turns it off', async () => {
  const who = await driver()
  const { body } = await parkit.call(listMethods, {}, who)
  for (const { Id } of body) await parkit.call(deleteMethod, { params: { id: Id } }, who)
  await parkit.park(who)
  await settle()
  expect(await standing(who)).toMatchObject({ AutoTopUp: false, Paused: { Because: 'no_card' } })
  expect(await set(who, on)).toMatchObject({ status: 409, error: { Code: 'no_card' } })
})

test('a monthly limit caps it with one notice, and the next month in Chicago’s time starts over', async () => {
  parkit.clock.set('2026-04-30T20:00:00Z')
  const who = await driver(11, { TopUpCeiling: 30 })
  const spend = async () => {
    const now = parkit.clock.now()
    const cost = entries.autoTopUp(who.driverId, `debit ${who.driverId} ${now}`, cents(-1_300))
    await post(parkit.db.pool, cost, now)
    await settle()
  }
  await parkit.park(who)
  await settle()
  await spend()
  await spend()
  await parkit.call(addMoney, { body: { Amount: 15 } }, who)
  await spend()
  expect(await runs(who)).toEqual(['added', 'ceiling'])
  expect((await told(who)).filter(subject => subject === 'You reached your $30.00 monthly limit')).toHaveLength(1)
  // in UTC it is May already, in Chicago it is not
  parkit.clock.set('2026-05-01T04:30:00Z')
  await parkit.call(addMoney, { body: { Amount: 15 } }, who)
  await spend()
  expect(await runs(who)).toEqual(['added', 'ceiling'])
  parkit.clock.set('2026-05-01T05:00:00Z')
  await parkit.call(addMoney, { body: { Amount: 15 } }, who)
  await spend()
  expect(await runs(who)).toEqual(['added', 'ceiling', 'added'])
  expect((await standing(who)).AddedThisMonth).toBe(20)
})

test('turned off or topped up by hand after the notice: nothing is charged', async () => {
  const [off, filled] = [await driver(), await driver()]
  await Promise.all([parkit.park(off), parkit.park(filled)])
  await parkit.jobs.runDue()
  await set(off, { AutoTopUp: false })
  await parkit.call(addMoney, { body: { Amount: 10 } }, filled)
  await settle()
  expect([await runs(off), await runs(filled)]).toEqual([['dropped'], ['dropped']])
})

test.each([
  ['MinBalance', { ...on, MinBalance: 0 }, 'Enter an amount from $1.00 to $500.00.'],
  ['MinBalance', { MinBalance: -1 }, 'Enter an amount from $1.00 to $500.00.'],
  ['MinBalance', { MinBalance: 1.005 }, 'Use up to 2 decimals.'],
  ['DefaultAddAmount', { DefaultAddAmount: 500.01 }, 'Enter an amount from $1.00 to $500.00.'],
  ['DefaultAddAmount', { DefaultAddAmount: 0 }, 'Enter an amount from $1.00 to $500.00.'],
  ['TopUpCeiling', { TopUpCeiling: 0 }, 'Enter an amount from $1.00 to $2,000.00 a month.'],
  ['TopUpCeiling', { ...on, TopUpCeiling: 19 }, 'Your monthly limit can’t be less than the amount we add each time.'],
  ['AutoTopUp', { AutoTopUp: 'yes' }, 'Choose one from the list.'],
])('%s of %j is refused at its field, and nothing changes', async (field, body, text) => {
  const who = await parkit.driver({ dollars: 0 })
  expect(await set(who, body)).toMatchObject({ status: 400, error: { Fields: { [field]: text } } })
  expect(await standing(who)).toMatchObject({ AutoTopUp: false, MinBalance: 0, TopUpCeiling: 200 })
})
