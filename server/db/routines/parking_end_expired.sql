-- Ends running sessions whose time is over, of one plate or by id. A start calls it too, so that a late job never
-- blocks a plate.
create or replace function parking_end_expired(p_plate_key text, p_session_id text, p_now timestamptz) returns void
language plpgsql as $$
declare
  v_session session;
begin
  for v_session in
    update session set status = 'ended', ended_at = ends_at
     where status = 'running' and ends_at <= p_now
       and (plate_key = p_plate_key or session_id = p_session_id)
    returning *
  loop
    perform parking_step(v_session.session_id, v_session.ends_at, 'ended',
      (extract(epoch from v_session.ends_at - v_session.started_at) / 60)::integer, 0);
  end loop;
end $$;
