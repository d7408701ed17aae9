// The real side of the model test: two servers on one PostgreSQL, a line to the provider that fails, and what can be seen of them.
import { randomUUID } from 'node:crypto'
import { details } from '@parkit/contract/driver/account'
import { listMethods, type RequiresAction } from '@parkit/contract/money/cards'
import { withdraw } from '@parkit/contract/money/refunds'
import { addMoney } from '@parkit/contract/money/wallet'
import { changePlate, moveZone } from '@parkit/contract/parking/changes'
import { extend, sessions, start, stop } from '@parkit/contract/parking/sessions'
import type { Call, Input } from '@parkit/contract/platform/call'
import { refund } from '@parkit/contract/staff/desk-drivers'
import { buildApp, type ParkIt } from '#app/app.ts'
import { startTestServer } from '#app/testing.ts'
import { source } from '#city/places/testing.ts'
import { relevantEvents } from '#money/cards/stripe-events.ts'
import { createFaults, troubles } from '#money/cards/testing.ts'
import { parkingCity } from '#parking/sessions/testing.ts'
import { readConfig } from '#platform/config.ts'
import { staffToken } from '#staff/desk/testing.ts'
import { type Card, type Fault, last4Of } from './charges-testing.ts'
import type { Seen, Sums } from './comparison-testing.ts'
import { placeOf } from './rules-testing.ts'
import { type Outcome, plateOf, type Request, type Session } from './state-testing.ts'

const testCards: Record<Card, string> = {
  visa: 'pm_card_visa',
  declining: 'pm_card_chargeCustomerFail',
  refusesRefunds: 'pm_card_refundFail',
  asks: 'pm_card_authenticationRequired',
}

/** The first is the default. */
const cardsOf: Card[][] = [
  ['visa', 'refusesRefunds', 'declining', 'asks'],
  ['declining', 'visa', 'asks'],
]
const stepPaths = { prepare: /^POST .v1.payment_intents$/, confirm: /^POST .v1.payment_intents.pi_….confirm$/ }
const troubleNames: Record<Fault['how'], string> = {
  says500: 'answers 500',
  says409: 'answers 409',
  says429: 'answers 429',
  lostBefore: 'resets the line before it has heard',
  lostAfter: 'resets the line after it has done it',
  late: 'answers after our time-out',
}
/** The steps of the jobs that move money. */
const jobPaths = /^POST .v1.(payment_intents.pi_….(capture|cancel)|refunds)$/

type Account = { driverId: string; token: string; cardIds: Record<Card, string>; vehicles: Record<string, string> }

export const openWorld = async () => {
  const faults = createFaults()
  const parkit = await startTestServer({ cardFetch: faults.wrap, poolSize: 8 })
  const { db, clock } = parkit
  const build = () =>
    buildApp({
      config: readConfig({ LOG_LEVEL: 'silent', RATE_LIMIT: 'off' }),
      ...{ db, clock, city: source(parkingCity()), checkAnswers: true, cardFetch: faults.wrap },
    })
  let other: ParkIt = await build()
  const desk = await staffToken(parkit)
  let sequences = 0
  let accounts: Account[] = []

  const serverOf = (index: number) => (index === 0 ? parkit : other)
  const rows = async <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
    (await db.pool.query<Row>(text, values)).rows
  const now = () => clock.now().epochMilliseconds

  const openAccount = async (cards: Card[], plates: string[]): Promise<Account> => {
    const { driverId, token } = await parkit.driver({
      dollars: 0,
      vehicle: false,
      cards: cards.map(card => testCards[card]),
    })
    const { body: methods } = await parkit.call(listMethods, {}, { token })
    const cardIds = Object.fromEntries(
      cards.map(card => [card, methods.find(({ Last4 }) => Last4 === last4Of[card])!.Id]),
    ) as Account['cardIds']
    const vehicles: Account['vehicles'] = {}
    for (const plate of plates)
      vehicles[plate] = await parkit.addVehicle(token, `${sequences}${plate.replaceAll(' ', '').slice(0, 4)}`)
    return { driverId, token, cardIds, vehicles }
  }

  /** The call that a request is, and what names its driver in the call's path. */
  const callOf = (request: Request): { declared: Call; input: object } => {
    const { driverId, cardIds, vehicles } = accounts[request.driver]!
    switch (request.call) {
      case 'start': {
        const PayWith = request.payWith === 'wallet' ? 'wallet' : cardIds[request.payWith]
        const ZoneNumber = placeOf(request.zone).number
        const body = { ZoneNumber, VehicleId: vehicles[request.plate]!, Minutes: request.minutes, PayWith }
        return { declared: start, input: { body } }
      }
      case 'extend':
        return { declared: extend, input: { body: { SessionId: request.session, Minutes: request.minutes } } }
      case 'stop':
        return { declared: stop, input: { body: { SessionId: request.session } } }
      case 'move': {
        const body = { SessionId: request.session, ZoneNumber: placeOf(request.zone).number }
        return { declared: moveZone, input: { body } }
      }
      case 'changePlate': {
        const body = { SessionId: request.session, VehicleId: vehicles[request.plate]! }
        return { declared: changePlate, input: { body } }
      }
      case 'addMoney': {
        const PaymentMethodId = request.card ? cardIds[request.card] : undefined
        return {
          declared: addMoney,
          input: { body: { Amount: request.cents / 100, ...(PaymentMethodId && { PaymentMethodId }) } },
        }
      }
      case 'withdraw':
        return { declared: withdraw, input: { body: request.cents === null ? {} : { Amount: request.cents / 100 } } }
      case 'refund':
        return {
          declared: refund,
          input: {
            params: { driverId, id: request.session },
            body: { Amount: request.cents / 100, Reason: request.key },
          },
        }
    }
  }

  const keepDeskAwake = () =>
    rows(`update staff_token set seen_at = $1::timestamptz, expires_at = $1::timestamptz + interval '12 hours'`, [
      clock.now().toString(),
    ])

  const setFault = (fault: Fault | null) => {
    if (!fault) return
    let met = 0
    const test = (path: string) => stepPaths[fault.step].test(path) && (!fault.once || met++ === 0)
    const [, trouble] = troubles.find(([name]) => name === troubleNames[fault.how])!
    Object.assign(faults, trouble({ test } as RegExp))
  }

  /** Those that have no effect, which are most. */
  const dropMessages = () =>
    rows(
      `delete from job where kind = 'sandbox-webhook'
          and ref in (select id from sandbox_object where object = 'event' and body ->> 'type' <> all($1))`,
      [relevantEvents],
    )

  return {
    now,
    advance: (ms: number) => clock.advance({ milliseconds: ms }),

    /** New drivers at noon of the next day. */
    begin: async () => {
      sequences++
      const noon = clock.now().toZonedDateTimeISO('America/Chicago').add({ days: 1 }).startOfDay().with({ hour: 12 })
      clock.set(noon.toInstant())
      accounts = []
      for (const [driver, cards] of cardsOf.entries())
        accounts.push(await openAccount(cards, [plateOf(driver, 0), plateOf(driver, 1)]))
      return { now: now(), cards: cardsOf }
    },

    send: async (request: Request, server: number, fault: Fault | null = null): Promise<Outcome> => {
      const { declared, input } = callOf(request)
      if (request.call === 'refund') await keepDeskAwake()
      const token = request.call === 'refund' ? desk : accounts[request.driver]!.token
      setFault(fault)
      const { app } = serverOf(server)
      const reply = await parkit.call(declared, input as Input<Call>, { token, key: request.key, app })
      if (fault) faults.clear()
      const body = reply.body as Outcome['body']
      if (reply.status !== 200) return { code: reply.error.Code, body: {} }
      return { code: body.RequiresAction ? 'asked' : 'ok', body }
    },

    answerBank: ({ intentId, ClientSecret }: RequiresAction, passed: boolean) =>
      parkit.app.inject({
        method: 'POST',
        url: `/sandbox/stripe/v1/payment_intents/${intentId}/challenge`,
        headers: { authorization: 'Bearer pk_sandbox', 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({ client_secret: ClientSecret, passed: String(passed) }).toString(),
      }),

    /** A closure of the session's zone that begins in so many minutes, looked at twice. */
    cut: async ({ id, zone }: Session, inMinutes: number, server: number) => {
      const startsAt = clock.now().add({ minutes: inMinutes })
      const closure = {
        overrideId: randomUUID(),
        city: 1,
        zoneNumbers: [placeOf(zone).number],
        startsAt,
        endsAt: startsAt.add({ hours: 48 }),
        reason: '',
        tow: false,
      }
      const { cutAtClosure } = serverOf(server).features.parking
      for (let look = 0; look < 2; look++) await cutAtClosure(id, closure, clock.now())
    },

    /** What was too late arrives at the provider. */
    arrive: () => faults.arrive(),

    /** Everything due is done; `isBroken`: the provider does not answer what moves money. */
    work: async (server: number, isBroken = false) => {
      if (isBroken) Object.assign(faults, troubles[4]![1](jobPaths))
      await dropMessages()
      await serverOf(server).jobs.runDue()
      faults.clear()
    },

    /** The provider's messages that are under way come later. */
    delayMessages: () =>
      rows(`update job set run_at = $1::timestamptz + interval '20 minutes' where kind = 'sandbox-webhook'`, [
        clock.now().toString(),
      ]),

    /** Messages of these days come once more, in another order. */
    repeatMessages: () =>
      rows(
        `insert into job (kind, ref, run_at)
           select 'sandbox-webhook', id, $1::timestamptz - interval '1 second' * (row_number() over (order by md5(id)))
             from sandbox_object where object = 'event' and (body ->> 'created')::bigint > $2 and body ->> 'type' = any($3)
         on conflict (kind, ref) do update set run_at = excluded.run_at`,
        [clock.now().toString(), Math.floor(now() / 1000) - 86_400, relevantEvents],
      ),

    /** The second server ends, and another takes its place. */
    restart: async () => {
      await other.app.close()
      other = await build()
    },

    see: async (driver: number): Promise<Seen> => {
      const { token, driverId } = accounts[driver]!
      const [account, list, refunds, charges] = await Promise.all([
        parkit.call(details, {}, { token }),
        parkit.call(sessions, { query: { Limit: 100 } }, { token }),
        rows<Seen['refunds'][number]>(
          `select refund_id as "Id", refund.state as "State", case when charge_id is null then 'wallet' else 'card' end as "To",
                  charge.key as "ChargeKey", refund.amount_cents as cents
             from refund left join charge using (charge_id) where refund.driver_id = $1`,
          [driverId],
        ),
        rows<{ key: string; state: string }>('select key, state from charge where driver_id = $1', [driverId]),
      ])
      for (const { status, error } of [account, list])
        if (status !== 200) throw new Error(`Nothing can be seen: ${JSON.stringify(error)}`)
      return { balance: account.body.Balance, sessions: list.body.Items, refunds, charges }
    },

    /** What is not done yet of these drivers' money. */
    countOpen: async (): Promise<number> => {
      const [found] = await rows<{ open: number }>(
        `select (select count(*) from charge where driver_id = any($1)
                   and (state in ('pending', 'held', 'capturing')
                        or state = 'lost' and exists (select from job where kind = 'collect' and ref like charge_id || '%')))::integer
              + (select count(*) from refund left join sandbox_object on id = refund.provider_reference
                  where driver_id = any($1) and (state = 'requested' or state in ('sent', 'arrived') and behaviour = 'fails'))::integer as open`,
        [accounts.map(({ driverId }) => driverId)],
      )
      return found!.open
    },

    books: () => parkit.books(),

    /** The provider's own money and the ledger's accounts of a driver. */
    sums: async (driver: number): Promise<Sums & { clearing: number; held: number }> => {
      const ledger = `(select coalesce(sum(amount_cents), 0)::integer from posting join entry using (entry_id)
                        where entry.driver_id = $1 and account = `
      const intents = `from sandbox_object where object = 'payment_intent'
                        and customer in (select customer_id from card_customer where driver_id = $1)`
      const [found] = await rows<Sums & { clearing: number; held: number }>(
        `select (select coalesce(sum((body ->> 'amount_received')::integer), 0)::integer ${intents}) as taken,
                (select count(*)::integer ${intents} and body ->> 'status' = 'requires_capture') as held,
                (select coalesce(sum((body ->> 'amount')::integer), 0)::integer from sandbox_object
                  where object = 'refund' and behaviour is distinct from 'fails'
                    and customer in (select customer_id from card_customer where driver_id = $1)) as "givenBack",
                ${ledger} 'wallet') as wallet, ${ledger} 'card_clearing') as clearing,
                ${ledger} 'card_receivable') as receivable, ${ledger} 'refunds_due') as "refundsDue"`,
        [accounts[driver]!.driverId],
      )
      return found!
    },

    close: async () => {
      await other.app.close()
      await parkit.stop()
    },
  }
}
export type World = Awaited<ReturnType<typeof openWorld>>
