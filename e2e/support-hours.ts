// The demo city's hours of support and its clock, for tests that ask for a call.
import { callTimes, openDays } from '@parkit/contract/support/service-hours'
import { cityNow } from '../web/src/support/overview/city-time.ts'

const hours = [{ Days: [1, 2, 3, 4, 5, 6], From: '08:00', To: '20:00' }]

/** The third day on which a call can be asked for. */
export const callDate = (): string =>
  openDays(cityNow(Temporal.Now.instant().epochMilliseconds, 'America/Chicago'), hours)[2]!
/** `08:00` and each quarter of an hour after it. */
export const callTime = (nth: number): string => callTimes('2026-04-14', hours)[nth]!
