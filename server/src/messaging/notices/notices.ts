// The front door of notices: what drivers are told of, by the ways each chose, at most once by each.
import {
  type NoticeChannel,
  type NoticeKind,
  type NoticeSettings,
  noticeKinds,
} from '@parkit/contract/messaging/notices'
import type { Driver } from '#platform/auth.ts'
import type { Config } from '#platform/config.ts'
import type { Database } from '#platform/db.ts'
import { refuse, refuseField } from '#platform/errors.ts'
import { choicesOf } from './choices.ts'
import { createHanding } from './handing.ts'
import { createPush, isPushService } from './push.ts'
import { createSessionNotices } from './session-notices.ts'
import * as store from './store.ts'
import { createTapping, type Extends } from './tapping.ts'
import { createToldNotices } from './told-notices.ts'
import { en } from './words.en.ts'
import { hi } from './words.hi.ts'

type Deps = {
  db: Database
  config: Pick<Config, 'push' | 'pushServices' | 'publicUrl' | 'sandbox'>
  parking: Extends
}

/** more browsers than anybody signs in with */
const devicesMost = 20

export const createNotices = async ({ db, config, parking }: Deps) => {
  const push = await createPush({ db, config })
  const handOn = createHanding({ config, push })
  const tapping = await createTapping({ db, parking })

  const settings = async (driverId: string, now: Temporal.Instant): Promise<NoticeSettings> => {
    const { choices, email, phone, devices } =
      (await store.findListener(db.pool, driverId, now)) ?? refuse('unauthorized')
    return {
      Kinds: noticeKinds.map(Kind => {
        const wanted = choicesOf(
          Kind,
          choices.filter(({ kind }) => kind === Kind),
          email !== null,
        )
        return { Kind, Push: wanted.push, Mail: wanted.mail, Sms: wanted.sms }
      }),
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
      await store.setChoice(db.pool, driverId, { kind: Kind, channel: Channel, wanted: On })
      return settings(driverId, now)
    },

    /** Until the driver signs out there. Throws `bad_input` for what is no push service. */
    subscribe: async (
      driver: Driver,
      { endpoint, keys }: { endpoint: string; keys: { p256dh: string; auth: string } },
      now: Temporal.Instant,
    ) => {
      if (!isPushService(endpoint, config.pushServices)) refuseField('endpoint', 'invalid')
      await db.transaction(tx => store.upsertSubscription(tx, driver, { endpoint, ...keys }, devicesMost, now))
      return { Message: { en, hi }[driver.language].done }
    },

    unsubscribe: async ({ driverId, language }: Driver, endpoint: string) => {
      await store.deleteSubscription(db.pool, driverId, endpoint)
      return { Message: { en, hi }[language].done }
    },

    tapExtend: tapping.extend,

    /** What is due; each is handed on in the transaction that claims it. */
    handlers: { ...createSessionNotices(handOn, tapping.offer), ...createToldNotices(handOn) },
    /** What is due and talks to the network. */
    jobs: push.jobs,
  }
}
export type Notices = Awaited<ReturnType<typeof createNotices>>
export { type NoticeData, tellDriver } from './telling.ts'
