// Tells a driver what happened by itself, in his language and in the place's own time.
import type { AutoExtendStop } from '@parkit/contract/parking/automatic'
import { errors, type Language } from '@parkit/contract/platform/errors'
import { moneyText } from '@parkit/contract/platform/money'
import type { NoticeText } from '#messaging/notices/notices.ts'
import type { SessionRow } from '#parking/sessions/sessions.ts'
import type { Refusal } from '#platform/errors.ts'
import { timeText } from '#platform/time-text.ts'
import { en, type Words } from './words.en.ts'
import { hi } from './words.hi.ts'

const words: Record<Language, Words> = { en, hi }
const of = ({ place, vehicle }: Pick<SessionRow, 'place' | 'vehicle'>) => ({
  name: place.name,
  plate: vehicle.PlateNumber,
})

/** `endsAt`: the new end. */
export const sayExtended =
  (row: SessionRow, endsAt: Temporal.Instant, dollars: number): NoticeText =>
  language =>
    words[language].extended({
      ...of(row),
      until: timeText(endsAt, row.place.timeZone, language),
      amount: moneyText(dollars),
    })

export const sayStays =
  (row: SessionRow, stop: AutoExtendStop): NoticeText =>
  language => {
    const { stays, because } = words[language]
    return stays({ ...of(row), until: timeText(row.ends_at, row.place.timeZone, language), why: because[stop] })
  }

type Started = { name: string; plate: string; timeZone: string; endsAt: Temporal.Instant; dollars: number }
export const sayStarted =
  ({ name, plate, timeZone, endsAt, dollars }: Started): NoticeText =>
  language =>
    words[language].started({ name, plate, until: timeText(endsAt, timeZone, language), amount: moneyText(dollars) })

/** `why`: what parking refused, or the driver's own limit. */
export const sayNotStarted =
  (place: { name: string; plate: string }, why: Refusal['code'] | 'max_payment'): NoticeText =>
  language => {
    const said = words[language]
    return said.notStarted({ ...place, why: why === 'max_payment' ? said.because.max_payment : errors[why][language] })
  }

export const sayStopped =
  (row: SessionRow, refundedDollars: number): NoticeText =>
  language =>
    words[language].stopped({ ...of(row), back: refundedDollars > 0 ? moneyText(refundedDollars) : null })
