// New terms of a city: the fee is a price, so in a live city they wait for a second person.
import { type CityRow, type CityTerms, findCity, insertTerms, lockCity, recordCityChange } from '#city/cities/cities.ts'
import type { Queryable } from '#platform/db.ts'
import { refuse } from '#platform/errors.ts'
import { type Actor, nameOf, recordAct } from './acts.ts'
import { type Effect, needsSecond, propose } from './proposals.ts'

export type NewTerms = {
  terms: CityTerms
  /** at least a minute away, so that every server knows them by then */
  from: Temporal.Instant
}

/** The city's latest terms, which nobody else changes until the transaction ends. */
const lockTerms = async (tx: Queryable, { code }: CityRow) => {
  await lockCity(tx, code)
  return ((await findCity(tx, code)) ?? refuse('not_found')).terms.at(-1)!
}

const write = async (
  tx: Queryable,
  { id, code }: CityRow,
  { terms, from }: NewTerms,
  actor: Actor,
  now: Temporal.Instant,
  proposalId?: string,
) => {
  await insertTerms(tx, id, terms, { from, by: nameOf(actor), now, proposalId })
  await recordCityChange(tx, id, code)
}

/** What a proposal of new terms does once it is approved. */
export const termsEffect: Effect = {
  digestOf: async (tx, city) => String((await lockTerms(tx, city)).version),
  carryOut: async (tx, city, { payload, proposal_id }, approver, now) => {
    const { from, ...terms } = payload as CityTerms & { from: string }
    const before = await lockTerms(tx, city)
    await write(tx, city, { terms, from: Temporal.Instant.from(from) }, approver, now, proposal_id)
    return { before, after: payload }
  },
}

/**
 * In a transaction: answers the proposal that the terms of a live city wait for, null where they are set. Throws `role_missing` where
 * those of a live city are asked for by nobody of the city.
 */
export const setTerms = async (
  tx: Queryable,
  city: CityRow,
  { terms, from }: NewTerms,
  actor: Actor,
  now: Temporal.Instant,
): Promise<string | null> => {
  const before = await lockTerms(tx, city)
  const payload = { ...terms, from: from.toString() }
  // the same terms are the same proposal
  const subject = JSON.stringify(payload)
  if (await needsSecond(tx, city.id)) {
    const effectAt = from.subtract({ seconds: 60 })
    return propose(tx, city, { kind: 'terms', subject, payload, digest: String(before.version), effectAt }, actor, now)
  }
  await write(tx, city, { terms, from }, actor, now)
  await recordAct(tx, actor, { city: city.id, kind: 'termsSet', subject, before, after: payload }, now)
  return null
}
