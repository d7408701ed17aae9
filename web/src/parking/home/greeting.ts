// Home's opening line: a greeting by the city's time of day, and today's date in words.
import { cityTimeZone } from '@parkit/contract/time'
import { localeOf } from '../../platform/locale.ts'
import type { LanguageCode } from '../../platform/settings.ts'

export type DayPart = 'morning' | 'afternoon' | 'evening'

/** By the city's clock: morning to noon, evening from 18:00. */
export function dayPartAt(nowMs: number, timeZone: string = cityTimeZone): DayPart {
  const hour = Number(new Intl.DateTimeFormat('en-US', { hour: 'numeric', hourCycle: 'h23', timeZone }).format(nowMs))
  if (hour >= 4 && hour < 12) return 'morning'
  return hour >= 12 && hour < 18 ? 'afternoon' : 'evening'
}

/** `Good morning, Maya`. */
export const greetingText = (hello: string, name: string): string => (name ? `${hello}, ${name}` : hello)

/** `Tuesday, April 14`. */
export const todayText = (nowMs: number, language: LanguageCode, timeZone: string = cityTimeZone): string =>
  new Intl.DateTimeFormat(localeOf(language), { weekday: 'long', month: 'long', day: 'numeric', timeZone }).format(
    nowMs,
  )
