// The sandbox card provider: answers the calls of Stripe's REST interface that ParkIt makes, and sends signed webhooks.
import { createHash, randomBytes } from 'node:crypto'
import { parse } from 'qs'
import Stripe from 'stripe'
import type { Clock } from '#platform/clock.ts'
import type { Database, Queryable } from '#platform/db.ts'
import { schedule } from '#platform/jobs.ts'
import { type Answer, type Call, errorAnswer, partOf, Refused, textOf } from './stripe-answers.ts'
import { browserRoutes, notFound, type Route, routes } from './stripe-calls.ts'
import { expiryJob } from './stripe-charges.ts'
import { expanded, withoutExpanded } from './stripe-expand.ts'
import { retrieveIntent } from './stripe-intents.ts'
import { event } from './stripe-objects.ts'
import { checkParams } from './stripe-params.ts'
import { findObject, findRequest, keepRequest, putBody } from './stripe-store.ts'
import * as billing from './stripe-subscriptions.ts'

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
      const emitted = event(now + afterSeconds, type, withoutExpanded(object), Stripe.API_VERSION)
      await putBody(tx, emitted)
      await schedule(tx, 'sandbox-webhook', emitted.id, clock.now().add({ seconds: afterSeconds }))
      await billing.afterPayment(call, type, object)
    },
  }
  return call
}

type Matched = { route: Route; pathname: string; params: Call['params'] }
type FirstOrReplay = Answer & { isReplay?: true }

/** Answers a request once per idempotency key: a repeat with the same input gets the first answer. */
const createAnswer = ({ db, clock, callsPerSecond = null }: Deps) => {
  const mayCall = callsPerSecond === null ? () => true : createLimit(clock, callsPerSecond)

  const run = async (tx: Queryable, { route, pathname, params }: Matched): Promise<Answer> => {
    const [, path, handler, , answers] = route
    try {
      const { status, body } = await handler(createCall(clock, tx, path.exec(pathname)!.slice(1), params))
      return { status, body: status === 200 ? await expanded(tx, body, answers, params.expand) : body }
    } catch (error) {
      if (error instanceof Refused) return error.answer
      throw error
    }
  }

  return async (table: Route[], { method, url, body, key }: Request): Promise<FirstOrReplay> => {
    if (!mayCall()) return tooMany
    const { pathname, search } = new URL(url, 'https://api.stripe.com')
    const route = table.find(([verb, path]) => verb === method && path.test(pathname))
    if (!route) return notFound(`${method}: ${pathname}`)
    const params = parse(method === 'GET' ? search.slice(1) : body)
    try {
      checkParams(params, route[3], route[4])
    } catch (error) {
      if (error instanceof Refused) return error.answer
      throw error
    }
    const inputHash = createHash('sha256').update(`${method} ${pathname} ${body}`).digest()
    return db.transaction(async tx => {
      const matched = { route, pathname, params }
      if (key === undefined) return run(tx, matched)
      const first = await findRequest(tx, key)
      if (first === 'in_use') return inUse(key)
      if (first && !first.input_hash.equals(inputHash)) return otherInput
      if (first) return { status: first.status, body: first.answer, isReplay: true }
      const answer = await run(tx, matched)
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

    /** Renewals, retries and ends of plans, and the ends of authorizations. */
    jobs: {
      [expiryJob]: async (intentId: string) => {
        await db.transaction(tx => retrieveIntent(createCall(clock, tx, [intentId], {})))
      },
      [billing.billingJob]: (subscriptionId: string) =>
        db.transaction(tx => billing.runCalendar(createCall(clock, tx, [], {}), subscriptionId)),
    },

    /** Passes an event to `send`, signed as Stripe signs. Throws unless it was answered 200, so that it is sent again. */
    deliver: async (eventId: string, send: (payload: string, signature: string) => Promise<number>): Promise<void> => {
      const emitted = await db.transaction(tx => findObject(tx, 'event', eventId))
      if (!emitted) return
      // as the endpoint's version renders it, also where it was emitted before an upgrade
      const payload = JSON.stringify({ ...(emitted.body as object), api_version: Stripe.API_VERSION })
      const timestamp = unixSeconds(clock)
      const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: webhookSecret, timestamp })
      const status = await send(payload, signature)
      if (status !== 200) throw new Error(`The webhook was answered ${status}`)
    },
  }
}
export type SandboxStripe = ReturnType<typeof createSandboxStripe>
