// How a call of the contract becomes a route: rate limit, authentication, validation, idempotency, then its handler.
import { hash } from 'node:crypto'
import { declarationOf as declarationOfContract } from '@parkit/contract/calls'
import type { Answer, Call, Declaration, Input } from '@parkit/contract/platform/call'
import { type ErrorCode, errors, type Language } from '@parkit/contract/platform/errors'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify'
import * as z from 'zod/mini'
import type { AccountQueue } from './account-queue.ts'
import { addressBlock } from './address-block.ts'
import {
  type Credentials,
  type Driver,
  findCaller,
  type Operator,
  requireConsole,
  requireDriver,
  requireOperator,
  requireStaff,
  type Staff,
  type TokenHolder,
} from './auth.ts'
import type { Clock } from './clock.ts'
import { onMoneyConnections } from './db.ts'
import { errorBody, expectedRefusal, Refusal } from './errors.ts'
import type { IdempotencyKey } from './idempotency.ts'
import type { KnownDevices } from './known-device.ts'
import { preferredLanguage } from './language.ts'
import { type Requester, runFor } from './requester.ts'
import { beginSpan, type Span } from './spans.ts'
import { traced, traceOf } from './trace.ts'

type CallerOf<C extends Call> = C['who'] extends 'driver'
  ? TokenHolder
  : C['who'] extends 'operator'
    ? Operator
    : C['who'] extends 'staff' | 'console'
      ? Staff
      : Driver | null

/** What a handler is given: the valid parts of the input, who calls, when, in which language, and the key of an idempotent call. */
type Context<C extends Call> = Input<C> & {
  caller: CallerOf<C>
  now: Temporal.Instant
  language: Language
  idempotencyKey: C['idempotent'] extends true ? IdempotencyKey : undefined
  request: FastifyRequest
  reply: FastifyReply
}

export type Handler<C extends Call> = (context: Context<C>) => Promise<Answer<C>>
export type Mount = <const C extends Call>(call: C, handler: Handler<C>) => void

const languageOf = (request: FastifyRequest): Language => preferredLanguage(request.headers['accept-language'])

const fieldsAtFault = (issues: readonly z.core.$ZodIssue[]) =>
  Object.fromEntries(issues.map(issue => [issue.path.join('.') || 'body', issue.message]).reverse())

/** SQLSTATEs of a database that can't just now: connection lost or refused, no room, shut down, crashed, no primary, a lock or a turn not had in time. */
const unavailable = /^(08|53|57P|57014|55P03|25P03|25006|40001|40P01)/
/** what the driver throws without a code */
const lostConnection =
  /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client .* is not queryable$)/

const isUnavailable = ({ code = '', message, syscall }: Error & { code?: string; syscall?: string }) =>
  // EMFILE, ENFILE: no file descriptor is left for another connection
  /^(ECONN|EPIPE$|E[MN]FILE$)/.test(code) ||
  syscall === 'connect' ||
  unavailable.test(code) ||
  (!code && lostConnection.test(message))

/** Turns whatever went wrong into a refusal; what nobody expected is a `server_error`. */
const refusalOf = (error: unknown): Refusal => {
  const expected = expectedRefusal(error)
  if (expected) return expected
  const { statusCode } = error as FastifyError
  if (isUnavailable(error as Error)) return new Refusal('unavailable')
  const byStatus: Record<number, ErrorCode> = {
    // a file's name that can be none
    403: 'not_found',
    404: 'not_found',
    // a part of the path that is longer than any of ours
    414: 'not_found',
    413: 'too_large',
    415: 'unsupported_media',
    429: 'too_many_requests',
    503: 'unavailable',
  }
  // no schema has seen it: a body that is no JSON, an address that cannot be decoded
  if (statusCode === 400) return new Refusal('bad_input', { fields: { body: 'invalid' } })
  return new Refusal(byStatus[statusCode ?? 500] ?? 'server_error')
}

/** Also for Fastify's `frameworkErrors`: what fails before there is a route is answered in the same form. */
export const answerError = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
  const refusal = refusalOf(error)
  const { status } = errors[refusal.code]
  if (status >= 500) request.log.error({ err: error }, 'call failed')
  request.refused = refusal.code
  const waitSeconds = refusal.retryAfterSeconds ?? usualWaitSeconds[status]
  if (waitSeconds && !reply.hasHeader('retry-after')) reply.header('retry-after', waitSeconds)
  return reply.status(status).send(errorBody(refusal, languageOf(request)))
}

/** by status, where the refusal itself names none */
const usualWaitSeconds: Record<number, number> = { 429: 30, 503: 5 }

const isForm = (request: FastifyRequest) =>
  request.headers['content-type']?.toLowerCase().startsWith('application/x-www-form-urlencoded')

/** A form sends what was not filled in as well, and nothing is no number 0. */
const withoutBlanks = (query: unknown) =>
  Object.fromEntries(
    Object.entries(query as object).filter(([, value]) => typeof value !== 'string' || value.trim() !== ''),
  )

const isNumber = (field?: z.core.$ZodType): boolean =>
  field instanceof z.ZodMiniOptional ? isNumber(field.def.innerType) : field instanceof z.ZodMiniNumber

/** A form holds texts alone: those of the call's number fields become numbers. */
const withNumbers = (body: object, fields: z.core.$ZodShape) =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      typeof value === 'string' && Object.hasOwn(fields, name) && isNumber(fields[name])
        ? Number(value.trim() || Number.NaN)
        : value,
    ]),
  )

/** Aborted where the caller leaves before the whole answer was sent, which may be a stream; `forget` ends that. */
const watchCaller = ({ raw }: FastifyReply) => {
  const gone = new AbortController()
  const onClose = () => raw.writableFinished || gone.abort()
  raw.once('close', onClose)
  return { gone: gone.signal, forget: () => raw.off('close', onClose) }
}

/** so long a call that changes something waits for the database in all, and is answered 503 within 10 s then */
const mostDatabaseMs = 9_000
const proofHeader = 'x-proof-of-work'
const keyPattern = /^[\x21-\x7e]{1,255}$/

const requireIdempotencyKey = (request: FastifyRequest, call: Call, caller: Driver | Staff): IdempotencyKey => {
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string' || !keyPattern.test(key)) throw new Refusal('idempotency_key_missing')
  const inputHash = hash('sha256', `${call.method} ${request.url} ${JSON.stringify(request.body)}`, 'buffer')
  return { callerId: 'staffId' in caller ? caller.staffId : caller.driverId, key, call: call.path, inputHash }
}

/** Validation by the contract's schemas, errors by the contract's list. Set once, on the root. */
export const registerContractValidation = (app: FastifyInstance): void => {
  app.setValidatorCompiler<z.ZodMiniType>(({ schema }) => data => {
    const parsed = z.safeParse(schema, data ?? {})
    return parsed.success
      ? { value: parsed.data }
      : { error: new Refusal('bad_input', { fields: fieldsAtFault(parsed.error.issues) }) }
  })
  app.removeContentTypeParser('text/plain')
  app.setSerializerCompiler(() => data => JSON.stringify(data))
  app.setErrorHandler(answerError)
}

const suspicious: ReadonlySet<ErrorCode> = new Set(['wrong_credentials', 'passkey_refused', 'too_many_requests'])

/** Names each request, answers its name, and logs its end: the route, never the address, for that may name a plate; who made it, and why it was refused. */
export const traceRequests = (app: FastifyInstance): void => {
  app.decorateRequest('span')
  app.decorateRequest('requester')
  app.decorateRequest('actor')
  app.decorateRequest('refused')
  app.addHook('onRequest', (request, reply, done) => {
    const { method, routeOptions, headers } = request
    const route = routeOptions.url ?? 'none'
    const attributes = { 'http.request.method': method, 'http.route': route }
    request.span = beginSpan(traceOf(headers), `${method} ${route}`, 'SERVER', attributes)
    const { trace } = request.span
    reply.header('x-request-id', trace.requestId)
    traced(trace, done)
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions, span } = request
    const line = {
      method,
      route: routeOptions.url ?? 'none',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      from: request.ip,
      ...(request.actor && { actor: request.actor }),
      ...(request.refused && { code: request.refused }),
    }
    // guessed credentials and exceeded limits are logged also where only warnings are
    const level = request.refused && suspicious.has(request.refused) ? 'warn' : 'info'
    traced(span.trace, () => request.log[level](line, 'answered'))
    span.end({ 'http.response.status_code': reply.statusCode }, reply.statusCode >= 500)
    done()
  })
}

const required = { driver: requireDriver, operator: requireOperator, staff: requireStaff, console: requireConsole }

type RouteDeps = {
  credentials: Credentials
  clock: Clock
  /** validates every answer by its schema: for tests */
  checkAnswers: boolean
  /** for tests with calls of their own */
  declarationOf?: (call: Call) => Declaration
  /** counts a caller's calls in a minute, and answers the seconds to wait; none: they are not limited */
  limitRate?: ((caller: string, perMinute: number | undefined) => number | null) | undefined
  /** runs an account's paid calls one after the other, at a person's pace; none: they run at once */
  inTurn?: AccountQueue
  /** none: no device is known */
  devices?: KnownDevices
}

const idOf = (caller: Driver | Operator | Staff): string =>
  'driverId' in caller ? caller.driverId : 'staffId' in caller ? caller.staffId : caller.operatorId

/** Returns what adds a call of the contract, with its handler, to the server. */
export const createRouteRegistrar =
  (app: FastifyInstance, platform: RouteDeps): Mount =>
  (declared, handler) => {
    const call = (platform.declarationOf ?? declarationOfContract)(declared)
    const schema: FastifySchema = {
      summary: call.summary,
      tags: [call.path.split('/')[2] ?? 'api'],
      ...(call.params && { params: call.params }),
      ...(call.query && { querystring: call.query }),
      ...(call.body && { body: call.body }),
    }
    app.route({
      method: call.method,
      url: call.path,
      schema,
      // before the body is read and the token looked up
      ...(call.pays && {
        onRequest: async request => platform.inTurn?.refuseEarly(request.headers.authorization ?? ''),
      }),
      config: { call, ...(call.perMinute && { rateLimit: { max: call.perMinute, timeWindow: 60_000 } }) },
      // before validation, so that nobody learns a call's shape without the right to make it
      preValidation: async (request, reply) => {
        const requester: Requester = {
          block: addressBlock(request.ip),
          device: platform.devices?.find(request) ?? null,
          proof: request.headers[proofHeader]?.toString(),
          ...(call.method !== 'GET' && !call.reads && { changes: true, leftMs: mostDatabaseMs }),
        }
        request.requester = requester
        // what it has begun may go on: a timer, a job
        reply.raw.once('close', () => {
          requester.leftMs = undefined
        })
        const identify = () =>
          call.who === 'anyone'
            ? findCaller(request, call, platform.credentials)
            : required[call.who](request, call, platform.credentials)
        request.caller = await runFor(requester, () =>
          call.pays ? onMoneyConnections<Driver | Operator | Staff | null>(identify) : identify(),
        )
        if (request.caller) {
          request.actor = idOf(request.caller)
          const caller = call.perMinute ? `${request.actor} ${call.method} ${call.path}` : request.actor
          const waitSeconds = platform.limitRate?.(caller, call.perMinute)
          if (waitSeconds) {
            reply.header('retry-after', waitSeconds)
            throw new Refusal('too_many_requests')
          }
        }
        request.query = withoutBlanks(request.query)
        // recorded GET calls say they carry a form, and carry nothing (D-72)
        if (call.method === 'GET' || !isForm(request)) return
        if (!call.form) throw new Refusal('unsupported_media')
        if (request.body && call.body instanceof z.ZodMiniObject)
          request.body = withNumbers(request.body, call.body.shape)
      },
      handler: async (request, reply) => {
        // nobody reads it; what changes anything is done all the same, for it was asked for
        if (call.method === 'GET' && request.raw.socket.destroyed) return reply.hijack()
        const waiting = call.method === 'GET' ? watchCaller(reply) : null
        const run = () =>
          handler({
            params: request.params,
            query: request.query,
            body: request.body,
            caller: request.caller,
            now: platform.clock.now(),
            language: languageOf(request),
            idempotencyKey: call.idempotent && requireIdempotencyKey(request, call, request.caller as Driver | Staff),
            request,
            reply,
          } as unknown as Context<typeof declared>)
        request.requester.gone = waiting?.gone
        const pay = () => onMoneyConnections(run)
        const payInTurn = () => platform.inTurn?.run(request.actor!, request.headers.authorization ?? '', pay) ?? pay()
        const answer = await runFor(request.requester, () => (call.pays ? payInTurn() : run())).catch(error => {
          // its statement was cancelled: that is no failure
          if (waiting?.gone.aborted) return reply.hijack() as never
          throw error
        })
        // an event stream: whatever it has started, such as the beat of all streams, is not this caller's
        if (reply.sent) waiting?.forget()
        // who came in by this call: from now on this device is known to the account
        if (!request.caller && request.actor && platform.devices)
          reply.header('set-cookie', platform.devices.cookieAfterSignIn(request, request.actor))
        if (platform.checkAnswers && !reply.sent) z.parse(call.answer, answer)
        return answer
      },
    })
  }

declare module 'fastify' {
  interface FastifyRequest {
    caller: Driver | Operator | Staff | null
    span: Span
    requester: Requester
    /** the id of who called, or of who came in by this call */
    actor: string | undefined
    /** why it was refused */
    refused: ErrorCode | undefined
  }
  interface FastifyContextConfig {
    call?: Declaration
  }
}
