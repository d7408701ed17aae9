-- Raises no_return where this account's plate left this zone, by a stop or a change, less than so many minutes ago. Null: any time.
create or replace function parking_require_return(
  p_driver_id uuid, p_plate_key text, p_city integer, p_zone_number text, p_no_return_minutes integer, p_now timestamptz
) returns void language plpgsql as $$
declare
  v_allowed_from timestamptz;
begin
  if p_no_return_minutes is null then return; end if;
  select max(left_at) + make_interval(mins => p_no_return_minutes) into v_allowed_from from (
    select ended_at as left_at from session
     where driver_id = p_driver_id and plate_key = p_plate_key and city = p_city and zone_number = p_zone_number
       and status = 'ended' and not free_cancel
       -- no stay is longer than a week: four times as far back, and no further
       and started_at > p_now - make_interval(days => 28, mins => p_no_return_minutes)
    union all
    select to_at from segment
     where driver_id = p_driver_id and plate_key = p_plate_key and city = p_city and zone_number = p_zone_number) as stays;
  if v_allowed_from > p_now then
    raise exception 'no_return' using errcode = 'PK000', detail = json_build_object(
      'AllowedFrom', to_char(v_allowed_from at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))::text;
  end if;
end $$;

-- While the functions that call it are replaced.
create or replace function parking_require_return(
  p_driver_id uuid, p_plate_key text, p_zone_number text, p_no_return_minutes integer, p_now timestamptz
) returns void language sql as $$
  select parking_require_return(p_driver_id, p_plate_key, 1, p_zone_number, p_no_return_minutes, p_now)
$$;
