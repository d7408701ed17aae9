// By which rules a stay is priced and limited: those of its place for a new one, and for a session those it began with.
import { bookOfTariff, type Calendar, calendarBy, versionAt } from '#city/calendar/calendar.ts'
import { findTariffTerms, loadRulesOf, requireTariff } from '#city/rules/rules.ts'
import type { Queryable } from '#platform/db.ts'
import type { Facts, PlaceIndex } from './place-index.ts'
import type { Terms } from './sign.ts'

export type StayRules = {
  calendar: Calendar
  bookId: string
  version: number
  /** which the version was converted from */
  tariff: { id: string; version: number } | null
  rulesAsOf: Temporal.Instant
}

/** Null: the place opens only later. */
export const rulesAt = (
  { published, ruleBookId }: Pick<Terms, 'published' | 'ruleBookId'>,
  start: Temporal.Instant,
  rulesAsOf: Temporal.Instant,
  bansAsOf: Temporal.Instant,
): StayRules | null => {
  const version = versionAt(published.versions, start)
  return (
    version && {
      calendar: calendarBy(version, published, rulesAsOf, bansAsOf),
      bookId: ruleBookId!,
      version: version.version,
      tariff: version.tariff,
      rulesAsOf,
    }
  )
}

/** Whether a place's rules tell accessible spaces from others at an instant, and it has some. */
export const tellsSpaces = (
  place: { accessibleSpaces: number; calendarAt: (at: Temporal.Instant) => Calendar | null },
  at: Temporal.Instant,
): boolean =>
  place.accessibleSpaces > 0 &&
  place.calendarAt(at)?.book.rules.some(({ spaceKinds }) => spaceKinds?.includes('accessible')) === true

/** What a session keeps of its rules; null where a version of ParkIt without rule books started it. */
type Ruled = {
  zone_number: string
  started_at: Temporal.Instant
  part_from_at: Temporal.Instant | null
  tariff_id: string | null
  tariff_version: number | null
  rule_book_id: string | null
  rule_book_version: number | null
  rules_as_of: Temporal.Instant | null
  place: { timeZone: string }
}
/** Returns what reads the calendar of a session: its prices as it began, bans as they are known at an instant. */
export const createSessionRules =
  (getIndex: () => PlaceIndex) =>
  async (row: Ruled, { terms }: Pick<Facts, 'terms'>, bansAsOf: Temporal.Instant, from: Queryable) => {
    const { rule_book_id, rule_book_version, zone_number, place } = row
    const asOf = row.rules_as_of ?? row.part_from_at ?? row.started_at
    const publishedBy = (rules: ReturnType<PlaceIndex['rules']>) =>
      rules.publishedOf(terms.city, zone_number, rule_book_id, place.timeZone)
    const known = getIndex().rules()
    if (rule_book_id === null) {
      const tariff = await requireTariff(from, row.tariff_id!, row.tariff_version!)
      const book = bookOfTariff(tariff, await findTariffTerms(from, terms.cityId, zone_number))
      const version = { version: 1, inForceFrom: asOf, book, tariff }
      return calendarBy(version, { ...publishedBy(known), versions: [version] }, asOf, bansAsOf)
    }
    const find = (published: ReturnType<typeof publishedBy>) => {
      const version = published.versions.find(({ version }) => version === rule_book_version)
      return version && calendarBy(version, published, asOf, bansAsOf)
    }
    const isRecent = Temporal.Instant.compare(asOf, known.overridesSince) > 0
    // a version that another server has published this moment, or a stay of long ago
    const calendar =
      (isRecent && find(publishedBy(known))) || find(publishedBy(await loadRulesOf(from, terms.city, zone_number)))
    if (!calendar) throw new Error(`No version ${rule_book_version} of rule book ${rule_book_id} in ${terms.city}`)
    return calendar
  }
