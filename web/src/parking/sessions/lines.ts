// The lines of a price, as quoted and as on the receipt: time at its rate, then the service fee.

import type { Line } from '@parkit/contract/parking/sessions'
import { moneyText } from '@parkit/contract/platform/money'
import type { LanguageCode } from '#platform/language.tsx'
import { durationText } from '#platform/text.ts'
import type { ParkingWords as Words } from './words.ts'

const label = (line: Line, words: Words, language: LanguageCode): string => {
  if (line.Kind === 'fee') return line.Amount > 0 ? words.serviceFee : words.serviceFeeWaived
  const duration = durationText(line.Minutes, language)
  if (line.HourlyRate !== null) return words.lineHourly(duration, moneyText(line.HourlyRate))
  return line.Name
    ? words.lineNamed(words.rateNames[line.Name] ?? line.Name, duration)
    : words.lineNamed(words.parking, duration)
}

export const lineItems = (lines: readonly Line[], words: Words, language: LanguageCode) =>
  lines.map(line => ({ label: label(line, words, language), value: moneyText(line.Amount) }))
