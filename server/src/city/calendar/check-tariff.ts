// Validates a tariff by the rule book that it becomes: a gap is an error, never free parking. Pure.
import type { Tariff } from '@parkit/contract/city/tariff-schemas'
import { readBook } from './check.ts'
import { dayOf, daySeconds } from './days.ts'
import { bookOfTariff } from './from-tariff.ts'
import { anyCar } from './open-times.ts'
import { stretchesFrom } from './stretches.ts'

const noTerms = { hours: [], towAway: [], minStayMinutes: 1, maxStayMinutes: null, noReturnMinutes: null }
/** A day on which the clock is set back is an hour longer. */
const clockChangeSeconds = 3_600
/** Monday, January 1, 2024: of two weeks from there each rate's longest time is whole, unless it never ends. */
const monday = 19_723

/** The problems as sentences; none where the tariff is sound. */
export const checkTariff = (tariff: Tariff): string[] => {
  const { book, problems } = readBook(bookOfTariff(tariff, noTerms), new Set())
  const refused = problems.filter(({ isWarning }) => !isWarning).map(({ field, reason }) => `${field} ${reason}`)
  for (const { name, lines } of tariff.rates)
    if (lines.some(({ type, stepMinutes }) => type === 'incrementingRate' && !stepMinutes))
      refused.push(`${name}: steps of no length`)
  if (!book) return refused
  const lists = new Map()
  const calendar = { book, overrides: [], lists, banLists: lists, timeZone: 'UTC' }
  const begin = dayOf(monday, 'UTC').spans[0]!.from
  const stretches = [...stretchesFrom(calendar, anyCar, begin, begin + 14 * daySeconds)]
  if (stretches.some(({ price }) => price === 'unknown')) refused.push('some minutes of the week have no rate')
  tariff.rates.forEach(({ name, lines }, i) => {
    const own = stretches.filter(({ price }) => price === book.rules[i])
    const longest = Math.max(0, ...own.map(({ from, to }) => to - from)) + clockChangeSeconds
    const reached = Math.max(0, ...lines.map(({ toMinutes }) => (toMinutes ?? Infinity) * 60))
    if (own.length > 0 && reached < longest) refused.push(`${name}: nothing holds after minute ${reached / 60}`)
  })
  return refused
}
