-- Ends a running session whose time is over; does nothing where it was extended or stopped meanwhile. A start calls it too, so that
-- a late job never blocks a plate.
create or replace function parking_end_expired(p_session_id text, p_now timestamptz) returns void
language plpgsql as $$
declare
  v_session session;
begin
  update session set status = 'ended', ended_at = ends_at
   where session_id = p_session_id and status = 'running' and ends_at <= p_now
  returning * into v_session;
  if not found then return; end if;
  update parking_right set state = 'over', as_of = p_now where kind = 'session' and ref = p_session_id;
  perform parking_step(p_session_id, v_session.ends_at, 'ended',
    (extract(epoch from v_session.ends_at - v_session.started_at) / 60)::integer, 0);
end $$;
