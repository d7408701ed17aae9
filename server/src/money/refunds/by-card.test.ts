// Refunds of sessions paid by card: to that card, never more than it paid, and to the wallet where the card refuses.
import { details } from '@parkit/contract/driver/account'
import { createIntent } from '@parkit/contract/money/cards'
import { listRefunds } from '@parkit/contract/money/refunds'
import { extend, session as readSession, start, stop } from '@parkit/contract/parking/sessions'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#app/testing.ts'
import { cardOf, createFaults, lostAt } from '#money/cards/testing.ts'
import { zones } from '#parking/sessions/testing.ts'

const faults = createFaults()
let parkit: TestServer
beforeAll(async () => {
  parkit = await startTestServer({ cardFetch: faults.wrap })
})
afterAll(() => parkit.stop())
beforeEach(() => {
  faults.clear()
})

const pass = async (time: Temporal.DurationLikeObject) => {
  parkit.clock.advance(time)
  await parkit.jobs.runDue()
}

/** A session by card, extended once, so that two authorisations pay it; not over yet. */
const parked = async (magic = 'pm_card_visa', last4 = '4242') => {
  const who = await parkit.driver({ dollars: 0 })
  await parkit.call(createIntent, { body: { PaymentMethodId: magic, Amount: 1, Currency: 'USD' } }, who)
  const body = {
    ZoneNumber: zones.street,
    VehicleId: who.VehicleId,
    Minutes: 60,
    PayWith: await cardOf(parkit, who.token, last4),
  }
  const { SessionId } = (await parkit.call(start, { body }, who)).body
  const extended = await parkit.call(extend, { body: { SessionId, Minutes: 60 } }, who)
  expect(extended.status).toBe(200)
  const decide = (amountCents: number, decisionId?: string) =>
    parkit.features.refunds.decide({
      sessionId: SessionId,
      amountCents,
      reason: 'The gate stayed shut',
      owner: 'alex@parkit.example',
      ...(decisionId && { decisionId }),
    })
  const read = async () => (await parkit.call(readSession, { params: { id: SessionId } }, who)).body
  const list = async () => (await parkit.call(listRefunds, { query: { SessionId } }, who)).body.Items
  const balance = async () => (await parkit.call(details, {}, who)).body.Balance
  return { who, SessionId, paidCents: Math.round(extended.body.AmountPaid * 100), decide, read, list, balance }
}
const over = async (...card: Parameters<typeof parked>) => {
  const session = await parked(...card)
  await pass({ hours: 3 })
  await parkit.jobs.runDue()
  return session
}
const given = async ({ driverId }: { driverId: string }) => {
  const { rows } = await parkit.db.pool.query<{ cents: number }>(
    `select coalesce(sum((body ->> 'amount')::integer), 0)::integer as cents from sandbox_object
      where object = 'refund' and body ->> 'payment_intent' in (select provider_reference from charge where driver_id = $1)`,
    [driverId],
  )
  return rows[0]!.cents
}

test('a refund goes to the card, over as many payments as the session had', async () => {
  const { who, paidCents, decide, read, list, balance } = await over()
  expect((await read()).PaymentStatus).toBe('Paid')
  await decide(paidCents - 10)
  expect(await read()).toMatchObject({ AmountPaid: 0.1, Refunded: (paidCents - 10) / 100 })
  expect((await list()).map(({ To, State, Reason }) => [To, State, Reason])).toEqual(
    Array.from({ length: 2 }, () => ['card', 'requested', 'The gate stayed shut']),
  )
  await parkit.jobs.runDue()
  expect([await given(who), (await list()).map(({ State }) => State)]).toEqual([paidCents - 10, ['sent', 'sent']])
  await decide(10)
  await parkit.jobs.runDue()
  expect(await read()).toMatchObject({ AmountPaid: 0, PaymentStatus: 'Refunded' })
  await expect(decide(1)).rejects.toThrow('over_paid')
  await pass({ days: 10 })
  expect([await given(who), await balance()]).toEqual([paidCents, 0])
  expect(new Set((await list()).map(({ State }) => State))).toEqual(new Set(['arrived']))
})

test('concurrent refunds never exceed what was paid, whatever response is lost', async () => {
  const { who, paidCents, decide, list } = await over()
  faults.after = lostAt(/POST .v1.refunds$/)
  const most = Math.floor(paidCents / 100)
  const decided = await Promise.allSettled(Array.from({ length: most + 2 }, () => decide(100)))
  expect(decided.filter(({ status }) => status === 'fulfilled')).toHaveLength(most)
  await parkit.jobs.runDue()
  faults.clear()
  await pass({ minutes: 5 })
  expect([await given(who), (await list()).reduce((sum, { Amount }) => sum + Amount, 0)]).toEqual([most * 100, most])
})

test('nothing can be refunded before the card is charged', async () => {
  const { who, SessionId, decide } = await parked()
  await expect(decide(1)).rejects.toThrow('session_not_over')
  await pass({ minutes: 5 })
  await parkit.call(stop, { body: { SessionId } }, who)
  await expect(decide(1)).rejects.toThrow('payment_pending')
  await parkit.jobs.runDue()
  await decide(1)
  await parkit.jobs.runDue()
  expect(await given(who)).toBe(1)
})

test('when the card refuses the refund, the money goes to the wallet', async () => {
  const { decide, balance, list } = await over('pm_card_refundFail', '5126')
  await decide(120)
  await parkit.jobs.runDue()
  expect(await balance()).toBe(0)
  await pass({ minutes: 2 })
  expect(await balance()).toBe(1.2)
  expect(new Set((await list()).map(({ State }) => State))).toEqual(new Set(['failed']))
})
