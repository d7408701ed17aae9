// For the replay: the tariff engine that ParkIt had before its rule books, whole, to compare them with. Nothing else prices by it.
import type { Rate, RateLine, Tariff } from '@parkit/contract/city/tariff-schemas'

/** `00:00` to `24:00`. A time that the clock skips is the moment of the change; `repeated` picks one of two. */
export const localTimeAt = (
  date: Temporal.PlainDate,
  time: string,
  timeZone: string,
  repeated: 'earlier' | 'later' = 'earlier',
): Temporal.Instant => {
  const local =
    time === '24:00' ? date.add({ days: 1 }).toPlainDateTime() : date.toPlainDateTime(Temporal.PlainTime.from(time))
  const at = local.toZonedDateTime(timeZone, { disambiguation: 'earlier' })
  if (!at.toPlainDateTime().equals(local)) return at.getTimeZoneTransition('next')!.toInstant()
  return local.toZonedDateTime(timeZone, { disambiguation: repeated }).toInstant()
}

const dayMinutes = 24 * 60
const weekMinutes = 7 * dayMinutes

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
const weekOf = (tariff: Tariff): Week => weeks.getOrInsertComputed(tariff, readWeek)

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
type Period = { rate: Rate; from: number; minutes: number }

/** Throws where a minute of the stay has no rate: missing data is never free. */
const periodsOf = (tariff: Tariff, start: Temporal.Instant, minutes: number, timeZone: string): Period[] => {
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

const begunSteps = ({ fromMinutes, toMinutes, stepMinutes = 1 }: RateLine, minutes: number): number =>
  Math.ceil((Math.min(minutes, toMinutes ?? Infinity) - fromMinutes) / stepMinutes)

/** The lines' cents for so many minutes, before the rate's own maximum. */
const linesCents = ({ lines }: Rate, minutes: number): number => {
  let sum = 0
  /** tiers are a running total: only the last one reached counts */
  let tier: RateLine | null = null
  for (const line of lines) {
    if (minutes <= line.fromMinutes) continue
    if (line.type === 'flatRate') sum += line.cents
    else if (line.type === 'incrementingRate') sum += begunSteps(line, minutes) * line.cents
    else if (!tier || line.fromMinutes > tier.fromMinutes) tier = line
  }
  return sum + (tier?.cents ?? 0)
}

/** Cents of one period of `minutes` minutes. */
const rateCents = (rate: Rate, minutes: number): number =>
  Math.min(linesCents(rate, minutes), rate.maxCents ?? Infinity)

/** Minutes that cost nothing at the beginning of a period; Infinity: all of them. */
const freeMinutes = (rate: Rate): number =>
  rate.maxCents === 0 ? Infinity : Math.min(...rate.lines.map(line => (line.cents > 0 ? line.fromMinutes : Infinity)))

/** Cents an hour, where a rate has only steps that divide an hour: three hours for $12 are not $4 an hour. */
const hourlyOf = ({ lines: [line, ...others] }: Rate): number | null =>
  line?.type === 'incrementingRate' && others.length === 0 && 60 % line.stepMinutes! === 0
    ? line.cents * (60 / line.stepMinutes!)
    : null

/** Minutes from the start at which the cap resets, 0 first. A reset at a local time happens once a day, on clock-change days too. */
const resets = (
  cap: NonNullable<Tariff['cap']>,
  start: Temporal.Instant,
  minutes: number,
  timeZone: string,
): number[] => {
  const all = [0]
  if (cap.resetAfterMinutes) {
    for (let at = cap.resetAfterMinutes; at < minutes; at += cap.resetAfterMinutes) all.push(at)
  } else if (cap.resetAt) {
    let day = start.toZonedDateTimeISO(timeZone).toPlainDate()
    for (let at = 0; at < minutes; day = day.add({ days: 1 })) {
      at = start.until(localTimeAt(day, cap.resetAt, timeZone)).total('minutes')
      if (at > 0 && at < minutes) all.push(at)
    }
  }
  return all
}

/**
 * What `cost`, the price of the first so many minutes of a stay of at most `longest`, comes to under the cap.
 * Without one it is the price itself.
 */
const capped = (
  { cap }: Tariff,
  start: Temporal.Instant,
  longest: number,
  timeZone: string,
  cost: (minutes: number) => number,
): ((minutes: number) => number) => {
  if (!cap) return cost
  const all = resets(cap, start, longest, timeZone)
  return minutes => {
    const from = all.filter(at => at < minutes)
    return from.reduce((sum, begin, i) => {
      const between = cost(from[i + 1] ?? minutes) - cost(begin)
      return sum + Math.min(cap.cents, between)
    }, 0)
  }
}

/** One period of a stay under one rate; the cap reduces the period in which it is reached. */
type StayLine = {
  name: string
  from: Temporal.Instant
  to: Temporal.Instant
  minutes: number
  cents: number
  /** cents an hour, where the line is charged by the hour and nothing was taken off */
  hourlyCents: number | null
}

type PricedStay = {
  lines: StayLine[]
  totalCents: number
  /** until when a stay from this start would cost nothing; null: it costs at once, or never */
  freeUntil: Temporal.Instant | null
}

/** Stays are priced from the minute in which they start, so that a quote holds for a start some seconds later. */
const toMinute = (at: Temporal.Instant) => at.round({ smallestUnit: 'minute', roundingMode: 'floor' })

/** The price of the first so many minutes of a stay with these periods. */
const pricer = (tariff: Tariff, start: Temporal.Instant, periods: Period[], timeZone: string) => {
  const last = periods.at(-1)
  return capped(tariff, start, last ? last.from + last.minutes : 0, timeZone, minutes =>
    periods.reduce(
      (sum, { rate, from, minutes: length }) =>
        from < minutes ? sum + rateCents(rate, Math.min(length, minutes - from)) : sum,
      0,
    ),
  )
}

const freeUntil = (tariff: Tariff, start: Temporal.Instant, timeZone: string): Temporal.Instant | null => {
  if (tariff.cap?.cents === 0) return null
  for (const { rate, from, minutes } of periodsOf(tariff, start, weekMinutes, timeZone)) {
    const free = freeMinutes(rate)
    if (free < minutes) return from + free > 0 ? start.add({ minutes: from + free }) : null
  }
  return null
}

/** Throws where a minute has no rate. `minutes` is whole. */
export const priceStay = (
  tariff: Tariff,
  startsAt: Temporal.Instant,
  minutes: number,
  timeZone: string,
): PricedStay => {
  const start = toMinute(startsAt)
  const periods = periodsOf(tariff, start, minutes, timeZone)
  const priceOf = pricer(tariff, start, periods, timeZone)
  const lines = periods.map(({ rate, from, minutes: length }): StayLine => {
    const cents = priceOf(from + length) - priceOf(from)
    const hourly = hourlyOf(rate)
    return {
      name: rate.name,
      from: start.add({ minutes: from }),
      to: start.add({ minutes: from + length }),
      minutes: length,
      cents,
      hourlyCents: cents === rateCents(rate, length) && rate.maxCents !== cents ? hourly : null,
    }
  })
  const costsAtOnce = minutes > 0 && priceOf(1) > 0
  return { lines, totalCents: priceOf(minutes), freeUntil: costsAtOnce ? null : freeUntil(tariff, start, timeZone) }
}
