// What a call is: declared once here, mounted by the server, spoken by the web client, printed as OpenAPI, walked by the tests.
import type * as z from 'zod/mini'
import type { ErrorCode } from './errors.ts'

type Schema = z.ZodMiniType

/** `anyone` needs no token, `driver` a live one, `operator` an operator's own credential, `staff` a sign-in at the desk. */
type Audience = 'anyone' | 'driver' | 'operator' | 'staff'

export type Call = {
  summary: string
  method: 'GET' | 'POST' | 'DELETE'
  /** with `:name` for what `params` describes */
  path: string
  who: Audience
  /** twice would be one too many, of a payment as of a message: refused without an Idempotency-Key, and done once per key */
  once?: true
  /** changes nothing, though it is no GET */
  reads?: true
  /** also takes a form-encoded body, as recorded; `sent` where the web app sends one */
  form?: 'taken' | 'sent'
  /** takes a multipart form with one file under this key, in place of `body` */
  upload?: string
  /** most calls an address may make in a minute; the server's general limit where absent */
  perMinute?: number
  params?: Schema
  query?: Schema
  body?: Schema
  answer: Schema
  /** the refusals of its own, beside those any call can meet */
  errors: readonly ErrorCode[]
}

/** Keeps the literal types of a declaration. */
export const call = <const C extends Call>(declaration: C): C => declaration

type Part<C extends Call, K extends 'params' | 'query' | 'body'> = C[K] extends Schema
  ? { [P in K]: z.output<NonNullable<C[K]>> }
  : unknown

/** What a caller hands over: the parts that the declaration names. */
export type Input<C extends Call> = Part<C, 'params'> & Part<C, 'query'> & Part<C, 'body'>
export type Answer<C extends Call> = z.output<C['answer']>
