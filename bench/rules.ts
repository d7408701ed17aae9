// The calendar of rules at length: today's engine beside the converted books, the walk second by second, and what a quote takes.
// `node bench/rules.ts [QUOTES [CALENDARS]]`, 1,000,000 and 10,000 unless stated; the first difference ends it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { evaluateStay } from '../server/src/city/calendar/calendar.ts'
import { agree, keepPromises } from '../server/src/city/calendar/laws-testing.ts'
import { randomStay } from '../server/src/city/calendar/random-testing.ts'
import { replay, replayedOf } from '../server/src/city/calendar/replay-testing.ts'
import { anyCar, ban, calendar, during, price, rule, steps } from '../server/src/city/calendar/testing.ts'
import { report } from './figures.ts'
import { createRandom } from './search-names.ts'

const [quotes = 1_000_000, calendars = 10_000] = process.argv.slice(2).map(Number)
const random = createRandom()
const below = (most: number) => Math.floor(random() * most)

const replayQuotes = () => {
  const city = JSON.parse(readFileSync(join(import.meta.dirname, '../build/chicago/city.json'), 'utf8'))
  const books = replayedOf(city)
  // eight weeks around both clock changes, at every second
  const around = ['2026-02-08T06:00Z', '2026-10-04T05:00Z'].map(text => Temporal.Instant.from(text))
  for (let n = 0; n < quotes; n++) {
    const start = around[n % 2]!.add({ seconds: below(56 * 86_400) })
    replay(books[below(books.length)]!, start, 1 + below(10_080))
  }
  report({ what: 'quotes replayed without a difference', value: quotes, unit: 'quotes' })
}

const walkCalendars = () => {
  const options = { numRuns: calendars, seed: Number(process.env.SEED ?? 1) }
  fc.assert(fc.property(randomStay(60_000), agree), options)
  fc.assert(fc.property(randomStay(300_000), keepPromises), options)
  report({ what: 'random calendars walked second by second', value: calendars, unit: 'calendars' })
}

/** Forty rules with windows of their own: a street with sweeping, rush hours, seasons, and rates by time of day. */
const fortyRules = () =>
  calendar(
    Array.from({ length: 40 }, (_, i) => {
      const [hour, weekday] = [i % 24, 1 + (i % 7)]
      const from = `${String(hour).padStart(2, '0')}:${i % 2 ? '30' : '00'}`
      const when = [
        during({ weekdays: [weekday], nth: [1, 3], from, to: '06:00' }),
        during({ weekdays: [weekday], yearly: { from: '12-01', before: '04-01' }, from }),
      ]
      const limits = {
        maxStaySeconds: 7200,
        maxStayCounts: 'paid',
        limitGroup: 'block',
        noReturnScope: 'zone',
      } as const
      return i < 10
        ? ban({ priority: 1 + i, when: [during({ weekdays: [weekday], nth: [2], from, to: '23:59' })] })
        : rule({ priority: 100 + i, ...(i < 39 && { when }), price: price(steps(10 + i, 450)), limits })
    }),
    { caps: [{ cents: 4_000, ruleIds: 'all', resetAt: '05:00' }] },
  )

const timeQuotes = (what: string, limit: number | undefined, calendarOf: () => ReturnType<typeof fortyRules>) => {
  const times = Array.from({ length: 5_000 }, () => {
    const start = Temporal.Instant.from('2026-01-01T06:00Z').add({ seconds: below(365 * 86_400) })
    const given = calendarOf()
    // of the processor alone: other programs on the machine don't count
    const before = process.threadCpuUsage()
    evaluateStay({ calendar: given, facts: anyCar, start, seconds: 60 * (1 + below(1_440)) })
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1_000
  }).sort((a, b) => a - b)
  report({ what, value: times[Math.floor(times.length * 0.99)]!, unit: 'ms', ...(limit !== undefined && { limit }) })
}

const kept = fortyRules()
timeQuotes('p99 of a quote with 40 rules', 2, () => kept)
timeQuotes('p99 of the first quote of a calendar with 40 rules', undefined, fortyRules)
replayQuotes()
walkCalendars()
