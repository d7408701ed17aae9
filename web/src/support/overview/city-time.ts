// The city's own date and time, as the desk counts its hours.
import { cityTimeZone } from '@parkit/contract/platform/time'
import { zoneOffsetMs } from '#platform/zone-offset.ts'

/** `YYYY-MM-DDTHH:mm` of epoch milliseconds. */
export const cityNow = (ms: number): string =>
  new Date(ms + zoneOffsetMs(cityTimeZone, ms)).toISOString().slice(0, 'YYYY-MM-DDTHH:mm'.length)

/** Of a plain date or time, to be shown as it stands: pair it with the zone `UTC`. */
export const plainMs = (date: string, time = '00:00'): number => Date.parse(`${date}T${time}:00Z`)
