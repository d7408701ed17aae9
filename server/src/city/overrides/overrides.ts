// The entry of overrides: publishing a closure, cancelling it, and listing them. Servers take each over within a second of its commit.
import { randomUUID } from 'node:crypto'
import type { Rule } from '@parkit/contract/city/calendar-schemas'
import type { Queryable } from '#platform/db.ts'
import { schedule } from '#platform/jobs.ts'
import * as store from './store.ts'

export { findOverride, holdsPublished, listOverrides, type OverrideRow } from './store.ts'

/** looks at who is parked in an override's zones */
export const closureJob = 'closure'
/** warns drivers who saved a place near it */
export const closureEveJob = 'closure-eve'

const mostLetters = 120
const mostZones = 5_000
const mostDays = 400
/** of the evening before, in the city */
const eveHour = 18

export type ClosureDraft = {
  /** the city's id */
  city: number
  zoneNumbers: readonly string[]
  /** why, as drivers read it */
  name: string
  /** cars are towed */
  tow: boolean
  startsAt: Temporal.Instant
  endsAt: Temporal.Instant
  /** of whoever publishes: the same once more changes nothing; a new one where it is left out */
  overrideId?: string
  /** of an import: its source, and the row's own id there */
  sourceId?: string
  sourceRef?: string
}

/** A draft that is refused, at its first wrong field. */
export class OverrideRefused extends Error {
  readonly field: keyof ClosureDraft
  constructor(field: keyof ClosureDraft, reason: string) {
    super(reason)
    this.field = field
  }
}

const isAfter = (one: Temporal.Instant, other: Temporal.Instant) => Temporal.Instant.compare(one, other) > 0

/** Its zones, sorted. Throws `OverrideRefused` at the first wrong field. */
export const checkClosure = async (tx: Queryable, draft: ClosureDraft, now: Temporal.Instant): Promise<string[]> => {
  const { city, name, startsAt, endsAt } = draft
  const numbers = [...new Set(draft.zoneNumbers)].toSorted()
  const refuse = (field: keyof ClosureDraft, reason: string) => {
    throw new OverrideRefused(field, reason)
  }
  if (name.length === 0 || name.length > mostLetters) refuse('name', `A reason has 1 to ${mostLetters} characters.`)
  if (!isAfter(endsAt, startsAt)) refuse('endsAt', 'It ends before it begins.')
  if (!isAfter(endsAt, now)) refuse('endsAt', 'It is over already.')
  if (isAfter(endsAt, startsAt.add({ hours: 24 * mostDays }))) refuse('endsAt', `It is longer than ${mostDays} days.`)
  if (numbers.length === 0 || numbers.length > mostZones) refuse('zoneNumbers', `Name 1 to ${mostZones} zones.`)
  const known = new Set((await store.listLive(tx, city, numbers)).map(row => row.zone_number))
  const unknown = numbers.filter(number => !known.has(number))
  if (unknown.length > 0) refuse('zoneNumbers', `The city has no zone ${unknown.slice(0, 10).join(', ')}.`)
  return numbers
}

const closedRule = ({ name, tow }: ClosureDraft, id: string): Rule => ({
  id,
  priority: 0,
  name: { en: name },
  when: [],
  who: {},
  activity: 'none',
  reason: { en: name },
  ...(tow && { tow }),
})

/** 6 PM on the day before, in the city; now where that is past. */
const eveOf = (startsAt: Temporal.Instant, timeZone: string, now: Temporal.Instant): Temporal.Instant => {
  const eve = startsAt.toZonedDateTimeISO(timeZone).subtract({ days: 1 }).withPlainTime({ hour: eveHour }).toInstant()
  return isAfter(eve, now) ? eve : now
}

/**
 * In a transaction: closes zones of a city between two instants, with the jobs that reach who is parked there and warn who saved them.
 * Returns its id. Throws `OverrideRefused`.
 */
export const publishClosure = async (tx: Queryable, draft: ClosureDraft, now: Temporal.Instant): Promise<string> => {
  const zoneNumbers = await checkClosure(tx, draft, now)
  const id = draft.overrideId ?? randomUUID()
  const isNew = await store.insertOverride(
    tx,
    {
      override_id: id,
      city: draft.city,
      name: draft.name,
      kind: 'closed',
      rule: closedRule(draft, id),
      tow: draft.tow,
      starts_at: draft.startsAt,
      ends_at: draft.endsAt,
      zone_numbers: zoneNumbers,
      source_id: draft.sourceId ?? null,
      source_ref: draft.sourceRef ?? null,
    },
    now,
  )
  if (!isNew) return id
  const { time_zone } = (await store.findOverride(tx, id))!
  await schedule(tx, closureJob, id, now)
  if (isAfter(draft.startsAt, now)) await schedule(tx, closureEveJob, id, eveOf(draft.startsAt, time_zone, now))
  return id
}

/**
 * In a transaction: from now on the override does not hold; what it refunded stays refunded, and who was cut is told. Answers false where
 * it is over, cancelled, or another city's.
 */
export const cancelOverride = async (
  tx: Queryable,
  { city, overrideId }: { city: number; overrideId: string },
  now: Temporal.Instant,
): Promise<boolean> => {
  const isCancelled = await store.cancelOverride(tx, overrideId, city, now)
  if (isCancelled) await schedule(tx, closureJob, overrideId, now)
  return isCancelled
}
