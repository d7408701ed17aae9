// A receipt's times as text, and the whole receipt as text to share.

import type { Line, SessionDetail } from '@parkit/contract/parking/sessions'
import { moneyText } from '@parkit/contract/platform/money'
import { vehicleName } from '#driver/vehicles/vehicles.ts'
import { stayTimeText } from '#platform/clock-change.ts'
import type { LanguageCode } from '#platform/language.tsx'
import { dateText, dayText, durationText } from '#platform/text.ts'
import { changeItems, lineItems, paidVia } from './price-text.ts'
import type { ParkingWords } from './words.ts'

/** Whoever gets the text learns nothing of a disability placard. */
const unsaid = ({ Placard, ...line }: Line): Line => (Placard ? { ...line, Name: '', HourlyRate: null } : line)

type Times = Pick<SessionDetail, 'StartedAt' | 'EndsAt' | 'EndedAt' | 'TimeZone'>

export const receiptDate = ({ StartedAt, TimeZone }: Times, language: LanguageCode): string =>
  dateText(StartedAt, TimeZone, language)

/** `7:05 – 10:05 PM`; with both AM and PM where they differ, both offsets over a clock change, and the day where the stay went past midnight. */
export function receiptHours({ StartedAt, EndsAt, EndedAt, TimeZone }: Times, language: LanguageCode): string {
  const end = EndedAt ?? EndsAt
  const from = stayTimeText(StartedAt, TimeZone, language, end)
  const to = stayTimeText(end, TimeZone, language, StartedAt)
  const half = / [AP]M$/
  const otherDay = dayText(StartedAt, TimeZone, language) !== dayText(end, TimeZone, language)
  if (otherDay) return `${from} – ${dayText(end, TimeZone, language)}, ${to}`
  return half.exec(from)?.[0] === half.exec(to)?.[0] ? `${from.replace(half, '')} – ${to}` : `${from} – ${to}`
}

export function receiptText(receipt: SessionDetail, words: ParkingWords, language: LanguageCode): string {
  const { Vehicle } = receipt
  return [
    `ParkIt · ${words.receipt}`,
    `${receipt.Name}, ${receipt.Address}`,
    `${words.sessionId}: ${receipt.SessionId}`,
    `${words.date}: ${receiptDate(receipt, language)}`,
    `${words.duration}: ${durationText(receipt.Minutes, language)}, ${receiptHours(receipt, language)}`,
    ...changeItems(receipt, words, language).map(({ label, value }) => `${label}: ${value}`),
    ...lineItems(receipt.Lines.map(unsaid), words, language).map(({ label, value }) => `${label}: ${value}`),
    ...(receipt.Refunded > 0 ? [`${words.refunded}: ${moneyText(-receipt.Refunded)}`] : []),
    `${words.amountPaid}: ${moneyText(receipt.AmountPaid)}`,
    `${words.paidVia}: ${paidVia(receipt, words.wallet)}`,
    `${words.paymentStatus}: ${words.statuses[receipt.PaymentStatus]}`,
    [vehicleName(Vehicle), `${Vehicle.PlateState} ${Vehicle.PlateNumber}`].filter(Boolean).join(', '),
  ].join('\n')
}

/** As on a receipt: the city with its ZIP has its own line. */
export const addressLines = (address: string): string[] => address.split(/, (?=[^,]+, [A-Z]{2}(?: \d{5})?$)/)
