// The expected free spaces of the coming 24 hours, learned from counts of the weeks before: an expectation, never a count. Pure.
import type { forecast } from '@parkit/contract/city/places'
import type { Answer } from '@parkit/contract/platform/call'

/** Share of the spaces that is usually taken at an instant, 0 to 1. */
export type Expectation = (at: Temporal.Instant) => number

/** An hour since 1970 (UTC) and the spaces taken in it, on average of its counts. */
export type CountedHour = readonly [hour: number, taken: number]

const hourMs = 3_600_000
const weekHours = 168
const forecastHours = 24

/** Weeks that are read; older ones count for less, half after `weightHalfLifeWeeks`. */
export const learnedWeeks = 26
const weightHalfLifeWeeks = 6
/** Fewer days with counts are too few; of them so many in the weeks held out. */
export const leastDays = 28
const leastHeldOutDays = 7
/** Each of these latest weeks is forecast from the counts before it, for the error. */
const heldOutWeeks = 2
/** A forecast is hidden where its error is more than this share of that of the zone's average. */
export const mostErrorShare = 0.9
/** Counts of other weekdays at the same hour count as so many of this weekday. */
const hourOfDaySamples = 0.5
/** Counts of all other hours count as so many of this hour of day. */
const averageSamples = 1

/** Of fewer counted days of an event nothing is said about the next. */
const leastEventDays = 3

/** How far the latest hours are off the usual: older ones count for less, and it fades with the hours ahead. */
const recentHours = 12
const recentHalfLifeHours = 1
const fadeHalfLifeHours = 6

const share = (value: number) => Math.min(1, Math.max(0, value))
const halved = (passed: number, halfLife: number) => 0.5 ** (passed / halfLife)

/** Turns hours since 1970 (UTC) from one to another into hours on a zone's clock since its 1970 began. */
const localHours = (timeZone: string, from: number, to: number): ((hour: number) => number) => {
  let at: Temporal.ZonedDateTime | null = Temporal.Instant.fromEpochMilliseconds(from * hourMs).toZonedDateTimeISO(
    timeZone,
  )
  const offsets: { since: number; ms: number }[] = []
  while (at && at.epochMilliseconds <= to * hourMs) {
    offsets.push({ since: at.epochMilliseconds, ms: at.offsetNanoseconds / 1e6 })
    at = at.getTimeZoneTransition('next')
  }
  return hour => {
    const { ms } = offsets.findLast(({ since }) => since <= hour * hourMs) ?? offsets[0]!
    return Math.floor((hour * hourMs + ms) / hourMs)
  }
}

const dayOf = (local: number) => Math.floor(local / 24)
const hourOfDay = (local: number) => ((local % 24) + 24) % 24
const slotOf = (local: number) => ((local % weekHours) + weekHours) % weekHours

type Sample = { hour: number; local: number; share: number }
/** Share usually taken in each hour of the week. */
type Profile = Float64Array

const meanOf = (samples: readonly Sample[]) => samples.reduce((sum, each) => sum + each.share, 0) / samples.length

/** An hour of the week comes close to its hour of day where it was counted seldom, and that to the average. */
const profileOf = (samples: readonly Sample[], until: number): Profile => {
  const average = meanOf(samples)
  const days = { sum: new Float64Array(24), weight: new Float64Array(24) }
  const week = { sum: new Float64Array(weekHours), weight: new Float64Array(weekHours) }
  for (const { hour, local, share } of samples) {
    const weight = halved(until - hour, weightHalfLifeWeeks * weekHours)
    for (const [cells, cell] of [
      [days, hourOfDay(local)],
      [week, slotOf(local)],
    ] as const) {
      cells.sum[cell]! += weight * share
      cells.weight[cell]! += weight
    }
  }
  return week.sum.map((sum, slot) => {
    const hour = slot % 24
    const ofDay = (days.sum[hour]! + averageSamples * average) / (days.weight[hour]! + averageSamples)
    return (sum + hourOfDaySamples * ofDay) / (week.weight[slot]! + hourOfDaySamples)
  })
}

/** How far a share taken was off the usual, so many hours ago. */
type Off = { hoursAgo: number; off: number }

/** 0 where nothing recent is known. */
const trendOf = (offs: readonly Off[]): number => {
  let [sum, weight] = [0, 0]
  for (const { hoursAgo, off } of offs) {
    sum += off * halved(hoursAgo, recentHalfLifeHours)
    weight += halved(hoursAgo, recentHalfLifeHours)
  }
  return weight === 0 ? 0 : sum / weight
}

const expected = (usual: number, trend: number, hoursAhead: number) =>
  share(usual + trend * halved(hoursAhead, fadeHalfLifeHours))

const offsBefore = (samples: ReadonlyMap<number, Sample>, profile: Profile, hour: number): Off[] =>
  Array.from({ length: recentHours }, (_, i) => samples.get(hour - 1 - i)).flatMap(sample =>
    sample ? [{ hoursAgo: hour - sample.hour, off: sample.share - profile[slotOf(sample.local)]! }] : [],
  )

/** The sums of absolute errors, of the forecast and of the average, for each hour of a week forecast 24 hours long. */
const errorsOf = (samples: ReadonlyMap<number, Sample>, from: number) => {
  const before = [...samples.values()].filter(({ hour }) => hour < from)
  const profile = profileOf(before, from)
  const average = meanOf(before)
  const sums = { own: 0, average: 0, count: 0 }
  for (let origin = from; origin < from + weekHours; origin++) {
    const trend = trendOf(offsBefore(samples, profile, origin))
    for (let ahead = 0; ahead < forecastHours; ahead++) {
      const sample = samples.get(origin + ahead)
      if (!sample) continue
      sums.own += Math.abs(sample.share - expected(profile[slotOf(sample.local)]!, trend, ahead))
      sums.average += Math.abs(sample.share - average)
      sums.count++
    }
  }
  return sums
}

export type Usual = {
  expectation: Expectation
  /** whether the expectation says nothing about a day: an event or a holiday */
  isLeftOut?: (at: Temporal.Instant) => boolean
  /** of the hours before `hour` */
  recent?: { hour: number; offs: Off[] }
}

export type Learned = Usual & {
  /** mean absolute error in the weeks held out, and that of the zone's average: shares of the spaces */
  error: number
  averageError: number
}

type Counted = {
  /** in any order; that of `now` and later ones don't count */
  hours: readonly CountedHour[]
  capacity: number
  timeZone: string
  /** days since 1970 that are holidays: nothing is learned from them or said about them */
  isNamedDay: (day: number) => boolean
  /** what goes on that day, as a match: days of the same event are alike; null: nothing */
  eventOf?: (day: number) => string | null
}

/** By event, how far its days were off the usual at each hour of day; a few days count for less. */
const eventOffs = (byEvent: ReadonlyMap<string, Sample[]>, profile: Profile): Map<string, Float64Array> => {
  const offs = new Map<string, Float64Array>()
  for (const [event, samples] of byEvent) {
    if (new Set(samples.map(({ local }) => dayOf(local))).size < leastEventDays) continue
    const sum = new Float64Array(24)
    const count = new Float64Array(24)
    for (const { local, share } of samples) {
      sum[hourOfDay(local)]! += share - profile[slotOf(local)]!
      count[hourOfDay(local)]!++
    }
    offs.set(
      event,
      sum.map((off, hour) => off / (count[hour]! + averageSamples)),
    )
  }
  return offs
}

/** `too_few` counts to learn from, or a forecast `no_better` than the zone's average. */
export const learn = (
  { hours, capacity, timeZone, isNamedDay, eventOf = () => null }: Counted,
  now: Temporal.Instant,
): Learned | 'too_few' | 'no_better' => {
  const until = Math.floor(now.epochMilliseconds / hourMs)
  const since = until - learnedWeeks * weekHours
  const heldOut = until - heldOutWeeks * weekHours
  const toLocal = localHours(timeZone, since, until + 2 * forecastHours)
  const samples = new Map<number, Sample>()
  const byEvent = new Map<string, Sample[]>()
  for (const [hour, taken] of hours) {
    if (hour < since || hour >= until) continue
    const local = toLocal(hour)
    if (isNamedDay(dayOf(local))) continue
    const sample = { hour, local, share: share(taken / capacity) }
    const event = eventOf(dayOf(local))
    if (event === null) samples.set(hour, sample)
    else byEvent.getOrInsertComputed(event, () => []).push(sample)
  }
  const days = (from: number) =>
    new Set([...samples.values()].flatMap(({ hour, local }) => (hour < from ? [] : [dayOf(local)]))).size
  if (days(since) < leastDays || days(heldOut) < leastHeldOutDays) return 'too_few'

  const sums = Array.from({ length: heldOutWeeks }, (_, week) => errorsOf(samples, heldOut + week * weekHours))
  const total = (key: 'own' | 'average' | 'count') => sums.reduce((sum, each) => sum + each[key], 0)
  const [error, averageError] = [total('own') / total('count'), total('average') / total('count')]
  // a zone that never changes needs no forecast, either
  if (!(error < mostErrorShare * averageError)) return 'no_better'

  const profile = profileOf([...samples.values()], until)
  const offs = eventOffs(byEvent, profile)
  const localAt = (at: Temporal.Instant) => toLocal(at.epochMilliseconds / hourMs)
  const eventAt = (local: number) => eventOf(dayOf(local))
  return {
    expectation: at => {
      const local = localAt(at)
      return profile[slotOf(local)]! + (offs.get(eventAt(local) ?? '')?.[hourOfDay(local)] ?? 0)
    },
    isLeftOut: at => {
      const local = localAt(at)
      const event = eventAt(local)
      return isNamedDay(dayOf(local)) || (event !== null && !offs.has(event))
    },
    recent: { hour: until, offs: offsBefore(samples, profile, until) },
    error,
    averageError,
  }
}

/**
 * From the hour that runs now in the place's zone. The first hour says what was counted, where there is a live count (`takenNow`, 0 to 1);
 * later ones come ever closer to what is usual.
 */
export const forecastOf = (
  place: { capacity: number; timeZone: string },
  { expectation, isLeftOut = () => false, recent }: Usual,
  takenNow: number | null,
  now: Temporal.Instant,
): Answer<typeof forecast>['Hours'] => {
  const hour = now.toZonedDateTimeISO(place.timeZone).round({ smallestUnit: 'hour', roundingMode: 'floor' })
  const passed = recent ? Math.floor(now.epochMilliseconds / hourMs) - recent.hour : 0
  const offs = (recent?.offs ?? []).map(({ hoursAgo, off }) => ({ hoursAgo: hoursAgo + passed, off }))
  // a count of now says how far now is off, whatever was before
  const trend = takenNow === null ? trendOf(offs) : share(takenNow) - share(expectation(now))
  return Array.from({ length: forecastHours }, (_, ahead) => hour.add({ hours: ahead }).toInstant())
    .map((at, ahead) => {
      const taken =
        ahead === 0 && takenNow !== null
          ? share(takenNow)
          : expected(share(expectation(ahead === 0 ? now : at)), trend, ahead)
      return { At: at.toString(), Free: Math.round(place.capacity * (1 - taken)), Taken: Math.round(taken * 100) / 100 }
    })
    .filter(({ At }) => !isLeftOut(Temporal.Instant.from(At)))
}
