// The server killed by SIGKILL between its row and the provider, and between the provider and the settlement: no cent is lost or doubled.
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { details } from '@parkit/contract/driver/account'
import { withdraw } from '@parkit/contract/money/refunds'
import { addMoney } from '@parkit/contract/money/wallet'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#app/testing.ts'
import { parkingActions } from '#parking/sessions/actions-testing.ts'
import { type CardActions, cardActions } from '#parking/sessions/card-testing.ts'
import { zones } from '#parking/sessions/testing.ts'
import { createSandboxStripe } from '#sandbox/stripe.ts'
import { reconcile } from './reconciliation.ts'
import { createStripe } from './stripe.ts'

let parkit: TestServer
let cards: CardActions
let actions: ReturnType<typeof parkingActions>
beforeAll(async () => {
  parkit = await startTestServer()
  cards = cardActions(parkit)
  actions = parkingActions(parkit)
})
afterAll(() => parkit.stop())

/** A server of its own on the same database; it kills itself `when` the provider is asked or has answered. */
const program = `
  const from = file => import(${JSON.stringify(join(import.meta.dirname, '../..'))} + '/' + file)
  const { connectionString, now, when, which, request } = JSON.parse(process.env.WHAT)
  const [{ buildApp }, { readConfig }, { openDatabase }] =
    await Promise.all([from('app/app.ts'), from('platform/config.ts'), from('platform/db.ts')])
  const die = () => new Promise(() => process.kill(process.pid, 'SIGKILL'))
  const { app, jobs } = await buildApp({
    config: readConfig({ LOG_LEVEL: 'silent', RATE_LIMIT: 'off' }),
    db: openDatabase({ connectionString, poolSize: 3, log: () => {} }),
    clock: { now: () => Temporal.Instant.from(now) },
    // read before, so not again
    city: { code: 'test', hash: 'first' },
    cardFetch: send => async (url, init) => {
      const isIt = new RegExp(which).test(init.method + ' ' + new URL(url).pathname)
      if (isIt && when === 'before') await die()
      const answer = await send(url, init)
      if (isIt) await die()
      return answer
    },
  })
  if (request) await app.inject(request)
  else await jobs.runDue()
  process.exit(3)`

type Point = { when: 'before' | 'after'; which: RegExp }
type Request = { url: string; payload: object; token: string; key: string }

const killed = async ({ when, which }: Point, request?: Request): Promise<void> => {
  const what = {
    connectionString: parkit.db.connectionString,
    now: parkit.clock.now().toString(),
    when,
    which: which.source,
    request: request && {
      method: 'POST',
      url: request.url,
      payload: request.payload,
      headers: { authorization: `Bearer ${request.token}`, 'idempotency-key': request.key },
    },
  }
  const server = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, WHAT: JSON.stringify(what) },
    cwd: join(import.meta.dirname, '../../../..'),
  })
  // killed where it was to be, and nowhere else
  expect(await once(server, 'exit')).toEqual([null, 'SIGKILL'])
}

const [prepare, confirm] = [/POST .v1.payment_intents$/, /POST .v1.payment_intents.\w+.confirm$/]
const balance = async (token: string) => (await parkit.call(details, {}, { token })).body.Balance

test('killed before the provider call or before settling: the reconciliation finds the outcome, and a retry answers it', {
  timeout: 120_000,
}, async () => {
  const points: [Point, number][] = [
    [{ when: 'before', which: prepare }, 0],
    [{ when: 'after', which: confirm }, 20],
  ]
  const walk = async (point: Point, isAskedAgain: boolean) => {
    const { token } = await cards.guest()
    const key = randomUUID()
    await killed(point, { url: addMoney.path, payload: { Amount: 20 }, token, key })
    expect(await balance(token)).toBe(0)
    const again = () => parkit.call(addMoney, { body: { Amount: 20 } }, { token, key })
    if (isAskedAgain) expect(await again()).toMatchObject({ status: 200, body: { Balance: 20 } })
    return { token, again }
  }
  const swept: [Awaited<ReturnType<typeof walk>>, number][] = []
  for (const [point, credited] of points) {
    const [one, other] = await Promise.all([walk(point, false), walk(point, true)])
    swept.push([one, credited])
    expect(await balance(other.token)).toBe(20)
  }
  await cards.sweep()
  for (const [{ token, again }, credited] of swept) {
    expect(await balance(token)).toBe(credited)
    expect((await again()).status).toBe(credited === 0 ? 402 : 200)
    expect(await balance(token)).toBe(credited)
  }
})

test('killed after a start was authorized: no session, a retry starts it, and an abandoned hold is released', {
  timeout: 60_000,
}, async () => {
  const drivers = [await cards.guest(), await cards.guest()]
  const keys = [randomUUID(), randomUUID()]
  await Promise.all(
    drivers.map(({ token, visa, VehicleId }, i) => {
      const payload = { ZoneNumber: zones.street, VehicleId, Minutes: 60, PayWith: visa }
      return killed({ when: 'after', which: confirm }, { url: '/api/Parking/Start', payload, token, key: keys[i]! })
    }),
  )
  for (const driver of drivers) expect(await actions.active(driver)).toEqual([])
  expect(await actions.start(drivers[0]!, { PayWith: drivers[0]!.visa }, keys[0]!)).toMatchObject({ status: 200 })
  await cards.sweep()
  expect(await cards.atProvider(drivers[0]!)).toMatchObject([{ state: 'held', status: 'requires_capture' }])
  expect(await cards.atProvider(drivers[1]!)).toMatchObject([{ state: 'released', status: 'canceled' }])
})

test.each(['before', 'after'] as const)(
  'killed %s a capture and a refund were sent: the next server completes them once',
  { timeout: 60_000 },
  async when => {
    const [parks, takesBack] = [await cards.guest(), await parkit.driver({ dollars: 30 })]
    const { body } = await actions.start(parks, { PayWith: parks.visa })
    actions.later(20)
    await cards.work()
    await actions.stop(parks, body.SessionId)
    await killed({ when, which: /POST .v1.payment_intents.\w+.capture$/ })
    await parkit.call(withdraw, { body: { Amount: 12 } }, takesBack)
    await killed({ when, which: /POST .v1.refunds$/ })
    // the dead server's leases end
    for (let i = 0; i < 3; i++) await cards.sweep(300)
    expect(await cards.atProvider(parks)).toMatchObject([{ state: 'captured', taken: 135 }])
    expect(await cards.session(parks, body.SessionId)).toMatchObject({ PaymentStatus: 'Paid' })
    expect(await balance(takesBack.token)).toBe(18)
    const { rows } = await parkit.db.pool.query<{ state: string; cents: number }>(
      `select state, (select sum((body ->> 'amount')::integer)::integer from sandbox_object
                       where object = 'refund' and body -> 'metadata' ->> 'refund' = refund_id::text) as cents
         from refund where driver_id = $1`,
      [takesBack.driverId],
    )
    expect(rows).toEqual([{ state: 'sent', cents: 1_200 }])
  },
)

test('afterwards the provider’s books match ours', async () => {
  const { db, clock } = parkit
  const provider = createStripe({ name: 'sandbox', ...createSandboxStripe({ db, clock }) })
  const today = clock.now().toZonedDateTimeISO('America/Chicago').toPlainDate()
  const days = await reconcile({ db: db.pool, provider }, today.subtract({ days: 1 }), today)
  expect(days.flatMap(day => day.differences)).toEqual([])
  expect(days[1]!.taken.provider.count).toBeGreaterThan(5)
})
