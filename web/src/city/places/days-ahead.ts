// The rules of a place's coming days as they are shown: neighboring days that say the same are one.
import type { ListedDay, RulePeriod } from '@parkit/contract/city/zone-rules'

export type DaysAlike = {
  /** the city's dates, the first and the last of the run */
  first: string
  last: string
  /** what the city calls them, as a holiday */
  names: string[]
  periods: RulePeriod[]
}

/** Midnight to midnight is the same on every day, whatever the clock's changes. */
const saidIn = (periods: RulePeriod[], names: string[], timeOf: (at: string) => string) =>
  JSON.stringify([names, periods.map(({ From, Until, En, Tow }) => [timeOf(From), timeOf(Until), En, Tow])])

/** `timeOf`: an instant as the city's time of day. The first day stands alone, because a part of it is over. */
export function daysAlike(
  periods: readonly RulePeriod[],
  listed: readonly ListedDay[],
  timeOf: (at: string) => string,
): DaysAlike[] {
  const days = [...Map.groupBy(periods, ({ Day }) => Day)].map(([day, own]) => ({
    first: day,
    last: day,
    names: listed.flatMap(({ Day, Name }) => (Day === day ? Name : [])),
    periods: own,
  }))
  const runs: DaysAlike[] = []
  for (const [i, day] of days.entries()) {
    const before = runs.at(-1)
    const isAlike =
      before && i > 1 && saidIn(before.periods, before.names, timeOf) === saidIn(day.periods, day.names, timeOf)
    if (isAlike) before.last = day.last
    else runs.push(day)
  }
  return runs
}
