// Recovering an account without password and passkey: both contacts at once, or one and a wait that the others can stop.
import { randomUUID } from 'node:crypto'
import type * as contract from '@parkit/contract/driver/recovery'
import type { Answer, Input } from '@parkit/contract/platform/call'
import { recovery as limits } from '@parkit/contract/platform/limits'
import { enqueueNotice } from '#messaging/notices/notices.ts'
import { type Driver, hashToken, makeToken } from '#platform/auth.ts'
import type { Config } from '#platform/config.ts'
import type { Database, Queryable } from '#platform/db.ts'
import { Refusal, refuse } from '#platform/errors.ts'
import type { Channel } from '#platform/outbox.ts'
import { endContactChallenges, releaseChallenge } from './challenge-store.ts'
import type { Challenges } from './challenges.ts'
import { noticeHours } from './contacts.ts'
import type { SignInClient } from './device.ts'
import * as store from './recovery-store.ts'
import type { SignIn } from './sign-in.ts'
import { clearPassword, deleteOtherTokens } from './store.ts'
import { en } from './words.en.ts'
import { es } from './words.es.ts'
import { hi } from './words.hi.ts'

const words = { en, es, hi }

type Instant = Temporal.Instant
type Deps = {
  db: Database
  config: Pick<Config, 'publicUrl'>
  challenges: Challenges
  signIn: Pick<SignIn, 'enter' | 'answerOf'>
}
type Proven = { driverId: string; channels: Channel[] }

const waitHours = { mail: limits.mailHours, sms: limits.smsHours }

export const createRecovery = ({ db, config, challenges, signIn }: Deps) => {
  /** Where one code is wrong, the right one stays good: both are typed again. */
  const tryCodes = async (
    tx: Queryable,
    codes: Input<typeof contract.recover>['body']['Codes'],
    now: Instant,
  ): Promise<Proven | 'wrong_credentials' | 'code_expired'> => {
    const tried = []
    // in one order, so that two requests with the same codes never wait for each other
    for (const { ChallengeId, Code } of codes.toSorted((a, b) => (a.ChallengeId < b.ChallengeId ? -1 : 1)))
      tried.push({
        ChallengeId,
        outcome: await challenges.tryCode(tx, { challengeId: ChallengeId, digits: Code }, now),
      })
    const [first, ...rest] = tried.map(({ outcome }) => outcome)
    const outcomes = [first, ...rest]
    const isRight = outcomes.every(outcome => outcome?.matches)
    const channels = outcomes.flatMap(outcome => outcome?.channel ?? [])
    const isOneDriver = first?.driver_id && rest.every(other => other?.driver_id === first.driver_id)
    if (isRight && isOneDriver && new Set(channels).size === codes.length)
      return { driverId: first.driver_id!, channels }
    for (const { ChallengeId, outcome } of tried) if (outcome?.matches) await releaseChallenge(tx, ChallengeId)
    return outcomes.some(outcome => outcome && !outcome.matches) ? 'wrong_credentials' : 'code_expired'
  }

  const begin = async (tx: Queryable, driverId: string, channel: Channel, now: Instant): Promise<Instant> => {
    const [recoveryId, secret] = [randomUUID(), makeToken()]
    const hours = waitHours[channel]
    const readyAt = now.add({ hours })
    const expiresAt = readyAt.add({ hours: 24 * limits.openDays })
    await store.insertRecovery(
      tx,
      { recoveryId, driverId, channel, stopHash: hashToken(secret), readyAt, expiresAt },
      now,
    )
    const link = `${config.publicUrl}/stoprecovery#${recoveryId}.${secret}`
    await enqueueNotice(tx, {
      driverId,
      kind: 'security',
      text: (language, to) => {
        const { recoverySubject, recoveryMail, recoverySms } = words[language]
        return { subject: recoverySubject, body: (to === 'mail' ? recoveryMail : recoverySms)(hours, link) }
      },
      at: now,
      until: readyAt,
    })
    return readyAt
  }

  /** Passkeys stay, for who recovers to look at; whatever else opens the account ends. */
  const finish = async (tx: Queryable, driverId: string, client: SignInClient, now: Instant) => {
    const entered = await signIn.enter(tx, driverId, { ...client, byCode: true }, now)
    await deleteOtherTokens(tx, driverId, hashToken(entered.token))
    await clearPassword(tx, driverId)
    await endContactChallenges(tx, driverId, now)
    await store.deleteRecoveries(tx, driverId)
    await enqueueNotice(tx, {
      driverId,
      kind: 'security',
      text: (language, to) => {
        const { recoveredSubject, recoveredMail, recoveredSms } = words[language]
        return { subject: recoveredSubject, body: to === 'mail' ? recoveredMail : recoveredSms }
      },
      at: now,
      until: now.add({ hours: noticeHours }),
    })
    return entered
  }

  const list = async ({ driverId, tokenHash }: Driver, now: Instant): Promise<Answer<typeof contract.recoveries>> => ({
    Items: (await store.listStoppable(db.pool, driverId, tokenHash, now)).map(row => ({
      RecoveryId: row.recovery_id,
      By: row.channel,
      BegunAt: row.begun_at.toString(),
      ReadyAt: row.ready_at.toString(),
    })),
  })

  return {
    list,

    /** A refused attempt counts, and a wait begins, so refusals are thrown after the commit. */
    recover: async ({ Codes }: Input<typeof contract.recover>['body'], client: SignInClient, now: Instant) => {
      const outcome = await db.transaction(async tx => {
        const proven = await tryCodes(tx, Codes, now)
        if (typeof proven === 'string') return { refused: new Refusal(proven) }
        const { driverId, channels } = proven
        await store.lockDriver(tx, driverId)
        const [channel] = channels
        const waiting = channels.length === 1 ? await store.findRecovery(tx, driverId, channel!, now) : null
        const isReady = channels.length > 1 || (waiting && Temporal.Instant.compare(waiting.ready_at, now) <= 0)
        if (isReady) return { entered: await finish(tx, driverId, client, now) }
        const readyAt = waiting?.ready_at ?? (await begin(tx, driverId, channel!, now))
        return { refused: new Refusal('recovery_waiting', { extra: { ReadyAt: readyAt.toString() } }) }
      })
      if (outcome.refused) throw outcome.refused
      return signIn.answerOf(outcome.entered)
    },

    stop: async (driver: Driver, recoveryId: string, now: Instant) => {
      if (!(await store.stop(db.pool, driver.driverId, driver.tokenHash, recoveryId))) refuse('not_found')
      return list(driver, now)
    },

    stopByLink: async ({ RecoveryId, Secret }: Input<typeof contract.stopRecoveryByLink>['body']) => {
      if (!(await store.stopByLink(db.pool, RecoveryId, hashToken(Secret)))) refuse('not_found')
      return { Message: '' }
    },
  }
}
