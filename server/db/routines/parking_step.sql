-- Adds the next row to a session's history.
create or replace function parking_step(
  p_session_id text, p_at timestamptz, p_kind text, p_minutes integer, p_amount_cents integer
) returns void language sql as $$
  insert into step (session_id, seq, at, kind, minutes, amount_cents)
  select p_session_id, coalesce(max(seq), 0) + 1, p_at, p_kind, p_minutes, p_amount_cents
    from step where session_id = p_session_id
$$;
