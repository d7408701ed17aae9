// The SQL of closures: who is parked in one, whom it cut, and who saved a place near it.
import { type Queryable, sql } from '#platform/db.ts'

/** Running sessions in these zones that end later, by id from the one named on. */
export const listReached = sql.list<
  { session_id: string },
  [city: number, zoneNumbers: readonly string[], startsAt: Temporal.Instant, now: Temporal.Instant, after: string]
>(
  'closure_list_reached',
  `select ref as session_id from parking_right
    where city = $1 and zone_number = any($2) and kind = 'session' and state = 'live' and ends_at > greatest($3::timestamptz, $4::timestamptz) and ref > $5
    order by ref limit 500`,
)

export type CalledOff = {
  override_id: string
  session_id: string
  driver_id: string
  name: string
  plate: string
  time_zone: string
  ends_at: Temporal.Instant
}
/**
 * Running sessions in this override's zones that a cancelled closure cut, and that no other closure keeps from going on after their end.
 * Each is told once.
 */
export const listCalledOff = sql.list<CalledOff, [overrideId: string, now: Temporal.Instant]>(
  'closure_list_called_off',
  `select distinct on (session_id) cut.override_id, session_id, live.driver_id, place ->> 'name' as name,
          vehicle ->> 'PlateNumber' as plate, place ->> 'timeZone' as time_zone, live.ends_at
     from override_zone as here
     join parking_right as live on live.city = here.city and live.zone_number = here.zone_number and live.ends_at > $2
                               and live.kind = 'session' and live.state = 'live'
     join session on session_id = live.ref and started_at = live.starts_at
     join closure_cut as cut using (session_id)
     join override on override.override_id = cut.override_id and override.state = 'cancelled'
    where here.override_id = $1 and called_off_at is null
      and exists (select from override_zone where override_id = cut.override_id and city = here.city and zone_number = here.zone_number)
      and not exists (
        select from override_zone as there join override as other using (override_id)
         where there.city = here.city and there.zone_number = here.zone_number and other.state = 'published'
           and other.kind = 'closed' and other.starts_at <= live.ends_at + interval '1 minute' and other.ends_at > live.ends_at)
    order by session_id, cut.at desc`,
)

const cutCallOff = sql(
  'closure_cut_call_off',
  'update closure_cut set called_off_at = $2 where session_id = $1 and called_off_at is null',
)
/** Answers false where it was done before. */
export const markCalledOff = async (tx: Queryable, sessionId: string, now: Temporal.Instant): Promise<boolean> =>
  (await cutCallOff.count(tx, [sessionId, now])) > 0

/** Drivers who saved one of the closed zones, or a place so many meters from one; `places`: how many of theirs, `name`: the nearest. */
export const listSavedNear = sql.list<
  { driver_id: string; name: string; places: number },
  [overrideId: string, metres: number]
>(
  'closure_list_saved_near',
  `select driver_id, (array_agg(name order by metres, zone_number))[1] as name, count(*)::integer as places
     from (
       select driver_id, saved.zone_number, home.name, min(away.metres) as metres
         from override_zone as closed
         join zone as shut on shut.city = closed.city and shut.zone_number = closed.zone_number
         join zone as home on home.city = closed.city and home.state = 'live'
                          and abs(home.latitude - shut.latitude) < $2 / 111000.0
         join saved_place as saved on saved.city = home.city and saved.zone_number = home.zone_number
         cross join lateral (
           select 111195 * sqrt(power(home.latitude - shut.latitude, 2)
                                + power((home.longitude - shut.longitude) * cos(radians(shut.latitude)), 2)) as metres) as away
        where closed.override_id = $1 and away.metres <= $2
        group by driver_id, saved.zone_number, home.name) as near
    group by driver_id order by driver_id`,
)

/** What closures did so far: sessions that were cut, and cents that went back. */
export const countCuts = sql.list<
  { override_id: string; sessions: number; refund_cents: number },
  [overrideIds: readonly string[]]
>(
  'closure_cut_count',
  `select override_id, count(distinct session_id)::integer as sessions, sum(refund_cents)::integer as refund_cents
     from closure_cut where override_id = any($1) group by override_id`,
)
