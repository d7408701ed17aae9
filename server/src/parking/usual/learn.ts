// What a driver's stays have in common: the places, hours, and lengths that repeat. A pure function.
import { usualStays as limits, stayStepMinutes } from '@parkit/contract/platform/limits'

export type Stay = {
  zone: string
  vehicleId: string
  /** the start, by the clock of the place */
  at: Temporal.ZonedDateTime
  minutes: number
}

export type Habit = {
  zone: string
  vehicleId: string
  minutes: number
  days: 'weekdays' | 'weekends'
  /** the usual start, in minutes after midnight */
  minute: number
}

const dayMinutes = 1_440
const saturday = 6

const daysOf = ({ at }: Stay): Habit['days'] => (at.dayOfWeek < saturday ? 'weekdays' : 'weekends')
const minuteOf = ({ at }: Stay): number => at.hour * 60 + at.minute

/** Around the clock, so that 11:50 PM is 20 minutes before 12:10 AM: from -720 up to 720. */
const minutesFrom = (from: number, to: number): number =>
  ((((to - from + dayMinutes / 2) % dayMinutes) + dayMinutes) % dayMinutes) - dayMinutes / 2

const toStep = (minutes: number): number =>
  Math.max(stayStepMinutes, Math.round(minutes / stayStepMinutes) * stayStepMinutes)

const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0)

/** The value of most weight; of two with the same, the one that comes first. */
function mostOften<V>(stays: Stay[], keyOf: (stay: Stay) => V, weightOf: (stay: Stay) => number): V {
  const weights = new Map<V, number>()
  for (const stay of stays) weights.set(keyOf(stay), (weights.get(keyOf(stay)) ?? 0) + weightOf(stay))
  return [...weights].reduce((best, other) => (other[1] > best[1] ? other : best))[0]
}

const countDays = (stays: Stay[]): number => new Set(stays.map(({ at }) => at.toPlainDate().toString())).size

/** The stays around the start that has the most others near it; none where too few days have one. */
function findCluster(stays: Stay[], weightOf: (stay: Stay) => number): Stay[] {
  const around = stays.map(center =>
    stays.filter(stay => Math.abs(minutesFrom(minuteOf(center), minuteOf(stay))) <= limits.minutesApart),
  )
  const weigh = (cluster: Stay[]) => sum(cluster.map(weightOf))
  const best = around.reduce<Stay[]>((best, other) => (weigh(other) > weigh(best) ? other : best), [])
  return countDays(best) >= limits.leastTimes ? best : []
}

/** The strongest first. `stays` come newest first. */
export function learnHabits(stays: Stay[], now: Temporal.Instant): Habit[] {
  const weights = new Map(
    stays.map(stay => {
      const days = (now.epochMilliseconds - stay.at.epochMilliseconds) / 86_400_000
      return [stay, 0.5 ** (days / limits.halfLifeDays)]
    }),
  )
  const weightOf = (stay: Stay) => weights.get(stay)!
  const found: { habit: Habit; weight: number }[] = []
  for (const alike of Map.groupBy(stays, stay => `${daysOf(stay)} ${stay.zone}`).values()) {
    let rest = alike
    for (let cluster = findCluster(rest, weightOf); cluster.length > 0; cluster = findCluster(rest, weightOf)) {
      const [newest] = cluster as [Stay]
      const weight = sum(cluster.map(weightOf))
      const offsets = cluster.map(stay => weightOf(stay) * minutesFrom(minuteOf(newest), minuteOf(stay)))
      const minute = (minuteOf(newest) + Math.round(sum(offsets) / weight) + dayMinutes) % dayMinutes
      found.push({
        habit: {
          zone: newest.zone,
          vehicleId: mostOften(cluster, stay => stay.vehicleId, weightOf),
          minutes: mostOften(cluster, stay => toStep(stay.minutes), weightOf),
          days: daysOf(newest),
          minute,
        },
        weight,
      })
      const taken = new Set(cluster)
      rest = rest.filter(stay => !taken.has(stay))
    }
  }
  return found
    .sort((a, b) => b.weight - a.weight)
    .slice(0, limits.most)
    .map(({ habit }) => habit)
}
