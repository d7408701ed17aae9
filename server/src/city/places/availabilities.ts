// How full several places are at an instant, with one query for the sessions since their reports.
import { availabilityOf } from './availability.ts'
import type { Facts, PlaceIndex } from './place-index.ts'
import { type ZoneId, zoneKey } from './zone-key.ts'

export const idOf = ({ zoneNumber, terms }: Facts): ZoneId => ({ cityId: terms.cityId, zoneNumber })

/** Running sessions of each zone that started after `since`, by `zoneKey`. */
type CountRunningSince = (zones: (ZoneId & { since: Temporal.Instant })[]) => Promise<Map<string, number>>

/** Returns what reads the availability of several places, by its index. */
export const createAvailabilities =
  (getIndex: () => PlaceIndex, countRunningSince: CountRunningSince) =>
  async (indexes: number[], now: Temporal.Instant) => {
    const places = getIndex()
    const reported = indexes.flatMap(at => {
      const report = places.report(at)
      return report ? [{ ...idOf(places.facts(at)), since: report.observedAt }] : []
    })
    const running = reported.length > 0 ? await countRunningSince(reported) : new Map<string, number>()
    return indexes.map(at => {
      const place = places.facts(at)
      return availabilityOf(place.capacity, places.report(at), running.get(zoneKey(idOf(place))) ?? 0, now)
    })
  }
