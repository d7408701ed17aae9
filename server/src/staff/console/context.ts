// What a call of a city's console is made in: the city that its caller was admitted to, and by whom.
import type { CityRow } from '#city/cities/cities.ts'
import type { Staff } from '#platform/auth.ts'

export type CityContext = { city: CityRow; caller: Staff; now: Temporal.Instant }

/** As acts and proposals name the caller. */
export const personOf = ({ caller }: CityContext): { staffId: string; name: string } => ({
  staffId: caller.staffId,
  name: caller.name || caller.email,
})
