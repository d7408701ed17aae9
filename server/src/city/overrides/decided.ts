// Publishing and cancelling as a person or a command does it: a closure at once, an event rate with a second person, each with its act.
import type { CityRow } from '#city/cities/cities.ts'
import {
  type Actor,
  always,
  type Effect,
  needsSecond,
  type Once,
  propose,
  proposeDone,
  recordAct,
} from '#city/team/team.ts'
import { isAfter } from '#platform/clock.ts'
import type { Queryable } from '#platform/db.ts'
import { refuse } from '#platform/errors.ts'
import { cancelOverride, publishDraft } from './drafts.ts'
import { lockOverride, type OverrideRow } from './store.ts'

const factsOf = ({ kind, name, zone_numbers, starts_at, ends_at, tow, rule }: OverrideRow) => ({
  Kind: kind,
  Name: name,
  ZoneNumbers: zone_numbers,
  StartsAt: starts_at.toString(),
  EndsAt: ends_at.toString(),
  ...(kind === 'closed' ? { Tow: tow } : { Price: rule?.price ?? null }),
})
const digestOf = (row: OverrideRow) => JSON.stringify([row.state, factsOf(row)])

const lock = async (tx: Queryable, city: CityRow, overrideId: string) =>
  (await lockOverride(tx, city.id, overrideId)) ?? refuse('not_found')

/** What a proposal of an event rate does once it is approved. */
export const rateEffect: Effect = {
  digestOf: async (tx, city, overrideId) => {
    const row = await lockOverride(tx, city.id, overrideId)
    return row && digestOf(row)
  },
  carryOut: async (tx, city, { subject, proposal_id }, _, now) => {
    const row = await lock(tx, city, subject)
    if (!(await publishDraft(tx, { city: city.id, overrideId: subject, proposalId: proposal_id }, now)))
      refuse('override_over')
    return { after: factsOf(row) }
  },
}

/**
 * In a transaction: answers the proposal that an event rate of a live city waits for, null where it holds at once. Throws `not_found`,
 * `override_over`, and `role_missing` where an event rate is asked for by nobody of the city.
 */
export const publishOverride = async (
  tx: Queryable,
  city: CityRow,
  overrideId: string,
  actor: Actor,
  now: Temporal.Instant,
  once: Once = always,
): Promise<string | null> => {
  const row = await lock(tx, city, overrideId)
  return once(tx, async () => {
    if (row.state !== 'draft' || !isAfter(row.ends_at, now)) return refuse('override_over')
    const own = { city: city.id, overrideId }
    if (row.kind === 'rate') {
      if (!isAfter(row.starts_at, now)) return refuse('override_over')
      const draft = {
        kind: 'rate',
        subject: overrideId,
        payload: factsOf(row),
        digest: digestOf(row),
        effectAt: row.starts_at,
      } as const
      if (await needsSecond(tx, city.id)) return propose(tx, city, draft, actor, now)
      await publishDraft(tx, { ...own, proposalId: await proposeDone(tx, city, draft, actor, now) }, now)
    } else await publishDraft(tx, own, now)
    const kind = row.kind === 'rate' ? 'ratePublished' : 'closurePublished'
    await recordAct(tx, actor, { city: city.id, kind, subject: overrideId, after: factsOf(row) }, now)
    return null
  })
}

/** In a transaction. Throws `not_found`, and `override_over` where it is no published one that lasts or is to come. */
export const cancelPublished = async (
  tx: Queryable,
  city: CityRow,
  overrideId: string,
  actor: Actor,
  now: Temporal.Instant,
  once: Once = always,
): Promise<void> => {
  const row = await lock(tx, city, overrideId)
  await once(tx, async () => {
    if (!(await cancelOverride(tx, { city: city.id, overrideId }, now))) return refuse('override_over')
    const act = { city: city.id, kind: 'overrideCancelled', subject: overrideId, before: factsOf(row) }
    await recordAct(tx, actor, act, now)
    return true
  })
}
