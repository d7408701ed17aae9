// What a session costs as text: the lines of its price, what was changed on it, and how it was paid.
import type { Line, Session } from '@parkit/contract/parking/sessions'
import { moneyText } from '@parkit/contract/platform/money'
import { stayTimeText } from '#platform/clock-change.ts'
import type { LanguageCode } from '#platform/language.tsx'
import { durationText, hourlyText } from '#platform/text.ts'
import type { ParkingWords } from './words.ts'

const placardLabel = (line: Line, duration: string, words: ParkingWords, language: LanguageCode): string => {
  if (line.Amount === 0) return words.placardFree
  return line.HourlyRate === null
    ? words.placardNamed(duration)
    : words.placardHourly(duration, hourlyText(line.HourlyRate, language))
}

const lineLabel = (line: Line, words: ParkingWords, language: LanguageCode): string => {
  if (line.Kind === 'fee') return line.Amount > 0 ? words.serviceFee : words.serviceFeeWaived
  const duration = line.Minutes > 0 ? durationText(line.Minutes, language) : words.underMinute
  if (line.Placard) return placardLabel(line, duration, words, language)
  if (line.HourlyRate !== null) return words.lineHourly(duration, hourlyText(line.HourlyRate, language))
  return line.Name
    ? words.lineNamed(words.rateNames[line.Name] ?? line.Name, duration)
    : words.lineNamed(words.parking, duration)
}

/** Time at its rate, then the service fee: as quoted and as on the receipt. */
export const lineItems = (lines: readonly Line[], words: ParkingWords, language: LanguageCode) =>
  lines.map(line => ({ label: lineLabel(line, words, language), value: moneyText(line.Amount) }))

/** What was changed on it, and when. */
export const changeItems = (
  session: Pick<Session, 'Changes' | 'TimeZone'>,
  words: ParkingWords,
  language: LanguageCode,
) =>
  (session.Changes ?? []).map(({ At, Kind, From, To }) => ({
    label: words.changed,
    value: words.changes[Kind](From, To, stayTimeText(At, session.TimeZone, language)),
  }))

/** The wallet in the language of the screen, a card under the name it was saved with. */
export const paidVia = ({ PaidVia }: Pick<Session, 'PaidVia'>, wallet: string): string =>
  PaidVia.toLowerCase() === 'wallet' ? wallet : PaidVia
