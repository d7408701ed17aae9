// Sessions whose bank withdrew the authorization: the amount is authorized again, three times at most, and the driver is notified.
import type { Method } from '@parkit/contract/money/cards'
import type { Language } from '@parkit/contract/platform/errors'
import { moneyText, toDollars } from '@parkit/contract/platform/money'
import { enqueueNotice } from '#messaging/notices/notices.ts'
import { isErased } from '#money/ledger/ledger.ts'
import { expectedRefusal } from '#platform/errors.ts'
import { houseTimeZone } from '#platform/house-time.ts'
import { systemKey } from '#platform/idempotency.ts'
import { cancel, schedule } from '#platform/jobs.ts'
import { dateText } from '#platform/time-text.ts'
import * as holds from './authorization-store.ts'
import { captureJob, recoveryJob } from './authorizations.ts'
import { chooseCard } from './card-fallback.ts'
import { type WaitDeps, waitForKeys } from './other-keys.ts'
import type { SessionPayments } from './session-payments.ts'
import * as store from './store.ts'
import { en, type Words } from './words.en.ts'
import { es } from './words.es.ts'
import { hi } from './words.hi.ts'

const attempts = { most: 3, hoursApart: 72 }
/** a notice that can't be sent for so long is dropped */
const noticeHours = 72

const words: Record<Language, Words> = { en, es, hi }

type Deps = WaitDeps & {
  authorize: SessionPayments['authorize']
  listMethods: (driverId: string) => Promise<Method[]>
}

export const createPaymentRecovery = (deps: Deps) => {
  const { db, clock, authorize, listMethods } = deps
  /** The same card if it is still saved, else the default. Null if every card declined, or there is none. */
  const authorizeAgain = async (lost: store.ChargeRow, attempt: string) => {
    const methods = await listMethods(lost.driver_id)
    const card = chooseCard(methods, lost.method_id) ?? chooseCard(methods)
    if (!card) return null
    const { cityName, zoneNumber } = await holds.getSession(db.pool, lost.session_id!)
    const request = {
      sessionId: lost.session_id!,
      cityName,
      zoneNumber,
      methodId: card.Id,
      totalCents: lost.capture_cents!,
      mayFallBack: true,
      offSession: true,
    }
    const idempotencyKey = systemKey(lost.driver_id, `lost ${lost.charge_id} ${attempt}`)
    return authorize(idempotencyKey, request).catch((error: unknown) => {
      if (expectedRefusal(error)?.code === 'card_declined') return null
      throw error
    })
  }

  /** The job. */
  const recover = async (ref: string): Promise<void> => {
    const [chargeId = '', attempt = ''] = ref.split(' ')
    const lost = await store.getCharge(db.pool, chargeId)
    if (lost.state !== 'lost' || (await isErased(db.pool, lost.driver_id))) return
    if (await waitForKeys(deps, lost, recoveryJob, ref)) return
    const authorization = await authorizeAgain(lost, attempt)
    const now = clock.now()
    const isLast = Number(attempt) >= attempts.most
    const nextAt = now.add({ hours: attempts.hoursApart })
    await db.transaction(async tx => {
      const { placeName } = await holds.getSession(tx, lost.session_id!)
      if (authorization) {
        await holds.replaceLost(tx, lost, authorization, now)
        await cancel(tx, 'charge', authorization.chargeId)
        await schedule(tx, captureJob, authorization.chargeId, now)
      } else if (!isLast) await schedule(tx, recoveryJob, `${chargeId} ${Number(attempt) + 1}`, nextAt)
      const amount = moneyText(toDollars(lost.capture_cents!))
      const text = (language: Language) => {
        const { madeGood, unpaid, tryAgain } = words[language]
        const values = { amount, place: placeName, card: authorization?.methodName ?? '' }
        if (authorization) return madeGood(values)
        return isLast ? unpaid(values) : tryAgain({ ...values, day: dateText(nextAt, houseTimeZone, language) })
      }
      const until = now.add({ hours: noticeHours })
      await enqueueNotice(tx, { driverId: lost.driver_id, kind: 'unpaidSession', text, at: now, until })
    })
  }

  return { [recoveryJob]: recover }
}
