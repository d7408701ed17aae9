-- What was changed on a session with this zone and vehicle now: zones, or plates, before and after, the oldest first. Null: nothing.
create or replace function session_changes(p_session_id text, p_zone_number text, p_vehicle jsonb) returns jsonb
language sql stable parallel safe as $$
  with before as (
    select seq, to_at, kind, zone_number as from_zone, lead(zone_number, 1, p_zone_number) over w as to_zone,
           coalesce(vehicle ->> 'PlateNumber', '') as from_plate, vehicle ->> 'PlateState' as from_state,
           coalesce(lead(vehicle, 1, p_vehicle) over w ->> 'PlateNumber', '') as to_plate,
           lead(vehicle, 1, p_vehicle) over w ->> 'PlateState' as to_state
      from segment where session_id = p_session_id window w as (order by seq))
  select jsonb_agg(jsonb_build_object(
           'At', to_char(to_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), 'Kind', kind,
           -- the same letters of another state
           'From', case when kind = 'moved' then from_zone when from_plate = to_plate then concat_ws(', ', from_plate, from_state) else from_plate end,
           'To', case when kind = 'moved' then to_zone when from_plate = to_plate then concat_ws(', ', to_plate, to_state) else to_plate end)
           order by seq) from before
$$;
