// The closures of a place that are known now: while one lasts nobody parks, and those ahead are said. Pure.
import type { Override } from '@parkit/contract/city/calendar-schemas'
import type { Closure } from '@parkit/contract/city/closure-schemas'

type Overridden = { published?: { overrides: Override[] } }

/** of closures ahead that are shown */
const shownDays = 7

const isClosure = ({ rule, cancelledAt }: Override) => rule.activity === 'none' && cancelledAt === null

/** The first to begin is first; without those that are over. */
const known = ({ published }: Overridden, at: Temporal.Instant): Override[] =>
  (published?.overrides ?? [])
    .filter(override => isClosure(override) && Temporal.Instant.compare(override.endsAt, at) > 0)
    .toSorted((a, b) => Temporal.Instant.compare(a.startsAt, b.startsAt))

/** The closure that lasts, or the first that begins within seven days; undefined: none. */
export const closureAhead = (place: Overridden, at: Temporal.Instant): Closure | undefined => {
  const [first] = known(place, at)
  if (!first || Temporal.Instant.compare(first.startsAt, at.add({ hours: 24 * shownDays })) > 0) return undefined
  const { rule, startsAt, endsAt } = first
  return { Name: rule.name.en, StartsAt: startsAt.toString(), EndsAt: endsAt.toString(), Tow: rule.tow ?? false }
}
