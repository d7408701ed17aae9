// The account's front door: registering, signing in by password or code, tokens, the user record.
import { randomUUID } from 'node:crypto'
import type * as contract from '@parkit/contract/driver/account'
import type { Answer, Input } from '@parkit/contract/platform/call'
import type { Language } from '@parkit/contract/platform/errors'
import { token as tokenLimits } from '@parkit/contract/platform/limits'
import { toDollars } from '@parkit/contract/platform/money'
import type { Options } from '#driver/options/options.ts'
import type { Vehicles } from '#driver/vehicles/vehicles.ts'
import type { TopUpSettings } from '#money/topup/topup.ts'
import { appId, type Driver, hashToken, makeToken } from '#platform/auth.ts'
import type { Clock } from '#platform/clock.ts'
import type { Config } from '#platform/config.ts'
import type { Database, Queryable } from '#platform/db.ts'
import { Refusal, refuse, refuseField } from '#platform/errors.ts'
import { createMailSender } from '#platform/mail.ts'
import { type Channel, queueMessage, type Sender, sendMessages, type Tell } from '#platform/outbox.ts'
import { createSmsSender } from '#platform/sms.ts'
import { createSandboxMessages } from '#sandbox/sandbox.ts'
import { createChallenges } from './challenges.ts'
import { settleRegistration } from './claiming.ts'
import { settleContact } from './contacts.ts'
import { forgetTries, requireTry } from './guesses.ts'
import { readLogin, storedEmail } from './logins.ts'
import { requirePerson, requirePhone, requireUncommon, userOf } from './person.ts'
import { findPhotoUrl } from './photo.ts'
import { hashPassword, verifyPassword } from './secrets.ts'
import { createSignIns } from './sign-ins.ts'
import * as store from './store.ts'
import { en } from './words.en.ts'
import { hi } from './words.hi.ts'

type Deps = {
  db: Database
  clock: Clock
  /** where mail or text messages are not set, the sandbox stands in and a code is also handed to the caller */
  config: Pick<Config, Channel | 'logLevel' | 'rateLimit'>
  vehicles: Pick<Vehicles, 'hasVehicle' | 'requirePlate' | 'addPlate'>
  options: Pick<Options, 'get' | 'change'>
  topUps: Pick<TopUpSettings, 'change'>
  /** shows whoever runs the server what the sandbox was handed */
  print?: (line: string) => void
}

/** how long after signing in by a code a new password may be set */
const resetMinutes = 10
/** after that, nobody needs to hear that a password was changed */
const noticeHours = 24
const tokenSeconds = tokenLimits.days * 24 * 3600

const words = { en, hi }
const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

const sendersOf = ({ config: { mail, sms, logLevel }, db, print = console.log }: Deps): Record<Channel, Sender> => {
  const sandbox = createSandboxMessages(db.pool, logLevel === 'silent' ? () => {} : print)
  return { mail: mail ? createMailSender(mail) : sandbox, sms: sms ? createSmsSender(sms) : sandbox }
}

export const createAccount = (deps: Deps) => {
  const { db, clock, config, vehicles, options, topUps } = deps
  const challenges = createChallenges({ db, config })

  const openRegistration = (registration: store.Registration, from: string, now: Temporal.Instant) => {
    const { phone, language } = registration
    const opening = { destination: phone, channel: 'sms', driverId: null, recipient: phone } as const
    return challenges.open({ ...opening, registration, language, from }, now)
  }

  const issueToken = async (tx: Queryable, driverId: string, byCode: boolean, now: Temporal.Instant) => {
    const token = makeToken()
    await store.insertToken(
      tx,
      {
        tokenHash: hashToken(token),
        driverId,
        expiresAt: now.add({ seconds: tokenSeconds }),
        byCode,
        most: tokenLimits.mostPerDriver,
      },
      now,
    )
    return { driverId, token }
  }

  const signInByPassword = async (username: string, password: string, now: Temporal.Instant) => {
    const { key } = readLogin(username)
    await requireTry(db.pool, 'password', key, now)
    const login = await store.findLogin(db.pool, key)
    const matches = await verifyPassword(login?.password_hash ?? null, password)
    if (!login || !matches) throw new Refusal('wrong_credentials')
    return db.transaction(async tx => {
      await forgetTries(tx, ['password', 'code'], [key, login.email, login.phone])
      return issueToken(tx, login.driver_id, false, now)
    })
  }

  /** The try counts also where it is refused, so refusals are thrown after the commit. */
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

  /** Whoever has an open phone in his hand has its token too, and must not take the account with it. */
  const requireHimself = async (
    driverId: string,
    tokenHash: Buffer,
    password: string | undefined,
    now: Temporal.Instant,
  ) => {
    const standing = await store.getStanding(db.pool, tokenHash, now.subtract({ minutes: tokenLimits.freshMinutes }))
    if (standing.fresh) return
    if (!standing.password_hash) refuse('sign_in_again')
    if (!password) refuseField('Password', 'password_again')
    await requireTry(db.pool, 'password', driverId, now)
    if (!(await verifyPassword(standing.password_hash, password!))) refuse('wrong_credentials')
    await forgetTries(db.pool, ['password'], [driverId])
  }

  const tell: Tell = async (tx, driverId, say, now, expiresAt) => {
    const { email, phone, language } = await store.getDriver(tx, driverId)
    // the account is deleted
    if (!email && !phone) return
    const to = email
      ? ({ channel: 'mail', recipient: email } as const)
      : ({ channel: 'sms', recipient: phone } as const)
    await queueMessage(tx, { ...to, ...say(language) }, now, expiresAt)
  }

  return {
    /** The caller of a request; none where the token is unknown, ended or expired. */
    findDriver: async (token: string): Promise<Driver | null> =>
      (await store.findTokenDriver(db.pool, hashToken(token), clock.now()))?.driver ?? null,

    register: async (
      body: Input<typeof contract.register>['body'],
      language: Language,
      from: string,
      now: Temporal.Instant,
    ): Promise<Answer<typeof contract.register>> => {
      const phone = requirePhone(body.PhoneNumber)
      const registration = { driverId: randomUUID(), ...(await requirePerson(body)), phone, language }
      return { MemberId: registration.driverId, ...(await openRegistration(registration, from, now)) }
    },

    /** The same answer whether or not the phone has an account: the code opens a new one, or signs in to the one there is. */
    quickRegister: async (
      body: Input<typeof contract.quickRegister>['body'],
      language: Language,
      from: string,
      now: Temporal.Instant,
    ): Promise<Answer<typeof contract.quickRegister>> => {
      const phone = requirePhone(body.PhoneNumber)
      const plate = vehicles.requirePlate(body)
      const nameless = { firstName: '', lastName: '', email: null, passwordHash: null }
      return openRegistration({ driverId: randomUUID(), ...nameless, phone, language, plate }, from, now)
    },

    /** A password that was set by code is only replaced soon after another code. */
    complete: async (
      { driverId, tokenHash }: Driver,
      body: Input<typeof contract.complete>['body'],
      now: Temporal.Instant,
    ): Promise<Answer<typeof contract.complete>> => {
      const person = await requirePerson(body)
      return db.transaction(async tx => {
        await store.lockUserName(tx, person.email)
        const claimable = await store.getClaimable(tx, tokenHash, now.subtract({ minutes: resetMinutes }))
        if (claimable.complete) refuse('account_complete')
        if (claimable.has_password && !claimable.by_code) refuse('code_expired')
        if (!(await store.completeDriver(tx, driverId, person))) refuse('email_taken')
        return userOf(await store.getDriver(tx, driverId))
      })
    },

    sendCode: async (
      destination: string,
      language: Language,
      from: string,
      now: Temporal.Instant,
    ): Promise<Answer<typeof contract.sendCode>> => {
      const { key, channel: told } = readLogin(destination)
      const login = await store.findLogin(db.pool, key)
      const channel: Channel = login && !login.email ? 'sms' : told
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

    /** The code goes to the new one, also where it belongs to somebody: that is told to whoever can read it. */
    changeContact: async (
      { driverId, tokenHash, language }: Driver,
      { EmailAddress, PhoneNumber, Password }: Input<typeof contract.changeContact>['body'],
      from: string,
      now: Temporal.Instant,
    ): Promise<Answer<typeof contract.changeContact>> => {
      await requireHimself(driverId, tokenHash, Password, now)
      const to: { channel: Channel; destination: string } = EmailAddress
        ? { channel: 'mail', destination: storedEmail(EmailAddress) }
        : { channel: 'sms', destination: requirePhone(PhoneNumber ?? '') }
      const opening = { ...to, recipient: to.destination, driverId, registration: null, isContact: true }
      return challenges.open({ ...opening, language, from }, now)
    },

    /** The try counts also where it is refused, so refusals are thrown after the commit. */
    confirmContact: async (
      { driverId }: Driver,
      { ChallengeId, Code }: Input<typeof contract.confirmContact>['body'],
      now: Temporal.Instant,
    ): Promise<Answer<typeof contract.confirmContact>> => {
      const refused = await db.transaction(async tx => {
        const tried = await challenges.tryCode(tx, { challengeId: ChallengeId, digits: Code, isContact: true }, now)
        if (!tried || tried.driver_id !== driverId) return 'code_expired'
        return tried.matches ? settleContact(tx, driverId, tried, now) : 'wrong_credentials'
      })
      if (refused) throw new Refusal(refused)
      return userOf(await store.getDriver(db.pool, driverId))
    },

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

    /** Ends every other token, for whoever knew the old password may hold one. */
    resetPassword: async ({ tokenHash }: Driver, password: string, now: Temporal.Instant) => {
      requireUncommon('NewPassword', password)
      const passwordHash = await hashPassword(password)
      return db.transaction(async tx => {
        const login = await store.setPassword(tx, { tokenHash, passwordHash }, now.subtract({ minutes: resetMinutes }))
        if (!login) throw new Refusal('code_expired')
        await store.deleteOtherTokens(tx, login.driver_id, tokenHash)
        const said = words[login.language]
        const message = login.email
          ? { channel: 'mail' as const, recipient: login.email, body: said.passwordMail }
          : { channel: 'sms' as const, recipient: login.phone, body: said.passwordSms }
        await queueMessage(tx, { ...message, subject: said.passwordSubject }, now, now.add({ hours: noticeHours }))
        return { Message: said.done }
      })
    },

    logout: async ({ tokenHash, language }: Driver) => {
      await store.deleteToken(db.pool, tokenHash)
      return { Message: words[language].done }
    },

    signIns: createSignIns({ db }),

    profile: async (driverId: string): Promise<Answer<typeof contract.profile>> => {
      const [row, parking, PhotoUrl] = await Promise.all([
        store.getDriver(db.pool, driverId),
        options.get(driverId),
        findPhotoUrl(db.pool, driverId),
      ])
      return {
        ...userOf(row),
        ...parking,
        PhotoUrl,
        DefaultAddAmount: toDollars(row.default_add_cents ?? row.min_balance_cents),
        Language: row.language,
      }
    },

    /** Answers all settings, changed or not. */
    changeSettings: async (
      { driverId, language }: Driver,
      {
        Language,
        AutoTopUp,
        MinBalance,
        DefaultAddAmount,
        TopUpCeiling,
        ...parking
      }: Input<typeof contract.settings>['body'],
    ): Promise<Answer<typeof contract.settings>> => {
      // the one that may be refused comes first
      const topUp = await topUps.change(driverId, { AutoTopUp, MinBalance, DefaultAddAmount, TopUpCeiling })
      if (Language) await store.setLanguage(db.pool, driverId, Language)
      return { Language: Language ?? language, ...(await options.change(driverId, parking)), ...topUp }
    },

    tell,

    /** In cents. While an amount to add was never set, it is the minimum balance (D-30). */
    getTopUpSettings: async (driverId: string) => {
      const row = await store.getDriver(db.pool, driverId)
      return {
        minBalanceCents: row.min_balance_cents,
        defaultAddCents: row.default_add_cents ?? row.min_balance_cents,
      }
    },

    /** What is due and talks to the network: messages to send. */
    jobs: sendMessages(db, sendersOf(deps)),
  }
}
/** Staff's passwords and codes are made and kept the same way. */
export { forgetTries, requireTry } from './guesses.ts'
export { findPhone } from './logins.ts'
export { requireUncommon } from './person.ts'
export { hashCode, hashPassword, makeCode, verifyPassword } from './secrets.ts'
export { createSignedIn } from './signed-in.ts'
export type Account = ReturnType<typeof createAccount>
