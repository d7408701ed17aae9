-- Adds the next row to a session's history. Those from before steps were in months note no start.
create or replace function parking_step(
  p_session_id text, p_at timestamptz, p_kind text, p_minutes integer, p_amount_cents integer
) returns void language plpgsql as $$
declare
  v_started_at timestamptz := (select started_at from session_key where session_id = p_session_id);
begin
  insert into step (session_id, started_at, seq, at, kind, minutes, amount_cents)
  select p_session_id, v_started_at, coalesce(max(seq), 0) + 1, p_at, p_kind, p_minutes, p_amount_cents
    from step where session_id = p_session_id and started_at in (v_started_at, '-infinity');
end $$;
