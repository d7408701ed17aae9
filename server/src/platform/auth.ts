// Authentication: the bearer token of a driver or of staff, or an operator's credential.
import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Call } from '@parkit/contract/platform/call'
import type { Language } from '@parkit/contract/platform/errors'
import type { FastifyRequest } from 'fastify'
import { Refusal } from './errors.ts'
import { cookieSecretsOf } from './sign-in-cookie.ts'

/** A signed-in driver, as every feature sees one. */
export type Driver = { driverId: string; tokenHash: Buffer; language: Language }
/** `cookieHash`: of the cookie that must come with the token; none for a client of the token alone. */
export type TokenHolder = Driver & { cookieHash: Buffer | null }
/** `city`: the id of the one whose zones it reports */
/** `zones`: those of its city that its credential is for; null: all. */
export type Operator = { operatorId: string; city: number; zones: readonly string[] | null }
/** Somebody signed in at the desk, or of a city's own staff: `role` is null for who is not of the desk. */
export type Staff = { staffId: string; name: string; email: string; role: 'lead' | 'agent' | null; tokenHash: Buffer }

/** For `reads` what was known a moment ago will do; `pays` moves money or a session and ends no sign-in; `changes` may. */
export type Does = 'reads' | 'pays' | 'changes'

const doesOf = ({ method, reads, idempotent }: Pick<Call, 'method' | 'reads' | 'idempotent'>): Does =>
  reads || method === 'GET' ? 'reads' : idempotent ? 'pays' : 'changes'

/** Features hand these in when the server is built, so that the platform knows no feature. */
export type Credentials = {
  findDriver: (token: string, does: Does) => Promise<TokenHolder | null>
  findOperator: (token: string) => Promise<Operator | null>
  findStaff: (token: string) => Promise<Staff | null>
}

/** What only its holder knows: 256 random bits. */
export const makeToken = (): string => randomBytes(32).toString('base64url')
/** As it is kept. */
export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer')

/** The token of a request, well-formed at least; none where there is none. */
export const bearerOf = (request: FastifyRequest): string | null =>
  /^Bearer ([\w.~+/-]+=*)$/i.exec(request.headers.authorization ?? '')?.[1] ?? null

const isBoundHere = (request: FastifyRequest, cookieHash: Buffer | null): boolean =>
  cookieHash === null || cookieSecretsOf(request).some(secret => timingSafeEqual(hashToken(secret), cookieHash))

/** None where there is no token, a dead one, or one without the cookie that it is bound to. */
export const findCaller = async (
  request: FastifyRequest,
  call: Call,
  credentials: Credentials,
): Promise<TokenHolder | null> => {
  const token = bearerOf(request)
  const holder = token ? await credentials.findDriver(token, doesOf(call)) : null
  return holder && isBoundHere(request, holder.cookieHash) ? holder : null
}

/** Throws `unauthorized`; the recorded headers, where sent, must match the token (D-72, D-96). */
export const requireDriver = async (
  request: FastifyRequest,
  call: Call,
  credentials: Credentials,
): Promise<TokenHolder> => {
  const driver = await findCaller(request, call, credentials)
  const { xapikey, appid } = request.headers
  if (!driver || (xapikey && xapikey !== driver.driverId) || (appid && appid !== appId))
    throw new Refusal('unauthorized')
  return driver
}

/** A driver's token is no operator's, nor staff's: it gets `not_found`, so that nothing is told of these calls. */
const requireBearer = async <C>(request: FastifyRequest, find: (token: string) => Promise<C | null>): Promise<C> => {
  const token = bearerOf(request)
  const caller = token ? await find(token) : null
  if (!caller) throw new Refusal('not_found')
  return caller
}
export const requireOperator = (request: FastifyRequest, _: Call, { findOperator }: Credentials): Promise<Operator> =>
  requireBearer(request, findOperator)
export const requireStaff = (request: FastifyRequest, _: Call, { findStaff }: Credentials): Promise<Staff> =>
  requireBearer(request, async token => {
    const staff = await findStaff(token)
    return staff?.role ? staff : null
  })
/** Of the desk or of any city: which city's calls he may make is asked with the call. */
export const requireConsole = (request: FastifyRequest, _: Call, { findStaff }: Credentials): Promise<Staff> =>
  requireBearer(request, findStaff)

export const appId = 'parkit-web'
