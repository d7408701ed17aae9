// Takes one time out of another: what a window leaves of the days and hours that a source excepts. Pure.
import type { When } from '@parkit/contract/city/calendar-schemas'

/** One condition of a window, or several that belong together, such as weekdays and which of a month. */
export type WhenPart = Partial<When>

const others = (most: number, but: number[]) =>
  Array.from({ length: most }, (_, i) => i + 1).filter(one => !but.includes(one))

/** When a part does not hold: any of these. */
export const notPart = (part: WhenPart): WhenPart[] => {
  if (part.onDays) return [{ notOnDays: part.onDays }]
  if (part.from !== undefined)
    return [
      ...(part.from === '00:00' ? [] : [{ from: '00:00', to: part.from }]),
      ...(part.to === '24:00' ? [] : [{ from: part.to!, to: '24:00' }]),
    ]
  if (part.weekdays && !part.nth) return [{ weekdays: others(7, part.weekdays) }]
  if (part.weekdays)
    return [{ weekdays: others(7, part.weekdays) }, { ...part, nth: others(5, part.nth!) as NonNullable<When['nth']> }]
  if (part.months) return [{ months: others(12, part.months) }]
  if (part.monthDays) return [{ monthDays: others(31, part.monthDays) }]
  if (part.fromDate) return [{ beforeDate: part.fromDate }]
  return [{ fromDate: part.beforeDate! }]
}

/** Both at once; null where they never meet. Throws what `impossible` makes of a field where no window says it. */
export const both = (one: When, part: WhenPart, impossible: (field: string) => Error): When | null => {
  const merged: When = { ...one }
  for (const [name, value] of Object.entries(part) as [keyof When, never][]) {
    const has = merged[name]
    if (has === undefined) merged[name] = value
    else if (name === 'notOnDays' || name === 'onDays')
      merged[name] = [...(has as string[]), ...(value as string[])] as never
    else if (Array.isArray(has)) {
      merged[name] = has.filter(own => (value as unknown[]).includes(own)) as never
      if ((merged[name] as unknown[]).length === 0) return null
    } else throw impossible(name)
  }
  return merged
}
