// The history of counts: each report adds to its zone's hour, and a zone's forecast is learned from them, once an hour at most.
import type { Published } from '#city/calendar/calendar.ts'
import { isHoliday } from '#city/calendar/calendar.ts'
import type { Database, Queryable } from '#platform/db.ts'
import { createInvalidatingCache } from '#platform/invalidating-cache.ts'
import { eventsOf } from './events.ts'
import { type Learned, learn, learnedWeeks } from './forecast.ts'
import * as store from './history-store.ts'
import type { Count } from './store.ts'
import { type ZoneId, zoneKey } from './zone-key.ts'

const hourMs = 3_600_000
const mostLearned = 2_000
/** as long as hours are kept */
const keptMonths = 24

type Zone = ZoneId & { capacity: number; timeZone: string; published: Published }

export const createHistory = (db: Database) => {
  const learned = createInvalidatingCache<Promise<Learned | 'too_few' | 'no_better'>>(mostLearned)

  const read = async ({ cityId, zoneNumber, capacity, timeZone, published }: Zone, now: Temporal.Instant) => {
    const { hours } = await store.selectHours(db.pool, zoneNumber, now.subtract({ hours: learnedWeeks * 168 }), cityId)
    return learn({ hours, capacity, timeZone, isNamedDay: isHoliday, eventOf: eventsOf(published, now) }, now)
  }

  return {
    /** Counts that are newer than those kept; all of a zone may be of one hour. After their zones are locked. */
    add: async (tx: Queryable, counts: Count[], now: Temporal.Instant): Promise<void> => {
      const since = now.toZonedDateTimeISO('UTC').subtract({ months: keptMonths }).epochMilliseconds
      await store.upsertHours(
        tx,
        counts.filter(([, , at]) => at >= since),
      )
    },

    learned: (zone: Zone, now: Temporal.Instant): Promise<Learned | 'too_few' | 'no_better'> => {
      const nowMs = now.epochMilliseconds
      const { capacity, timeZone } = zone
      const owner = zoneKey(zone)
      const key = `${owner} ${capacity} ${timeZone}`
      const before = learned.get(key, nowMs)
      if (before) return before
      const fromMs = nowMs - (nowMs % hourMs)
      const readAt = learned.version()
      const value = read(zone, now)
      learned.set(key, { value, owner, readAt, fromMs, untilMs: fromMs + hourMs })
      value.catch(() => learned.invalidate(owner))
      return value
    },
  }
}
