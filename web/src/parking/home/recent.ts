// The places a driver last parked at, each once, latest first.

import type { Session } from '@parkit/contract/parking/sessions'
import { zoneRef } from '@parkit/contract/platform/zone-number'

const shownPlaces = 3

/** `sessions` come newest first. */
export function recentPlaces<S extends Pick<Session, 'ZoneNumber' | 'City' | 'CityName'>>(
  sessions: readonly S[],
  most = shownPlaces,
): S[] {
  const byZone = new Map<string, S>()
  for (const session of sessions) if (!byZone.has(zoneRef(session))) byZone.set(zoneRef(session), session)
  return [...byZone.values()].slice(0, most)
}
