// The city's own date and time of an instant, in which service hours are told.
import { cityTimeZone } from '@parkit/contract/time'

/** `YYYY-MM-DDTHH:mm`. */
export const cityNow = (now: Temporal.Instant): string =>
  now.toZonedDateTimeISO(cityTimeZone).toPlainDateTime().toString({ smallestUnit: 'minute' })
