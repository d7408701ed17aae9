// Signing in: by password or code, the token this gives, a new password, and signing out.
import type * as contract from '@parkit/contract/driver/account'
import type { Answer, Input } from '@parkit/contract/platform/call'
import type { Language } from '@parkit/contract/platform/errors'
import { token as tokenLimits } from '@parkit/contract/platform/limits'
import type { Vehicles } from '#driver/vehicles/vehicles.ts'
import { enqueueNotice } from '#messaging/notices/notices.ts'
import { appId, type Driver, hashToken, makeToken } from '#platform/auth.ts'
import type { Database, Queryable } from '#platform/db.ts'
import { Refusal } from '#platform/errors.ts'
import type { Channel } from '#platform/outbox.ts'
import { requireAttempt, resetAttempts } from './attempt-limit.ts'
import type { Challenges } from './challenges.ts'
import { readLogin } from './login-name.ts'
import { requireUncommon, userOf } from './person.ts'
import { settleRegistration } from './registration.ts'
import { hashPassword, resetMinutes, verifyPassword } from './secrets.ts'
import * as store from './store.ts'
import { en } from './words.en.ts'
import { hi } from './words.hi.ts'

type Deps = { db: Database; challenges: Challenges; vehicles: Pick<Vehicles, 'hasVehicle' | 'addPlate'> }

/** the notice of a changed password is dropped if it can't be sent for so long */
const noticeHours = 24
const tokenSeconds = tokenLimits.days * 24 * 3600

const words = { en, hi }
const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

const issueToken = async (tx: Queryable, driverId: string, byCode: boolean, now: Temporal.Instant) => {
  const token = makeToken()
  const expiresAt = now.add({ seconds: tokenSeconds })
  const row = { tokenHash: hashToken(token), driverId, expiresAt, byCode, most: tokenLimits.mostPerDriver }
  await store.insertToken(tx, row, now)
  return { driverId, token }
}

export const createSignIn = ({ db, challenges, vehicles }: Deps) => {
  const signInByPassword = async (username: string, password: string, now: Temporal.Instant) => {
    const { key } = readLogin(username)
    const login = await store.findLogin(db.pool, key)
    await requireAttempt(db.pool, 'password', key, now, login?.driver_id)
    const matches = await verifyPassword(login?.password_hash ?? null, password)
    if (!login || !matches) throw new Refusal('wrong_credentials')
    return db.transaction(async tx => {
      await resetAttempts(tx, ['password', 'code'], [key, login.email, login.phone])
      return issueToken(tx, login.driver_id, false, now)
    })
  }

  /** A refused attempt counts too, so refusals are thrown after the commit. */
  const signInByCode = async (challengeId: string, digits: string, now: Temporal.Instant) => {
    if (!uuid.test(challengeId)) throw new Refusal('code_expired')
    const outcome = await db.transaction(async tx => {
      const tried = await challenges.tryCode(tx, { challengeId, digits }, now)
      if (!tried) return 'code_expired'
      if (!tried.matches) return 'wrong_credentials'
      const { registration } = tried
      if (!registration) return tried.driver_id ? issueToken(tx, tried.driver_id, true, now) : 'code_expired'
      const settled = await settleRegistration(tx, registration, vehicles.addPlate, now)
      return settled.taken ?? issueToken(tx, settled.driverId, true, now)
    })
    if (typeof outcome === 'string') throw new Refusal(outcome)
    return outcome
  }

  return {
    token: async (
      body: Input<typeof contract.token>['body'],
      now: Temporal.Instant,
    ): Promise<Answer<typeof contract.token>> => {
      const { driverId, token } =
        body.grant_type === 'password'
          ? await signInByPassword(body.username, body.password, now)
          : await signInByCode(body.challenge_id, body.code, now)
      const [row, owns] = await Promise.all([store.getDriver(db.pool, driverId), vehicles.hasVehicle(driverId)])
      return {
        access_token: token,
        token_type: 'bearer',
        expires_in: tokenSeconds,
        app_id: appId,
        p_user_id: driverId,
        client_id: '0',
        is_vehicle: owns ? 'true' : 'false',
        user_data: userOf(row),
      }
    },

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

    logout: async ({ tokenHash, language }: Driver) => {
      await store.deleteToken(db.pool, tokenHash)
      return { Message: words[language].done }
    },
  }
}
