-- Stops a running session before its end: claims the idempotency key, ends it and its right, posts what is paid back, adds a history
-- row. A stop of kind `cancelled` counts as a free cancel. Raises PK001 where the session has changed since the caller priced
-- it with p_expected_ends_at.
create or replace function parking_stop(
  p_driver_id uuid, p_key text, p_call text, p_hash bytea, p_answer jsonb,
  p_session_id text, p_expected_ends_at timestamptz, p_now timestamptz, p_minutes integer,
  p_refund_cents integer, p_kind text, p_accounts text[], p_amounts integer[]
) returns jsonb language plpgsql as $$
declare
  v_first jsonb;
  v_started_at timestamptz := (select started_at from session_key where session_id = p_session_id);
begin
  v_first := idempotency_claim(p_driver_id, p_key, p_call, p_hash, p_answer, p_now);
  if v_first is not null then return v_first; end if;

  -- the job of the end before the session, in the order of that job itself: the other order would deadlock
  delete from job where kind = 'session-end' and ref = p_session_id;
  update session set status = 'ended', ended_at = p_now, refunded_cents = p_refund_cents, free_cancel = p_kind = 'cancelled'
   where session_id = p_session_id and started_at = v_started_at and driver_id = p_driver_id
     and status = 'running' and ends_at = p_expected_ends_at and ends_at > p_now
     and moves + plate_changes = coalesce(jsonb_array_length(p_answer -> 'Changes'), 0);
  if not found then raise exception 'session moved' using errcode = 'PK001'; end if;
  update parking_right set state = 'left', ends_at = p_now, as_of = p_now where kind = 'session' and ref = p_session_id;
  if cardinality(p_accounts) > 0 then
    perform ledger_post(p_kind, p_now, p_driver_id, p_session_id, null, p_accounts, p_amounts);
  end if;
  perform parking_step(p_session_id, p_now, 'stopped', p_minutes, -p_refund_cents);
  return p_answer;
end $$;
