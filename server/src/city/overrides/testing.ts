// For tests: an event rate as two persons have published it, whose people do not matter.
import type { Rule } from '@parkit/contract/city/calendar-schemas'
import type { Queryable } from '#platform/db.ts'

type Rate = {
  /** the city's id */
  city: number
  zoneNumber: string
  rule: Rule
  startsAt: Temporal.Instant
  endsAt: Temporal.Instant
  publishedAt: Temporal.Instant
}

/** Returns its id. */
export const insertRate = async (db: Queryable, rate: Rate): Promise<string> => {
  const { city, zoneNumber, startsAt, endsAt, publishedAt } = rate
  const { rows } = await db.query<{ override_id: string }>(
    `with maker as (
       insert into staff (staff_id, email, invited_at) values (gen_random_uuid(), gen_random_uuid() || '@city.example', $5) returning staff_id),
     agreed as (
       insert into proposal (proposal_id, city, kind, subject, payload, digest, made_by, at, expires_at, state)
         select gen_random_uuid(), $1, 'rate', '', '{}', '', staff_id, $5, $5, 'done' from maker returning proposal_id),
     added as (
       insert into override (override_id, city, name, kind, rule, starts_at, ends_at, state, published_at, proposal_id)
         select $8, $1, $7, 'rate', $2, $3, $4, 'published', $5, proposal_id from agreed returning city, override_id)
     insert into override_zone (city, zone_number, override_id) select city, $6, override_id from added returning override_id`,
    [
      city,
      JSON.stringify({ ...rate.rule, priority: 0 }),
      `${startsAt}`,
      `${endsAt}`,
      `${publishedAt}`,
      zoneNumber,
      rate.rule.name.en,
      rate.rule.id,
    ],
  )
  return rows[0]!.override_id
}
