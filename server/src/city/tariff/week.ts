// Which rate holds when: the local week by minutes, and a stay cut into periods under one rate. Pure.
import type { Rate, Tariff } from '@parkit/contract/city/tariff-schemas'

const dayMinutes = 24 * 60
export const weekMinutes = 7 * dayMinutes

const minuteOfDay = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** From Monday 00:00 on: the rate in each minute, and for how many more minutes it holds (no end: Infinity). */
type Week = { rates: (Rate | null)[]; left: number[] }

const readWeek = (tariff: Tariff): Week => {
  const rates: (Rate | null)[] = Array(weekMinutes).fill(null)
  // the first listed wins, so it is written last
  for (const rate of tariff.rates.toReversed()) {
    const from = minuteOfDay(rate.from)
    const length = (minuteOfDay(rate.to) - from + dayMinutes) % dayMinutes || dayMinutes
    for (const day of rate.days)
      for (let i = 0; i < length; i++) rates[((day - 1) * dayMinutes + from + i) % weekMinutes] = rate
  }
  const left: number[] = Array(weekMinutes).fill(Infinity)
  const last = rates.findIndex((rate, minute) => rate !== rates[(minute + 1) % weekMinutes])
  if (last === -1) return { rates, left }
  left[last] = 1
  for (let back = 1; back < weekMinutes; back++) {
    const minute = (last - back + weekMinutes) % weekMinutes
    const next = (minute + 1) % weekMinutes
    left[minute] = rates[minute] === rates[next] ? left[next]! + 1 : 1
  }
  return { rates, left }
}

const weeks = new WeakMap<Tariff, Week>()

/** Read once for each tariff, which never changes: a change is a new version. */
export const weekOf = (tariff: Tariff): Week => weeks.getOrInsertComputed(tariff, readWeek)

/** Spans without a clock change: more than one only where the clock is set forward or back during the stay. */
const evenSpans = (start: Temporal.Instant, minutes: number, timeZone: string) => {
  const spans: { clock: number; minutes: number }[] = []
  for (let at = 0; at < minutes; ) {
    const local = start.add({ minutes: at }).toZonedDateTimeISO(timeZone)
    const end = start.add({ minutes }).toZonedDateTimeISO(timeZone)
    // no clock is set forward and back again within the longest stay
    const change = local.offset === end.offset ? null : local.getTimeZoneTransition('next')
    const left = change ? local.until(change, { largestUnit: 'minutes' }).minutes : minutes - at
    spans.push({ clock: (local.dayOfWeek - 1) * dayMinutes + local.hour * 60 + local.minute, minutes: left })
    at += left
  }
  return spans
}

/** Unbroken time under one rate; `from` and `minutes` are real minutes, counted from the start of the stay. */
export type Period = { rate: Rate; from: number; minutes: number }

/** Throws where a minute of the stay has no rate: missing data is never free. */
export const periodsOf = (tariff: Tariff, start: Temporal.Instant, minutes: number, timeZone: string): Period[] => {
  const { rates, left } = weekOf(tariff)
  const periods: Period[] = []
  let from = 0
  for (const span of evenSpans(start, minutes, timeZone)) {
    for (let passed = 0; passed < span.minutes; ) {
      const minute = (span.clock + passed) % weekMinutes
      const rate = rates[minute]
      if (!rate) throw new Error(`Tariff ${tariff.id} version ${tariff.version} has no rate for every minute`)
      const length = Math.min(left[minute]!, span.minutes - passed)
      const last = periods.at(-1)
      if (last?.rate === rate) last.minutes += length
      else periods.push({ rate, from, minutes: length })
      passed += length
      from += length
    }
  }
  return periods
}
