// A stay by card ends before its authorization does, and the card's statement names city and zone.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#app/testing.ts'
import { parkingActions } from './actions-testing.ts'
import { type CardActions, cardActions } from './card-testing.ts'

/** of the next authorizations, instead of a week */
let lifeMinutes: number | null = null
/** What Stripe answers to a confirmation, with another `capture_before`. */
const shortenLife =
  (send: typeof fetch): typeof fetch =>
  async (url, init) => {
    const answer = await send(url, init)
    if (lifeMinutes === null || !/confirm$/.test(String(url))) return answer
    const body = await answer.json()
    const card = body.latest_charge?.payment_method_details?.card
    if (card) card.capture_before = body.created + lifeMinutes * 60
    return Response.json(body, answer)
  }

let parkit: TestServer
let actions: ReturnType<typeof parkingActions>
let cards: CardActions
beforeAll(async () => {
  parkit = await startTestServer({ cardFetch: shortenLife })
  actions = parkingActions(parkit)
  cards = cardActions(parkit)
})
afterAll(() => parkit.stop())
beforeEach(() => {
  lifeMinutes = null
})

test('a stay that outlasts its authorization is refused, and nothing stays authorized', async () => {
  const driver = await cards.guest()
  lifeMinutes = 119
  expect(await actions.start(driver, { PayWith: driver.visa })).toMatchObject({
    status: 409,
    error: { Code: 'over_max_stay' },
  })
  await cards.work()
  expect(await cards.atProvider(driver)).toMatchObject([{ state: 'released', status: 'canceled', taken: 0 }])
  lifeMinutes = 121
  expect((await actions.start(driver, { PayWith: driver.visa })).status).toBe(200)
})

test('an extension ends before every authorization of its session', async () => {
  const driver = await cards.guest()
  lifeMinutes = 170
  const { body } = await actions.start(driver, { PayWith: driver.visa })
  lifeMinutes = null
  expect((await actions.extend(driver, body.SessionId, 60)).error).toMatchObject({ Code: 'over_max_stay' })
  // the first authorization is too short: nothing more is asked of the bank
  expect(await cards.atProvider(driver)).toMatchObject([{ state: 'held', asked: 235 }])
  expect((await actions.extend(driver, body.SessionId, 30)).status).toBe(200)
  lifeMinutes = 60
  expect((await actions.extend(driver, body.SessionId, 15)).error).toMatchObject({ Code: 'over_max_stay' })
  await cards.work()
  expect((await cards.atProvider(driver)).map(({ state }) => state).toSorted()).toEqual(['held', 'held', 'released'])
  await cards.work(90 * 60)
  await cards.work()
  expect(await cards.session(driver, body.SessionId)).toMatchObject({ Status: 'ended', PaymentStatus: 'Paid' })
})

test('the statement names city and zone, and a wallet’s top-up the wallet', async () => {
  const driver = await parkit.driver({ dollars: 20 })
  const guest = await cards.guest()
  await actions.start(guest, { PayWith: guest.visa })
  const billed = async ({ driverId }: { driverId: string }) =>
    (
      await parkit.db.pool.query<{ text: string }>(
        `select charged.body ->> 'calculated_statement_descriptor' as text from sandbox_object as charged
           join charge on provider_reference = charged.body ->> 'payment_intent'
          where charged.object = 'charge' and driver_id = $1`,
        [driverId],
      )
    ).rows.map(({ text }) => text)
  expect(await billed(guest)).toEqual(['PARKIT* TEST CITY 5101'])
  expect(await billed(driver)).toEqual(['PARKIT* WALLET'])
})
