-- What else of this account has this plate: raises already_parked where it runs, ends it where its time is over, voids it where it is a
-- card start that is pending. Returns what it ended; p_ended is what the call before returned, which must be gone by now.
create or replace function parking_make_way(p_driver_id uuid, p_plate_key text, p_now timestamptz, p_ended text) returns text
language plpgsql as $$
declare
  v_other parking_right;
begin
  select * into v_other from parking_right
   where driver_id = p_driver_id and plate_key = p_plate_key and kind = 'session' and state in ('pending', 'live');
  if v_other.state = 'live' and (v_other.ends_at > p_now or v_other.ref = p_ended) then
    raise exception 'already_parked' using errcode = 'PK000', detail = json_build_object(
      'Until', to_char(v_other.ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'SessionId', v_other.ref,
      'Name', (select place ->> 'name' from session
                 where session_id = v_other.ref and started_at = v_other.starts_at))::text;
  elsif v_other.state = 'live' then
    perform parking_end_expired(v_other.ref, p_now);
    return v_other.ref;
  end if;
  update parking_right set state = 'void', as_of = p_now
   where kind = 'session' and ref = v_other.ref and state = 'pending';
  return p_ended;
end $$;
