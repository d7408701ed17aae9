// The places a driver last parked at, each once, latest first.
import type { Session } from '@parkit/contract/parking/sessions'

const shownPlaces = 3

/** `sessions` come newest first. */
export function recentPlaces<S extends Pick<Session, 'ZoneNumber'>>(sessions: readonly S[], most = shownPlaces): S[] {
  const byZone = new Map<string, S>()
  for (const session of sessions) if (!byZone.has(session.ZoneNumber)) byZone.set(session.ZoneNumber, session)
  return [...byZone.values()].slice(0, most)
}
