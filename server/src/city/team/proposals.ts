// The second person: what changes prices of a live city waits until somebody else agrees, who then does it in the same transaction.
import { createHash, randomUUID } from 'node:crypto'
import { type CityRow, cityState } from '#city/cities/cities.ts'
import { isAfter } from '#platform/clock.ts'
import type { Queryable } from '#platform/db.ts'
import { refuse } from '#platform/errors.ts'
import { type Actor, recordAct } from './acts.ts'
import * as members from './member-store.ts'
import * as store from './proposal-store.ts'

export type { Kind, ListedProposal, ProposalRow } from './proposal-store.ts'

type Tx = Queryable
type Person = { staffId: string; name: string }

/** who may change a city's places and prices, agree to a price, and to going live */
export const approvingRoles = ['owner', 'rates'] as const
const openDays = 14

/** Runs `work` once for the caller's key, and answers a repeat what the first was answered. The caller has locked what `work` changes. */
export type Once = <Answer>(tx: Tx, work: () => Promise<Answer>) => Promise<Answer>
/** For commands, which have no key. */
export const always: Once = (_, work) => work()

/** How proposals of a kind are carried out. */
export type Effect = {
  /** what the proposal is about, as it is now: another one than when it was made, and the proposal holds no longer */
  digestOf: (tx: Tx, city: CityRow, subject: string) => Promise<string | null>
  /** in the transaction of the vote; answers what it is now */
  carryOut: (
    tx: Tx,
    city: CityRow,
    proposal: store.ProposalRow,
    approver: Actor,
    now: Temporal.Instant,
  ) => Promise<{ before?: unknown; after?: unknown }>
}
export type Effects = Record<store.Kind, Effect>

const hashOf = (digest: string): Buffer => createHash('sha256').update(digest).digest()
export const isExpired = ({ expires_at }: store.ProposalRow, now: Temporal.Instant): boolean =>
  !isAfter(expires_at, now)

/** Whether what changes prices waits for a second person: in a city that is not in setup. Going live always does. */
export const needsSecond = async (tx: Tx, city: number): Promise<boolean> => (await cityState(tx, city)) !== 'setup'

export type NewProposal = {
  kind: store.Kind
  subject: string
  payload: Record<string, unknown>
  /** of `Effect.digestOf` */
  digest: string
  effectAt?: Temporal.Instant
  reason?: string
}

/** Throws `role_missing`. A proposal names a person of the city. */
const requireMaker = async (tx: Tx, city: CityRow, actor: Actor): Promise<Person> => {
  if ('command' in actor) return refuse('role_missing')
  const member = await members.findMember(tx, actor.staffId, city.id)
  if (!member?.roles.some(role => (approvingRoles as readonly string[]).includes(role))) refuse('role_missing')
  return actor
}

/** In a transaction that has checked everything: answers the proposal's id, the same one for as long as its subject is the same. */
export const propose = async (
  tx: Tx,
  city: CityRow,
  { kind, subject, payload, digest, effectAt, reason }: NewProposal,
  actor: Actor,
  now: Temporal.Instant,
): Promise<string> => {
  const { staffId } = await requireMaker(tx, city, actor)
  const known = await store.findSame(tx, city.id, kind, subject, hashOf(digest), now)
  if (known) return known
  const id = randomUUID()
  const latest = now.add({ hours: 24 * openDays })
  const expiresAt = effectAt && isAfter(latest, effectAt) ? effectAt : latest
  const json = JSON.stringify({ ...payload, ...(reason && { reason: reason.toWellFormed() }) })
  const values = [city.id, kind, subject, json, hashOf(digest), effectAt ?? null, staffId, now, expiresAt] as const
  await store.insertProposal(tx, id, ...values, 'open')
  await recordAct(
    tx,
    actor,
    { city: city.id, kind: `${kind}Proposed`, subject, after: payload, reason, proposalId: id },
    now,
  )
  return id
}

/** Where one person is enough: the record of who asked for it, done at once. */
export const proposeDone = async (
  tx: Tx,
  city: CityRow,
  { kind, subject, payload, digest, effectAt }: NewProposal,
  actor: Actor,
  now: Temporal.Instant,
): Promise<string> => {
  const { staffId } = await requireMaker(tx, city, actor)
  const id = randomUUID()
  const json = JSON.stringify(payload)
  await store.insertProposal(
    tx,
    id,
    city.id,
    kind,
    subject,
    json,
    hashOf(digest),
    effectAt ?? null,
    staffId,
    now,
    now,
    'done',
  )
  return id
}

/** Throws `not_found`, `own_proposal`, `role_missing`. A lead of the desk is the second person of a city that has no other. */
const requireSecondPerson = async (tx: Tx, city: CityRow, { staffId }: Person, madeBy: string) => {
  if (madeBy === staffId) refuse('own_proposal')
  const member = await members.findMember(tx, staffId, city.id)
  if (member?.roles.some(role => (approvingRoles as readonly string[]).includes(role))) return
  if (member?.is_lead && !(await members.hasAnother(tx, city.id, madeBy, approvingRoles))) return
  refuse('role_missing')
}

const lock = async (tx: Tx, city: CityRow, id: string) =>
  (await store.lockProposal(tx, city.id, id)) ?? refuse('not_found')
const requireOpen = (row: store.ProposalRow, now: Temporal.Instant) => {
  if (row.state !== 'open' || isExpired(row, now)) refuse('proposal_over')
}

/**
 * In a transaction: carries it out, with vote and act. Throws `not_found`, `own_proposal`, `role_missing`, `proposal_over`,
 * `changed_meanwhile` where its subject is no longer what was proposed, and what carrying it out throws.
 */
export const approve = async (
  tx: Tx,
  city: CityRow,
  id: string,
  approver: Person,
  effects: Effects,
  now: Temporal.Instant,
  once: Once = always,
): Promise<void> => {
  const row = await lock(tx, city, id)
  await once(tx, async () => {
    await requireSecondPerson(tx, city, approver, row.made_by)
    requireOpen(row, now)
    const { digestOf, carryOut } = effects[row.kind]
    const digest = await digestOf(tx, city, row.subject)
    if (digest === null || !hashOf(digest).equals(row.digest)) refuse('changed_meanwhile')
    await store.insertVote(tx, id, approver.staffId, true, '', now)
    await store.setState(tx, id, 'done')
    const { before, after } = await carryOut(tx, city, row, approver, now)
    const act = { city: city.id, kind: `${row.kind}Approved`, subject: row.subject, before, after, proposalId: id }
    await recordAct(tx, approver, act, now)
    return true
  })
}

/** In a transaction. Throws as `approve` does. */
export const refuseProposal = async (
  tx: Tx,
  city: CityRow,
  id: string,
  approver: Person,
  reason: string,
  now: Temporal.Instant,
  once: Once = always,
): Promise<void> => {
  const row = await lock(tx, city, id)
  await once(tx, async () => {
    await requireSecondPerson(tx, city, approver, row.made_by)
    requireOpen(row, now)
    await store.insertVote(tx, id, approver.staffId, false, reason.toWellFormed(), now)
    await store.setState(tx, id, 'refused')
    const act = { city: city.id, kind: `${row.kind}Refused`, subject: row.subject, reason, proposalId: id }
    await recordAct(tx, approver, act, now)
    return true
  })
}

/** In a transaction: one's own; somebody else's is `not_found`. */
export const withdraw = async (
  tx: Tx,
  city: CityRow,
  id: string,
  maker: Person,
  now: Temporal.Instant,
  once: Once = always,
): Promise<void> => {
  const row = await lock(tx, city, id)
  if (row.made_by !== maker.staffId) refuse('not_found')
  await once(tx, async () => {
    requireOpen(row, now)
    await store.setState(tx, id, 'withdrawn')
    await recordAct(
      tx,
      maker,
      { city: city.id, kind: `${row.kind}Withdrawn`, subject: row.subject, proposalId: id },
      now,
    )
    return true
  })
}
