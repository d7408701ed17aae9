// What a session cost and its card did not give, for its bank took the authorisation back: authorised once more, and told.
import type { Method } from '@parkit/contract/money/cards'
import type { Language } from '@parkit/contract/platform/errors'
import { moneyText, toDollars } from '@parkit/contract/platform/money'
import { cityTimeZone } from '@parkit/contract/platform/time'
import { enqueueNotice } from '#messaging/notices/notices.ts'
import { isErased } from '#money/ledger/ledger.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db.ts'
import { expectedRefusal } from '#platform/errors.ts'
import { systemKey } from '#platform/idempotency.ts'
import { cancel, schedule } from '#platform/jobs.ts'
import { dateText } from '#platform/time-text.ts'
import { captureJob, collectJob } from './authorizations.ts'
import * as holds from './hold-store.ts'
import type { SessionPayments } from './session-payments.ts'
import * as store from './store.ts'
import { en, type Words } from './words.en.ts'
import { hi } from './words.hi.ts'

const tries = { most: 3, hours: 72 }
/** after that, nobody needs to hear of it */
const noticeHours = 72

const words: Record<Language, Words> = { en, hi }

type Deps = {
  db: Database
  clock: Clock
  authorize: SessionPayments['authorize']
  listMethods: (driverId: string) => Promise<Method[]>
}

export const createCollecting = ({ db, clock, authorize, listMethods }: Deps) => {
  /** None where every card said no, or there is none. Throws where no answer came. */
  const ask = async (lost: store.ChargeRow, attempt: string) => {
    const methods = await listMethods(lost.driver_id)
    const method = methods.find(({ Id }) => Id === lost.method_id) ?? methods[0]
    if (!method) return null
    const once = systemKey(lost.driver_id, `lost ${lost.charge_id} ${attempt}`)
    const asked = {
      sessionId: lost.session_id!,
      methodId: method.Id,
      totalCents: lost.capture_cents!,
      mayFallBack: true,
      offSession: true,
    }
    return authorize(once, asked).catch((error: unknown) => {
      if (expectedRefusal(error)?.code === 'card_declined') return null
      throw error
    })
  }

  /** The job. */
  const collect = async (ref: string): Promise<void> => {
    const [chargeId = '', attempt = ''] = ref.split(' ')
    const lost = await store.getCharge(db.pool, chargeId)
    if (lost.state !== 'lost' || (await isErased(db.pool, lost.driver_id))) return
    const hold = await ask(lost, attempt)
    const now = clock.now()
    const isLast = Number(attempt) >= tries.most
    const again = now.add({ hours: tries.hours })
    await db.transaction(async tx => {
      const { placeName } = await holds.getSession(tx, lost.session_id!)
      const amount = moneyText(toDollars(lost.capture_cents!))
      if (hold) {
        await holds.replaceLost(tx, lost, hold, now)
        await cancel(tx, 'charge', hold.chargeId)
        await schedule(tx, captureJob, hold.chargeId, now)
      } else if (!isLast) await schedule(tx, collectJob, `${chargeId} ${Number(attempt) + 1}`, again)
      const text = (language: Language) => {
        const said = words[language]
        const told = { amount, place: placeName, card: hold?.methodName ?? '' }
        if (hold) return said.madeGood(told)
        return isLast ? said.unpaid(told) : said.tryAgain({ ...told, day: dateText(again, cityTimeZone, language) })
      }
      const until = now.add({ hours: noticeHours })
      await enqueueNotice(tx, { driverId: lost.driver_id, kind: 'unpaidSession', text, at: now, until })
    })
  }

  return { [collectJob]: collect }
}
