// Which city's support a driver reaches, and its hours in that city's time.
import type { Language } from '@parkit/contract/platform/errors'
import { near } from '@parkit/contract/platform/limits'
import type { SupportCity } from '@parkit/contract/support/hours'
import { clockText, service, serviceHoursText } from '@parkit/contract/support/service-hours'
import type { Cities, Position } from '#city/cities/cities.ts'
import type { Queryable } from '#platform/db.ts'
import type { Words } from '#support/words/words.ts'

/** `YYYY-MM-DDTHH:mm` there. */
export const cityNow = (now: Temporal.Instant, { TimeZone }: Pick<SupportCity, 'TimeZone'>): string =>
  now.toZonedDateTimeISO(TimeZone).toPlainDateTime().toString({ smallestUnit: 'minute' })

const localeOf: Record<Language, string> = { en: 'en-US', es: 'es-US', hi: 'hi-IN-u-nu-latn' }
const dayText = (date: string, language: Language) =>
  Temporal.PlainDate.from(date).toLocaleString(localeOf[language], {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
  })

/** The automatic answer to the first message of a conversation. */
export const hoursText = (
  words: Words,
  language: Language,
  city: Pick<SupportCity, 'Name' | 'TimeZone' | 'SupportHours'>,
  now: Temporal.Instant,
): string => {
  const there = service(cityNow(now, city), city.SupportHours)
  if (!there) return words.thanks
  return there.open
    ? words.somebodyIsThere(serviceHoursText(city.SupportHours, city.Name, language))
    : words.nobodyIsThere(dayText(there.date, language), clockText(there.time), city.Name)
}

export type HoursDeps = {
  cities: Cities
  /** where the driver is parked, or last was: the city's id */
  driverCity: (
    from: Queryable,
    driverId: string,
    now: Temporal.Instant,
  ) => Promise<{ city: number; isRunning: boolean } | null>
}
export const createHours = ({ cities, driverCity }: HoursDeps) => ({
  /**
   * That of the running session, else the one around the position, else where the driver last parked; the first one where nothing is known.
   */
  of: async (driverId: string, from: Position | null, now: Temporal.Instant, read: Queryable) => {
    const all = await cities.nearest(from, read)
    const parked = all.length > 1 ? await driverCity(read, driverId, now) : null
    const isAround = ({ Distance }: (typeof all)[number]) => Distance !== null && Distance <= near.cityMetres
    const around = all.find(isAround)
    const last = all.find(({ id }) => id === parked?.city)
    return (parked?.isRunning ? last : (around ?? last)) ?? all.toSorted((a, b) => a.id - b.id)[0]!
  },
})
export type Hours = ReturnType<typeof createHours>
