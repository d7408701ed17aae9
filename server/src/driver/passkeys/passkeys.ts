// Passkeys: added with a recent proof, listed, named, and removed; they sign a driver in and prove who he is.

import type * as contract from '@parkit/contract/driver/passkeys'
import type { CreatedCredential } from '@parkit/contract/driver/passkeys-schemas'
import type { Answer, Input } from '@parkit/contract/platform/call'
import { passkey as limits } from '@parkit/contract/platform/limits'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type * as z from 'zod/mini'
import { type Account, recordProof, requireRecentProof, type SignInClient } from '#driver/account/account.ts'
import { enqueueNotice } from '#messaging/notices/notices.ts'
import type { Driver } from '#platform/auth.ts'
import type { Config } from '#platform/config.ts'
import type { Database, Queryable } from '#platform/db.ts'
import { Refusal, refuse } from '#platform/errors.ts'
import { relyingPartyOf } from './relying-party.ts'
import * as store from './store.ts'
import { en } from './words.en.ts'
import { es } from './words.es.ts'
import { hi } from './words.hi.ts'

/** Loaded by the first call that needs it: its 200 files are an eighth of a start. */
const webauthn = () => import('@simplewebauthn/server')

type Deps = {
  db: Database
  config: Pick<Config, 'publicUrl'>
  account: Pick<Account, 'profile' | 'signInProven' | 'endPasskeySignIns'>
}
type Instant = Temporal.Instant

/** a notice of a changed passkey is dropped if it can't be sent for so long */
const noticeHours = 24

/** EdDSA, ES256, RS256. Post-quantum keys wait until Node’s API for them is stable: a passkey must work for years. */
const supportedAlgorithmIDs = [-8, -7, -257]

const bytesOf = (base64url: string) => Buffer.from(base64url, 'base64url')
/** What an authenticator keeps of the driver: a random id, no name, e-mail, or phone. */
const userHandleOf = (driverId: string) => Buffer.from(driverId.replaceAll('-', ''), 'hex')

/** The challenge that the browser says it answers; the verification that follows compares all of it. */
const challengeIn = (clientDataJSON: string): Buffer => {
  try {
    const { challenge } = JSON.parse(bytesOf(clientDataJSON).toString()) as { challenge?: unknown }
    return bytesOf(String(challenge))
  } catch {
    throw new Refusal('passkey_refused')
  }
}

/** The library throws at whatever is wrong with a response. */
const verified = async <T extends { verified: boolean }>(verify: () => Promise<T>): Promise<T> => {
  const outcome = await verify().catch(() => null)
  return outcome?.verified ? outcome : refuse('passkey_refused')
}

export const createPasskeys = ({ db, config, account }: Deps) => {
  const { id: rpID, origins: expectedOrigin } = relyingPartyOf(config.publicUrl)
  const rules = { expectedOrigin, expectedRPID: rpID, requireUserVerification: true }

  const openChallenge = (
    options: { challenge: string },
    purpose: store.Challenge['purpose'],
    driverId: string | null,
    now: Instant,
  ) => {
    const challenge = bytesOf(options.challenge)
    return store.insertChallenge(db.pool, { challenge, purpose, driverId }, now.add({ minutes: limits.minutes }), now)
  }

  /** Used up also by a response that is refused afterwards. */
  const takeChallenge = async (
    { clientDataJSON }: { clientDataJSON: string },
    purpose: store.Challenge['purpose'],
    driverId: string | null,
    now: Instant,
  ): Promise<string> => {
    const challenge = challengeIn(clientDataJSON)
    if (!(await store.takeChallenge(db.pool, { challenge, purpose, driverId }, now))) refuse('passkey_refused')
    return challenge.toString('base64url')
  }

  const list = async ({ driverId }: Driver): Promise<Answer<typeof contract.passkeys>> => {
    const [rows, declined] = await Promise.all([
      store.listPasskeys(db.pool, driverId),
      store.hasDeclinedOffer(db.pool, driverId),
    ])
    return {
      Items: rows.map(row => ({
        PasskeyId: row.passkey_id,
        Name: row.name,
        AddedAt: row.made_at.toString(),
        LastUsedAt: row.last_used_at?.toString() ?? null,
        BackedUp: row.backed_up,
      })),
      Offer: rows.length === 0 && !declined,
    }
  }

  const notifyOfChange = (tx: Queryable, change: 'added' | 'removed', driverId: string, name: string, now: Instant) =>
    enqueueNotice(tx, {
      driverId,
      kind: 'security',
      text: (language, channel) => {
        const words = { en, es, hi }[language]
        const [mail, sms] =
          change === 'added' ? [words.addedMail, words.addedSms] : [words.removedMail, words.removedSms]
        return {
          subject: change === 'added' ? words.addedSubject : words.removedSubject,
          body: channel === 'mail' ? mail(name) : sms,
        }
      },
      at: now,
      until: now.add({ hours: noticeHours }),
    })

  /** The passkey that signed this response for `driverId`, or for whoever holds it; `settle` notes its use. */
  const requireAssertion = async (
    credential: contract.AssertedCredential,
    purpose: 'signIn' | 'prove',
    driverId: string | null,
    now: Instant,
  ) => {
    const expectedChallenge = await takeChallenge(credential.response, purpose, driverId, now)
    const passkey = (await store.findPasskey(db.pool, bytesOf(credential.id))) ?? refuse('passkey_refused')
    const { userHandle } = credential.response
    const isHolder = driverId === null ? userHandle !== undefined : passkey.driver_id === driverId
    const isHandle = !userHandle || bytesOf(userHandle).equals(userHandleOf(passkey.driver_id))
    if (!isHolder || !isHandle) refuse('passkey_refused')
    const { authenticationInfo } = await verified(async () =>
      (await webauthn()).verifyAuthenticationResponse({
        ...rules,
        response: { ...credential, clientExtensionResults: {} } as AuthenticationResponseJSON,
        expectedChallenge,
        credential: { id: credential.id, publicKey: new Uint8Array(passkey.public_key), counter: passkey.counter },
      }),
    )
    const { newCounter, credentialBackedUp } = authenticationInfo
    const settle = async (tx: Queryable) => {
      if (!(await store.noteUse(tx, passkey.credential_id, passkey.counter, newCounter, credentialBackedUp, now)))
        refuse('passkey_refused')
    }
    return { driverId: passkey.driver_id, credentialId: passkey.credential_id, settle }
  }

  return {
    list,

    options: async (driver: Driver, now: Instant): Promise<Answer<typeof contract.passkeyOptions>> => {
      await requireRecentProof(db.pool, driver, now)
      const { driverId } = driver
      const [{ UserName, FirstName, LastName }, known] = await Promise.all([
        account.profile(driverId),
        store.describePasskeys(db.pool, driverId),
      ])
      if (known.length >= limits.most) refuse('passkeys_many')
      const {
        extensions: _,
        hints: __,
        ...Options
      } = await (await webauthn()).generateRegistrationOptions({
        rpName: 'ParkIt',
        rpID,
        userID: new Uint8Array(userHandleOf(driverId)),
        userName: UserName,
        userDisplayName: `${FirstName} ${LastName}`.trim() || UserName,
        timeout: limits.minutes * 60_000,
        attestationType: 'none',
        supportedAlgorithmIDs,
        excludeCredentials: known.map(row => ({
          id: row.credential_id.toString('base64url'),
          transports: row.transports,
        })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      })
      await openChallenge(Options, 'add', driverId, now)
      return { Options } as Answer<typeof contract.passkeyOptions>
    },

    add: async (
      driver: Driver,
      { Name, Credential }: { Name: string; Credential: z.infer<typeof CreatedCredential> },
      now: Instant,
    ) => {
      await requireRecentProof(db.pool, driver, now)
      const { driverId } = driver
      const expectedChallenge = await takeChallenge(Credential.response, 'add', driverId, now)
      const response = { ...Credential, clientExtensionResults: {} } as RegistrationResponseJSON
      const { registrationInfo } = await verified(async () =>
        (await webauthn()).verifyRegistrationResponse({ ...rules, response, expectedChallenge, supportedAlgorithmIDs }),
      )
      const { credential, credentialBackedUp } = registrationInfo!
      const made = {
        credentialId: bytesOf(credential.id),
        driverId,
        publicKey: Buffer.from(credential.publicKey),
        counter: credential.counter,
        transports: Credential.response.transports ?? [],
        name: Name,
        backedUp: credentialBackedUp,
      }
      await db.transaction(async tx => {
        if ((await store.countPasskeys(tx, driverId)) >= limits.most) refuse('passkeys_many')
        if (!(await store.insertPasskey(tx, made, now))) refuse('passkey_refused')
        await notifyOfChange(tx, 'added', driverId, Name, now)
      })
      return list(driver)
    },

    rename: async (driver: Driver, passkeyId: string, name: string) => {
      if (!(await store.renamePasskey(db.pool, driver.driverId, passkeyId, name))) refuse('not_found')
      return list(driver)
    },

    remove: async (driver: Driver, passkeyId: string, now: Instant) => {
      await requireRecentProof(db.pool, driver, now)
      await db.transaction(async tx => {
        const { name, credential_id } = (await store.lockPasskey(tx, driver.driverId, passkeyId)) ?? refuse('not_found')
        await account.endPasskeySignIns(tx, driver, credential_id)
        await store.deletePasskey(tx, credential_id)
        await notifyOfChange(tx, 'removed', driver.driverId, name, now)
      })
      return list(driver)
    },

    declineOffer: async (driver: Driver, now: Instant) => {
      await store.declineOffer(db.pool, driver.driverId, now)
      return list(driver)
    },

    host: async (): Promise<Answer<typeof contract.passkeyHost>> => ({ Host: rpID }),

    /** The browser finds the passkey: no list is sent, so nothing is said of who has an account. */
    signInOptions: async (now: Instant): Promise<Answer<typeof contract.signInOptions>> => {
      const Options = await (await webauthn()).generateAuthenticationOptions({
        rpID,
        userVerification: 'required',
        timeout: limits.minutes * 60_000,
      })
      await openChallenge(Options, 'signIn', null, now)
      return { Options } as Answer<typeof contract.signInOptions>
    },

    signIn: async (
      { Credential }: Input<typeof contract.signInByPasskey>['body'],
      client: SignInClient,
      now: Instant,
    ) => {
      const { settle, ...holder } = await requireAssertion(Credential, 'signIn', null, now)
      return account.signInProven(holder, settle, client, now)
    },

    proofOptions: async ({ driverId }: Driver, now: Instant): Promise<Answer<typeof contract.proofOptions>> => {
      const known = await store.describePasskeys(db.pool, driverId)
      if (known.length === 0) refuse('passkey_refused')
      const Options = await (await webauthn()).generateAuthenticationOptions({
        rpID,
        userVerification: 'required',
        timeout: limits.minutes * 60_000,
        allowCredentials: known.map(row => ({
          id: row.credential_id.toString('base64url'),
          transports: row.transports,
        })),
      })
      await openChallenge(Options, 'prove', driverId, now)
      return { Options } as Answer<typeof contract.proofOptions>
    },

    prove: async (driver: Driver, { Credential }: Input<typeof contract.proveByPasskey>['body'], now: Instant) => {
      const { settle } = await requireAssertion(Credential, 'prove', driver.driverId, now)
      return db.transaction(async tx => {
        await settle(tx)
        return recordProof(tx, driver, now)
      })
    },
  }
}
export type Passkeys = ReturnType<typeof createPasskeys>
