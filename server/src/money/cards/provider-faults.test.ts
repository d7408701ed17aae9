// Every use of the card provider under every fault: no answer is wrong, and in the end the provider's records match the ledger.
import { randomUUID } from 'node:crypto'
import { details, settings } from '@parkit/contract/driver/account'
import { withdraw } from '@parkit/contract/money/refunds'
import { subscribe, subscription } from '@parkit/contract/money/subscription'
import { addMoney } from '@parkit/contract/money/wallet'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#app/testing.ts'
import { parkingActions } from '#parking/sessions/actions-testing.ts'
import { type CardActions, cardActions } from '#parking/sessions/card-testing.ts'
import { createSandboxStripe } from '#sandbox/stripe.ts'
import { reconcile } from './reconciliation.ts'
import { createStripe } from './stripe.ts'
import { createFaults, troubles } from './testing.ts'

const faults = createFaults()
let parkit: TestServer
let cards: CardActions
let actions: ReturnType<typeof parkingActions>
beforeAll(async () => {
  parkit = await startTestServer({ cardFetch: faults.wrap })
  cards = cardActions(parkit)
  actions = parkingActions(parkit)
})
afterAll(() => parkit.stop())
beforeEach(() => {
  faults.clear()
})

const balance = async (token: string) => (await parkit.call(details, {}, { token })).body.Balance
const differences = async () => {
  const { db, clock } = parkit
  const provider = createStripe({ name: 'sandbox', ...createSandboxStripe({ db, clock }) })
  const today = clock.now().toZonedDateTimeISO('America/Chicago').toPlainDate()
  return (await reconcile({ db: db.pool, provider }, today, today)).flatMap(day => day.differences)
}

/** What may move money, by the calls that a trouble is put on. */
const every = /POST .v1.(payment_intents|refunds|subscriptions)/
const last = /POST .v1.(payment_intents.pi_….(confirm|capture|cancel)|refunds)$/
const cases = [
  ...troubles.map(([name, fault]) => [`at the last step it ${name}`, fault(last)] as const),
  ...troubles
    .filter(([name]) => /500|time-out/.test(name))
    .map(([name, fault]) => [`at every step it ${name}`, fault(every)] as const),
]

test.each(cases)('%s', { timeout: 60_000 }, async (_, trouble) => {
  const again = { once: randomUUID(), plan: randomUUID(), start: randomUUID() }
  const [asks, waits, starts, stops] = [
    await cards.guest(),
    await cards.guest(),
    await cards.guest(),
    await cards.guest(),
  ]
  const [takesBack, fills] = [await parkit.driver({ dollars: 30 }), await parkit.driver({ dollars: 11 })]
  const joins = await parkit.driver({ dollars: 0 })
  const add = (token: string, key: string) => parkit.call(addMoney, { body: { Amount: 20 } }, { token, key })
  const join = () => parkit.call(subscribe, { body: { PlanId: 'deluxe' } }, { token: joins.token, key: again.plan })
  const running = await actions.start(stops, { PayWith: stops.visa })
  await parkit.call(settings, { body: { AutoTopUp: true, MinBalance: 10, DefaultAddAmount: 20 } }, fills)
  parkit.clock.advance({ minutes: 20 })

  Object.assign(faults, trouble)
  // the driver sees that it is not known yet; what stands in our books already is his
  const pending = { status: 409, error: { Code: 'payment_pending' } }
  const answers = await Promise.all([
    add(asks.token, again.once),
    add(waits.token, randomUUID()),
    actions.start(starts, { PayWith: starts.visa }, again.start),
    join(),
  ])
  for (const answer of answers) expect(answer).toMatchObject(pending)
  expect([await balance(asks.token), await balance(waits.token)]).toEqual([0, 0])
  expect(await actions.active(starts)).toEqual([])
  expect((await actions.stop(stops, running.body.SessionId)).body).toMatchObject({ AmountPaid: 1.35, Status: 'ended' })
  expect(await parkit.call(withdraw, { body: { Amount: 12 } }, takesBack)).toMatchObject({ status: 200 })
  await parkit.park(fills)
  await cards.work()
  await cards.work(30)
  expect(await balance(takesBack.token)).toBe(18)

  // it is over; what was too late arrives now
  faults.clear()
  await faults.arrive()
  await Promise.all([add(asks.token, again.once), actions.start(starts, { PayWith: starts.visa }, again.start), join()])
  for (let i = 0; i < 6; i++) await cards.work(40)

  const { rows } = await parkit.db.pool.query<{ open: number }>(
    `select ((select count(*) from charge where state in ('pending', 'capturing'))
           + (select count(*) from refund where state = 'requested')
           + (select count(*) from top_up_run where state = 'open')
           + (select count(*) from subscription where state = 'pending'))::integer as open`,
  )
  expect(rows[0]).toEqual({ open: 0 })
  expect(await differences()).toEqual([])
  expect(await cards.session(stops, running.body.SessionId)).toMatchObject({ PaymentStatus: 'Paid' })
  expect(await cards.atProvider(stops)).toMatchObject([{ state: 'captured', taken: 135 }])
  expect([0, 20]).toContain(await balance(asks.token))
  expect([0, 20]).toContain(await balance(waits.token))
  expect((await cards.atProvider(starts)).filter(({ status }) => status === 'requires_capture').length).toBe(
    (await actions.active(starts)).length,
  )
  expect(await balance(takesBack.token)).toBe(18)
  expect(['free', 'deluxe']).toContain((await parkit.call(subscription, {}, joins)).body.PlanId)
})
