// For tests of sessions by card: drivers with cards, answers to the bank's challenge, and the provider's records.
import { confirm, createIntent } from '@parkit/contract/money/cards'
import * as contract from '@parkit/contract/parking/sessions'
import type { TestServer } from '#app/testing.ts'
import { cardOf } from '#money/cards/testing.ts'

type Driver = Awaited<ReturnType<TestServer['driver']>>

export const cardActions = (parkit: TestServer) => {
  /** The driver's bank asks, and this is the answer. */
  const answerBank = (intentId: string, secret: string, passed: boolean) =>
    parkit.app.inject({
      method: 'POST',
      url: `/sandbox/stripe/v1/payment_intents/${intentId}/challenge`,
      headers: { authorization: 'Bearer pk_sandbox', 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ client_secret: secret, passed: String(passed) }).toString(),
    })

  /** With nothing in the wallet, and the card that pays. */
  const guest = async () => {
    const driver = await parkit.driver({ dollars: 0 })
    return { ...driver, visa: await cardOf(parkit, driver.token, '4242') }
  }

  /** Time passes, and what is due is done. */
  const work = async (seconds = 0) => {
    parkit.clock.advance({ seconds })
    await parkit.jobs.runDue()
  }
  const dropMessages = () => parkit.db.pool.query(`delete from job where kind = 'sandbox-webhook'`)

  return {
    answerBank,
    guest,

    /** One more card, after its bank was satisfied. */
    withCard: async (magicId: string, last4: string) => {
      const driver = await guest()
      const { token } = driver
      const body = { PaymentMethodId: magicId, Amount: 1, Currency: 'USD' as const }
      const { intentId, ClientSecret } = (await parkit.call(createIntent, { body }, { token })).body
      if (ClientSecret) await answerBank(intentId, ClientSecret, true)
      await parkit.call(confirm, { body: { intentId } }, { token })
      return { ...driver, card: await cardOf(parkit, token, last4) }
    },

    /** The authorisations for a driver's sessions, in cents: as we have them, and as the provider does. */
    atProvider: async ({ driverId }: Pick<Driver, 'driverId'>) => {
      const { rows } = await parkit.db.pool.query<{
        state: string
        status: string | null
        asked: number
        taken: number
      }>(
        `select charge.state, body ->> 'status' as status, charge.amount_cents as asked,
                coalesce((body ->> 'amount_received')::integer, 0) as taken
           from charge left join sandbox_object on body -> 'metadata' ->> 'charge' = charge_id::text
                                               and object = 'payment_intent'
          where charge.driver_id = $1 and purpose = 'session' order by asked_at, key`,
        [driverId],
      )
      return rows
    },

    session: async (driver: Driver, id: string) =>
      (await parkit.call(contract.session, { params: { id } }, { token: driver.token })).body,

    work,

    /** Time passes without a message from the provider. */
    sweep: async (seconds = 31) => {
      await dropMessages()
      await work(seconds)
      await dropMessages()
      await work(2)
    },
  }
}
export type CardActions = ReturnType<typeof cardActions>
