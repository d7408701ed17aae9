// The SQL of who works for a city, and in which roles.
import type { CityRole } from '@parkit/contract/platform/choices'
import { sql } from '#platform/db.ts'

/** `isLead`: of ParkIt's own desk. `roles`: none where the person does not work for the city. */
export type MemberRow = { staff_id: string; name: string; email: string; is_lead: boolean; roles: CityRole[] }

const member = `staff.staff_id, name, email, coalesce(role = 'lead', false) as is_lead, coalesce(roles, '{}') as roles`

export const findMember = sql.first<MemberRow, [staffId: string, city: number]>(
  'city_member_find',
  `select ${member}
     from staff left join staff_city on staff_city.staff_id = staff.staff_id and staff_city.city = $2 and staff_city.removed_at is null
    where staff.staff_id = $1 and staff.removed_at is null`,
)

export const findMemberByEmail = sql.first<MemberRow, [email: string, city: number]>(
  'city_member_find_by_email',
  `select ${member}
     from staff left join staff_city on staff_city.staff_id = staff.staff_id and staff_city.city = $2 and staff_city.removed_at is null
    where email = $1 and staff.removed_at is null`,
)

export const listMembers = sql.list<MemberRow, [city: number]>(
  'city_member_list',
  `select ${member}
     from staff join staff_city on staff_city.staff_id = staff.staff_id and staff_city.city = $1 and staff_city.removed_at is null
    where staff.removed_at is null order by name, email`,
)

/** The city's id, and what somebody is there; no row where he has nothing to do with it, as where there is no such city. */
export const findAdmission = sql.first<
  { city: number; is_lead: boolean; roles: CityRole[] },
  [code: string, staffId: string]
>(
  'city_admission',
  `select city_id as city, coalesce(role = 'lead', false) as is_lead, coalesce(roles, '{}') as roles
     from city cross join staff
          left join staff_city on staff_city.staff_id = staff.staff_id and staff_city.city = city_id and staff_city.removed_at is null
    where code = $1 and staff.staff_id = $2 and staff.removed_at is null and (staff_city.staff_id is not null or role = 'lead')`,
)

/** Whether somebody else than this one holds one of the roles. */
export const hasAnother = sql.matches<[city: number, staffId: string, roles: readonly string[]]>(
  'city_member_another',
  `select from staff_city join staff using (staff_id)
    where city = $1 and staff_id <> $2 and roles && $3 and staff_city.removed_at is null and staff.removed_at is null`,
)

export const upsertMember = sql.run<
  [staffId: string, city: number, roles: readonly string[], invitedBy: string, at: Temporal.Instant]
>(
  'city_member_upsert',
  `insert into staff_city (staff_id, city, roles, invited_by, at) values ($1, $2, $3, $4, $5)
   on conflict (staff_id, city) do update
      set roles = excluded.roles, invited_by = excluded.invited_by, at = excluded.at, removed_at = null`,
)
export const removeMember = sql.matches<[staffId: string, city: number, at: Temporal.Instant]>(
  'city_member_remove',
  `update staff_city set removed_at = greatest(at, $3::timestamptz) where staff_id = $1 and city = $2 and removed_at is null`,
)
