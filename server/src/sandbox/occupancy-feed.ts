// Stand-in for the operators' counters of the demo city: reports taken spaces as an operator does.
// A count is what is usual for the place and the hour, a little noise that depends on place and time alone, and the
// running sessions of ParkIt's own drivers, whom a real counter sees too. Nothing else in ParkIt makes up a count.
import { type Place, type Places, type ZoneId, zoneKey } from '#city/places/places.ts'
import type { Clock } from '#platform/clock.ts'

const reportEveryMinutes = 5
const noiseShare = 0.05
const noiseStepMinutes = 20
const reportsAtOnce = 5_000

/** Evenly spread over −1 to 1, the same for the same place and step. */
const noiseOf = (zoneNumber: string, step: number): number => {
  let hash = Number(zoneNumber) ^ Math.imul(step, 0x9e3779b1)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 31 - 1
}

/** Whole spaces that a counter would show; `usual` is the share usually taken, 0 to 1. */
export const countedTaken = (
  { zoneNumber, capacity }: Pick<Place, 'zoneNumber' | 'capacity'>,
  usual: number,
  running: number,
  at: Temporal.Instant,
): number => {
  const steps = at.epochMilliseconds / 60_000 / noiseStepMinutes
  const step = Math.floor(steps)
  const between = steps - step
  const noise = noiseOf(zoneNumber, step) * (1 - between) + noiseOf(zoneNumber, step + 1) * between
  const strangers = Math.round(capacity * Math.max(0, usual + noise * noiseShare))
  return Math.min(capacity, strangers + running)
}

type Deps = {
  /** the code of the demo city: the cars of others are counted by their operators alone */
  city: string
  places: Pick<Places, 'listPlaces' | 'reportOccupancy'>
  clock: Clock
  /** share usually taken at a place, 0 to 1 */
  usualAt: (place: Place, at: Temporal.Instant) => number
  countRunningSince: (zones: (ZoneId & { since: Temporal.Instant })[]) => Promise<Map<string, number>>
}

const ever = Temporal.Instant.fromEpochMilliseconds(0)

export const createOccupancyFeed = ({ city, places, clock, usualAt, countRunningSince }: Deps) => {
  /** Counts so many places from one on; answers whether there are more. */
  const reportFrom = async (from: number): Promise<boolean> => {
    const now = clock.now()
    const next = places.listPlaces(from, from + reportsAtOnce)
    const counted = next.filter(place => place.city === city && !place.withdrawn)
    const running = await countRunningSince(
      counted.map(({ cityId, zoneNumber }) => ({ cityId, zoneNumber, since: ever })),
    )
    const reports = counted.map(place => ({
      cityId: place.cityId,
      zoneNumber: place.zoneNumber,
      taken: countedTaken(place, usualAt(place, now), running.get(zoneKey(place)) ?? 0, now),
      observedAt: now,
    }))
    await places.reportOccupancy(reports, now)
    return next.length === reportsAtOnce
  }

  return {
    /**
     * Reports now and every few minutes, until the answered function is called, which waits for what is under way. A city is
     * counted before this resolves; of more places the rest goes on. `onError`: the next report comes all the same.
     */
    start: async (onError: (error: unknown) => void): Promise<() => Promise<void>> => {
      let stopped = false
      let round: Promise<void> | null = null
      const goOn = async (from: number): Promise<void> => {
        for (let at = from; !stopped && (await reportFrom(at)); ) at += reportsAtOnce
      }
      const begin = (from: number) => {
        round ??= goOn(from)
          .catch(onError)
          .finally(() => {
            round = null
          })
      }
      const isMore = await reportFrom(0).catch(onError)
      if (isMore) begin(reportsAtOnce)
      const timer = setInterval(begin, reportEveryMinutes * 60_000, 0)
      timer.unref()
      return async () => {
        stopped = true
        clearInterval(timer)
        await round
      }
    },
  }
}
