// What decides at a place over some days of its city, one stretch after the other: cut at midnights, and where a version begins. Pure.
import type { Facts } from '@parkit/contract/city/calendar-schemas'
import { calendarAsOf, type Published } from './as-of.ts'
import { type Stretch, stretchesFrom, type Winner } from './stretches.ts'

export type DayStretch = {
  /** the city's date, `YYYY-MM-DD` */
  day: string
  from: Temporal.Instant
  until: Temporal.Instant
  /** a ban, where there is one; `closed` also before the first version */
  rule: Winner
}

const msOf = (at: { epochMilliseconds: number }) => at.epochMilliseconds

/** From an instant to the end of the last of so many days, that instant's own being the first; by what is published at `asOf`. */
export function* stretchesOfDays(
  published: Published,
  facts: Facts,
  from: Temporal.Instant,
  days: number,
  asOf: Temporal.Instant,
): Generator<DayStretch> {
  const first = from.toZonedDateTimeISO(published.timeZone).toPlainDate()
  const midnights = Array.from({ length: days }, (_, i) =>
    msOf(first.add({ days: i + 1 }).toZonedDateTime(published.timeZone)),
  )
  const end = midnights.at(-1)!
  const isWithin = (ms: number) => ms > msOf(from) && ms < end
  const cuts = [...midnights, ...published.versions.map(({ inForceFrom }) => msOf(inForceFrom))].filter(isWithin)
  const edges = [...new Set([msOf(from), ...cuts, end])].sort((a, b) => a - b)
  for (const [i, begin] of edges.slice(0, -1).entries()) {
    const start = Temporal.Instant.fromEpochMilliseconds(begin)
    const calendar = calendarAsOf(published, start, asOf, asOf)
    const until = edges[i + 1]!
    const none: Stretch = { from: begin / 1000, to: until / 1000, price: 'closed', ban: 'closed' }
    for (const { from, to, price, ban } of calendar
      ? stretchesFrom(calendar, facts, begin / 1000, until / 1000)
      : [none])
      yield {
        day: start.toZonedDateTimeISO(published.timeZone).toPlainDate().toString(),
        from: Temporal.Instant.fromEpochMilliseconds(Math.round(from * 1000)),
        until: Temporal.Instant.fromEpochMilliseconds(Math.round(to * 1000)),
        rule: ban ?? price,
      }
  }
}
