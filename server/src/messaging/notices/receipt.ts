// A session's receipt in the driver's language, from which the mail and the PDF are drawn.
import type { Session } from '@parkit/contract/parking/sessions'
import type { Language } from '@parkit/contract/platform/errors'
import { moneyText } from '@parkit/contract/platform/money'
import { timeText } from '#platform/time-text.ts'
import { en } from './words.en.ts'
import { es } from './words.es.ts'
import { hi } from './words.hi.ts'

type ReceiptRow = { label: string; value: string }

/** Of the contract's session; amounts in dollars. */
type ReceiptFields = Pick<
  Session,
  | 'SessionId'
  | 'ZoneNumber'
  | 'CityName'
  | 'Name'
  | 'Address'
  | 'TimeZone'
  | 'Parking'
  | 'ServiceFee'
  | 'Refunded'
  | 'AmountPaid'
  | 'PaidVia'
  | 'Changes'
>

/** `refunded`: null if nothing was. */
export const createReceipt = (session: ReceiptFields, language: Language) => {
  const { receiptRows: label, receiptChanges, wallet } = { en, es, hi }[language]
  const total = moneyText(session.AmountPaid)
  const refunded = session.Refunded > 0 ? moneyText(session.Refunded) : null
  const place: ReceiptRow[] = [
    { label: label.session, value: session.SessionId },
    { label: label.zone, value: [session.ZoneNumber, session.CityName].filter(Boolean).join(', ') },
    { label: label.address, value: `${session.Name}, ${session.Address}` },
    ...(session.Changes ?? []).map(({ At, Kind, From, To }) => ({
      label: label.changed,
      value: receiptChanges[Kind](From, To, timeText(Temporal.Instant.from(At), session.TimeZone, language)),
    })),
  ]
  const payment: ReceiptRow[] = [
    { label: label.parking, value: moneyText(session.Parking) },
    { label: label.fee, value: moneyText(session.ServiceFee) },
    ...(refunded ? [{ label: label.back, value: refunded }] : []),
    { label: label.paid, value: total },
    { label: label.via, value: session.PaidVia === 'wallet' ? wallet : session.PaidVia },
  ]
  return { place, payment, total, refunded }
}
