// A tariff in words: when each rate applies, and its prices.

import type { Rate, RateLine, Tariff } from '@parkit/contract/city/tariff-schemas'
import { moneyText, toDollars } from '@parkit/contract/platform/money'
import type { LanguageCode } from '#platform/language.tsx'
import { durationText, hourlyText } from '#platform/text.ts'
import { clockText, daysText, isAllDay, isWithin, type LocalMoment, timesText } from './week.ts'
import type { PlacesWords as Words } from './words.ts'

/** `label` is empty where the price holds for the whole stay. */
export type Price = { label: string; price: string; note?: string }
type RateText = { days: string; times: string; now: boolean; prices: Price[] }

/** The rates by precedence, as text. `now` marks the one that applies. */
export function rateTexts(
  tariff: Pick<Tariff, 'rates'>,
  moment: LocalMoment,
  words: Words,
  language: LanguageCode,
): RateText[] {
  const current = tariff.rates.find(rate => isWithin(rate, moment))
  return tariff.rates.map((rate, i) => ({
    // an all-time rate after others applies at all other times
    days: i > 0 && isAlways(rate) ? words.otherTimes : daysText(rate.days, words, language),
    times: i > 0 && isAlways(rate) ? '' : timesText(rate, words, language),
    now: rate === current,
    prices: [
      ...rate.lines.map(line => priceOf(line, words, language)),
      ...(rate.maxCents === undefined ? [] : [{ label: words.atMost, price: money(rate.maxCents) }]),
    ],
  }))
}

const isAlways = (rate: Rate) => rate.days.length === 7 && isAllDay(rate)
const money = (cents: number) => moneyText(toDollars(cents))

function priceOf(line: RateLine, words: Words, language: LanguageCode): Price {
  const { type, fromMinutes, toMinutes, stepMinutes = 60, cents } = line
  const duration = (minutes: number) => durationText(minutes, language)
  if (type === 'flatRateTier')
    return { label: toMinutes === null ? words.longer : words.upTo(duration(toMinutes)), price: money(cents) }
  const label =
    fromMinutes > 0 ? words.after(duration(fromMinutes)) : toMinutes === null ? '' : words.first(duration(toMinutes))
  if (cents === 0) return { label, price: words.free }
  if (type === 'flatRate') return { label, price: fromMinutes > 0 ? `+${money(cents)}` : words.flat(money(cents)) }
  const hourly = (cents * 60) / stepMinutes
  const note = words.perStep(duration(stepMinutes))
  return Number.isInteger(hourly) && stepMinutes <= 60
    ? { label, price: hourlyText(toDollars(hourly), language), note }
    : { label, price: words.each(money(cents), duration(stepMinutes)) }
}

/** "No more than $26.00 per 24 hr"; nothing where there is no cap. */
export function capText({ cap }: Pick<Tariff, 'cap'>, words: Words, language: LanguageCode): string | null {
  if (!cap) return null
  if (cap.resetAfterMinutes !== undefined)
    return words.capIn(money(cap.cents), durationText(cap.resetAfterMinutes, language))
  return cap.resetAt === undefined
    ? words.capStay(money(cap.cents))
    : words.capDay(money(cap.cents), clockText(cap.resetAt, language))
}
