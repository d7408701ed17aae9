// Which days are those of an event, by the lists of days that a city has published: matches, markets, snow. Pure.
import type { Published } from '#city/calendar/calendar.ts'
import { learnedWeeks } from './forecast.ts'

const dayMs = 86_400_000
/** A list of more days is no event, as that of school days: its days are the usual ones. */
const mostShare = 1 / 4

const dayNumber = (date: string) => Date.parse(date) / dayMs

/** The list of a day since 1970, as it is published now; of several the shortest. */
export const eventsOf = ({ listedDays }: Pick<Published, 'listedDays'>, now: Temporal.Instant) => {
  const today = Math.floor(now.epochMilliseconds / dayMs)
  const isKnown = ({ publishedAt, removedAt }: Published['listedDays'][number]) =>
    Temporal.Instant.compare(publishedAt, now) <= 0 && !(removedAt && Temporal.Instant.compare(removedAt, now) <= 0)
  const lists = Map.groupBy(listedDays.filter(isKnown), ({ listId }) => listId)
  const inWindow = (days: Published['listedDays']) =>
    days.filter(({ day }) => dayNumber(day) <= today && dayNumber(day) > today - learnedWeeks * 7).length
  const events = new Map<number, string>()
  for (const [listId, days] of [...lists].toSorted(([, a], [, b]) => b.length - a.length))
    if (inWindow(days) <= mostShare * learnedWeeks * 7) for (const { day } of days) events.set(dayNumber(day), listId)
  return (day: number): string | null => events.get(day) ?? null
}
