// For tests of plans: a driver with Deluxe, time that passes with the provider's calendar, and cards that start to decline.
import { randomUUID } from 'node:crypto'
import * as contract from '@parkit/contract/money/subscription'
import type { TestServer } from '#app/testing.ts'

export const planActions = (parkit: TestServer) => {
  const { call, clock, db, jobs } = parkit
  const subscribe = (token: string, PaymentMethodId?: string, key: string = randomUUID()) =>
    call(contract.subscribe, { body: { PlanId: 'deluxe', PaymentMethodId } }, { token, key })
  const current = async (token: string) => (await call(contract.subscription, {}, { token })).body

  /** Jobs until none is due any more: the calendar, its messages, and what they cause. */
  const settle = async () => {
    for (let done = 1; done > 0; ) done = await jobs.runDue()
  }

  return {
    subscribe,
    current,
    settle,

    /** A driver who has Deluxe. */
    deluxe: async () => {
      const driver = await parkit.driver({ dollars: 50 })
      const { status, error } = await subscribe(driver.token)
      if (status !== 200) throw new Error(`The test driver gets no plan: ${JSON.stringify(error)}`)
      await settle()
      return driver
    },

    /** To an instant, stopping at each day, as jobs would run. */
    until: async (at: Temporal.Instant) => {
      // the driver signs in again when he must; that is no matter here
      await db.pool.query(`update token set expires_at = expires_at + interval '1 year'`)
      while (Temporal.Instant.compare(clock.now(), at) < 0) {
        const day = clock.now().add({ hours: 24 })
        clock.set(Temporal.Instant.compare(day, at) < 0 ? day : at)
        await settle()
      }
    },

    /** From now on the bank refuses the driver's cards, or takes them again. */
    bank: async (driverId: string, behaviour: 'succeeds' | 'generic_decline' | 'challenge') => {
      await db.pool.query(
        `update sandbox_object set behaviour = $2 where object = 'payment_method' and body #>> '{card,last4}' = '4242'
            and customer in (select customer_id from card_customer where driver_id = $1)`,
        [driverId, behaviour],
      )
    },

    /** Of a driver: our rows, what was booked for them in cents, and what the provider took. */
    books: async (driverId: string) => {
      const { rows } = await db.pool.query<{ states: string[]; booked: number; taken: number }>(
        `select array(select state from subscription where driver_id = $1 order by state) as states,
                (select coalesce(sum(amount_cents), 0)::integer from posting join entry using (entry_id)
                  where entry.driver_id = $1 and account = 'plan_income') as booked,
                (select coalesce(sum((body ->> 'amount_paid')::integer), 0)::integer from sandbox_object
                  where object = 'invoice' and customer in
                    (select customer_id from card_customer where driver_id = $1)) as taken`,
        [driverId],
      )
      return rows[0]!
    },

    /** What the driver was told of the plan, by subject. */
    told: async (email: string): Promise<string[]> => {
      const { rows } = await db.pool.query<{ subject: string }>(
        `select subject from sandbox_message where recipient = $1 and subject like '%Deluxe%' order by sent_at, subject`,
        [email],
      )
      return rows.map(({ subject }) => subject)
    },
  }
}
