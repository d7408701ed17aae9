// The year picker's pages: twelve years each, from 1900 on.
import { vehicleYears } from '@parkit/contract/platform/limits'

const perPage = 12

/** Next year's models are on sale this year. */
export const lastYear = (nowMs: number): number => new Date(nowMs).getUTCFullYear() + 1

/** The first year of the page that a year stands on: 2020 for 2022. */
export const pageOf = (year: number): number => year - ((year - vehicleYears.first) % perPage)

/** The twelve years of a page, without those to come. */
export const yearsOf = (first: number, last: number): number[] =>
  Array.from({ length: perPage }, (_, i) => first + i).filter(year => year <= last)

/** Where a key leads from a year in a grid three wide; none where the key means nothing here. */
export const yearAfter = (key: string, year: number, last: number): number | undefined => {
  const steps: Record<string, number> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -3,
    ArrowDown: 3,
    PageUp: -perPage,
    PageDown: perPage,
  }
  const step = steps[key]
  const page = yearsOf(pageOf(year), last)
  const to = key === 'Home' ? page[0] : key === 'End' ? page.at(-1) : step && year + step
  return to && Math.min(last, Math.max(vehicleYears.first, to))
}
