// The UTC offset of a time zone. Intl's first answer in a page costs a phone a tenth of a second, so it is cached.
import { now } from './clock.ts'
import { cachedAtMs, readCache, writeCache } from './local-cache.ts'

/** An IANA name, or this device's own zone. */
export type Zone = string | undefined
export const ownZone = undefined

/** Epoch milliseconds; the end is not in it. */
type Stretch = { fromMs: number; untilMs: number; offsetMs: number }

const weekMs = 7 * 86_400_000
const mostWeeks = 60
const mostStretches = 4
const known = new Map<string, Stretch[]>()
const nameOf = (timeZone: string) => `zone.${timeZone}`

/** From a time on, and back from it, as long as Intl answers the same for each week, a year at most. */
function findStretch(timeZone: string, atMs: number): Stretch {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  const offsetAt = (ms: number) => {
    const [, sign, hours, minutes] = /GMT([+-])(\d+):(\d+)/.exec(format.format(ms)) ?? []
    return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000
  }
  const offsetMs = offsetAt(atMs)
  const reach = (stepMs: number) => {
    let ms = atMs
    for (let week = 0; week < mostWeeks && offsetAt(ms + stepMs) === offsetMs; week++) ms += stepMs
    return ms
  }
  return { fromMs: reach(-weekMs), untilMs: reach(weekMs) + 1, offsetMs }
}

/** Cached for a week: a country may change its clocks, which the browser learns in an update. */
const recall = (name: string): Stretch[] =>
  now() - (cachedAtMs(name) ?? 0) < weekMs ? (readCache<Stretch[]>(name) ?? []) : []

/** Milliseconds to add to UTC. */
export function zoneOffsetMs(timeZone: Zone, atMs: number): number {
  if (!timeZone) return -new Date(atMs).getTimezoneOffset() * 60_000
  const covers = ({ fromMs, untilMs }: Stretch) => fromMs <= atMs && atMs < untilMs
  const seen = known.get(timeZone) ?? recall(nameOf(timeZone))
  let stretch = seen.find(covers)
  if (!stretch) {
    stretch = findStretch(timeZone, atMs)
    seen.unshift(stretch)
    writeCache(nameOf(timeZone), seen.slice(0, mostStretches))
  }
  known.set(timeZone, seen)
  return stretch.offsetMs
}
