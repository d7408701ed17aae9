// Signing in: by password or code, the token this gives, a new password, and signing out.
import type * as contract from '@parkit/contract/driver/account'
import type { Answer, Input } from '@parkit/contract/platform/call'
import type { Language } from '@parkit/contract/platform/errors'
import { token as tokenLimits } from '@parkit/contract/platform/limits'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Vehicles } from '#driver/vehicles/vehicles.ts'
import { enqueueNotice } from '#messaging/notices/notices.ts'
import { appId, type Driver, hashToken, makeToken } from '#platform/auth.ts'
import type { Config } from '#platform/config.ts'
import type { Database, Queryable } from '#platform/db.ts'
import { Refusal } from '#platform/errors.ts'
import type { Channel } from '#platform/outbox.ts'
import { signInCookie } from '#platform/sign-in-cookie.ts'
import { requireAttempt, resetAttempts } from './attempt-limit.ts'
import type { Challenges } from './challenges.ts'
import { noticeHours } from './contacts.ts'
import type { SignInClient } from './device.ts'
import { readLogin } from './login-name.ts'
import { requireUncommon, userOf } from './person.ts'
import { settleRegistration } from './registration.ts'
import { hashPassword, resetMinutes, verifyPassword } from './secrets.ts'
import * as store from './store.ts'
import { en } from './words.en.ts'
import { es } from './words.es.ts'
import { hi } from './words.hi.ts'

type Deps = {
  db: Database
  config: Pick<Config, 'publicUrl'>
  challenges: Challenges
  vehicles: Pick<Vehicles, 'hasVehicle' | 'addPlate'>
}

const tokenSeconds = tokenLimits.days * 24 * 3600

const words = { en, es, hi }
/** `cookie`: the header that binds the token to the browser */
export type SignedIn = { answer: Answer<typeof contract.token>; cookie: string | null }

/** Of every call that signs in. */
export const answerSignIn = ({ answer, cookie }: SignedIn, request: FastifyRequest, reply: FastifyReply) => {
  request.actor = answer.p_user_id
  if (cookie) reply.header('set-cookie', cookie)
  return answer
}

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/** `secret`: for the cookie; none where the client keeps the token alone */
type Issued = { driverId: string; token: string; secret: string | null }

/** A browser keeps the secret that another sign-in of the same driver is bound to: its other tabs go on. */
const findSecret = async (tx: Queryable, driverId: string, cookies: string[] | null, now: Temporal.Instant) => {
  if (!cookies) return null
  const known = await store.findBoundCookie(tx, driverId, now, cookies.map(hashToken))
  return cookies.find(cookie => known?.equals(hashToken(cookie))) ?? makeToken()
}

/** `byCode`: it may set a new password; `credentialId`: of the passkey that signed in */
type Entrance = SignInClient & { byCode?: boolean; credentialId?: Buffer }

const issueToken = async (
  tx: Queryable,
  driverId: string,
  { cookies, browser, system, byCode = false, credentialId }: Entrance,
  now: Temporal.Instant,
): Promise<Issued> => {
  const token = makeToken()
  const secret = await findSecret(tx, driverId, cookies, now)
  const tokenHash = hashToken(token)
  const cookieHash = secret === null ? null : hashToken(secret)
  const expiresAt = now.add({ seconds: tokenSeconds })
  const row = { tokenHash, driverId, expiresAt, byCode, cookieHash, browser, system, credentialId }
  await store.insertToken(tx, { ...row, most: tokenLimits.mostPerDriver }, now)
  return { driverId, token, secret }
}

export const createSignIn = ({ db, config, challenges, vehicles }: Deps) => {
  const cookieOf = signInCookie(config.publicUrl)

  /** Who signs in has proved himself: the first link goes to an e-mail that was never confirmed (D-103). */
  const enter = async (tx: Queryable, driverId: string, client: Entrance, now: Temporal.Instant): Promise<Issued> => {
    await challenges.sendEmailLink(tx, driverId, 1, now)
    return issueToken(tx, driverId, client, now)
  }

  const signInByPassword = async (
    { username, password }: { username: string; password: string },
    client: SignInClient,
    now: Temporal.Instant,
  ) => {
    const { key } = readLogin(username)
    const login = await store.findLogin(db.pool, key)
    await requireAttempt(db.pool, 'password', key, now, login?.driver_id)
    const matches = await verifyPassword(login?.password_hash ?? null, password)
    if (!login || !matches) throw new Refusal('wrong_credentials')
    return db.transaction(async tx => {
      await resetAttempts(tx, ['password', 'code'], [key, login.email, login.phone])
      return enter(tx, login.driver_id, client, now)
    })
  }

  /** A refused attempt counts too, so refusals are thrown after the commit. */
  const signInByCode = async (
    { challenge_id: challengeId, code: digits }: { challenge_id: string; code: string },
    client: SignInClient,
    now: Temporal.Instant,
  ) => {
    const byCode = { ...client, byCode: true }
    if (!uuid.test(challengeId)) throw new Refusal('code_expired')
    const outcome = await db.transaction(async tx => {
      const tried = await challenges.tryCode(tx, { challengeId, digits }, now)
      if (!tried) return 'code_expired'
      if (!tried.matches) return 'wrong_credentials'
      const { registration } = tried
      if (!registration) return tried.driver_id ? enter(tx, tried.driver_id, byCode, now) : 'code_expired'
      const settled = await settleRegistration(tx, registration, vehicles.addPlate, now)
      return settled.taken ?? enter(tx, settled.driverId, byCode, now)
    })
    if (typeof outcome === 'string') throw new Refusal(outcome)
    return outcome
  }

  const answerOf = async ({ driverId, token, secret }: Issued): Promise<SignedIn> => {
    const [row, owns] = await Promise.all([store.getDriver(db.pool, driverId), vehicles.hasVehicle(driverId)])
    const answer: Answer<typeof contract.token> = {
      access_token: token,
      token_type: 'bearer',
      expires_in: tokenSeconds,
      app_id: appId,
      p_user_id: driverId,
      client_id: '0',
      is_vehicle: owns ? 'true' : 'false',
      user_data: userOf(row),
    }
    return { answer, cookie: secret === null ? null : cookieOf(secret, tokenSeconds) }
  }

  return {
    /** For an account that is recovered. */
    enter,
    answerOf,

    token: async (body: Input<typeof contract.token>['body'], client: SignInClient, now: Temporal.Instant) =>
      answerOf(
        body.grant_type === 'password'
          ? await signInByPassword(body, client, now)
          : await signInByCode(body, client, now),
      ),

    /** For who proved himself by a passkey: `settle` notes its use in the same transaction. */
    signInProven: async (
      { driverId, credentialId }: { driverId: string; credentialId: Buffer },
      settle: (tx: Queryable) => Promise<void>,
      client: SignInClient,
      now: Temporal.Instant,
    ) =>
      answerOf(
        await db.transaction(async tx => {
          await settle(tx)
          return enter(tx, driverId, { ...client, credentialId }, now)
        }),
      ),

    sendCode: async (
      destination: string,
      language: Language,
      from: string,
      now: Temporal.Instant,
    ): Promise<Answer<typeof contract.sendCode>> => {
      const { key, channel: typed } = readLogin(destination)
      const login = await store.findLogin(db.pool, key)
      const channel: Channel = login && !login.email ? 'sms' : typed
      return challenges.open(
        {
          destination: key,
          channel,
          driverId: login?.driver_id ?? null,
          registration: null,
          recipient: login && (channel === 'mail' ? login.email : login.phone),
          language: login?.language ?? language,
          from,
        },
        now,
      )
    },

    /** Ends every other token, for whoever knew the old password may hold one. */
    resetPassword: async ({ tokenHash }: Driver, password: string, now: Temporal.Instant) => {
      requireUncommon('NewPassword', password)
      const passwordHash = await hashPassword(password)
      return db.transaction(async tx => {
        const login = await store.setPassword(tx, tokenHash, passwordHash, now.subtract({ minutes: resetMinutes }))
        if (!login) throw new Refusal('code_expired')
        await store.deleteOtherTokens(tx, login.driver_id, tokenHash)
        await enqueueNotice(tx, {
          driverId: login.driver_id,
          kind: 'security',
          text: (language, channel) => {
            const { passwordSubject, passwordMail, passwordSms } = words[language]
            return { subject: passwordSubject, body: channel === 'mail' ? passwordMail : passwordSms }
          },
          at: now,
          until: now.add({ hours: noticeHours }),
        })
        return { Message: words[login.language].done }
      })
    },

    /** Ends the sign-ins made with a passkey that is about to go, except the one that asks. */
    endPasskeySignIns: (tx: Queryable, { tokenHash }: Driver, credentialId: Buffer) =>
      store.deletePasskeyTokens(tx, credentialId, tokenHash),

    logout: async ({ tokenHash, language }: Driver) => {
      await store.deleteToken(db.pool, tokenHash)
      return { answer: { Message: words[language].done }, cookie: cookieOf('', 0) }
    },
  }
}
export type SignIn = ReturnType<typeof createSignIn>
