// For tests: a server with accounts alone, and people who register there.

import formbody from '@fastify/formbody'
import * as contract from '@parkit/contract/driver/account'
import type { Answer, Call } from '@parkit/contract/platform/call'
import type { ErrorBody } from '@parkit/contract/platform/errors'
import Fastify from 'fastify'
import { createSenders } from '#app/providers.ts'
import { createOptions } from '#driver/options/options.ts'
import { createVehicles } from '#driver/vehicles/vehicles.ts'
import { createTopUpSettings } from '#money/topup/topup.ts'
import type { Config } from '#platform/config.ts'
import { createRouteRegistrar, registerContractValidation } from '#platform/http.ts'
import { createJobs } from '#platform/jobs.ts'
import { type Channel, sendMessages } from '#platform/outbox.ts'
import { createTestDatabase, TestClock } from '#platform/testing.ts'
import { createAccount } from './account.ts'
import { confirmEmailQuietly } from './contacts-testing.ts'
import { mountAccount } from './routes.ts'

export const noon = Temporal.Instant.from('2026-04-14T17:00:00Z')
export const password = 'correct horse battery'

type Options = { token?: string; language?: string; form?: boolean }

type Sends = Pick<Config, Channel> & { rateLimit?: boolean }
/** The sandbox, or the real mail and text messages that `config` sets. */
export const startAccount = async (config: Sends = { mail: null, sms: null }) => {
  const db = await createTestDatabase()
  const clock = new TestClock(noon)
  const owners = new Set<string>()
  const printed: string[] = []
  const account = createAccount({
    db,
    clock,
    config: { rateLimit: false, publicUrl: 'http://127.0.0.1:3000', ...config },
    options: createOptions({ db }),
    topUps: createTopUpSettings({ db, hasCard: async () => true }),
    vehicles: { ...createVehicles({ db, isParked: async () => false }), hasVehicle: async id => owners.has(id) },
  })
  const senders = createSenders({ db, config: { logLevel: 'info', ...config }, print: line => printed.push(line) })
  const jobs = createJobs({ db, clock, handlers: {}, outside: sendMessages(db, senders), log: () => {} })

  const app = Fastify()
  app.decorateRequest('caller', null)
  registerContractValidation(app)
  await app.register(formbody)
  const mount = createRouteRegistrar(app, {
    credentials: { findStaff: async () => null, findDriver: account.findDriver, findOperator: async () => null },
    clock,
    checkAnswers: true,
  })
  mountAccount(mount, account)

  const call = async <const C extends Call>(declared: C, body?: object, { token, language, form }: Options = {}) => {
    const payload = form ? new URLSearchParams(body as Record<string, string>).toString() : body
    const response = await app.inject({
      method: declared.method,
      url: declared.path,
      ...(payload !== undefined && { payload }),
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(language && { 'accept-language': language }),
        ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
    })
    const parsed = response.json()
    return { status: response.statusCode, body: parsed as Answer<C>, error: parsed as ErrorBody }
  }

  let people = 0
  /** Somebody nobody knows yet. */
  const person = () => {
    const n = ++people
    return {
      FirstName: 'Maya',
      LastName: 'Torres',
      EmailAddress: `maya${n}@example.com`,
      PhoneNumber: `(312) 555-${1000 + n}`,
      Password: password,
    }
  }
  const signInByCode = (challenge: { ChallengeId: string; SandboxCode?: string | undefined }, digits?: string) =>
    call(contract.token, {
      grant_type: 'otp',
      challenge_id: challenge.ChallengeId,
      code: digits ?? challenge.SandboxCode,
    })
  const signIn = (username: string, word = password) =>
    call(contract.token, { grant_type: 'password', username, password: word })
  const sendCode = (Destination: string, language?: string) =>
    call(contract.sendCode, { Destination }, language ? { language } : {})

  /** Somebody with an account, signed in by the code of the registration. */
  const driver = async (language = 'en') => {
    const who = person()
    const registered = await call(contract.register, who, { language })
    const { status, body } = await signInByCode(registered.body)
    if (status !== 200) throw new Error(`The test driver can’t sign in: ${JSON.stringify(body)}`)
    await confirmEmailQuietly(db, body.p_user_id)
    // the sends of the registration are over
    clock.advance({ minutes: 11 })
    return { ...who, token: body.access_token, driverId: body.p_user_id, phone: body.user_data.PhoneNumber }
  }

  const stop = async () => {
    await app.close()
    await db.close()
  }
  return { db, clock, jobs, owners, printed, call, person, driver, signIn, signInByCode, sendCode, stop }
}
