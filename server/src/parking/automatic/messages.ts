// The messages about automatic starts, stops and extensions, in the driver's language and the place's time zone.
import type { AutoExtendStop } from '@parkit/contract/parking/automatic'
import { errors, type Language } from '@parkit/contract/platform/errors'
import { moneyText } from '@parkit/contract/platform/money'
import type { NoticeText } from '#messaging/notices/notices.ts'
import type { SessionRow } from '#parking/sessions/sessions.ts'
import type { Refusal } from '#platform/errors.ts'
import { timeText } from '#platform/time-text.ts'
import { en, type Words } from './words.en.ts'
import { es } from './words.es.ts'
import { hi } from './words.hi.ts'

const words: Record<Language, Words> = { en, es, hi }
const placeAndPlate = ({ place, vehicle }: Pick<SessionRow, 'place' | 'vehicle'>) => ({
  name: place.name,
  plate: vehicle.PlateNumber,
})

/** `endsAt`: the new end. */
export const extendedMessage =
  (row: SessionRow, endsAt: Temporal.Instant, dollars: number): NoticeText =>
  language =>
    words[language].extended({
      ...placeAndPlate(row),
      until: timeText(endsAt, row.place.timeZone, language),
      amount: moneyText(dollars),
    })

export const notExtendedMessage =
  (row: SessionRow, stop: AutoExtendStop): NoticeText =>
  language => {
    const { stays, because } = words[language]
    return stays({
      ...placeAndPlate(row),
      until: timeText(row.ends_at, row.place.timeZone, language),
      why: because[stop],
    })
  }

type Started = { name: string; plate: string; timeZone: string; endsAt: Temporal.Instant; dollars: number }
export const startedMessage =
  ({ name, plate, timeZone, endsAt, dollars }: Started): NoticeText =>
  language =>
    words[language].started({ name, plate, until: timeText(endsAt, timeZone, language), amount: moneyText(dollars) })

/** Refusals with a shorter text for messages. */
const isShort = (why: string): why is 'max_payment' | 'insufficient_funds' | 'card_declined' =>
  why === 'max_payment' || why === 'insufficient_funds' || why === 'card_declined'

/** `why`: the refusal, or the driver's own limit. */
export const notStartedMessage =
  (place: { name: string; plate: string }, why: Refusal['code'] | 'max_payment'): NoticeText =>
  language => {
    const { notStarted, because } = words[language]
    return notStarted({ ...place, why: isShort(why) ? because[why] : errors[why][language] })
  }

/** To each account that starts this plate automatically: which of them was charged. */
export const sharedPlateMessage =
  (plate: string, outcome: keyof Words['shared']): NoticeText =>
  language => {
    const { sharedSubject, shared } = words[language]
    return { subject: sharedSubject(plate), body: shared[outcome](plate) }
  }

export const stoppedMessage =
  (row: SessionRow, refundedDollars: number): NoticeText =>
  language =>
    words[language].stopped({ ...placeAndPlate(row), back: refundedDollars > 0 ? moneyText(refundedDollars) : null })
