// Who is calling: the bearer token of a driver, or an operator's own credential.
import type { Language } from '@parkit/contract/errors'
import type { FastifyRequest } from 'fastify'
import { Refusal } from './errors.ts'

/** A signed-in driver, as every feature sees one. */
export type Driver = { driverId: string; tokenHash: Buffer; language: Language }
export type Operator = { operatorId: string }

/** Features hand these in when the server is built, so that the platform knows no feature. */
export type Credentials = {
  findDriver: (token: string) => Promise<Driver | null>
  findOperator: (token: string) => Promise<Operator | null>
}

const bearer = (request: FastifyRequest) =>
  /^Bearer ([\w.~+/-]+=*)$/i.exec(request.headers.authorization ?? '')?.[1] ?? null

/** None where there is no token, or a dead one. */
export const findCaller = async (request: FastifyRequest, credentials: Credentials): Promise<Driver | null> => {
  const token = bearer(request)
  return token ? credentials.findDriver(token) : null
}

/** Throws `unauthorized`; the recorded headers, where sent, must match the token (D-72, D-96). */
export const requireDriver = async (request: FastifyRequest, credentials: Credentials): Promise<Driver> => {
  const driver = await findCaller(request, credentials)
  const { xapikey, appid } = request.headers
  if (!driver || (xapikey && xapikey !== driver.driverId) || (appid && appid !== appId))
    throw new Refusal('unauthorized')
  return driver
}

/** A driver's token is no operator's: it gets `not_found`, so that nothing is told of these calls. */
export const requireOperator = async (request: FastifyRequest, credentials: Credentials): Promise<Operator> => {
  const token = bearer(request)
  const operator = token ? await credentials.findOperator(token) : null
  if (!operator) throw new Refusal('not_found')
  return operator
}

export const appId = 'parkit-web'
