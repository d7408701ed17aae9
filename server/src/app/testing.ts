// A whole ParkIt for tests: the real server on its own database, a clock that stands still, and drivers.
import { randomUUID } from 'node:crypto'
import * as accountCalls from '@parkit/contract/driver/account'
import * as vehicleCalls from '@parkit/contract/driver/vehicles'
import * as walletCalls from '@parkit/contract/money/wallet'
import * as parkingCalls from '@parkit/contract/parking/sessions'
import type { Answer, Call, Input } from '@parkit/contract/platform/call'
import type { ErrorBody } from '@parkit/contract/platform/errors'
import Stripe from 'stripe'
import { buildApp, type ParkIt } from '#app/app.ts'
import type { CitySource } from '#city/bundled/bundled.ts'
import { loadWhole, source } from '#city/bundled/testing.ts'
import type { City } from '#city/places/places.ts'
import { confirmEmailQuietly } from '#driver/account/contacts-testing.ts'
import { parkingCity, zones } from '#parking/sessions/testing.ts'
import { type Config, readConfig } from '#platform/config.ts'
import type { AppLog } from '#platform/log.ts'
import { createTestDatabase, TestClock } from '#platform/testing.ts'
import { createSandboxStripe } from '#sandbox/sandbox.ts'

type Parts = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown }
/** `app`: another server on the same database */
type Options = {
  token?: string
  key?: string
  language?: string
  headers?: Record<string, string>
  app?: ParkIt['app']
}
export type Reply<C extends Call> = { status: number; body: Answer<C>; error: ErrorBody & Record<string, unknown> }

/** A Tuesday noon in Chicago, in no clock-change week. */
export const noon = Temporal.Instant.from('2026-04-14T17:00:00Z')

type Setting = {
  city?: City
  cardFetch?: (send: typeof fetch) => typeof fetch
  env?: Record<string, string>
  /** replaces settings after they were read, such as one real service among stand-ins */
  settings?: Partial<Config>
  log?: AppLog
  poolSize?: number
}

/** The first pays; the second can be saved, and is declined when it is charged. */
const payingAndDeclining = ['pm_card_visa', 'pm_card_chargeCustomerFail']
type DriverParts = { dollars?: number; vehicle?: boolean; cards?: string[] }

export const startTestServer = async ({
  city = parkingCity(),
  cardFetch,
  env,
  settings,
  log,
  poolSize,
}: Setting = {}) => {
  const db = await createTestDatabase(poolSize ? { poolSize } : {})
  const clock = new TestClock(noon)
  const config = { ...readConfig({ LOG_LEVEL: 'silent', RATE_LIMIT: 'off', ...env }), ...settings }
  const parkit = await buildApp({
    config,
    db,
    clock,
    city: source(city),
    checkAnswers: true,
    ...(cardFetch && { cardFetch }),
    ...(log && { log }),
  })
  const { app } = parkit
  const { secretKey, fetch } = createSandboxStripe({ db, clock })
  const sandboxStripe = new Stripe(secretKey, { httpClient: Stripe.createFetchHttpClient(fetch), telemetry: false })

  /** Makes a call as the web client does; `input` may be wrong on purpose. */
  const call = async <const C extends Call>(
    declared: C,
    input: Input<C> | Parts,
    options: Options = {},
  ): Promise<Reply<C>> => {
    const { params = {}, query, body } = input as Parts
    const response = await (options.app ?? app).inject({
      method: declared.method,
      url: declared.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name]))),
      ...(query && {
        query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
      }),
      ...(body !== undefined && { payload: body as object }),
      headers: {
        ...(options.token && { authorization: `Bearer ${options.token}` }),
        ...(declared.idempotent && { 'idempotency-key': options.key ?? randomUUID() }),
        ...(options.language && { 'accept-language': options.language }),
        ...options.headers,
      },
    })
    const parsed = response.headers['content-type']?.toString().includes('json') ? response.json() : response.body
    return { status: response.statusCode, body: parsed, error: parsed }
  }

  let drivers = 0
  /** Saves test cards, by Stripe's ids of them, so that the first is charged by default. */
  const saveCards = async (driverId: string, cards: string[]) => {
    const customer = await parkit.features.cards.getCustomer(driverId)
    for (const card of cards.toReversed()) {
      const { id } = await sandboxStripe.paymentMethods.attach(card, { customer })
      await sandboxStripe.customers.update(customer, { invoice_settings: { default_payment_method: id } })
    }
  }

  /** A driver who is signed in and has a vehicle, two cards and so many dollars in the wallet. */
  const driver = async ({ dollars = 50, vehicle = true, cards = payingAndDeclining }: DriverParts = {}) => {
    const n = ++drivers
    const email = `driver${n}@example.com`
    const password = 'correct horse battery'
    const registered = await call(accountCalls.register, {
      body: {
        FirstName: 'Maya',
        LastName: 'Torres',
        EmailAddress: email,
        PhoneNumber: `312555${String(1000 + n)}`,
        Password: password,
      },
    })
    const signedIn = await call(accountCalls.token, {
      body: { grant_type: 'otp', challenge_id: registered.body.ChallengeId, code: registered.body.SandboxCode! },
    })
    if (signedIn.status !== 200) throw new Error(`The test driver can’t sign in: ${JSON.stringify(signedIn.error)}`)
    await confirmEmailQuietly(db, signedIn.body.p_user_id)
    const token = signedIn.body.access_token
    const VehicleId = vehicle ? await addVehicle(token, `TST ${n}`) : ''
    if (cards.length > 0) await saveCards(signedIn.body.p_user_id, cards)
    // the wallet takes 500 dollars at a time
    for (let left = dollars; left > 0; left -= 500) {
      await call(walletCalls.addMoney, { body: { Amount: Math.min(left, 500) } }, { token })
    }
    return { token, driverId: signedIn.body.p_user_id, email, password, VehicleId }
  }

  const addVehicle = async (token: string, plate: string): Promise<string> => {
    const added = await call(
      vehicleCalls.addVehicle,
      {
        body: {
          VehicleMake: 'HONDA',
          VehicleModel: 'CIVIC',
          PlateNumber: plate,
          PlateState: 'Illinois',
          VehicleColor: 'BLUE',
          VehicleYear: '2022',
        },
      },
      { token },
    )
    if (added.status !== 200) throw new Error(`The test vehicle was refused: ${JSON.stringify(added.error)}`)
    return added.body.VehicleID
  }

  /** An hour on the street, paid from the wallet. */
  const park = async (driver: { token: string; VehicleId: string }, Minutes = 60): Promise<parkingCalls.Session> => {
    const body = { ZoneNumber: zones.street, VehicleId: driver.VehicleId, Minutes, PayWith: 'wallet' }
    const started = await call(parkingCalls.start, { body }, { token: driver.token })
    if (started.status !== 200) throw new Error(`The test driver can’t park: ${JSON.stringify(started.error)}`)
    return started.body
  }

  const stop = async () => {
    const broken = await parkit.books()
    await app.close()
    await db.close()
    if (broken.length > 0) throw new Error(`The books do not hold: ${JSON.stringify(broken, null, 1)}`)
  }

  /** A city's data whole, with the places read again; null where it was read before. */
  const loadCity = async (source: CitySource) => {
    const run = await loadWhole({ db, clock }, source)
    await parkit.features.places.reload()
    return run
  }

  return { ...parkit, db, clock, loadCity, call, driver, saveCards, addVehicle, park, stop }
}
export type TestServer = Awaited<ReturnType<typeof startTestServer>>
