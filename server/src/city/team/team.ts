// The entry of a city's team: who works for it, what they did, and the second person whom a change of prices needs.
import type { CityRole } from '@parkit/contract/platform/choices'
import { type CityRow, findCity } from '#city/cities/cities.ts'
import type { Database, Queryable } from '#platform/db.ts'
import { refuse } from '#platform/errors.ts'
import { type Actor, recordAct } from './acts.ts'
import * as members from './member-store.ts'

export { type ActRow, listActs } from './act-store.ts'
export { type Actor, nameOf, recordAct } from './acts.ts'
export { liveEffect } from './live.ts'
export { listMembers } from './member-store.ts'
export { setTerms, termsEffect } from './new-terms.ts'
export { listProposals } from './proposal-store.ts'
export {
  always,
  approve,
  approvingRoles,
  type Effect,
  type Effects,
  isExpired,
  type Kind,
  type ListedProposal,
  needsSecond,
  type Once,
  type ProposalRow,
  propose,
  proposeDone,
  refuseProposal,
  withdraw,
} from './proposals.ts'

export type Admitted = { city: CityRow; roles: readonly CityRole[]; isLead: boolean }

/**
 * Lets a person into a city's calls. Throws `not_found` where he has nothing to do with it, as where there is no such city, and
 * `role_missing` where he works for it in other roles. `lead`: whether leads of ParkIt's desk may make the call in every city.
 */
export const admit = async (
  db: Pick<Database, 'pool'>,
  code: string,
  staffId: string,
  roles: readonly CityRole[],
  { lead }: { lead: boolean },
): Promise<Admitted> => {
  const found = await members.findAdmission(db.pool, code, staffId)
  if (!found || (found.roles.length === 0 && !lead)) return refuse('not_found')
  const isAllowed = found.roles.some(role => roles.includes(role)) || (lead && found.is_lead)
  if (!isAllowed) return refuse('role_missing')
  const city = (await findCity(db.pool, code)) ?? refuse('not_found')
  return { city, roles: found.roles, isLead: found.is_lead }
}

/** Who `--by` names: a member of staff by e-mail, else whoever runs the command, by that name. */
export const actorOf = async (db: Queryable, by: string): Promise<Actor> => {
  const member = by.includes('@') ? await members.findMemberByEmail(db, by.trim().toLowerCase(), 0) : null
  if (by.includes('@') && !member) throw new Error(`There is no member of staff ${by}.`)
  return member ? { staffId: member.staff_id, name: member.name || member.email } : { command: by }
}

/** In a transaction: what somebody may do in a city from now on; `roles` empty: nothing. */
export const setRoles = async (
  tx: Queryable,
  city: CityRow,
  { staffId, email }: { staffId: string; email: string },
  roles: readonly CityRole[],
  actor: Actor,
  invitedBy: string,
  now: Temporal.Instant,
): Promise<void> => {
  const before = (await members.findMember(tx, staffId, city.id))?.roles ?? []
  if (roles.length > 0) await members.upsertMember(tx, staffId, city.id, roles, invitedBy, now)
  else if (!(await members.removeMember(tx, staffId, city.id, now))) refuse('not_found')
  const [was, is] = [before, roles].map(named => ({ Email: email, Roles: named }))
  await recordAct(tx, actor, { city: city.id, kind: 'rolesSet', subject: staffId, before: was, after: is }, now)
}
