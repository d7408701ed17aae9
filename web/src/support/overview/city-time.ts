// A city's own date and time, as its support counts its hours.
import { zoneOffsetMs } from '#platform/zone-offset.ts'

/** `YYYY-MM-DDTHH:mm` of epoch milliseconds there. */
export const cityNow = (ms: number, timeZone: string): string =>
  new Date(ms + zoneOffsetMs(timeZone, ms)).toISOString().slice(0, 'YYYY-MM-DDTHH:mm'.length)

/** Of a plain date or time, to be shown as it stands: pair it with the zone `UTC`. */
export const plainMs = (date: string, time = '00:00'): number => Date.parse(`${date}T${time}:00Z`)
