// Drafting, publishing, and cancelling closures and event rates, in a transaction of the caller's.
import { randomUUID } from 'node:crypto'
import type { Rule } from '@parkit/contract/city/calendar-schemas'
import { overrides as limits } from '@parkit/contract/platform/limits'
import { outsideCity } from '#platform/city-scope.ts'
import { isAfter } from '#platform/clock.ts'
import type { Queryable } from '#platform/db.ts'
import { schedule } from '#platform/jobs.ts'
import * as store from './store.ts'

/** looks at who is parked in an override's zones */
export const closureJob = 'closure'
/** warns drivers who saved a place near it */
export const closureEveJob = 'closure-eve'

const { mostName: mostLetters, mostZones, mostDays, mostPerHourCents } = limits
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
  /** none: closed; else the price of a begun step of so many seconds */
  price?: { cents: number; stepSeconds: number } | undefined
}

/** A draft that is refused, at its first wrong field. */
export class OverrideRefused extends Error {
  readonly field: keyof ClosureDraft
  constructor(field: keyof ClosureDraft, reason: string) {
    super(reason)
    this.field = field
  }
}

/** Its zones, sorted. Throws `OverrideRefused` at the first wrong field. */
export const checkClosure = async (tx: Queryable, draft: ClosureDraft, now: Temporal.Instant): Promise<string[]> => {
  const { city, name, startsAt, endsAt, price } = draft
  const numbers = [...new Set(draft.zoneNumbers)].toSorted()
  const refuse = (field: keyof ClosureDraft, reason: string) => {
    throw new OverrideRefused(field, reason)
  }
  if (name.length === 0 || name.length > mostLetters) refuse('name', `A reason has 1 to ${mostLetters} characters.`)
  if (!isAfter(endsAt, startsAt)) refuse('endsAt', 'It ends before it begins.')
  if (!isAfter(endsAt, now)) refuse('endsAt', 'It is over already.')
  if (isAfter(endsAt, startsAt.add({ hours: 24 * mostDays }))) refuse('endsAt', `It is longer than ${mostDays} days.`)
  if (price && !(price.cents >= 0 && price.cents * 3_600 <= mostPerHourCents * price.stepSeconds))
    refuse('price', `A price is 0 to ${mostPerHourCents / 100} dollars an hour.`)
  if (numbers.length === 0 || numbers.length > mostZones) refuse('zoneNumbers', `Name 1 to ${mostZones} zones.`)
  const known = new Set((await store.listLive(tx, city, numbers)).map(row => row.zone_number))
  const unknown = numbers.filter(number => !known.has(number))
  if (unknown.length > 0) refuse('zoneNumbers', `The city has no zone ${unknown.slice(0, 10).join(', ')}.`)
  return numbers
}

const ruleOf = ({ name, tow, price }: ClosureDraft, id: string): Rule => ({
  id,
  priority: 0,
  name: { en: name },
  when: [],
  who: {},
  ...(price
    ? {
        activity: 'park',
        price: {
          lines: [
            { type: 'step', fromSeconds: 0, toSeconds: null, stepSeconds: price.stepSeconds, cents: price.cents },
          ],
          count: 'period',
        },
      }
    : { activity: 'none', reason: { en: name }, ...(tow && { tow }) }),
})

/** 6 PM on the day before, in the city; now where that is past. */
const eveOf = (startsAt: Temporal.Instant, timeZone: string, now: Temporal.Instant): Temporal.Instant => {
  const eve = startsAt.toZonedDateTimeISO(timeZone).subtract({ days: 1 }).withPlainTime({ hour: eveHour }).toInstant()
  return isAfter(eve, now) ? eve : now
}

/** In a transaction: a draft, of which drivers see nothing. Returns its id. Throws `OverrideRefused`. */
export const draftOverride = async (tx: Queryable, draft: ClosureDraft, now: Temporal.Instant): Promise<string> => {
  const zoneNumbers = await checkClosure(tx, draft, now)
  const id = draft.overrideId ?? randomUUID()
  await store.insertOverride(tx, {
    override_id: id,
    city: draft.city,
    name: draft.name,
    kind: draft.price ? 'rate' : 'closed',
    rule: ruleOf(draft, id),
    tow: draft.tow && !draft.price,
    starts_at: draft.startsAt,
    ends_at: draft.endsAt,
    zone_numbers: zoneNumbers,
    source_id: draft.sourceId ?? null,
    source_ref: draft.sourceRef ?? null,
  })
  return id
}

/**
 * In a transaction: from now on the draft holds; of a closure with the jobs that reach who is parked there and warn who saved its zones.
 * Answers false where it is no draft of the city, or over. An event rate is published by the proposal that is named.
 */
export const publishDraft = async (
  tx: Queryable,
  { city, overrideId, proposalId = null }: { city: number; overrideId: string; proposalId?: string | null },
  now: Temporal.Instant,
): Promise<boolean> => {
  const row = await store.lockOverride(tx, city, overrideId)
  if (row?.state !== 'draft' || !isAfter(row.ends_at, now)) return false
  await store.setPublished(tx, city, overrideId, now, proposalId)
  if (row.kind === 'closed')
    await outsideCity(tx, async () => {
      await schedule(tx, closureJob, overrideId, now)
      if (isAfter(row.starts_at, now))
        await schedule(tx, closureEveJob, overrideId, eveOf(row.starts_at, row.time_zone, now))
    })
  return true
}

/** In a transaction: closes zones of a city between two instants. Returns its id. Throws `OverrideRefused`. */
export const publishClosure = async (
  tx: Queryable,
  draft: Omit<ClosureDraft, 'price'>,
  now: Temporal.Instant,
): Promise<string> => {
  const overrideId = await draftOverride(tx, draft, now)
  await publishDraft(tx, { city: draft.city, overrideId }, now)
  return overrideId
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
  if (isCancelled) await outsideCity(tx, () => schedule(tx, closureJob, overrideId, now))
  return isCancelled
}

/** In a transaction: nobody can agree to the draft any more. Answers false where it is none of the city. */
export const dropDraft = async (
  tx: Queryable,
  { city, overrideId }: { city: number; overrideId: string },
): Promise<boolean> => {
  if ((await store.lockOverride(tx, city, overrideId))?.state !== 'draft') return false
  await store.dropDraft(tx, overrideId, city)
  return true
}
