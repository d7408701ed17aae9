// For tests and the bench: quotes of the tariff engine beside those of the converted rule book, equal without exception.
import assert from 'node:assert/strict'
import type { Tariff } from '@parkit/contract/city/tariff-schemas'
import { longestStayMinutes } from '@parkit/contract/platform/limits'
import {
  anyCar,
  bookOfTariff,
  type Calendar,
  type Evaluation,
  evaluateStay,
  priceStay,
  type TariffTerms,
} from './calendar.ts'
import { stayLimit } from './opening-hours-testing.ts'
import { priceStay as priceByTariff } from './tariff-engine-testing.ts'

export type Replayed = { tariff: Tariff; terms: TariffTerms; timeZone: string; calendar: Calendar }

export const convert = (tariff: Tariff, terms: TariffTerms, timeZone: string): Replayed => {
  const none = new Map()
  const book = bookOfTariff(tariff, terms)
  return { tariff, terms, timeZone, calendar: { book, overrides: [], lists: none, banLists: none, timeZone } }
}

/** As quotes were refused, cut, priced, and warned of before there were rule books. */
const quoteByTariff = ({ tariff, terms, timeZone }: Replayed, start: Temporal.Instant, minutes: number) => {
  const limit = stayLimit({ ...terms, timeZone }, start)
  const maxMinutes = Math.min(limit.maxMinutes ?? longestStayMinutes, longestStayMinutes)
  if (limit.closed) return { refused: 'zone_closed' }
  if (minutes > Math.min(terms.maxStayMinutes ?? longestStayMinutes, longestStayMinutes))
    return { refused: 'over_max_stay', maxMinutes }
  if (minutes < Math.min(terms.minStayMinutes, maxMinutes)) return { refused: 'under_min_stay', maxMinutes }
  const stayed = Math.min(minutes, maxMinutes)
  const priced = priceByTariff(tariff, start, stayed, timeZone)
  return {
    refused: null,
    maxMinutes,
    minutes: stayed,
    warnings: [
      ...(stayed < minutes ? [limit.reason === 'tow_away' ? 'cut_to_tow_away' : 'cut_to_closing'] : []),
      ...(priced.freeUntil ? ['free_now'] : []),
      ...(priced.totalCents === 0 ? ['costs_nothing'] : []),
    ],
    totalCents: priced.totalCents,
    freeUntil: priced.freeUntil?.toString() ?? null,
    lines: priced.lines.map(({ name, from, to, cents, hourlyCents }) => [name, `${from}`, `${to}`, cents, hourlyCents]),
  }
}

const maxMinutesOf = ({ latestEnd }: Evaluation, start: Temporal.Instant) =>
  Math.min(
    latestEnd ? Math.floor((latestEnd.epochMilliseconds - start.epochMilliseconds) / 60_000) : Infinity,
    longestStayMinutes,
  )

const lineTexts = (lines: Evaluation['lines']) =>
  lines.map(({ rule, from, to, cents, hourlyCents }) => [
    typeof rule === 'string' ? rule : rule.name.en,
    `${from}`,
    `${to}`,
    cents,
    hourlyCents,
  ])

const quoteByBook = ({ calendar }: Replayed, start: Temporal.Instant, minutes: number) => {
  const stay = evaluateStay({ calendar, facts: anyCar, start, seconds: minutes * 60 })
  const refused = stay.refusal?.code ?? null
  if (refused) return refused === 'zone_closed' ? { refused } : { refused, maxMinutes: maxMinutesOf(stay, start) }
  return {
    refused,
    maxMinutes: maxMinutesOf(stay, start),
    minutes: stay.seconds / 60,
    warnings: stay.warnings,
    totalCents: stay.totalCents,
    freeUntil: stay.freeUntil?.toString() ?? null,
    lines: lineTexts(stay.lines),
  }
}

/** Refusal, minutes, cut, cents, lines, and what is free: the same by both; and the price of a stay that began before a change. */
export const replay = (given: Replayed, start: Temporal.Instant, minutes: number): void => {
  assert.deepEqual(quoteByBook(given, start, minutes), quoteByTariff(given, start, minutes))
  const old = priceByTariff(given.tariff, start, minutes, given.timeZone)
  assert.equal(priceStay(given.calendar, anyCar, start, minutes * 60).totalCents, old.totalCents)
}

/** The terms of a city's places with their tariffs, each once. */
export const replayedOf = (city: {
  tariffs: Tariff[]
  places: (TariffTerms & { tariffId: string; timeZone: string })[]
}): Replayed[] => {
  const all = city.places.map(
    ({ tariffId, timeZone, hours, towAway, minStayMinutes, maxStayMinutes, noReturnMinutes }) =>
      JSON.stringify({
        tariffId,
        timeZone,
        terms: { hours, towAway, minStayMinutes, maxStayMinutes, noReturnMinutes },
      }),
  )
  return [...new Set(all)].map(text => {
    const { tariffId, timeZone, terms } = JSON.parse(text) as { tariffId: string; timeZone: string; terms: TariffTerms }
    return convert(city.tariffs.find(({ id }) => id === tariffId)!, terms, timeZone)
  })
}
