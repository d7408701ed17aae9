// The city's own date and time, as the desk counts its hours.
import { cityTimeZone } from '@parkit/contract/platform/time'

const parts = new Intl.DateTimeFormat('en-CA', {
  timeZone: cityTimeZone,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** `YYYY-MM-DDTHH:mm` of epoch milliseconds. */
export function cityNow(ms: number): string {
  const of = (type: string) => parts.formatToParts(ms).find(part => part.type === type)?.value ?? ''
  return `${of('year')}-${of('month')}-${of('day')}T${of('hour')}:${of('minute')}`
}

/** Of a plain date or time, to be shown as it stands: pair it with the zone `UTC`. */
export const plainMs = (date: string, time = '00:00'): number => Date.parse(`${date}T${time}:00Z`)
