// The sandbox card provider: answers the calls of Stripe's REST interface that ParkIt makes, and sends signed webhooks.
import { createHash, randomBytes } from 'node:crypto'
import { parse } from 'qs'
import Stripe from 'stripe'
import type { Clock } from '#platform/clock.ts'
import type { Database, Queryable } from '#platform/db.ts'
import { schedule } from '#platform/jobs.ts'
import { type Answer, type Call, errorAnswer, getObject, ok, partOf, Refused, textOf } from './stripe-answers.ts'
import * as billing from './stripe-billing.ts'
import * as customers from './stripe-customers.ts'
import * as disputes from './stripe-disputes.ts'
import * as intents from './stripe-intents.ts'
import { event } from './stripe-objects.ts'
import * as refunds from './stripe-refunds.ts'
import * as setups from './stripe-setup.ts'
import { findObject, findRequest, keepRequest, putBody } from './stripe-store.ts'

type Handler = (call: Call) => Promise<Answer>
type Route = [method: string, path: RegExp, handler: Handler]

const retrieve =
  (object: string): Handler =>
  async ({ tx, path }) =>
    ok((await getObject(tx, object, path[0])).body)

/** What the server may call with the secret key. */
export const routes: Route[] = [
  ['POST', /^\/v1\/customers$/, customers.createCustomer],
  ['GET', /^\/v1\/customers\/(\w+)$/, retrieve('customer')],
  ['POST', /^\/v1\/customers\/(\w+)$/, customers.updateCustomer],
  ['POST', /^\/v1\/payment_methods$/, customers.createCard],
  ['GET', /^\/v1\/payment_methods$/, customers.listCards],
  ['GET', /^\/v1\/payment_methods\/(\w+)$/, retrieve('payment_method')],
  ['POST', /^\/v1\/payment_methods\/(\w+)$/, customers.updateCard],
  ['POST', /^\/v1\/payment_methods\/(\w+)\/attach$/, customers.attachCard],
  ['POST', /^\/v1\/payment_methods\/(\w+)\/detach$/, customers.detachCard],
  ['POST', /^\/v1\/payment_intents$/, intents.createIntent],
  ['GET', /^\/v1\/payment_intents$/, refunds.listIntents],
  ['GET', /^\/v1\/disputes$/, disputes.listDisputes],
  ['POST', /^\/v1\/refunds$/, refunds.createRefund],
  ['GET', /^\/v1\/refunds$/, refunds.listRefunds],
  ['GET', /^\/v1\/refunds\/(\w+)$/, refunds.retrieveRefund],
  ['GET', /^\/v1\/payment_intents\/(\w+)$/, retrieve('payment_intent')],
  ['POST', /^\/v1\/payment_intents\/(\w+)\/confirm$/, intents.confirmIntent],
  ['POST', /^\/v1\/payment_intents\/(\w+)\/cancel$/, intents.cancelIntent],
  ['POST', /^\/v1\/payment_intents\/(\w+)\/capture$/, intents.captureIntent],
  ['POST', /^\/v1\/setup_intents$/, setups.createSetup],
  ['GET', /^\/v1\/setup_intents\/(\w+)$/, retrieve('setup_intent')],
  ['POST', /^\/v1\/setup_intents\/(\w+)\/confirm$/, setups.confirmSetup],
  ['POST', /^\/v1\/setup_intents\/(\w+)\/cancel$/, setups.cancelSetup],
  ['POST', /^\/v1\/products$/, billing.createProduct],
  ['GET', /^\/v1\/prices$/, billing.listPrices],
  ['POST', /^\/v1\/prices$/, billing.createPrice],
  ['POST', /^\/v1\/subscriptions$/, billing.createSubscription],
  ['GET', /^\/v1\/subscriptions\/(\w+)$/, billing.retrieveSubscription],
  ['POST', /^\/v1\/subscriptions\/(\w+)$/, billing.updateSubscription],
  ['DELETE', /^\/v1\/subscriptions\/(\w+)$/, billing.cancelSubscription],
  ['GET', /^\/v1\/invoices$/, billing.listInvoices],
  ['GET', /^\/v1\/invoices\/(\w+)$/, retrieve('invoice')],
  ['POST', /^\/v1\/invoices\/(\w+)\/void$/, billing.voidInvoice],
]

/** What a browser may call with the publishable key: make a card, and answer the bank's question. */
const browserRoutes: Route[] = [
  ['POST', /^\/v1\/payment_methods$/, customers.createCard],
  ['GET', /^\/v1\/payment_intents\/(\w+)$/, withSecret('payment_intent', retrieve('payment_intent'))],
  ['POST', /^\/v1\/payment_intents\/(\w+)\/challenge$/, withSecret('payment_intent', intents.answerChallenge)],
  ['GET', /^\/v1\/setup_intents\/(\w+)$/, withSecret('setup_intent', retrieve('setup_intent'))],
  ['POST', /^\/v1\/setup_intents\/(\w+)\/challenge$/, withSecret('setup_intent', setups.answerSetupChallenge)],
]

const notFound = (what: string) =>
  errorAnswer(404, { type: 'invalid_request_error', message: `Unrecognized request URL (${what}).` })

/** Only who was handed the intent's secret may see or move it. */
function withSecret(object: 'payment_intent' | 'setup_intent', handler: Handler): Handler {
  return async call => {
    const found = await findObject<{ client_secret: string | null }>(call.tx, object, call.path[0]!)
    const secret = found?.body.client_secret
    return secret && secret === call.params.client_secret ? handler(call) : notFound(object)
  }
}

type Request = { method: string; url: string; body: string; key?: string | undefined }

/** Checked before the key: nothing is remembered under it. */
const tooMany = errorAnswer(429, {
  type: 'invalid_request_error',
  code: 'rate_limit',
  message: 'Request rate limit exceeded. Learn more about rate limits here https://stripe.com/docs/rate-limits.',
})

const inUse = (key: string) =>
  errorAnswer(409, {
    type: 'idempotency_error',
    code: 'idempotency_key_in_use',
    message: `There is currently another in-progress request using this Idempotent Key: ${key.slice(0, 80)}. Please try again later.`,
  })

const otherInput = errorAnswer(400, {
  type: 'idempotency_error',
  message: 'Keys for idempotent requests can only be used with the same parameters they were first used with.',
})

const invalidKey: FirstOrReplay = errorAnswer(401, {
  type: 'invalid_request_error',
  message: 'Invalid API Key provided.',
})

/** What was wrong with the request itself is not remembered under its key, as at Stripe. */
const isRemembered = ({ body }: Answer): boolean => !textOf(partOf(partOf(body).error).code).startsWith('parameter_')

/** A token bucket of one second's calls, in this process alone. */
const createLimit = (clock: Clock, callsPerSecond: number) => {
  let left = callsPerSecond
  let at = clock.now().epochMilliseconds
  return (): boolean => {
    const now = clock.now().epochMilliseconds
    left = Math.min(callsPerSecond, left + ((now - at) / 1000) * callsPerSecond)
    at = now
    if (left < 1) return false
    left--
    return true
  }
}

type Deps = {
  db: Database
  clock: Clock
  /** null: no limit */
  callsPerSecond?: number | null
}

const unixSeconds = (clock: Clock) => Math.floor(clock.now().epochMilliseconds / 1000)

const createCall = (clock: Clock, tx: Queryable, path: string[], params: Call['params']): Call => {
  const now = unixSeconds(clock)
  const call: Call = {
    tx,
    now,
    path,
    params,
    emit: async (type, object, afterSeconds = 0) => {
      const emitted = event(now + afterSeconds, type, object, Stripe.API_VERSION)
      await putBody(tx, emitted)
      await schedule(tx, 'sandbox-webhook', emitted.id, clock.now().add({ seconds: afterSeconds }))
      await billing.afterPayment(call, type, object)
    },
  }
  return call
}

type FirstOrReplay = Answer & { isReplay?: true }

/** Answers a request once per idempotency key: a repeat with the same input gets the first answer. */
const createAnswer = ({ db, clock, callsPerSecond = null }: Deps) => {
  const mayCall = callsPerSecond === null ? () => true : createLimit(clock, callsPerSecond)

  const run = async (tx: Queryable, table: Route[], method: string, { pathname, search }: URL, body: string) => {
    const route = table.find(([verb, path]) => verb === method && path.test(pathname))
    if (!route) return notFound(`${method}: ${pathname}`)
    const params = parse(method === 'GET' ? search.slice(1) : body)
    const path = route[1].exec(pathname)!.slice(1)
    return route[2](createCall(clock, tx, path, params)).catch((error: unknown) => {
      if (error instanceof Refused) return error.answer
      throw error
    })
  }

  return async (table: Route[], { method, url, body, key }: Request): Promise<FirstOrReplay> => {
    if (!mayCall()) return tooMany
    const address = new URL(url, 'https://api.stripe.com')
    const inputHash = createHash('sha256').update(`${method} ${address.pathname} ${body}`).digest()
    return db.transaction(async tx => {
      if (key === undefined) return run(tx, table, method, address, body)
      const first = await findRequest(tx, key)
      if (first === 'in_use') return inUse(key)
      if (first && !first.input_hash.equals(inputHash)) return otherInput
      if (first) return { status: first.status, body: first.answer, isReplay: true }
      const answer = await run(tx, table, method, address, body)
      if (isRemembered(answer))
        await keepRequest(tx, key, { input_hash: inputHash, status: answer.status, answer: answer.body })
      return answer
    })
  }
}

export const createSandboxStripe = (deps: Deps) => {
  const { db, clock } = deps
  const answer = createAnswer(deps)
  // nobody outside this process signs or calls: both secrets die with it
  const secretKey = `sk_sandbox_${randomBytes(16).toString('hex')}`
  const webhookSecret = `whsec_${randomBytes(16).toString('hex')}`

  return {
    secretKey,
    webhookSecret,
    publishableKey: 'pk_sandbox',

    /** For the SDK, in place of the network. */
    fetch: async (url: string | URL | globalThis.Request, init: RequestInit = {}): Promise<Response> => {
      const headers = new Headers(init.headers)
      const key = headers.get('idempotency-key') ?? undefined
      const request = { method: init.method ?? 'GET', url: String(url), body: textOf(init.body), key }
      const isAuthorized = headers.get('authorization') === `Bearer ${secretKey}`
      const { status, body, isReplay } = isAuthorized ? await answer(routes, request) : invalidKey
      return Response.json(body, {
        status,
        headers: {
          'request-id': `req_${randomBytes(7).toString('hex')}`,
          'stripe-version': Stripe.API_VERSION,
          ...(key !== undefined && { 'idempotency-key': key }),
          ...(isReplay && { 'idempotent-replayed': 'true' }),
          ...(status === 429 && { 'stripe-rate-limited-reason': 'global-rate' }),
        },
      })
    },

    /** For the browser's script, which holds the publishable key alone. */
    browser: (request: Omit<Request, 'key'>): Promise<Answer> => answer(browserRoutes, request),

    /** Renewals, retries and ends of plans. */
    jobs: {
      [billing.billingJob]: (subscriptionId: string) =>
        db.transaction(tx => billing.runCalendar(createCall(clock, tx, [], {}), subscriptionId)),
    },

    /** Passes an event to `send`, signed as Stripe signs. Throws unless it was answered 200, so that it is sent again. */
    deliver: async (eventId: string, send: (payload: string, signature: string) => Promise<number>): Promise<void> => {
      const emitted = await db.transaction(tx => findObject(tx, 'event', eventId))
      if (!emitted) return
      const payload = JSON.stringify(emitted.body)
      const timestamp = unixSeconds(clock)
      const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: webhookSecret, timestamp })
      const status = await send(payload, signature)
      if (status !== 200) throw new Error(`The webhook was answered ${status}`)
    },
  }
}
export type SandboxStripe = ReturnType<typeof createSandboxStripe>
