// For tests: a tariff engine that shares nothing with the real one and walks minute by minute.
import type { Rate, Tariff } from '@parkit/contract/city/tariff-schemas'

const quarterMs = 15 * 60_000
const formats = new Map<string, Intl.DateTimeFormat>()
const formatOf = (timeZone: string) =>
  formats.getOrInsertComputed(
    timeZone,
    () => new Intl.DateTimeFormat('en-GB', { timeZone, weekday: 'short', hour: '2-digit', minute: '2-digit' }),
  )
const reads = new Map<string, { weekday: number; minute: number }>()
/** What the clock on the wall reads, by Intl: weekday 1 to 7 and minutes of the day. Clocks are set on a quarter hour. */
const wall = (epochMs: number, timeZone: string) => {
  const quarter = Math.floor(epochMs / quarterMs) * quarterMs
  const read = reads.getOrInsertComputed(`${timeZone} ${quarter}`, () => {
    const [, day, hour, minute] = /(\w{3}).*?(\d\d):(\d\d)/.exec(formatOf(timeZone).format(quarter))!
    const weekday = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].indexOf(day!) + 1
    return { weekday, minute: Number(hour) * 60 + Number(minute) }
  })
  return { weekday: read.weekday, minute: read.minute + (epochMs - quarter) / 60_000 }
}
const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

const holds = (rate: Rate, { weekday, minute }: { weekday: number; minute: number }): boolean => {
  const from = minutesOf(rate.from)
  const to = minutesOf(rate.to)
  const yesterday = weekday === 1 ? 7 : weekday - 1
  if (from < to) return rate.days.includes(weekday) && minute >= from && minute < to
  return (rate.days.includes(weekday) && minute >= from) || (rate.days.includes(yesterday) && minute < to)
}

/** Money that falls due in the `n`th minute (1 is the first) under a rate, before its maximum. */
const dueIn = (n: number, rate: Rate, tierSoFar: number) => {
  let due = 0
  let tier = tierSoFar
  for (const line of rate.lines) {
    if (line.type === 'flatRate' && n === line.fromMinutes + 1) due += line.cents
    if (line.type === 'incrementingRate' && n > line.fromMinutes && n <= (line.toMinutes ?? n))
      if ((n - 1 - line.fromMinutes) % line.stepMinutes! === 0) due += line.cents
    if (line.type === 'flatRateTier' && n === line.fromMinutes + 1) tier = line.cents
  }
  return { due: due + tier - tierSoFar, tier }
}

/** What a stay costs in cents, from a start on a whole minute. */
export const walk = (tariff: Tariff, start: Temporal.Instant, minutes: number, timeZone: string): number => {
  let total = 0
  let window = 0
  let current: Rate | null = null
  let n = 0
  let tier = 0
  let uncapped = 0
  const { cap } = tariff
  const reset = cap?.resetAt === undefined ? Infinity : minutesOf(cap.resetAt)
  /** the weekday of the last reset: an hour that comes twice does not reset twice */
  let resetOn = 0
  for (let i = cap?.resetAt === undefined ? 0 : -240; i < minutes; i++) {
    const now = wall(start.epochMilliseconds + i * 60_000, timeZone)
    let fresh = i > 0 && cap?.resetAfterMinutes !== undefined && i % cap.resetAfterMinutes === 0
    if (now.minute >= reset && resetOn !== now.weekday) {
      resetOn = now.weekday
      fresh = true
    }
    if (i < 0) continue
    if (fresh) {
      total += settle(tariff, window)
      window = 0
    }
    const rate = tariff.rates.find(rate => holds(rate, now))!
    if (rate !== current) {
      current = rate
      n = 0
      tier = 0
      uncapped = 0
    }
    n++
    const step = dueIn(n, rate, tier)
    tier = step.tier
    const max = rate.maxCents ?? Number.MAX_SAFE_INTEGER
    const charged = Math.min(max, uncapped + step.due) - Math.min(max, uncapped)
    uncapped += step.due
    window += charged
  }
  return total + settle(tariff, window)
}
const settle = (tariff: Tariff, window: number) =>
  tariff.cap ? Math.min(tariff.cap.cents, Math.max(0, window)) : window
