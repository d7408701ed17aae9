// The entry of notices: a driver's choices of channels, the browsers that take pushes, and the jobs that send what is due.
import {
  type NoticeChannel,
  type NoticeKind,
  type NoticeSettings,
  noticeKinds,
  type subscribe,
} from '@parkit/contract/messaging/notices'
import type { Input } from '@parkit/contract/platform/call'
import { reminder } from '@parkit/contract/platform/limits'
import type { Driver } from '#platform/auth.ts'
import type { Config } from '#platform/config.ts'
import type { Database } from '#platform/db.ts'
import { refuse, refuseField } from '#platform/errors.ts'
import { createAccountNotices } from './account-notices.ts'
import { channelsOf } from './channels.ts'
import { createDispatch } from './dispatch.ts'
import { createPush, isPushService, type RecordPush } from './push.ts'
import { createPushAction, type SessionExtension } from './push-action.ts'
import { createSessionNotices } from './session-notices.ts'
import * as store from './store.ts'
import { en } from './words.en.ts'
import { es } from './words.es.ts'
import { hi } from './words.hi.ts'

type Deps = {
  db: Database
  config: Pick<Config, 'push' | 'pushServices' | 'publicUrl'>
  parking: SessionExtension
  /** keeps what would be pushed, for the sandbox's outbox; none: not kept */
  recordPush: RecordPush | null
}

/** browsers of one driver */
const mostDevices = 20

export const createNotices = async ({ db, config, parking, recordPush }: Deps) => {
  const push = await createPush({ db, config, recordPush })
  const dispatchNotices = createDispatch({ config, push })
  const pushAction = await createPushAction({ db, parking })

  const settings = async (driverId: string, now: Temporal.Instant): Promise<NoticeSettings> => {
    const listener = (await store.findListener(db.pool, driverId, now)) ?? refuse('unauthorized')
    const { email, phone, devices, first_minutes, last_minutes } = listener
    return {
      Kinds: noticeKinds.map(Kind => {
        const { push: Push, mail: Mail, sms: Sms } = channelsOf(Kind, listener)
        return { Kind, Push, Mail, Sms }
      }),
      FirstMinutes: first_minutes ?? reminder.firstMinutes,
      LastMinutes: last_minutes ?? reminder.lastMinutes,
      Email: email,
      Phone: phone,
      PushKey: push.publicKey,
      PushDevices: devices.length,
    }
  }

  return {
    settings,

    choose: async (
      driverId: string,
      { Kind, Channel, On }: { Kind: NoticeKind; Channel: NoticeChannel; On: boolean },
      now: Temporal.Instant,
    ): Promise<NoticeSettings> => {
      await store.setChoice(db.pool, driverId, Kind, Channel, On)
      return settings(driverId, now)
    },

    setReminders: async (
      driverId: string,
      { FirstMinutes, LastMinutes }: { FirstMinutes: number; LastMinutes: number },
      now: Temporal.Instant,
    ): Promise<NoticeSettings> => {
      await store.setReminders(db.pool, driverId, FirstMinutes, LastMinutes, now)
      return settings(driverId, now)
    },

    /** Until the driver signs out there. Throws `bad_input` for what is no push service. */
    subscribe: async (
      driver: Driver,
      { endpoint, keys, Countdown: countdown = false }: Input<typeof subscribe>['body'],
      now: Temporal.Instant,
    ) => {
      if (!isPushService(endpoint, config.pushServices)) refuseField('endpoint', 'invalid')
      await db.transaction(tx =>
        store.upsertSubscription(tx, driver, { endpoint, ...keys, countdown }, mostDevices, now),
      )
      return { Message: { en, es, hi }[driver.language].done }
    },

    unsubscribe: async ({ driverId, language }: Driver, endpoint: string) => {
      await store.deleteSubscription(db.pool, driverId, endpoint)
      return { Message: { en, es, hi }[language].done }
    },

    extendFromPush: pushAction.extendFromPush,

    /** Jobs that dispatch notices in the transaction that claims them. */
    batches: createSessionNotices(dispatchNotices, pushAction.offerExtension),
    handlers: createAccountNotices(dispatchNotices),
    /** Jobs that talk to the network. */
    jobs: push.jobs,
  }
}
export type Notices = Awaited<ReturnType<typeof createNotices>>
export { enqueueNotice, type NoticeData, type NoticeText } from './notice-queue.ts'
export { createReceipt } from './receipt.ts'
