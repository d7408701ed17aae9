// What a call is: how the browser makes it, and in the file `…-schemas.ts` beside it what the server checks and documents.
import type * as z from 'zod/mini'
import type { CityRole } from './choices.ts'
import type { ErrorCode } from './errors.ts'

type Schema = z.ZodMiniType

/**
 * `anyone` needs no token, `driver` a live one, `operator` an operator's own credential, `staff` a sign-in at the desk, `console` one
 * of a city's own staff or of the desk.
 */
type Audience = 'anyone' | 'driver' | 'operator' | 'staff' | 'console'

/** The server's part of a call, under the same name in the schemas file. */
export type CallSchemas = {
  summary: string
  /** most calls an address may make in a minute; the server's general limit where absent */
  perMinute?: number
  params?: Schema
  query?: Schema
  body?: Schema
  answer: Schema
  /** its own refusals, besides those that any call can give */
  errors?: readonly ErrorCode[]
}

export type Call<S extends CallSchemas = CallSchemas> = {
  method: 'GET' | 'POST' | 'DELETE'
  /** with `:name` for each of `params` */
  path: string
  who: Audience
  /** refused without an Idempotency-Key, and done once per key */
  idempotent?: true
  /** refused as `changed_meanwhile` without `If-Match` of what is changed, as its `ETag` was answered */
  matched?: true
  /** of a city's call: whose roles in that city it takes */
  roles?: readonly CityRole[]
  /** of a city's call: leads of ParkIt's desk may make it in every city */
  lead?: true
  /** moves money or a session: an account's run one after the other */
  pays?: true
  /** changes nothing, although its method is not GET */
  reads?: true
  /** also accepts a form-encoded body, as recorded; `sent` where the web app sends one */
  form?: 'taken' | 'sent'
  /** answers a token, which is bound to a cookie where the header `x-sign-in: cookie` asks for it, as the web app does */
  signsIn?: true
  /** takes a multipart form with one file under this key, in place of `body` */
  upload?: string
  /** for the compiler alone: never set */
  schemas?: S
}

/** Both parts of a call. */
export type Declaration = Call & CallSchemas

/** `call<typeof schemas.name>()('POST', '/api/Path', who)`: keeps the literal types and loads no schema. */
export const call =
  <S extends CallSchemas>() =>
  <
    const Method extends Call['method'],
    const Path extends string,
    const Who extends Audience,
    const Options extends Omit<Call, 'method' | 'path' | 'who' | 'schemas'> = object,
  >(
    method: Method,
    path: Path,
    who: Who,
    options?: Options,
  ) =>
    ({ method, path, who, ...options }) as { method: Method; path: Path; who: Who; schemas?: S } & Options

type Part<C extends Call, K extends 'params' | 'query' | 'body'> =
  NonNullable<C['schemas']> extends Record<K, infer P extends Schema> ? { [k in K]: z.output<P> } : unknown

/** What a caller hands over: the parts that the schemas name. */
export type Input<C extends Call> = Part<C, 'params'> & Part<C, 'query'> & Part<C, 'body'>
export type Answer<C extends Call> = z.output<NonNullable<C['schemas']>['answer']>
