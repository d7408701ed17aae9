// A city's terms: what it sets for the stays in it. A session keeps those of its start. Pure.
import { usualTerms } from '@parkit/contract/platform/limits'
import * as z from 'zod/mini'

const wholeFrom = (least: number, most: number) => z.int().check(z.minimum(least), z.maximum(most))

/** As a facts file or `npm run city:terms` gives them; what is left out is as usual. */
export const CityTerms = z.strictObject({
  /** once a session, with its first paid minute */
  serviceFeeCents: z._default(wholeFrom(0, 2_000), usualTerms.serviceFeeCents),
  /** a stop this soon after the start refunds everything, fee included; 0: never */
  freeCancelSeconds: z._default(wholeFrom(0, 3_600), usualTerms.freeCancelSeconds),
  /** of a plate in a zone, a day of the place */
  freeCancelsPlateZoneDay: z._default(wholeFrom(0, 100), usualTerms.freeCancelsPlateZoneDay),
  /** of an account in all cities, a day of the place */
  freeCancelsAccountDay: z._default(wholeFrom(0, 100), usualTerms.freeCancelsAccountDay),
  /** by which a session extends itself */
  autoExtendMinutes: z._default(wholeFrom(5, 120), usualTerms.autoExtendMinutes),
  /** after a stay its plate is known so long */
  historyDays: z._default(wholeFrom(30, 3_650), usualTerms.historyDays),
})
export type CityTerms = z.infer<typeof CityTerms>

export type TermsVersion = CityTerms & {
  version: number
  /** epoch milliseconds */
  inForceMs: number
}

/** Those that hold at an instant: the latest version that has come, of two from the same instant the higher one. Throws where a city has none. */
export const termsAt = (versions: readonly TermsVersion[], at: Temporal.Instant): TermsVersion => {
  const held = versions
    .filter(({ inForceMs }) => inForceMs <= at.epochMilliseconds)
    .toSorted((a, b) => a.inForceMs - b.inForceMs || a.version - b.version)
    .at(-1)
  if (!held) throw new Error('A city has no terms')
  return held
}
