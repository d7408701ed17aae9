// Invites people to work for a city, in roles: who is known already only gets the roles.
import { type CityRole, cityRoles } from '@parkit/contract/platform/choices'
import { findCity } from '#city/cities/cities.ts'
import { setRoles } from '#city/team/team.ts'
import type { Database } from '#platform/db.ts'
import { findByEmail, inviteStaff } from '#staff/desk/desk.ts'

type Invitation = { code: string; email: string; roles: readonly CityRole[]; by: string }

/** Throws with a sentence for people. */
export const rolesOf = (text: string): CityRole[] => {
  const named = [...new Set(text.split(',').map(role => role.trim()))]
  const unknown = named.find(role => !(cityRoles as readonly string[]).includes(role))
  if (unknown !== undefined) throw new Error(`There is no role “${unknown}”. Roles: ${cityRoles.join(', ')}.`)
  return named as CityRole[]
}

/**
 * Sets somebody's roles in a city; none: from now on he has nothing to do with it. Returns the secret of an invitation where he has no
 * password yet. Throws where there is no such city.
 */
export const inviteMember = (
  { transaction }: Database,
  { code, email, roles, by }: Invitation,
  now: Temporal.Instant,
) =>
  transaction(async tx => {
    const city = await findCity(tx, code)
    if (!city) throw new Error(`There is no city ${code}.`)
    const address = email.trim().toLowerCase()
    const known = await findByEmail(tx, address)
    const isMember = known !== null && known.password_hash !== null
    if (!known && roles.length === 0) throw new Error(`There is no member of staff ${address}.`)
    const invited = isMember || roles.length === 0 ? null : await inviteStaff(tx, { email: address, role: null }, now)
    const staffId = invited?.staffId ?? known!.staff_id
    await setRoles(tx, city, { staffId, email: address }, roles, { command: by }, by, now)
    return { secret: invited?.secret ?? null }
  })
