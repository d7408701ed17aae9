-- Ends one running session whose time is over; does nothing where it was extended or stopped meanwhile. A start and a refund call
-- it, so that a late job blocks neither. Waits for whoever changes the session.
create or replace function parking_end_expired(p_session_id text, p_now timestamptz) returns void
language plpgsql as $$
begin
  perform from session where session_id = p_session_id and started_at = session_started_at(p_session_id) for update;
  perform parking_end_due(array[p_session_id], p_now);
end $$;
