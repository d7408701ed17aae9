// Whether a card has expired or soon will, by the month that is on it.
import { now } from '#platform/clock.ts'

/** By the clock of the server: a wrong date on the phone expires no card. */
export const thisMonth = () => {
  const date = new Date(now())
  return { year: date.getFullYear(), month: date.getMonth() + 1 }
}

/** A card is valid to the end of its month; `soon` from two months before. */
export const expiryState = (
  { MonthExpiry, YearExpiry }: { MonthExpiry: string; YearExpiry: string },
  today: { year: number; month: number },
): 'good' | 'soon' | 'over' => {
  const left = Number(YearExpiry) * 12 + Number(MonthExpiry) - (today.year * 12 + today.month)
  if (left < 0) return 'over'
  return left < 2 ? 'soon' : 'good'
}

/** The years a card may be renewed to. */
export const renewalYears = (today: { year: number }): string[] =>
  Array.from({ length: 16 }, (_, i) => String(today.year + i))
