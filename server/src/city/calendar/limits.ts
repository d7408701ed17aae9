// How long a stay may last: until a ban begins, or until the time that counts toward a longest stay is used up. Pure.
import type { Facts, Rule } from '@parkit/contract/city/calendar-schemas'
import { daySeconds } from './days.ts'
import { isPaid } from './price.ts'
import { type Calendar, type Stretch, stretchesFrom } from './stretches.ts'

/** What is not in sight within these days ends no stay: ParkIt's own longest stay is shorter. */
const daysAhead = 8

/** Time already spent in the same session at another place, by limit group. */
export type Used = Record<string, number>

/** Epoch seconds; Infinity: not in sight. */
export type StayEnd = {
  /** the last instant at which no limit is exceeded */
  limit: number
  limitRule: Rule | null
  ban: number
  banRule: Rule | 'closed' | null
}

const withMaximum = ({ price }: Stretch): Rule | null =>
  typeof price !== 'string' && price.limits?.maxStaySeconds ? price : null

/** Whose time counts together. */
export const groupOf = ({ id, limits }: Rule): string => limits?.limitGroup ?? `rule ${id}`

/** While a rule holds, its own maximum counts; free time under a maximum of paid time counts nothing. */
export const stayEnd = (
  calendar: Calendar,
  facts: Facts,
  start: number,
  before: Used = {},
  /** of the same session at other places, for what counts the whole stay */
  stayedSeconds = 0,
): StayEnd => {
  const used = new Map(Object.entries(before))
  const end: StayEnd = { limit: Infinity, limitRule: null, ban: Infinity, banRule: null }
  for (const stretch of stretchesFrom(calendar, facts, start, start + daysAhead * daySeconds)) {
    if (stretch.ban && end.ban === Infinity) {
      end.ban = stretch.from
      end.banRule = stretch.ban
    }
    const rule = withMaximum(stretch)
    if (rule && end.limit === Infinity && (rule.limits!.maxStayCounts !== 'paid' || isPaid(rule))) {
      const { maxStaySeconds, maxStayCounts } = rule.limits!
      const group = groupOf(rule)
      const spent = maxStayCounts === 'stay' ? stayedSeconds + stretch.from - start : (used.get(group) ?? 0)
      const left = Math.max(0, maxStaySeconds! - spent)
      if (stretch.from + left < stretch.to) {
        end.limit = stretch.from + left
        end.limitRule = rule
      }
      if (maxStayCounts !== 'stay') used.set(group, spent + stretch.to - stretch.from)
    }
    if (end.ban < Infinity && end.limit < Infinity) break
  }
  return end
}

/** What a stay adds to `before` at its place, for the rest of the session at another one. */
export const usedBy = (calendar: Calendar, facts: Facts, start: number, seconds: number, before: Used = {}): Used => {
  const used = { ...before }
  for (const stretch of stretchesFrom(calendar, facts, start, start + seconds)) {
    const rule = withMaximum(stretch)
    const counts = rule?.limits?.maxStayCounts
    if (rule?.limits?.limitGroup && (counts === 'rule' || (counts === 'paid' && isPaid(rule))))
      used[groupOf(rule)] = (used[groupOf(rule)] ?? 0) + stretch.to - stretch.from
  }
  return used
}
