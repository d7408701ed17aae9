// Answers of the sandbox card provider: an object, or Stripe's error with type, code and decline code.
import type Stripe from 'stripe'
import type { Queryable } from '#platform/db.ts'
import { findObject, putBody, type Stored } from './stripe-store.ts'

export type Answer = { status: number; body: unknown }
export type Call = {
  tx: Queryable
  /** unix seconds */
  now: number
  /** parts of the path */
  path: string[]
  params: Record<string, unknown>
  /** tells of an event in the transaction of its cause */
  emit: (type: string, object: unknown, afterSeconds?: number) => Promise<void>
}

/** As the SDK declares Stripe's errors. */
type ErrorBody = Pick<
  Stripe.StripeRawError,
  'code' | 'decline_code' | 'doc_url' | 'param' | 'payment_intent' | 'payment_method' | 'setup_intent'
> & {
  type: 'card_error' | 'invalid_request_error' | 'idempotency_error' | 'api_error'
  message: string
}

export const ok = (body: unknown): Answer => ({ status: 200, body })
export const errorAnswer = (status: number, error: ErrorBody): Answer => ({
  status,
  body: { error: error.code ? { ...error, doc_url: `https://stripe.com/docs/error-codes/${error.code}` } : error },
})

/** Keeps an object and answers it. */
export const save = async ({ tx }: Call, body: Parameters<typeof putBody>[1]): Promise<Answer> => {
  await putBody(tx, body)
  return ok(body)
}

const intentNames = { payment_intent: 'PaymentIntent', setup_intent: 'SetupIntent' }

export const unexpectedState = (intent: Stripe.PaymentIntent | Stripe.SetupIntent, doing: string): Answer =>
  errorAnswer(400, {
    type: 'invalid_request_error',
    code: `${intent.object}_unexpected_state`,
    message: `You cannot ${doing} this ${intentNames[intent.object]} because it has a status of ${intent.status}.`,
    [intent.object]: intent,
  })

/** Ends a request before it had an effect. */
export class Refused extends Error {
  readonly answer: Answer
  constructor(answer: Answer) {
    super('refused')
    this.answer = answer
  }
}

export const invalid = (message: string, more: { code?: string; param?: string } = {}): never => {
  throw new Refused(errorAnswer(400, { type: 'invalid_request_error', message, ...more }))
}

/** Throws Stripe's `parameter_missing`, naming the first of them that was not sent. */
export const requireParams = (params: Call['params'], ...names: string[]): void => {
  const param = names.find(name => params[name] === undefined || params[name] === '')
  if (param) invalid(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
}

/** A whole number as it is sent. Throws Stripe's `parameter_invalid_integer`. */
export const integerOf = (params: Call['params'], param: string): number => {
  const number = Number(params[param])
  if (!Number.isInteger(number))
    invalid(`Invalid integer: ${textOf(params[param]).slice(0, 80)}`, { code: 'parameter_invalid_integer', param })
  return number
}

/** Throws Stripe's `resource_missing`. */
export const getObject = async <Body>(tx: Queryable, object: string, id: unknown): Promise<Stored<Body>> => {
  const found = typeof id === 'string' ? await findObject<Body>(tx, object, id) : null
  if (found) return found
  const message = `No such ${object}: '${typeof id === 'string' ? id.slice(0, 80) : ''}'`
  throw new Refused(
    errorAnswer(404, { type: 'invalid_request_error', code: 'resource_missing', param: object, message }),
  )
}

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
export const partOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
